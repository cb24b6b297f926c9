/** Corners where two rulings meet, and traps for readers that guess. */
import {
  assistant,
  chat,
  digest,
  retrieval,
  root,
  sha256,
  span,
  tool,
  toolCall,
  user,
  type SpanSpec,
} from '../trace-builder.js';
import { at, hashes, item, like, type VectorSpec } from '../vector-builder.js';
import { lost } from './fates.js';
import { R_IN } from './unknown.js';
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

const NO_C1 = `Context:\n${C2}\n\n${C3}`;
const pinned = (topK: number | undefined, context: string, output = ANSWER): { readonly [artifact: string]: string } =>
  hashes({
    input: QUESTION,
    context,
    output,
    pins: { model: 'test-model', ...(topK === undefined ? {} : { top_k: topK }) },
  });
const WRONG_RUN = like(HOLD, {
  verdict: 'H3a',
  reason: 'contradiction',
  boundary: 'generation',
  pattern: 'present/present/fails',
  explanation: `${R_IN}; sent at byte 9; contradicted at output byte 21`,
  evidence: { quote: { offset: 21, length: 7 } },
  sha256: ofContext(CONTEXT, WRONG),
});
const packed = (context: string): typeof HOLD =>
  lost(C3, 3, 'packed_out', 'packed out', { chunks: { sent: 2, packed_out: 1 }, sha256: ofContext(context) });
const RESULT = { results: [C1, C2, C3].map((content) => ({ content })) };
const search = toolCall('search_docs', { q: 'refund window' });
const oiAgent: SpanSpec[] = [
  ROOT(),
  chat('G1', {
    dialect: 'oi',
    messages: [user(QUESTION)],
    finish: 'tool_calls',
    attrs: {
      'llm.output_messages.0.message.role': 'assistant',
      'llm.output_messages.0.message.tool_calls.0.tool_call.id': 'call_1',
      'llm.output_messages.0.message.tool_calls.0.tool_call.function.name': 'search_docs',
      'llm.output_messages.0.message.tool_calls.0.tool_call.function.arguments': '{"q":"refund window"}',
    },
  }),
  tool('T', { dialect: 'oi', name: 'search_docs', args: { q: 'refund window' }, result: RESULT }),
  chat('G', {
    dialect: 'oi',
    messages: [user(QUESTION)],
    output: ANSWER,
    attrs: {
      'llm.input_messages.1.message.role': 'assistant',
      'llm.input_messages.1.message.tool_calls.0.tool_call.id': 'call_1',
      'llm.input_messages.1.message.tool_calls.0.tool_call.function.name': 'search_docs',
      'llm.input_messages.1.message.tool_calls.0.tool_call.function.arguments': '{"q":"refund window"}',
      'llm.input_messages.2.message.role': 'tool',
      'llm.input_messages.2.message.tool_call_id': 'call_1',
      'llm.input_messages.2.message.content': JSON.stringify(RESULT),
    },
  }),
];
const OI_AGENT_CONTEXT = `${QUESTION}\n${JSON.stringify(RESULT)}`;

export const cornerVectors: VectorSpec[] = [
  {
    name: 'log-enclosing-dropped-but-sent',
    section: '§3',
    shows: 'what an enclosing list dropped and the context holds came from outside retrieval',
    spans: [
      ROOT(),
      retrieval('R', { topK: 2, chunks: [C2, C3] }),
      retrieval('R1', { parent: 'R', topK: 3, chunks: [C2, C1, C3] }),
      G(),
    ],
    cases: CASE,
    runs: [
      like(HOLD, {
        pattern: 'absent/present/passes',
        route: 'outside_retrieval',
        explanation: 'rank 2/3 at retrieve, not handed on (present outside retrieval); sent at byte 9; output passes',
        evidence: { rank: 2, top_k: 2, kept_bytes: undefined },
        chunks: { retrieved: 2, distinct: 2, sent: 2 },
        sha256: pinned(2, CONTEXT),
      }),
    ],
  },
  {
    name: 'log-three-stages',
    section: '§3',
    shows: 'retrieve, fuse, rerank: the stage that still had it is told',
    spans: [
      ROOT(),
      retrieval('R', { topK: 4, chunks: [C1, C2, C3, C4] }),
      retrieval('F', { stage: 'fuse', topK: 3, chunks: [C2, C1, C3] }),
      retrieval('RR', { stage: 'rerank', topK: 2, chunks: [C3, C2] }),
      GC(NO_C1),
    ],
    cases: CASE,
    runs: [
      like(HOLD, {
        verdict: 'H1',
        reason: 'reranked_out',
        boundary: 'retrieval',
        pattern: 'absent/absent/passes',
        explanation: 'rank 2/3 at fuse, not handed on',
        evidence: { ...NOWHERE, rank: 2, stage: 'fuse', candidates_seen: 3, top_k: 2 },
        chunks: { retrieved: 2, distinct: 2, sent: 2 },
        sha256: pinned(2, NO_C1),
      }),
    ],
  },
  {
    name: 'log-empty-but-in-history',
    section: '§5',
    shows: 'zero items retrieved, the need in the history: O decides',
    ...(() => {
      const context = `From your last order: ${C1}`;
      return {
        spans: [ROOT(), R({ chunks: [] }), GC(context)],
        cases: CASE,
        runs: [
          like(HOLD, {
            pattern: 'absent/present/passes',
            route: 'outside_retrieval',
            outcome: 'answered_empty',
            explanation: `0 retrieved (present outside retrieval); sent at byte ${at(context, C1)}; output passes`,
            evidence: {
              rank: undefined,
              stage: undefined,
              candidates_seen: 0,
              kept_bytes: undefined,
              offset: at(context, C1),
            },
            chunks: { retrieved: 0, distinct: 0, sent: undefined },
            sha256: ofContext(context),
          }),
        ],
      };
    })(),
  },
  {
    name: 'log-tool-openinference',
    section: '§8',
    shows: "OpenInference: a declared tool's result is the log",
    spans: oiAgent,
    cases: caseFile({
      before: 'services:\n  refund-bot:\n    retrieval_tools: [{ name: "search_*", text: "results[].content" }]\n',
    }),
    runs: [
      like(HOLD, {
        explanation: `rank 1/3 within k=3; sent at byte ${at(OI_AGENT_CONTEXT, C1)}; output passes`,
        evidence: { top_k_source: 'observed', offset: at(OI_AGENT_CONTEXT, C1), message: 2 },
        sha256: pinned(undefined, OI_AGENT_CONTEXT),
      }),
    ],
  },
  {
    name: 'log-integer-ids-own',
    section: '§2',
    shows: 'integer ids in our own list',
    spans: [ROOT(), R({ attrs: { 'ragspan.retrieval.chunk.ids': [1, 2, 3] } }), G()],
    cases: caseFile({ need: 'id: ["1"]' }),
    runs: [HOLD],
  },
  {
    name: 'call-last-by-end',
    section: '§5',
    shows: 'the last call is the one that ends last',
    spans: [
      ROOT({ at: [0, 600] }),
      R(),
      G({ at: [200, 400] }),
      chat('G2', { messages: [user(CONTEXT)], output: 'It is a month.', at: [250, 300] }),
    ],
    cases: CASE,
    runs: [HOLD],
  },
  {
    name: 'call-last-contradicts',
    section: '§5',
    shows: 'the last call contradicts though an earlier one passes: H3a, no ambiguity',
    spans: [ROOT(), R(), chat('G1', { messages: [user(CONTEXT)], output: ANSWER }), G({ output: WRONG })],
    cases: CASE,
    runs: [WRONG_RUN],
  },
  {
    name: 'ambiguous-refusal-after-a-passing-call',
    section: '§5',
    shows: 'the last call refuses, an earlier one passes: ambiguous_run',
    spans: [
      ROOT(),
      R(),
      chat('G1', { messages: [user(CONTEXT)], output: ANSWER }),
      G({ output: "I couldn't find information on that." }),
    ],
    cases: CASE,
    runs: [
      like(HOLD, {
        verdict: 'UNKNOWN',
        reason: 'ambiguous_run',
        candidates: ['H3', 'HOLD'],
        pattern: 'present/present/unchecked',
        outcome: 'abstained',
        explanation: `${R_IN}; sent at byte 9; ambiguous_run: H3 or HOLD possible`,
        sha256: ofContext(CONTEXT, "I couldn't find information on that."),
      }),
    ],
  },
  {
    name: 'case-snapshot-not-logged',
    section: '§8',
    shows: 'a snapshot that nobody logged does not make a case stale',
    spans: [ROOT(), R(), G()],
    cases: caseFile({ more: '    snapshot: idx-2026-08-14\n' }),
    runs: [HOLD],
  },
  {
    name: 'join-run-id-on-the-halves',
    section: '§9',
    shows: 'a run id on the halves themselves: the earliest such span is the root',
    spans: [
      R({ parent: null, query: QUESTION, attrs: { 'ragspan.run.id': 'run-3' } }),
      G({ parent: null, attrs: { 'ragspan.run.id': 'run-3' } }),
    ],
    cases: CASE,
    runs: [like(HOLD, { root: 'R', run_id: 'run-3' })],
  },
  {
    name: 'context-tool-result-key',
    section: '§3',
    shows: 'a tool response under `result`',
    ...(() => {
      const context = `${QUESTION}\n${CONTEXT}`;
      return {
        spans: [
          ROOT(),
          R(),
          G({
            messages: [
              user(QUESTION),
              assistant(search),
              { role: 'tool', parts: [{ type: 'tool_call_response', id: 'call_1', result: CONTEXT }] },
            ],
          }),
        ],
        cases: CASE,
        runs: [
          like(HOLD, {
            explanation: `${R_IN}; sent at byte ${at(context, C1)}; output passes`,
            evidence: { offset: at(context, C1), message: 2 },
            sha256: ofContext(context),
          }),
        ],
      };
    })(),
  },
  {
    name: 'context-content-strings',
    section: '§3',
    shows: 'messages with `content` strings in place of parts',
    spans: [
      ROOT(),
      R(),
      G({
        attrs: {
          'gen_ai.input.messages': JSON.stringify([
            { role: 'system', content: CONTEXT },
            { role: 'user', content: QUESTION },
          ]),
        },
      }),
    ],
    cases: CASE,
    runs: [like(HOLD, { sha256: ofContext(`${CONTEXT}\n${QUESTION}`) })],
  },
  {
    name: 'context-plain-instructions',
    section: '§3',
    shows: 'system instructions as a plain string',
    spans: [ROOT(), R(), G({ messages: [user(QUESTION)], attrs: { 'gen_ai.system_instructions': CONTEXT } })],
    cases: CASE,
    runs: [like(HOLD, { sha256: ofContext(`${CONTEXT}\n${QUESTION}`) })],
  },
  {
    name: 'context-completion-prompt',
    section: '§3',
    shows: 'OpenInference: prompt and completion of a completions call',
    spans: [
      ROOT(),
      R(),
      span('G', {
        attrs: {
          'openinference.span.kind': 'LLM',
          'llm.model_name': 'test-model',
          'llm.prompts.0.prompt.text': CONTEXT,
          'llm.choices.0.completion.text': ANSWER,
          'llm.finish_reason': 'stop',
        },
      }),
    ],
    cases: CASE,
    runs: [HOLD],
  },
  {
    name: 'oi-finish-length',
    section: '§3',
    shows: 'OpenInference: finish reason length',
    spans: [ROOT(), R(), G({ dialect: 'oi', finish: 'length' })],
    cases: CASE,
    runs: [
      like(HOLD, {
        verdict: 'UNKNOWN',
        reason: 'output_incomplete',
        candidates: ['H3', 'HOLD'],
        pattern: 'present/present/unchecked',
        explanation: `${R_IN}; sent at byte 9; output_incomplete: H3 or HOLD possible`,
      }),
    ],
  },
  {
    name: 'limit-text-that-looks-like-json',
    section: '§3',
    shows: 'a text that starts like JSON is no unparseable JSON value',
    ...(() => {
      const context = `[1] ${C1}\n[2] ${C2}\nAnswer.`;
      return {
        spans: [ROOT(), R(), G({ dialect: 'oi', messages: [user(context)] })],
        cases: needLine(C3),
        runs: [packed(context)],
      };
    })(),
  },
  {
    name: 'marker-not-alone',
    section: '§3',
    shows: 'three stars around words are no mask',
    ...(() => {
      const context = `***Important***\n${C1}\n${C2}`;
      return { spans: [ROOT(), R(), GC(context)], cases: needLine(C3), runs: [packed(context)] };
    })(),
  },
  {
    name: 'h3b-needed-chunk-incorrect',
    section: '§5',
    shows: 'the needed chunk itself may be declared incorrect',
    spans: [ROOT(), R(), G()],
    cases: caseFile({
      need: `chunk: ["${digest(C1)}"]`,
      expect: 'must_not: ["30 days"]',
      more: `incorrect_chunks: ["${digest(C1)}"]\n`,
    }),
    runs: [
      like(HOLD, {
        verdict: 'H3b',
        reason: 'contradiction',
        boundary: 'generation',
        pattern: 'present/present/fails',
        explanation: `${R_IN}; sent at byte 9; contradicted at output byte 21`,
        evidence: { quote: { offset: 21, length: 7 } },
      }),
    ],
  },
  {
    name: 'context-question-with-edges',
    section: '§3',
    shows: 'just the question, edges trimmed, is no evidence; beside other words it is',
    ...(() => {
      const asked = C1;
      const context = `${NO_C1}\n ${asked}\n`;
      return {
        spans: [root({ input: asked }), R(), G({ messages: [user(NO_C1), user(` ${asked}\n`)] })],
        cases: CASE,
        runs: [
          lost(C1, 1, 'deselected', 'deselected', {
            route: 'self_report',
            chunks: { sent: 2, deselected: 1 },
            sha256: { input: sha256(asked), context: sha256(context) },
          }),
        ],
      };
    })(),
  },
  {
    name: 'join-sub-question-runs-with-cases',
    section: '§9',
    shows: 'a sub-question that lost the evidence is convicted where it was lost',
    ...(() => {
      const partial = 'Expensive items need a manager who says yes.';
      const whole = 'Refunds are possible within 30 days of delivery.';
      const final = `Combine:\n${whole}\n${partial}`;
      return {
        spans: [
          ROOT({ at: [0, 600] }),
          span('q1', { at: [10, 190] }),
          span('q2', { at: [200, 390] }),
          retrieval('R1', { parent: 'q1', topK: 1, chunks: [C1], query: 'window', at: [20, 40] }),
          chat('G1', { parent: 'q1', messages: [user(C1)], output: whole, at: [50, 80] }),
          retrieval('R2', { parent: 'q2', topK: 2, chunks: [C2, C3], query: 'items', at: [210, 230] }),
          chat('G2', { parent: 'q2', messages: [user(C2)], output: partial, at: [240, 270] }),
          GC(final, { at: [400, 450] }),
        ],
        cases: caseFile({ need: `line: "${C3}"`, more: '    when:\n      input: "items"\n' }),
        runs: [
          {
            root: 'root',
            answeredBy: 'G',
            verdict: 'UNDECLARED',
            outcome: 'answered',
            loss: 'packed_out',
            explanation: 'no case; 3 retrieved, 2 sent, 1 packed_out',
            chunks: { retrieved: 3, distinct: 3, sent: 2, packed_out: 1 },
            sha256: ofContext(final),
          },
          {
            root: 'q1',
            answeredBy: 'G1',
            verdict: 'UNDECLARED',
            outcome: 'answered',
            loss: 'none',
            explanation: 'no case; 1 retrieved, 1 sent',
            chunks: { retrieved: 1, distinct: 1, sent: 1 },
            sha256: hashes({ input: 'window', context: C1, output: whole, pins: { model: 'test-model', top_k: 1 } }),
          },
          {
            root: 'q2',
            answeredBy: 'G2',
            verdict: 'H2',
            reason: 'packed_out',
            boundary: 'assembly',
            case: 'refund-window',
            cases_matched: 1,
            pattern: 'present/absent/fails',
            outcome: 'answered',
            loss: 'packed_out',
            explanation: 'rank 2/2 within k=2; packed out',
            evidence: {
              ...item(C3),
              rank: 2,
              stage: 'retrieve',
              candidates_seen: 2,
              top_k: 2,
              top_k_source: 'requested',
              offset: -1,
              kept_bytes: 0,
            },
            chunks: { retrieved: 2, distinct: 2, sent: 1, packed_out: 1 },
            sha256: hashes({ input: 'items', context: C2, output: partial, pins: { model: 'test-model', top_k: 2 } }),
          },
        ],
      };
    })(),
  },
];
