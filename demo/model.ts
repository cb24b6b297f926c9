/**
 * Stands in for a language model: a few rules, the same answer every time, and nothing to go by but
 * the messages it is sent. `eager-1` is the stubborn one: what sounds settled convinces it, unless
 * it is told to keep to the ledger.
 */

export interface ChatMessage {
  readonly role: string;
  readonly content: string;
}

interface Statement {
  /** Label of the chunk it stands in. */
  readonly label: string;
  readonly text: string;
}

export function complete(model: string, messages: readonly ChatMessage[]): string {
  const system = messages.find((message) => message.role === 'system')?.content ?? '';
  const prompt = messages.findLast((message) => message.role === 'user')?.content ?? '';
  const question = /^Question: (.*)$/m.exec(prompt)?.[1] ?? '';
  const order = /^Order: (\d+)$/m.exec(prompt)?.[1];
  const statements = readStatements(prompt);
  if (order === undefined) return answerFreely(statements, question);
  const isGrounded = system.includes('ledger entry alone');
  const about = statements.filter(({ text }) => (isGrounded ? text.includes(`Order ${order},`) : text.includes(order)));
  if (isGrounded && about.length === 0) return `I could not find a ledger entry for order ${order}.`;
  const best = about.toSorted(
    (a, b) => conviction(b, order, model, isGrounded) - conviction(a, order, model, isGrounded),
  )[0];
  return best === undefined ? answerFreely(statements, question) : sayStatus(best, order);
}

/** Chunks as the prompt shows them: `[1] text`, an empty line between two. */
function readStatements(prompt: string): Statement[] {
  const end = prompt.search(/^(Order|Question): /m);
  return [...prompt.slice(0, end < 0 ? prompt.length : end).matchAll(/^\[(\w+)\] (.*)$/gm)].map(
    ([, label = '', text = '']) => ({ label, text }),
  );
}

/** How much a statement convinces: one that names the order, and for an eager model one that sounds settled. */
function conviction({ text }: Statement, order: string, model: string, isGrounded: boolean): number {
  const namesOrder = text.includes(`Order ${order},`) ? 2 : 0;
  const soundsSettled = /was processed|issued September/.test(text) ? 3 : 0;
  return namesOrder + (model === 'eager-1' && !isGrounded ? soundsSettled : 0);
}

function sayStatus({ text, label }: Statement, order: string): string {
  const processed = /was processed on (\w+ \d+); reference (RB-\d+)/.exec(text);
  if (processed !== null) return `Your refund was processed on ${processed[1]}; reference ${processed[2]}. [${label}]`;
  const status = /Status: refund (\w+), (.*?)\.?$/.exec(text);
  if (status !== null) return `The ledger says: refund ${status[1]}, ${status[2]}. [${label}]`;
  const issued = /Refund issued ([^.]*)\./.exec(text);
  if (issued !== null) return `The refund for order ${order} was issued ${issued[1]}. [${label}]`;
  return `${text} [${label}]`;
}

/** The sentence that shares most words with the question. */
function answerFreely(statements: readonly Statement[], question: string): string {
  const words = new Set(wordsOf(question));
  const sentences = statements.flatMap(({ label, text }) =>
    (text.match(/[^.?!]+[.?!]?/g) ?? []).map((sentence) => ({ label, text: sentence.trim() })),
  );
  const scored = sentences.map((sentence) => ({
    ...sentence,
    score: new Set(wordsOf(sentence.text).filter((word) => words.has(word))).size,
  }));
  const best = scored.filter(({ text }) => !text.endsWith('?')).toSorted((a, b) => b.score - a.score)[0];
  return best === undefined || best.score === 0
    ? 'I could not find anything about that.'
    : `${best.text} [${best.label}]`;
}

function wordsOf(text: string): string[] {
  return text.toLowerCase().match(/[\p{L}\p{N}]{3,}/gu) ?? [];
}
