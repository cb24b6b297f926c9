/** Which calls count, and the rulings on them (spec §5). */
import { chat, digest, user } from '../trace-builder.js';
import { also, at, hashes, item, like, type VectorSpec } from '../vector-builder.js';
import { lost, sent } from './fates.js';
import { R_IN, UNPLACED, unknown } from './unknown.js';
import {
  ANSWER,
  C1,
  C2,
  C3,
  C4,
  CASE,
  CONTEXT,
  G,
  GC,
  HOLD,
  NOWHERE,
  QUESTION,
  R,
  ROOT,
  WRONG,
  caseFile,
  needLine,
  ofContext,
} from './t0.js';

const FOLLOW_UPS = 'You could also ask: who approves expensive items?';
const afterwards = (context: string): ReturnType<typeof chat> =>
  chat('G2', { messages: [user(context)], output: FOLLOW_UPS });
const NO_C1 = `Context:\n${C2}\n\n${C3}`;
const NOTE1 = 'Refunds: thirty days after delivery.';
const NOTE2 = 'Expensive items: a manager approves.';
const NOTE3 = 'Warranty claims: two years at most.';
const NOTES = `Combine:\n${NOTE1}\n${NOTE2}\n${NOTE3}`;
const mapCalls = (): ReturnType<typeof chat>[] =>
  [C1, C2, C3].map((chunk, index) =>
    chat(`M${index + 1}`, { messages: [user(`Summarise: ${chunk}`)], output: [NOTE1, NOTE2, NOTE3][index] ?? '' }),
  );
const deselectedC1 = (context: string, changes: object = {}): typeof HOLD =>
  lost(
    C1,
    1,
    'deselected',
    'deselected',
    also({ chunks: { sent: 2, deselected: 1 }, sha256: ofContext(context) }, changes as never),
  );
const needs = (...lines: readonly string[]): string => `version: 1
cases:
  - id: refund-window
    need:
${lines.map((line) => `      - line: ${JSON.stringify(line)}\n        line_is: correct`).join('\n')}
    expect:
      must: ["30 days"]
      must_not: ["14 days"]
`;
export const LONG1 =
  'The first rule of returns: keep the box. An item is to be sent back in its own box with every part inside it. The shop pays for the way back.';
export const LONG2 =
  'The second rule of returns: be in time. The thirty days of the window are counted from the day of delivery on. Later parcels are refused.';
export const edit = (text: string): string =>
  text
    .replace('. An item is', '; an article is')
    .replace('every part inside it. The', 'all parts in it. The')
    .replace('. The thirty days', '; the thirty days')
    .replace('day of delivery on. Later', 'delivery day onward. Later');
const big = 'Unrelated records of other customers, one line after the other, all different. ';
const fillers = Array.from({ length: 640 }, (_, index) => `${big}${index}`).join('\n');
const BIG = `Context:\n\n${C1}\n\n${C2}\n\n${C3}\n\n${fillers}`;

export const callVectors: VectorSpec[] = [
  {
    name: 'call-answer-flag',
    section: '§5',
    shows: 'the answering call is the one with ragspan.answer',
    spans: [ROOT(), R(), G({ attrs: { 'ragspan.answer': true } }), afterwards('Suggest a next question.')],
    cases: CASE,
    runs: [HOLD],
  },
  {
    name: 'call-named-by-root-output',
    section: '§5',
    shows: 'else the one whose output stands in the output logged on the root',
    spans: [ROOT({ output: `${ANSWER}\n` }), R(), G(), afterwards('Suggest a next question.')],
    cases: CASE,
    runs: [HOLD],
  },
  {
    name: 'call-named-by-root-output-leaf',
    section: '§5',
    shows: "a string leaf of the root's output names it as well",
    spans: [
      ROOT({
        attrs: {
          'openinference.span.kind': 'CHAIN',
          'output.value': JSON.stringify({ answer: ANSWER, sources: ['p1'] }),
          'output.mime_type': 'application/json',
        },
      }),
      R(),
      G(),
      afterwards('Suggest a next question.'),
    ],
    cases: CASE,
    runs: [HOLD],
  },
  {
    name: 'call-last',
    section: '§5',
    shows: 'else the last call with output text',
    spans: [
      ROOT(),
      chat('G0', { messages: [user('Rewrite the question.')], output: 'refund window length in days' }),
      R(),
      G(),
    ],
    cases: CASE,
    runs: [HOLD],
  },
  {
    name: 'ambiguous-follow-up',
    section: '§5',
    shows: 'only the last rule chose, it gives unsupported, an earlier call passes: ambiguous_run',
    spans: [ROOT(), R(), G(), afterwards(`Suggest a next question after: ${ANSWER}`)],
    cases: CASE,
    runs: [
      unknown('ambiguous_run', ['H3', 'HOLD'], `${R_IN}; sent at byte 9`, {
        answeredBy: 'G2',
        pattern: 'present/present/unchecked',
        sha256: {
          context: hashes({ context: `Suggest a next question after: ${ANSWER}` })['context'],
          output: hashes({ output: FOLLOW_UPS })['output'],
        },
      }),
    ],
  },
  {
    name: 'call-failed-then-retried',
    section: '§5',
    shows: 'a failed call never contributes: what only it was sent is absent',
    spans: [
      ROOT(),
      R(),
      chat('G0', { messages: [user(CONTEXT)], output: undefined, finish: null, error: true }),
      GC(NO_C1),
    ],
    cases: CASE,
    runs: [deselectedC1(NO_C1)],
  },
  {
    name: 'call-grader-inside-retrieval',
    section: '§5',
    shows: 'calls inside a retrieval span (graders) never contribute',
    spans: [
      ROOT(),
      R({ at: [100, 290] }),
      chat('J', {
        parent: 'R',
        at: [110, 190],
        messages: [user(`Is this relevant? ${C1}`)],
        output: 'It is relevant to the question.',
      }),
      GC(`It is relevant to the question.\n${NO_C1}`, { at: [300, 350] }),
    ],
    cases: CASE,
    runs: [deselectedC1(`It is relevant to the question.\n${NO_C1}`)],
  },
  {
    name: 'call-before-retrieval',
    section: '§5',
    shows: 'a call that began before any retrieval ended does not contribute',
    spans: [
      ROOT(),
      chat('G0', { messages: [user(`${C1} Rewrite the question.`)], output: 'refund window length in days' }),
      R(),
      GC(`refund window length in days\n${NO_C1}`),
    ],
    cases: CASE,
    runs: [deselectedC1(`refund window length in days\n${NO_C1}`)],
  },
  {
    name: 'b30-map-reduce',
    section: '§5',
    shows: "calls whose outputs stand in the answering call's context contribute",
    covers: ['B30'],
    spans: [ROOT(), R(), ...mapCalls(), GC(NOTES, { output: WRONG })],
    cases: CASE,
    runs: [
      like(HOLD, {
        verdict: 'H3a',
        reason: 'contradiction',
        boundary: 'generation',
        pattern: 'present/present/fails',
        explanation: `${R_IN}; sent at byte 11; contradicted at output byte 21`,
        evidence: { offset: 11, quote: { offset: 21, length: 7 } },
        sha256: ofContext(NOTES, WRONG),
      }),
    ],
  },
  {
    name: 'call-map-with-a-clip',
    section: '§4',
    shows: 'a later rank that another call was sent is not gone: the chunk was truncated, not the context',
    ...(() => {
      const cut = `Summarise: ${C1.slice(0, 25)}`;
      const [, second, third] = mapCalls();
      return {
        spans: [
          ROOT(),
          R(),
          chat('M1', { messages: [user(cut)], output: NOTE1 }),
          ...[second, third].flatMap((one) => one ?? []),
          GC(NOTES),
        ],
        cases: CASE,
        runs: [
          lost(C1, 1, 'clipped', 'clipped, 25 of 43 bytes kept', {
            evidence: { kept_bytes: 25 },
            chunks: { sent: 2, clipped: 1 },
            sha256: ofContext(NOTES),
          }),
        ],
      };
    })(),
  },
  {
    name: 'call-tree-of-summaries',
    section: '§5',
    shows: 'a contributing call makes those before it contribute',
    ...(() => {
      const middle = 'In short: refunds within thirty days of delivery.';
      return {
        spans: [
          ROOT(),
          R(),
          ...mapCalls(),
          chat('M4', { messages: [user(NOTES)], output: middle }),
          GC(`Answer from: ${middle}`),
        ],
        cases: CASE,
        runs: [
          like(HOLD, {
            explanation: `${R_IN}; sent at byte 11; output passes`,
            evidence: { offset: 11 },
            sha256: ofContext(`Answer from: ${middle}`),
          }),
        ],
      };
    })(),
  },
  {
    name: 'call-summary-left-out',
    section: '§5',
    shows: 'a call whose output does not stand there does not contribute',
    ...(() => {
      const context = `Combine:\n${NOTE2}\n${NOTE3}`;
      return {
        spans: [ROOT(), R(), ...mapCalls(), GC(context)],
        cases: CASE,
        runs: [deselectedC1(context)],
      };
    })(),
  },
  {
    name: 'call-json-leaf-contributes',
    section: '§5',
    shows: 'of an output that is one JSON document a string leaf is enough',
    spans: [
      ROOT(),
      R(),
      chat('M1', { messages: [user(`Summarise: ${C1}`)], output: JSON.stringify({ note: NOTE1, sure: true }) }),
      GC(`Combine:\n${NOTE1}\n${C2}\n${C3}`),
    ],
    cases: CASE,
    runs: [
      like(HOLD, {
        explanation: `${R_IN}; sent at byte 11; output passes`,
        evidence: { offset: 11 },
        sha256: ofContext(`Combine:\n${NOTE1}\n${C2}\n${C3}`),
      }),
    ],
  },
  {
    name: 'call-output-unlogged-contributes',
    section: '§5',
    shows: 'a call whose output is not logged contributes when it began after a retrieval',
    spans: [ROOT(), R(), chat('M1', { messages: [user(`Summarise: ${C1}`)], output: undefined }), GC(NO_C1)],
    cases: CASE,
    runs: [
      like(HOLD, {
        explanation: `${R_IN}; sent at byte 11; output passes`,
        evidence: { offset: 11 },
        sha256: ofContext(NO_C1),
      }),
    ],
  },
  {
    name: 'b29-refine-split',
    section: '§5',
    shows: 'prefix in one call, suffix in another, covering all → H2(split)',
    covers: ['B29a'],
    ...(() => {
      const first = `Answer from:\n${C1.slice(0, 20)}`;
      const second = `So far: ${NOTE1}\nMore:${C1.slice(20)}\n${C2}\n${C3}`;
      return {
        spans: [ROOT(), R(), chat('G1', { messages: [user(first)], output: NOTE1 }), GC(second)],
        cases: CASE,
        runs: [
          lost(C1, 1, 'split', 'split over calls', {
            loss: 'clipped',
            evidence: { kept_bytes: 43 },
            chunks: { sent: 2, clipped: 1 },
            sha256: ofContext(second),
          }),
        ],
      };
    })(),
  },
  {
    name: 'unknown-transformed-short-output',
    section: '§5',
    shows: "a need that only a call holds whose short output stands in the answering call's context is transformed",
    ...(() => {
      const context = `The window is 30 days long.\n${C2}\n${C3}`;
      return {
        spans: [
          ROOT(),
          R(),
          chat('M1', { messages: [user(`How long, in a word? ${C1}`)], output: '30 days' }),
          GC(context),
        ],
        cases: CASE,
        runs: [
          unknown('transformed', ['H2', 'HOLD'], R_IN, {
            pattern: 'present/unlogged/passes',
            loss: 'deselected',
            evidence: UNPLACED,
            chunks: { sent: 2, deselected: 1 },
            sha256: ofContext(context),
          }),
        ],
      };
    })(),
  },
  {
    name: 'call-short-output-inside-a-word',
    section: '§5',
    shows: 'a short output counts on word borders only',
    ...(() => {
      const context = `The code is X30 days1.\n${C2}\n${C3}`;
      return {
        spans: [
          ROOT(),
          R(),
          chat('M1', { messages: [user(`How long, in a word? ${C1}`)], output: '30 days' }),
          GC(context),
        ],
        cases: CASE,
        runs: [deselectedC1(context)],
      };
    })(),
  },
  {
    name: 'unknown-transformed-all-edited',
    section: '§5',
    shows: 'every item that reached the context is edited: a chunk need is transformed',
    covers: ['B31'],
    ...(() => {
      const context = `${edit(LONG1)}\n\n${edit(LONG2)}`;
      return {
        spans: [ROOT(), R({ topK: 2, chunks: [LONG1, LONG2] }), GC(context)],
        cases: caseFile({ need: `chunk: ["${digest(LONG1)}"]` }),
        runs: [
          unknown('transformed', ['H2', 'HOLD'], 'rank 1/2 within k=2', {
            pattern: 'present/unlogged/passes',
            loss: 'altered',
            evidence: { ...item(LONG1), ...UNPLACED, candidates_seen: 2, top_k: 2 },
            chunks: { retrieved: 2, distinct: 2, sent: undefined, altered: 2 },
            sha256: hashes({ input: QUESTION, context, output: ANSWER, pins: { model: 'test-model', top_k: 2 } }),
          }),
        ],
      };
    })(),
  },
  {
    name: 'hold-line-in-edited',
    section: '§5',
    shows: 'the same trace with a line that survived → S in',
    ...(() => {
      const context = `${edit(LONG1)}\n\n${edit(LONG2)}`;
      const line = 'sent back in its own box';
      const kept = LONG1.indexOf('. An item is') + LONG1.length - LONG1.indexOf(' it. The shop');
      return {
        spans: [ROOT(), R({ topK: 2, chunks: [LONG1, LONG2] }), GC(context)],
        cases: needLine(line),
        runs: [
          like(HOLD, {
            loss: 'altered',
            explanation: `rank 1/2 within k=2; sent at byte ${at(context, line)}; output passes`,
            evidence: { ...item(LONG1), offset: at(context, line), candidates_seen: 2, top_k: 2, kept_bytes: kept },
            chunks: { retrieved: 2, distinct: 2, sent: undefined, altered: 2 },
            sha256: hashes({ input: QUESTION, context, output: ANSWER, pins: { model: 'test-model', top_k: 2 } }),
          }),
        ],
      };
    })(),
  },
  {
    name: 'b27-engine-truncated-by-ratio',
    section: '§5',
    shows: 'more than 16 bytes of sent text per token read: engine_truncated',
    covers: ['B27'],
    spans: [ROOT(), R(), GC(BIG, { provider: 'ollama', inputTokens: 2050 })],
    cases: CASE,
    runs: [
      unknown('engine_truncated', ['H2', 'HOLD'], R_IN, {
        pattern: 'present/unlogged/passes',
        loss: 'engine',
        evidence: { offset: 10 },
        sha256: ofContext(BIG),
      }),
    ],
  },
  {
    name: 'b27-engine-prompt-limit',
    section: '§5',
    shows: "a logged prompt limit below the prompt's tokens: engine_truncated",
    covers: ['B27'],
    spans: [ROOT(), R(), G({ provider: 'ollama', inputTokens: 5065, attrs: { 'ragspan.engine.prompt_limit': 2048 } })],
    cases: CASE,
    runs: [unknown('engine_truncated', ['H2', 'HOLD'], R_IN, { pattern: 'present/unlogged/passes', loss: 'engine' })],
  },
  {
    name: 'engine-limit-above',
    section: '§5',
    shows: 'a prompt limit that is not reached says nothing',
    spans: [ROOT(), R(), G({ provider: 'ollama', inputTokens: 2048, attrs: { 'ragspan.engine.prompt_limit': 2048 } })],
    cases: CASE,
    runs: [HOLD],
  },
  {
    name: 'engine-few-tokens-short-text',
    section: '§5',
    shows: 'up to 4 KiB of text the ratio is not judged',
    spans: [ROOT(), R(), G({ provider: 'ollama', inputTokens: 3 })],
    cases: CASE,
    runs: [HOLD],
  },
  {
    name: 'engine-repeated-character',
    section: '§5',
    shows: 'runs of one repeated character are folded first',
    ...(() => {
      const context = `${'='.repeat(9000)}\n${CONTEXT}`;
      return {
        spans: [ROOT(), R(), GC(context, { provider: 'ollama', inputTokens: 160 })],
        cases: CASE,
        runs: [sent(C1, 1, context)],
      };
    })(),
  },
  {
    name: 'engine-cached-tokens-count',
    section: '§5',
    shows: 'tokens read = input + cache read + cache creation',
    spans: [
      ROOT(),
      R(),
      GC(BIG, {
        provider: 'openai',
        inputTokens: 200,
        attrs: { 'gen_ai.usage.cache_read.input_tokens': 9000, 'gen_ai.usage.cache_creation.input_tokens': 2000 },
      }),
    ],
    cases: CASE,
    runs: [sent(C1, 1, BIG)],
  },
  {
    name: 'engine-cache-apart-not-judged',
    section: '§5',
    shows: 'a provider that counts cached tokens apart, no cache count logged: not judged',
    spans: [ROOT(), R(), GC(BIG, { provider: 'anthropic', inputTokens: 200 })],
    cases: CASE,
    runs: [sent(C1, 1, BIG)],
  },
  {
    name: 'undeclared-engine',
    section: '§7',
    shows: 'loss engine without a case',
    spans: [ROOT(), R(), GC(BIG, { provider: 'ollama', inputTokens: 2050 })],
    runs: [
      {
        root: 'root',
        answeredBy: 'G',
        verdict: 'UNDECLARED',
        outcome: 'answered',
        loss: 'engine',
        explanation: 'no case; 3 retrieved, 3 sent',
        chunks: HOLD.chunks,
        sha256: ofContext(BIG),
      },
    ],
  },
  {
    name: 'b26-provider-held',
    section: '§5',
    shows: 'a provider-held context makes "not found" context_unlogged',
    covers: ['B26'],
    ...(() => {
      const asked = 'and in days?';
      const request = { model: 'test-model', input: asked, previous_response_id: 'resp_41' };
      return {
        spans: [
          ROOT(),
          R(),
          G({
            dialect: 'oi',
            messages: [user(asked)],
            attrs: {
              'input.value': JSON.stringify(request),
              'input.mime_type': 'application/json',
              'llm.invocation_parameters': JSON.stringify({ model: 'test-model', previous_response_id: 'resp_41' }),
            },
          }),
        ],
        cases: CASE,
        runs: [
          unknown('context_unlogged', ['H2', 'HOLD'], R_IN, {
            pattern: 'present/unlogged/passes',
            loss: 'unknown',
            evidence: UNPLACED,
            chunks: { sent: undefined, unknown: 3 },
            sha256: ofContext(asked),
          }),
        ],
      };
    })(),
  },
  {
    name: 'needs-all-hold',
    section: '§8',
    shows: 'a list of needs: all must hold; the first is shown',
    spans: [ROOT(), R(), G()],
    cases: needs(C1, C2),
    runs: [HOLD],
  },
  {
    name: 'needs-earliest-boundary',
    section: '§5',
    shows: 'of several needs the earliest boundary wins: H1 before H2',
    spans: [ROOT(), R(), GC(NO_C1)],
    cases: needs(C1, C4),
    runs: [
      like(HOLD, {
        verdict: 'H1',
        reason: 'not_retrieved',
        boundary: 'retrieval',
        pattern: 'absent/absent/passes',
        loss: 'deselected',
        explanation: 'absent from 3 retrieved, k=3',
        evidence: { ...item(C4), ...NOWHERE },
        chunks: { sent: 2, deselected: 1 },
        sha256: ofContext(NO_C1),
      }),
    ],
  },
  {
    name: 'needs-tie-in-file-order',
    section: '§5',
    shows: 'two needs lost at one boundary: file order',
    ...(() => {
      const context = `Context:\n${C2}`;
      return {
        spans: [ROOT(), R(), GC(context)],
        cases: needs(C3, C1),
        runs: [
          lost(C3, 3, 'dropped', 'dropped', {
            chunks: { sent: 1, deselected: 1, dropped: 1 },
            sha256: ofContext(context),
          }),
        ],
      };
    })(),
  },
  {
    name: 'needs-one-lost-one-held',
    section: '§10',
    shows: 'the pattern is absent if any need is',
    spans: [ROOT(), R(), GC(NO_C1)],
    cases: needs(C2, C1),
    runs: [deselectedC1(NO_C1)],
  },
  {
    name: 'needs-unknown-with-earlier-candidate',
    section: '§5',
    shows: 'an UNKNOWN with an earlier candidate wins over H2',
    spans: [ROOT(), R({ droppedAttributes: 2 }), GC(NO_C1)],
    cases: needs(C1, C4),
    runs: [
      unknown('lossy_capture', ['H1', 'H2'], '', {
        pattern: 'unlogged/absent/passes',
        loss: 'deselected',
        evidence: { ...item(C4), ...NOWHERE },
        chunks: { sent: 2, deselected: 1 },
        sha256: ofContext(NO_C1),
      }),
    ],
  },
  {
    name: 'needs-h2-before-later-unknown',
    section: '§5',
    shows: 'H2 wins over an UNKNOWN whose earliest candidate is later: H3 or HOLD',
    spans: [ROOT(), R(), GC(NO_C1, { finish: 'length' })],
    cases: needs(C2, C1),
    runs: [deselectedC1(NO_C1, { pattern: 'present/absent/unchecked' })],
  },
  {
    name: 'output-error-with-text',
    section: '§3',
    shows: 'status ERROR with text is incomplete',
    spans: [ROOT(), R(), G({ error: true, finish: null })],
    cases: CASE,
    runs: [
      unknown('output_incomplete', ['H3', 'HOLD'], `${R_IN}; sent at byte 9`, { pattern: 'present/present/unchecked' }),
    ],
  },
  ...['abort', 'aborted', 'cancel', 'cancelled', 'canceled', 'error', 'incomplete', 'max_tokens'].map(
    (finish): VectorSpec => ({
      name: `output-finish-${finish.replaceAll('_', '-')}`,
      section: '§3',
      shows: `finish reason ${finish} is incomplete`,
      spans: [ROOT(), R(), G({ finish })],
      cases: CASE,
      runs: [
        unknown('output_incomplete', ['H3', 'HOLD'], `${R_IN}; sent at byte 9`, {
          pattern: 'present/present/unchecked',
        }),
      ],
    }),
  ),
  {
    name: 'output-finish-missing',
    section: '§3',
    shows: 'a missing finish reason is not incomplete',
    spans: [ROOT(), R(), G({ finish: null })],
    cases: CASE,
    runs: [HOLD],
  },
  {
    name: 'output-reasoning-is-not-output',
    section: '§3',
    shows: 'reasoning parts and a leading <think> block are not output',
    spans: [
      ROOT(),
      R(),
      G({ output: [{ type: 'reasoning', content: 'Perhaps 14 days?' }, `<think>Or 14 days?</think>${ANSWER}`] }),
    ],
    cases: CASE,
    runs: [HOLD],
  },
  {
    name: 'output-json-document',
    section: '§3',
    shows: 'an output that is one JSON document is searched with its escapes decoded; quotes are raw bytes',
    ...(() => {
      const output = '{"answer":"Caf\\u00e9 refunds: 14 days"}';
      return {
        spans: [ROOT(), R(), G({ output })],
        cases: caseFile({ expect: 'must_not: ["Café refunds: 14"]' }),
        runs: [
          like(HOLD, {
            verdict: 'H3a',
            reason: 'contradiction',
            boundary: 'generation',
            pattern: 'present/present/fails',
            explanation: `${R_IN}; sent at byte 9; contradicted at output byte 11`,
            evidence: { quote: { offset: 11, length: 21 } },
            sha256: { output: hashes({ output })['output'] },
          }),
        ],
      };
    })(),
  },
  {
    name: 'output-tool-arguments',
    section: '§3',
    shows: 'without text, the string leaves of the tool-call arguments are the output',
    spans: [
      ROOT(),
      R(),
      G({ output: [{ type: 'tool_call', id: 'f', name: 'final_answer', arguments: { text: WRONG } }] }),
    ],
    cases: CASE,
    runs: [
      like(HOLD, {
        verdict: 'H3a',
        reason: 'contradiction',
        boundary: 'generation',
        pattern: 'present/present/fails',
        explanation: `${R_IN}; sent at byte 9; contradicted at output byte 21`,
        evidence: { quote: { offset: 21, length: 7 } },
        sha256: { output: hashes({ output: WRONG })['output'] },
      }),
    ],
  },
  {
    name: 'output-first-choice',
    section: '§3',
    shows: 'the output is the first choice',
    spans: [
      ROOT(),
      R(),
      G({
        attrs: {
          'gen_ai.output.messages': JSON.stringify(
            [ANSWER, WRONG].map((content) => ({
              role: 'assistant',
              parts: [{ type: 'text', content }],
              finish_reason: 'stop',
            })),
          ),
        },
      }),
    ],
    cases: CASE,
    runs: [HOLD],
  },
];
