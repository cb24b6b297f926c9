/** T0: one good trace, one need. Most vectors are a change to it. */
import {
  assembly,
  bytes,
  chat,
  retrieval,
  root,
  user,
  type AssemblyOptions,
  type ChatOptions,
  type RetrievalOptions,
  type SpanSpec,
} from '../trace-builder.js';
import { hashes, item } from '../vector-builder.js';

export const C1 = 'The refund window is 30 days from delivery.';
export const C2 = 'Items over $1,000 need manager approval.';
export const C3 = 'Warranty claims close after 24 months.';
export const C4 = 'Gift cards never expire and are not refundable.';
export const CONTEXT = `Context:\n${C1}\n\n${C2}\n\n${C3}`;
export const QUESTION = 'How long is the refund window?';
export const ANSWER = 'The refund window is 30 days.';
export const WRONG = 'The refund window is 14 days.';
export const PINS = { model: 'test-model', top_k: 3 } as const;

export const ROOT = (options: Parameters<typeof root>[0] = {}): SpanSpec => root({ input: QUESTION, ...options });
export const R = (options: RetrievalOptions = {}): SpanSpec =>
  retrieval('R', { topK: 3, chunks: [C1, C2, C3], ...options });
export const G = (options: ChatOptions = {}): SpanSpec =>
  chat('G', { messages: [user(CONTEXT)], output: ANSWER, ...options });
/** A call with another context, one user message. */
export const GC = (context: string, options: ChatOptions = {}): SpanSpec =>
  G({ messages: [user(context)], ...options });
export const A = (options: AssemblyOptions = {}): SpanSpec =>
  assembly('A', {
    chunks: [
      { text: C1, offset: 9, kept: 43 },
      { text: C2, offset: 54, kept: 40 },
      { text: C3, offset: 96, kept: 38 },
    ],
    context: CONTEXT,
    ...options,
  });

/** The case of T0, its need and check open to change. */
export function caseFile(
  changes: { readonly need?: string; readonly expect?: string; readonly more?: string; readonly before?: string } = {},
): string {
  const need = changes.need ?? `line: "${C1}"\n      line_is: correct`;
  const expect = changes.expect ?? 'must: ["30 days"]\n      must_not: ["14 days"]';
  return `version: 1\n${changes.before ?? ''}cases:\n  - id: refund-window\n    need:\n      ${need}\n    expect:\n      ${expect}\n${changes.more ?? ''}`;
}
export const CASE = caseFile();
export const needLine = (line: string): string =>
  caseFile({ need: `line: ${JSON.stringify(line)}\n      line_is: correct` });

/** What T0 gives, with line C1. */
export const HOLD = {
  root: 'root',
  answeredBy: 'G',
  verdict: 'HOLD',
  case: 'refund-window',
  cases_matched: 1,
  pattern: 'present/present/passes',
  outcome: 'answered',
  loss: 'none',
  explanation: 'rank 1/3 within k=3; sent at byte 9; output passes',
  evidence: {
    ...item(C1),
    rank: 1,
    stage: 'retrieve',
    candidates_seen: 3,
    top_k: 3,
    top_k_source: 'requested',
    offset: 9,
    message: 0,
    part: 0,
    form: 'exact',
    kept_bytes: bytes(C1),
  },
  chunks: { retrieved: 3, distinct: 3, sent: 3 },
  sha256: hashes({ input: QUESTION, context: CONTEXT, output: ANSWER, pins: PINS }),
};

/** The place of an absent need: what takes the presence out of HOLD. */
export const ABSENT = { offset: -1, message: undefined, part: undefined, form: undefined } as const;
/** Nothing of the log is the need's. */
export const NOWHERE = { ...ABSENT, rank: undefined, stage: undefined, kept_bytes: undefined } as const;

/** `hashes` of T0 with another context or output. */
export const ofContext = (
  context: string,
  output: string | undefined = ANSWER,
): { readonly [artifact: string]: string } =>
  hashes({ input: QUESTION, context, ...(output === undefined ? {} : { output }), pins: PINS });
