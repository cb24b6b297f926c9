/**
 * A small RAG application with its three hand-offs recorded, that changes as its environment says:
 * what the search finds, how the prompt is built, what the model says. In memory, no network.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { assembly, generation, retrieval, run } from 'ragspan/instrumentation';

const FRAME = 'Answer from these ledger records and from nothing else.';
const RECORDS = [
  { id: 'ledger/2007', text: 'order 20071: delivered on August 12, no refund was asked for', score: 0.91 },
  { id: 'ledger/8814', text: 'order 8814: refund PENDING, no reference issued', score: 0.88 },
  { id: 'ledger/8120', text: 'order 20117: the refund was processed on September 2, reference RB-8814', score: 0.85 },
];
const WRONG = 'Your refund was processed on September 2; reference RB-8814.';
const RIGHT = 'Your refund is PENDING; no reference was issued yet.';
const REFUSAL = 'I do not know: the records say nothing about it.';

/** How it behaves, as JSON: of a file, so that one recorded run and its replays may differ. */
function behaviour() {
  const path = process.env.REFUNDS_BEHAVIOUR;
  return path === undefined ? {} : JSON.parse(readFileSync(path, 'utf8'));
}

/** Calls so far, over processes. */
function count() {
  const path = process.env.REFUNDS_COUNT;
  if (path === undefined) return 0;
  let calls = 0;
  try {
    calls = Number(readFileSync(path, 'utf8'));
  } catch {
    // The first call.
  }
  writeFileSync(path, String(calls + 1));
  return calls;
}

const ANSWERS = { wrong: WRONG, right: RIGHT, refusal: REFUSAL };

export async function answer(input) {
  const {
    order = [0, 1, 2],
    topK = 3,
    frame = FRAME,
    cut,
    says = ['wrong'],
    scoreShift = 0,
    isScored = true,
    question = input,
    temperature = 0.7,
    wait = 0,
    more = '',
    throws,
    name = '',
  } = behaviour();
  const call = count();
  if (throws !== undefined) throw new Error(throws);
  if (wait > 0) await new Promise((resolve) => setTimeout(resolve, wait));
  return run({ input: question }, () => {
    const hits = retrieval({ source: 'ledger', query: question, topK, snapshot: 'ledger-1' }, () =>
      order.map((index) => ({
        ...RECORDS[index],
        id: RECORDS[index].id + name,
        score: isScored ? RECORDS[index].score + scoreShift : undefined,
      })),
    );
    const messages = assembly({ chunks: hits, template: frame, budget: 1000, unit: 'byte' }, () => {
      const whole = [frame, ...hits.map(({ text }) => text), more].filter((part) => part !== '').join('\n\n');
      return [
        { role: 'system', content: cut === undefined ? whole : whole.slice(0, cut) },
        { role: 'user', content: question },
      ];
    });
    return generation({ model: 'ledger-model', provider: 'test', temperature, messages }, () => {
      const said = says[call % says.length];
      return ANSWERS[said] ?? said;
    });
  });
}
