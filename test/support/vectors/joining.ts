/** Runs and joining (spec §9). */
import { assembly, chat, retrieval, root, sha256, span, tool, user, type SpanSpec } from '../trace-builder.js';
import { hashes, like, type VectorSpec } from '../vector-builder.js';
import { lost } from './fates.js';
import { R_IN, UNPLACED, unknown } from './unknown.js';
import {
  ABSENT,
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
  QUESTION,
  R,
  ROOT,
  WRONG,
  caseFile,
  ofContext,
} from './t0.js';

const ALL = ['H1', 'H2', 'H3', 'HOLD'];
/** Nothing names the question but the prompt itself. */
const pair = (suffix: string, parent: string, from: number, answer = ANSWER): SpanSpec[] => [
  retrieval(`R${suffix}`, { parent, topK: 3, chunks: [C1, C2, C3], query: `query ${suffix}`, at: [from, from + 20] }),
  chat(`G${suffix}`, { parent, messages: [user(CONTEXT)], output: answer, at: [from + 30, from + 60] }),
];
const asked = (question: string | undefined, more: object = {}): { readonly sha256: object } => ({
  sha256: { ...(question === undefined ? { input: undefined } : { input: sha256(question) }), ...more },
});
const PAST_RUN = 'Refunds are possible within 30 days of delivery.';
const OTHER = 'Expensive items need a manager who says yes.';
const FINAL = `Combine these:\n${PAST_RUN}\n${OTHER}`;
const undeclared = (
  rootLabel: string,
  call: string,
  more: object = {},
): { root: string; answeredBy: string; [key: string]: unknown } =>
  like(
    {
      root: rootLabel,
      answeredBy: call,
      verdict: 'UNDECLARED',
      outcome: 'answered',
      loss: 'none',
      explanation: 'no case; 3 retrieved, 3 sent',
      chunks: HOLD.chunks,
      sha256: HOLD.sha256,
    },
    more as never,
  );

export const joiningVectors: VectorSpec[] = [
  {
    name: 'join-lowest-root',
    section: '§9',
    shows: "the run's root is the lowest span that holds retrieval and model call",
    spans: [
      span('http', { name: 'POST /chat' }),
      root({ input: QUESTION, parent: 'http' }),
      R({ parent: 'root' }),
      G({ parent: 'root' }),
    ],
    cases: CASE,
    runs: [HOLD],
  },
  {
    name: 'join-halves-in-two-steps',
    section: '§9',
    shows: 'halves in two steps: their lowest common ancestor is the root',
    spans: [
      ROOT(),
      span('search step'),
      span('answer step'),
      R({ parent: 'search step' }),
      G({ parent: 'answer step' }),
    ],
    cases: CASE,
    runs: [HOLD],
  },
  {
    name: 'join-two-runs-in-a-trace',
    section: '§9',
    shows: 'two questions answered under one request are two runs, in order of start',
    spans: [
      span('http', { name: 'POST /batch' }),
      root({ parent: 'http', input: 'second', at: [300, 400] }, 'b'),
      ...pair('2', 'b', 310, WRONG),
      root({ parent: 'http', input: 'first', at: [100, 200] }, 'a'),
      ...pair('1', 'a', 110),
    ],
    cases: CASE,
    runs: [
      like(HOLD, { root: 'a', answeredBy: 'G1', ...asked('first') }),
      like(HOLD, {
        root: 'b',
        answeredBy: 'G2',
        verdict: 'H3a',
        reason: 'contradiction',
        boundary: 'generation',
        pattern: 'present/present/fails',
        explanation: `${R_IN}; sent at byte 9; contradicted at output byte 21`,
        evidence: { quote: { offset: 21, length: 7 } },
        ...asked('second', { output: sha256(WRONG) }),
      }),
    ],
  },
  {
    name: 'join-two-traces',
    section: '§14',
    shows: 'runs are in order of trace id',
    spans: [
      root({ input: QUESTION, trace: 2, at: [0, 90] }, 'b'),
      ...pair('2', 'b', 10).map((one) => ({ ...one, trace: 2 })),
      root({ input: QUESTION, trace: 1, at: [100, 200] }, 'a'),
      ...pair('1', 'a', 110).map((one) => ({ ...one, trace: 1 })),
    ],
    cases: CASE,
    runs: [like(HOLD, { root: 'a', answeredBy: 'G1' }), like(HOLD, { root: 'b', answeredBy: 'G2' })],
  },
  {
    name: 'join-missing-parent',
    section: '§9',
    shows: 'a missing parent stands in as an empty span',
    spans: [R({ parentId: '00000000000000aa', query: QUESTION }), G({ parentId: '00000000000000aa' })],
    cases: CASE,
    runs: [like(HOLD, { root: 'R', span_id: '00000000000000aa' })],
  },
  {
    name: 'join-several-roots',
    section: '§9',
    shows: 'several roots of a trace hang under one nameless span',
    spans: [R({ parent: null, query: QUESTION }), G({ parent: null })],
    cases: CASE,
    runs: [like(HOLD, { root: 'R', span_id: null })],
  },
  {
    name: 'join-other-trace',
    section: '§9',
    shows: 'halves in two traces are not joined by time; without case, record or run id they are no runs',
    spans: [
      ROOT(),
      R(),
      chat('G', { trace: 2, messages: [user(CONTEXT), user(QUESTION)], output: ANSWER, at: [200, 250] }),
    ],
    runs: [],
  },
  {
    name: 'join-plain-call-is-no-run',
    section: '§9',
    shows: 'a plain model call without a matching case is no run',
    spans: [ROOT({ input: undefined }), G()],
    cases: caseFile({ more: '    when:\n      attributes: { app.intent: refund }\n' }),
    runs: [],
  },
  {
    name: 'join-half-with-record',
    section: '§9',
    shows: 'one half alone is a run with an assembly record',
    spans: [
      ROOT(),
      R(),
      assembly('A', {
        chunks: [
          { text: C1, offset: 9, kept: 43 },
          { text: C2, offset: 54, kept: 40 },
          { text: C3, offset: -1, kept: 0 },
        ],
      }),
    ],
    runs: [
      {
        root: 'root',
        verdict: 'UNDECLARED',
        loss: 'packed_out',
        explanation: 'no case; 3 retrieved, 2 sent, 1 packed_out',
        chunks: { retrieved: 3, distinct: 3, sent: 2, packed_out: 1 },
        sha256: hashes({ input: QUESTION, pins: { top_k: 3 } }),
      },
    ],
  },
  {
    name: 'join-half-with-run-id',
    section: '§9',
    shows: 'one half alone is a run with a run id',
    spans: [root({ input: QUESTION, runId: 'run-7' }), R()],
    runs: [
      {
        root: 'root',
        run_id: 'run-7',
        verdict: 'UNDECLARED',
        loss: 'unknown',
        explanation: 'no case; 3 retrieved, 3 unknown',
        chunks: { retrieved: 3, distinct: 3, unknown: 3 },
        sha256: hashes({ input: QUESTION, pins: { top_k: 3 } }),
      },
    ],
  },
  {
    name: 'join-cycle',
    section: '§9',
    shows: 'a cycle opens at its earliest span; its run is ambiguous_run',
    spans: [
      root({ input: QUESTION, parent: 'inner', at: [0, 900] }),
      span('inner', { parent: 'root', at: [10, 800] }),
      R({ parent: 'root', at: [100, 150] }),
      G({ parent: 'root', at: [200, 250] }),
    ],
    cases: CASE,
    runs: [unknown('ambiguous_run', ALL, '')],
  },
  {
    name: 'b36-delivered-twice',
    section: '§9',
    shows: 'a span delivered twice counts once',
    covers: ['B36'],
    spans: [
      ROOT(),
      R(),
      GC(`Context:\n${C2}\n\n${C3}`),
      { ...R({ parent: 'root' }), label: 'R again', id: '0000000000000002', at: [100, 150] },
      {
        ...GC(`Context:\n${C2}\n\n${C3}`, { parent: 'root' }),
        label: 'G again',
        id: '0000000000000003',
        at: [200, 250],
      },
    ],
    cases: CASE,
    runs: [
      lost(C1, 1, 'deselected', 'deselected', {
        chunks: { sent: 2, deselected: 1 },
        sha256: ofContext(`Context:\n${C2}\n\n${C3}`),
      }),
    ],
  },
  {
    name: 'join-duplicate-id-first-that-succeeded',
    section: '§9',
    shows: 'of two spans with one id the first that succeeded counts',
    spans: [
      ROOT(),
      R(),
      {
        ...G({ parent: 'root', output: undefined, error: true, finish: null }),
        label: 'G failed',
        id: '00000000000000c1',
        at: [200, 210],
      },
      { ...G({ parent: 'root', at: [220, 250] }), id: '00000000000000c1' },
      { ...G({ parent: 'root', output: WRONG, at: [260, 290] }), label: 'G later', id: '00000000000000c1' },
    ],
    cases: CASE,
    runs: [HOLD],
  },
  {
    name: 'b37-clock-skew',
    section: '§9',
    shows: 'on another resource the order of clocks says nothing',
    covers: ['B37'],
    spans: [ROOT({ at: [0, 500] }), R({ service: 'search', at: [5000, 5100] }), G({ at: [100, 90] })],
    cases: CASE,
    runs: [HOLD],
  },
  {
    name: 'join-call-before-retrieval-only',
    section: '§9',
    shows: 'one resource, the only call began before the retrieval ended: it is no answer',
    spans: [ROOT(), R({ at: [100, 300] }), G({ at: [200, 250] })],
    cases: CASE,
    runs: [
      unknown('context_unlogged', ['H2', 'H3', 'HOLD'], R_IN, {
        answeredBy: undefined,
        pattern: 'present/unlogged/unlogged',
        outcome: undefined,
        loss: 'unknown',
        evidence: UNPLACED,
        chunks: { sent: undefined, unknown: 3 },
        sha256: { context: undefined, output: undefined, config: hashes({ pins: { top_k: 3 } })['config'] },
      }),
    ],
  },
  {
    name: 'join-sub-questions',
    section: '§9',
    shows: 'runs below, and a later call that holds their outputs: one more run over everything below',
    spans: [
      root({ input: QUESTION, at: [0, 600] }),
      span('q1', { at: [10, 190] }),
      span('q2', { at: [200, 390] }),
      ...pair('1', 'q1', 20, PAST_RUN),
      ...pair('2', 'q2', 210, OTHER),
      G({ messages: [user(FINAL)], output: ANSWER, at: [400, 450] }),
    ],
    runs: [
      undeclared('root', 'G', {
        explanation: 'no case; 3 retrieved, 3 sent',
        sha256: hashes({ input: QUESTION, context: FINAL, output: ANSWER, pins: { model: 'test-model', top_k: 6 } }),
      }),
      undeclared('q1', 'G1', { sha256: { input: sha256('query 1'), output: sha256(PAST_RUN) } }),
      undeclared('q2', 'G2', { sha256: { input: sha256('query 2'), output: sha256(OTHER) } }),
    ],
  },
  {
    name: 'join-step-span-that-grades',
    section: '§9',
    shows: 'a later call that holds a chunk of theirs: the run is the outer one, they are none',
    spans: [
      root({ input: QUESTION, at: [0, 600] }),
      span('step', { at: [10, 190] }),
      R({ parent: 'step', at: [20, 40] }),
      chat('J', {
        parent: 'step',
        messages: [user(`Is this relevant? Answer yes or no. ${C1}`)],
        output: 'yes',
        at: [50, 80],
      }),
      G({ at: [200, 250] }),
    ],
    cases: CASE,
    runs: [HOLD],
  },
  {
    name: 'join-title-is-no-root',
    section: '§9',
    shows: 'a later call with neither outputs nor chunks of theirs (a title) makes no run',
    spans: [
      span('http', { at: [0, 600] }),
      root({ parent: 'http', input: QUESTION, at: [10, 190] }),
      R({ parent: 'root', at: [20, 40] }),
      G({ parent: 'root', at: [50, 80] }),
      chat('T', {
        parent: 'http',
        messages: [user('Give this conversation a title.')],
        output: 'Refund window question',
        at: [200, 250],
      }),
    ],
    cases: CASE,
    runs: [HOLD],
  },
  {
    name: 'join-inside-a-tool',
    section: '§9',
    shows: 'what is inside a tool span belongs to the run around it',
    spans: [
      ROOT({ at: [0, 600] }),
      tool('T', { name: 'ask_docs', at: [10, 290] }),
      R({ parent: 'T', at: [20, 40] }),
      chat('S', { parent: 'T', messages: [user(`Sum up: ${C1}\n${C2}\n${C3}`)], output: PAST_RUN, at: [50, 80] }),
      GC(`The tool says: ${PAST_RUN}`, { at: [300, 350] }),
    ],
    cases: CASE,
    runs: [
      like(HOLD, {
        explanation: `${R_IN}; sent at byte 8; output passes`,
        evidence: { offset: 8 },
        sha256: ofContext(`The tool says: ${PAST_RUN}`),
      }),
    ],
  },
  {
    name: 'join-run-id-across-traces',
    section: '§9',
    shows: 'a run id joins across services and traces; trace and root are those of the earliest such span',
    spans: [
      root({ input: QUESTION, runId: 'run-9', at: [0, 500] }),
      R(),
      root({ runId: 'run-9', trace: 2, service: 'answers', parent: null, at: [600, 900] }, 'other'),
      G({ trace: 2, service: 'answers', parent: 'other', at: [650, 700] }),
    ],
    cases: CASE,
    runs: [like(HOLD, { run_id: 'run-9' })],
  },
  {
    name: 'join-run-id-up-to-another',
    section: '§9',
    shows: 'a run id covers a span and its descendants up to another id',
    spans: [
      root({ input: 'outer', runId: 'outer', at: [0, 900] }),
      ...pair('1', 'root', 20),
      root({ input: 'inner', runId: 'inner', parent: 'root', at: [200, 400] }, 'inner'),
      ...pair('2', 'inner', 210, WRONG),
    ],
    cases: CASE,
    runs: [
      like(HOLD, { run_id: 'outer', answeredBy: 'G1', ...asked('outer') }),
      like(HOLD, {
        root: 'inner',
        run_id: 'inner',
        answeredBy: 'G2',
        verdict: 'H3a',
        reason: 'contradiction',
        boundary: 'generation',
        pattern: 'present/present/fails',
        explanation: `${R_IN}; sent at byte 9; contradicted at output byte 21`,
        evidence: { quote: { offset: 21, length: 7 } },
        ...asked('inner', { output: sha256(WRONG) }),
      }),
    ],
  },
  {
    name: 'b33-seen-twice',
    section: '§9',
    shows: "one call seen by two instrumentations: the framework's place, the SDK's bytes",
    covers: ['B33'],
    ...(() => {
      const context = `Context:\n${C2}\n\n${C3}`;
      return {
        spans: [
          ROOT({ at: [0, 600] }),
          R(),
          span('agent', { at: [200, 500] }),
          GC(context, { parent: 'agent', scope: 'framework', responseId: 'resp_1', at: [210, 490] }),
          chat('SDK', {
            parent: 'agent',
            scope: 'openai',
            messages: [user(context)],
            output: ANSWER,
            responseId: 'resp_1',
            at: [220, 480],
          }),
        ],
        cases: CASE,
        runs: [
          lost(C1, 1, 'deselected', 'deselected', { chunks: { sent: 2, deselected: 1 }, sha256: ofContext(context) }),
        ],
      };
    })(),
  },
  {
    name: 'join-two-declared-questions',
    section: '§9',
    shows: 'two ragspan.input values in one run: ambiguous_run',
    spans: [
      ROOT(),
      span('step', { attrs: { 'ragspan.input': 'Who approves expensive items?' } }),
      R({ parent: 'step' }),
      G({ parent: 'root' }),
    ],
    cases: CASE,
    runs: [unknown('ambiguous_run', ALL, '')],
  },
  {
    name: 'join-two-questions-by-bytes',
    section: '§9',
    shows: 'two answers over two disjoint retrievals in one run: ambiguous_run',
    ...(() => {
      const second = `Context:\n${C4}`;
      return {
        spans: [
          ROOT(),
          retrieval('R1', { topK: 2, chunks: [C1, C2], query: 'refund window' }),
          chat('G1', { messages: [user(`Context:\n${C1}\n\n${C2}`)], output: 'You can return things for a month.' }),
          retrieval('R2', { topK: 1, chunks: [C4], query: 'gift cards' }),
          chat('G', { messages: [user(second)], output: 'Gift cards never expire, says the text.' }),
        ],
        cases: CASE,
        runs: [
          unknown('ambiguous_run', ALL, '', {
            pattern: 'present/absent/fails',
            loss: 'deselected',
            evidence: { ...ABSENT, kept_bytes: 0 },
            chunks: { sent: 1, deselected: 2 },
            sha256: ofContext(second, 'Gift cards never expire, says the text.'),
          }),
        ],
      };
    })(),
  },
];
