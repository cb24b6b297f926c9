/** What was asked (spec §8 "input"): every text a case's `input` may equal, and which of them is *the* question. */
import type { Run } from '../model/run.js';
import { jsonStringLeaves } from '../model/string-leaves.js';

export interface Question {
  /** Gives the input hash; undefined when nothing of the run says it. */
  readonly text?: string;
  /** Undefined when only a model call's message says it: a prompt is not "just the question" of itself. */
  readonly asSegment?: string;
  /** Every text that `input` may equal. */
  readonly candidates: readonly string[];
  /** 64 hex: of a first query that was logged without its text. */
  readonly loggedSha256s: readonly string[];
}

export function questionOf(run: Run): Question {
  const declared = run.declaredInputs;
  const rootInput = run.root?.input?.text;
  const rootLeaves = rootInput === undefined ? [] : (jsonStringLeaves(rootInput) ?? []);
  const queries = run.retrievals.slice(0, 1).flatMap(({ list }) => list.query ?? []);
  const users = run.calls.flatMap(({ model }) => lastUserMessage(model.messages) ?? []);
  // A chain logs its input as a document around the one text that was asked.
  const asked = rootLeaves.length === 1 ? rootLeaves[0] : rootInput;
  const asSegment = declared[0] ?? asked ?? queries[0];
  const text = asSegment ?? users.at(-1);
  const [first] = run.retrievals;
  return {
    ...(text === undefined ? {} : { text }),
    ...(asSegment === undefined ? {} : { asSegment }),
    candidates: [...declared, ...(rootInput === undefined ? [] : [rootInput, ...rootLeaves]), ...queries, ...users],
    loggedSha256s: first?.list.querySha256 === undefined ? [] : [first.list.querySha256],
  };
}

function lastUserMessage(messages: Run['calls'][number]['model']['messages']): string | undefined {
  const last = messages?.findLast((message) => message.role === 'user');
  const texts = last?.parts.filter((part) => part.kind === 'text').flatMap((part) => part.leaves) ?? [];
  return texts.length === 0 ? undefined : texts.join('\n');
}
