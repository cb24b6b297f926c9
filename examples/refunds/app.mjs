/**
 * A RAG application in small, as its author would write it: a ledger, a search, a packer, a model.
 * Nothing in here knows of incidents or verdicts. Accounts are stored in three ways, and so the same
 * wrong sentence comes out of three different hand-offs:
 *
 *   orders 4711, 4712  the record that tells is found at rank 47, and five are handed on
 *   orders 5120, 5121  it is handed on, behind two records that fill the prompt
 *   order 8814         it stands in the prompt, beside another order whose refund was processed
 */
import { assembly, generation, pack, retrieval, run } from 'ragspan/instrumentation';

const LINE = 'refund PENDING, no reference issued';
const DEFAULTS = { top_k: 5, budget: 8192, template: 'plain' };
const CANDIDATES = 50;

const TEMPLATES = {
  plain: 'Answer from these ledger records and from nothing else.\n\n',
  grounded:
    'Answer from the ledger record of the order that is asked about, in its own words. Records of other orders do not count. If there is none, say so.\n\n',
};

/** A token is a word: a tokenizer that everybody can count by hand. */
const countWords = (text) => text.match(/\S+/gu)?.length ?? 0;

const words = (count, text) =>
  Array.from({ length: Math.ceil(count / countWords(text)) }, () => text)
    .join(' ')
    .split(' ')
    .slice(0, count)
    .join(' ');

const note = (order, number) =>
  `order ${order}, note ${number}: the customer asks where the refund of order ${order} is, the refund of order ${order}`;
const shipping = (number) => `item ${number} was packed, labelled and handed to the carrier`;
const range = (count) => Array.from({ length: count }, (_, index) => index + 1);

/** Two records fill the prompt up to where the third would start: 9,104 words, the frame included. */
const FILL = 9104 - countWords(TEMPLATES.plain);
const buried = (account) => [
  ...range(46).map((number) => ({ account, text: note(account, number) })),
  { account, text: `order ${account}: ${LINE}` },
  ...range(60).map((number) => ({ account, text: shipping(number) })),
];

const crowded = (account) => [
  { account, text: words(Math.ceil(FILL / 2), note(account, 1)) },
  { account, text: words(Math.floor(FILL / 2), note(account, 2)) },
  { account, text: `${LINE} (order ${account})` },
  ...range(60).map((number) => ({ account, text: shipping(number) })),
];

const confusable = (account) => [
  { account, text: note(account, 1) },
  { account, text: `order ${account}: ${LINE}` },
  { account, text: 'order 20117: the refund was processed on September 2, reference RB-8814' },
  ...range(60).map((number) => ({ account, text: shipping(number) })),
];

const LEDGER = [...['4711', '4712'].flatMap(buried), ...['5120', '5121'].flatMap(crowded), ...confusable('8814')].map(
  (record, index) => ({ ...record, id: `ledger/${index + 1}` }),
);

const termsOf = (text) => text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
const orderOf = (text) => /order (\d+)/u.exec(text)?.[1] ?? '';

/** By how often a record holds the words of the question; of equals, the older first. */
function search(question) {
  const asked = new Set(termsOf(question));
  return LEDGER.filter(({ account }) => account === orderOf(question))
    .map((record) => ({ ...record, score: termsOf(record.text).filter((term) => asked.has(term)).length }))
    .sort((a, b) => b.score - a.score)
    .slice(0, CANDIDATES);
}

/**
 * Stands in for the model, the same prompt always giving the same text. It likes a fact that is
 * stated as done; told to keep to the order asked about, it does. Without any record it makes one up.
 */
function model(system, question) {
  const order = orderOf(question);
  const records = system.split('\n\n');
  const own = records.find((record) => record.includes('PENDING') && record.includes(order));
  const done = records.find((record) => record.includes('was processed on'));
  if (/Records of other orders do not count/u.test(system))
    return own === undefined
      ? `There is no ledger record of the refund of order ${order}.`
      : `The ledger says: ${own}.`;
  if (done === undefined && own !== undefined) return `Your refund is PENDING: ${own}.`;
  return `Your ${/refund was processed on [^,]+/u.exec(done ?? 'refund was processed on September 2')[0]}; reference RB-8814.`;
}

export async function answer(input, overrides = {}) {
  const { top_k, budget, template } = { ...DEFAULTS, ...overrides };
  const frame = TEMPLATES[template] ?? template;
  return run({ name: 'refund', input }, async () => {
    const hits = retrieval({ source: 'ledger', query: input, topK: top_k, snapshot: 'ledger-2026-09-02' }, (log) => {
      const found = search(input);
      log.candidates(found);
      return found.slice(0, top_k);
    });
    const messages = assembly({ budget, unit: 'token', template: frame }, (log) => [
      { role: 'system', content: pack(hits, log, { before: frame, count: countWords, overflow: 'cut-tail' }) },
      { role: 'user', content: input },
    ]);
    return generation({ model: 'ledger-model', provider: 'demo', temperature: 0, messages }, async () =>
      model(messages[0].content, input),
    );
  });
}
