/** The retrieval log of a run (spec §3): stages, unions, k, handed_on, retrieval tools, ids. */
import {
  chat,
  digest,
  retrieval,
  tool,
  toolCall,
  toolResult,
  assistant,
  user,
  type SpanSpec,
} from '../trace-builder.js';
import { at, hashes, item, like, type VectorSpec } from '../vector-builder.js';
import { sent } from './fates.js';
import { unknown } from './unknown.js';
import {
  A,
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
  caseFile,
  needLine,
  ofContext,
} from './t0.js';

const pinned = (topK: number | undefined, context = CONTEXT): { readonly [artifact: string]: string } =>
  hashes({
    input: QUESTION,
    context,
    output: ANSWER,
    pins: { model: 'test-model', ...(topK === undefined ? {} : { top_k: topK }) },
  });
const service = (line: string): string => caseFile({ before: `services:\n  refund-bot:\n    ${line}\n` });
const RESULT = {
  results: [C1, C2, C3].map((content, index) => ({ content, url: `https://docs.example/${index + 1}` })),
};
const TOOLS = 'retrieval_tools: [{ name: "search_*", text: "results[].content", id: "results[].url" }]';
const ASKED = user(QUESTION);

/** An agent's two turns: the first calls the search, the second answers. */
function agent(ran: SpanSpec, result: unknown, name = 'search_docs'): SpanSpec[] {
  const call = toolCall(name, { query: 'refund window' });
  return [
    ROOT(),
    chat('G1', { messages: [ASKED], output: [call], finish: 'tool_calls' }),
    ran,
    chat('G', { messages: [ASKED, assistant(call), toolResult(result as string)], output: ANSWER }),
  ];
}
const SENT_JSON = `${QUESTION}\n${JSON.stringify(RESULT)}`;
const fromTool = like(HOLD, {
  explanation: `rank 1/3 within k=3; sent at byte ${at(SENT_JSON, C1)}; output passes`,
  evidence: { top_k_source: 'observed', offset: at(SENT_JSON, C1), message: 2 },
  sha256: pinned(undefined, SENT_JSON),
});
const H1 = like(HOLD, {
  verdict: 'H1',
  reason: 'not_retrieved',
  boundary: 'retrieval',
  pattern: 'absent/absent/passes',
  explanation: 'absent from 3 retrieved, k=3',
  evidence: NOWHERE,
});

export const logVectors: VectorSpec[] = [
  {
    name: 'log-union-parallel',
    section: '§3',
    shows: 'parallel lists unite by digest; k and candidates_seen add up',
    covers: ['B18'],
    spans: [
      ROOT(),
      retrieval('R1', { topK: 2, chunks: [C2, C3], at: [100, 150] }),
      retrieval('R2', { topK: 2, chunks: [C3, C1], at: [110, 160] }),
      G(),
    ],
    cases: CASE,
    runs: [
      like(HOLD, {
        explanation: 'rank 3/4 within k=4; sent at byte 9; output passes',
        evidence: { rank: 3, candidates_seen: 4, top_k: 4 },
        sha256: pinned(4),
      }),
    ],
  },
  {
    name: 'log-union-order-of-start',
    section: '§3',
    shows: 'a union is ranked by start, not by the order in the file',
    spans: [
      ROOT(),
      retrieval('R2', { topK: 2, chunks: [C3, C1], at: [110, 160] }),
      retrieval('R1', { topK: 2, chunks: [C2, C3], at: [100, 150] }),
      G(),
    ],
    cases: CASE,
    runs: [
      like(HOLD, {
        explanation: 'rank 3/4 within k=4; sent at byte 9; output passes',
        evidence: { rank: 3, candidates_seen: 4, top_k: 4 },
        sha256: pinned(4),
      }),
    ],
  },
  {
    name: 'log-union-span-id-breaks-ties',
    section: '§3',
    shows: 'lists that start together unite by span id',
    spans: [
      ROOT(),
      retrieval('R1', { topK: 1, chunks: [C1], at: [100, 150], id: '00000000000000b2' }),
      retrieval('R2', { topK: 2, chunks: [C2, C3], at: [100, 150], id: '00000000000000a1' }),
      G(),
    ],
    cases: CASE,
    runs: [like(HOLD, { explanation: 'rank 3/3 within k=3; sent at byte 9; output passes', evidence: { rank: 3 } })],
  },
  {
    name: 'log-union-sources-mixed',
    section: '§3',
    shows: 'top_k_source of a union is the first of requested, case, option, observed',
    spans: [
      ROOT(),
      retrieval('R1', { dialect: 'gen_ai', chunks: [C2, C3], at: [100, 150] }),
      retrieval('R2', { topK: 1, chunks: [C1], at: [110, 160] }),
      G(),
    ],
    cases: CASE,
    runs: [like(HOLD, { explanation: 'rank 3/3 within k=3; sent at byte 9; output passes', evidence: { rank: 3 } })],
  },
  {
    name: 'log-later-stage-same-query',
    section: '§3',
    shows: 'a list for the same query that started later and holds only items of the former replaces it',
    ...(() => {
      const context = `Context:\n${C2}\n\n${C3}`;
      return {
        spans: [
          ROOT(),
          retrieval('R1', { topK: 4, chunks: [C1, C2, C3, C4], query: 'refund window' }),
          retrieval('R2', { topK: 2, chunks: [C2, C3], query: 'refund window' }),
          GC(context),
        ],
        cases: CASE,
        runs: [
          like(H1, {
            reason: 'reranked_out',
            explanation: 'rank 1/4 at retrieve, not handed on',
            evidence: { ...item(C1), rank: 1, stage: 'retrieve', candidates_seen: 4, top_k: 2 },
            chunks: { retrieved: 2, distinct: 2, sent: 2 },
            sha256: pinned(2, context),
          }),
        ],
      };
    })(),
  },
  {
    name: 'log-same-query-other-items',
    section: '§3',
    shows: 'a later list for the same query with an item of its own is no stage: they unite',
    spans: [
      ROOT(),
      retrieval('R1', { topK: 2, chunks: [C1, C2], query: 'refund window' }),
      retrieval('R2', { topK: 2, chunks: [C2, C3], query: 'refund window' }),
      G(),
    ],
    cases: CASE,
    runs: [
      like(HOLD, {
        explanation: 'rank 1/4 within k=4; sent at byte 9; output passes',
        evidence: { candidates_seen: 4, top_k: 4 },
        sha256: pinned(4),
      }),
    ],
  },
  {
    name: 'log-later-stage-lacks-a-sent-item',
    section: '§3',
    shows: 'a rerank list lacks an item that stands whole in the context: they unite',
    spans: [ROOT(), R(), retrieval('RR', { stage: 'rerank', topK: 2, chunks: [C3, C2] }), G()],
    cases: CASE,
    runs: [
      like(HOLD, {
        explanation: 'rank 1/5 within k=5; sent at byte 9; output passes',
        evidence: { candidates_seen: 5, top_k: 5 },
        sha256: pinned(5),
      }),
    ],
  },
  {
    name: 'log-rerank-hold',
    section: '§3',
    shows: "after a later stage, rank and candidates_seen are that stage's",
    spans: [
      ROOT(),
      R({ topK: 4, chunks: [C4, C3, C2, C1] }),
      retrieval('RR', { stage: 'rerank', topK: 3, chunks: [C1, C2, C3] }),
      G(),
    ],
    cases: CASE,
    runs: [like(HOLD, { evidence: { stage: 'rerank' } })],
  },
  {
    name: 'log-filter-dropped',
    section: '§3',
    shows: 'a filter that starts after the retrieval is a later stage',
    ...(() => {
      const context = `Context:\n${C2}\n\n${C3}`;
      return {
        spans: [ROOT(), R(), retrieval('F', { stage: 'filter', chunks: [C2, C3] }), GC(context)],
        cases: CASE,
        runs: [
          like(H1, {
            reason: 'reranked_out',
            explanation: 'rank 1/3 at retrieve, not handed on',
            evidence: { ...item(C1), rank: 1, stage: 'retrieve', top_k: 2, top_k_source: 'observed' },
            chunks: { retrieved: 2, distinct: 2, sent: 2 },
            sha256: pinned(undefined, context),
          }),
        ],
      };
    })(),
  },
  {
    name: 'log-enclosing-replaces',
    section: '§3',
    shows: "an enclosing retrieval's list replaces those below it; what it dropped is reranked_out",
    ...(() => {
      const context = `Context:\n${C2}\n\n${C3}`;
      return {
        spans: [
          ROOT(),
          retrieval('R', { topK: 2, chunks: [C2, C3] }),
          retrieval('R1', { parent: 'R', topK: 2, chunks: [C2, C1] }),
          retrieval('R2', { parent: 'R', topK: 1, chunks: [C3] }),
          GC(context),
        ],
        cases: CASE,
        runs: [
          like(H1, {
            reason: 'reranked_out',
            explanation: 'rank 2/2 at retrieve, not handed on',
            evidence: { ...item(C1), rank: 2, stage: 'retrieve', candidates_seen: 2, top_k: 2 },
            chunks: { retrieved: 2, distinct: 2, sent: 2 },
            sha256: pinned(2, context),
          }),
        ],
      };
    })(),
  },
  {
    name: 'log-enclosing-openinference',
    section: '§3',
    shows: 'nested RETRIEVER spans: the outermost is the log',
    spans: [
      ROOT(),
      retrieval('R', { dialect: 'oi', chunks: [C1, C2, C3], query: QUESTION }),
      retrieval('R1', { dialect: 'oi', parent: 'R', chunks: [C2, C1], query: QUESTION }),
      retrieval('R2', { dialect: 'oi', parent: 'R', chunks: [C3, C4], query: QUESTION }),
      G({ dialect: 'oi' }),
    ],
    cases: CASE,
    runs: [like(HOLD, { evidence: { top_k_source: 'observed' }, sha256: pinned(undefined) })],
  },
  {
    name: 'b18-fused-ids',
    section: '§3',
    shows: 'one chunk under three ids, in three overlapping lists and a fused one',
    covers: ['B18'],
    spans: [
      ROOT(),
      retrieval('BM25', {
        topK: 2,
        chunks: [
          { text: C2, id: 'b_2' },
          { text: C3, id: 'b_3' },
        ],
        at: [100, 180],
      }),
      retrieval('VEC', { topK: 2, chunks: [{ text: C1, id: 'v_0', score: 0.91 }], at: [110, 190] }),
      retrieval('WEB', { topK: 2, chunks: [], at: [120, 200] }),
      retrieval('F', {
        stage: 'fuse',
        topK: 3,
        chunks: [
          { text: C1, id: 4, metadata: { title: 'Another document' } },
          { text: C2, id: 5 },
          { text: C3, id: 6 },
        ],
        at: [210, 220],
      }),
      G({ at: [300, 350] }),
    ],
    cases: CASE,
    runs: [like(HOLD, { evidence: { stage: 'fuse' } })],
  },
  {
    name: 'log-beyond-k-sent',
    section: '§3',
    shows: 'handed_on missing and an item beyond k stands whole in the context: all were handed on',
    spans: [ROOT(), R({ topK: 2 }), G()],
    cases: CASE,
    runs: [
      like(HOLD, {
        explanation: 'rank 1/3 within k=2; sent at byte 9; output passes',
        evidence: { top_k: 2 },
        sha256: pinned(2),
      }),
    ],
  },
  {
    name: 'log-duplicate-beyond-k',
    section: '§3',
    shows: 'a duplicate beyond k of an item within does not count: the first k were handed on',
    ...(() => {
      const context = `Context:\n${C1}\n\n${C2}`;
      return {
        spans: [ROOT(), R({ topK: 2, chunks: [C1, C2, C1] }), GC(context)],
        cases: CASE,
        runs: [
          like(HOLD, {
            explanation: 'rank 1/3 within k=2; sent at byte 9; output passes',
            evidence: { top_k: 2 },
            chunks: { retrieved: 2, distinct: 2, sent: 2 },
            sha256: pinned(2, context),
          }),
        ],
      };
    })(),
  },
  {
    name: 'log-k-of-service',
    section: '§3',
    shows: "k not logged: the service's top_k, before the option",
    ...(() => {
      const context = `Context:\n${C2}\n\n${C3}`;
      return {
        spans: [ROOT(), R({ dialect: 'gen_ai', topK: undefined, chunks: [C2, C3, C1] }), GC(context)],
        cases: service('top_k: 2'),
        options: { top_k: 3 },
        runs: [
          like(H1, {
            reason: 'below_k',
            explanation: 'rank 3/3 below k=2',
            evidence: { ...item(C1), rank: 3, stage: 'retrieve', top_k: 2, top_k_source: 'case' },
            chunks: { retrieved: 2, distinct: 2, sent: 2 },
            sha256: pinned(undefined, context),
          }),
        ],
      };
    })(),
  },
  {
    name: 'log-k-of-option',
    section: '§3',
    shows: 'k neither logged nor in the case file: the option',
    ...(() => {
      const context = `Context:\n${C2}\n\n${C3}`;
      return {
        spans: [ROOT(), R({ dialect: 'gen_ai', topK: undefined, chunks: [C2, C3, C1] }), GC(context)],
        cases: CASE,
        options: { top_k: 2 },
        runs: [
          like(H1, {
            reason: 'below_k',
            explanation: 'rank 3/3 below k=2',
            evidence: { ...item(C1), rank: 3, stage: 'retrieve', top_k: 2, top_k_source: 'option' },
            chunks: { retrieved: 2, distinct: 2, sent: 2 },
            sha256: pinned(undefined, context),
          }),
        ],
      };
    })(),
  },
  {
    name: 'log-k-logged-wins',
    section: '§3',
    shows: "a logged k stands before the service's and the option",
    spans: [ROOT(), R(), G()],
    cases: service('top_k: 1'),
    options: { top_k: 2 },
    runs: [HOLD],
  },
  {
    name: 'log-k-observed',
    section: '§3',
    shows: 'no k anywhere: the number handed on, observed, no pin',
    spans: [ROOT(), R({ dialect: 'gen_ai', topK: undefined }), G()],
    cases: CASE,
    runs: [like(HOLD, { evidence: { top_k_source: 'observed' }, sha256: pinned(undefined) })],
  },
  {
    name: 'log-request-top-k-on-retrieval',
    section: '§3',
    shows: 'an older spelling of k on a retrieval span',
    spans: [ROOT(), R({ dialect: 'gen_ai', topK: undefined, attrs: { 'gen_ai.request.top_k': 3 } }), G()],
    cases: CASE,
    runs: [HOLD],
  },
  {
    name: 'log-failed-with-items',
    section: '§3',
    shows: 'a retrieval that ended in error is logged, with what it returned',
    spans: [ROOT(), R({ error: true }), G()],
    cases: CASE,
    runs: [HOLD],
  },
  {
    name: 'log-tool-declared',
    section: '§8',
    shows: "a declared retrieval tool's result is the log: text and id by path",
    covers: ['B17'],
    spans: agent(
      tool('T', { name: 'search_docs', args: { query: 'refund window' }, result: RESULT, callId: 'call_1' }),
      JSON.stringify(RESULT),
    ),
    cases: service(TOOLS),
    runs: [fromTool],
  },
  {
    name: 'log-tool-declared-by-option',
    section: '§12',
    shows: 'retrieval tools declared as an option',
    spans: agent(
      tool('T', { name: 'search_docs', args: { query: 'refund window' }, result: RESULT, callId: 'call_1' }),
      JSON.stringify(RESULT),
    ),
    cases: CASE,
    options: { retrieval_tools: [{ name: 'search_docs', text: 'results[].content', id: 'results[].url' }] },
    runs: [fromTool],
  },
  {
    name: 'log-tool-id-need',
    section: '§8',
    shows: "ids of a declared tool's result can be needed",
    spans: agent(
      tool('T', { name: 'search_docs', args: { query: 'refund window' }, result: RESULT, callId: 'call_1' }),
      JSON.stringify(RESULT),
    ),
    cases: caseFile({ before: `services:\n  refund-bot:\n    ${TOOLS}\n`, need: 'id: ["https://docs.example/1"]' }),
    runs: [fromTool],
  },
  {
    name: 'log-tool-empty',
    section: '§8',
    shows: "a declared tool's empty result is an explicit empty list",
    covers: ['B17'],
    spans: agent(
      tool('T', { name: 'search_docs', args: { query: 'refund window' }, result: { results: [] }, callId: 'call_1' }),
      '{"results":[]}',
    ),
    cases: service(TOOLS),
    runs: [
      like(H1, {
        reason: 'empty',
        outcome: 'answered_empty',
        explanation: '0 retrieved',
        evidence: { candidates_seen: 0, top_k: 0, top_k_source: 'observed' },
        chunks: { retrieved: 0, distinct: 0, sent: undefined },
        sha256: pinned(undefined, `${QUESTION}\n{"results":[]}`),
      }),
    ],
  },
  {
    name: 'log-tool-undeclared',
    section: '§3',
    shows: 'a tool nobody declared is no retrieval',
    covers: ['B17'],
    spans: agent(
      tool('T', { name: 'search_docs', args: { query: 'refund window' }, result: RESULT, callId: 'call_1' }),
      JSON.stringify(RESULT),
    ),
    cases: CASE,
    runs: [
      unknown('retrieval_unlogged', ['HOLD'], `sent at byte ${at(SENT_JSON, C1)}`, {
        pattern: 'unlogged/present/passes',
        loss: 'unknown',
        chunks: undefined,
        evidence: {
          rank: undefined,
          stage: undefined,
          candidates_seen: undefined,
          top_k: undefined,
          top_k_source: undefined,
          kept_bytes: undefined,
          offset: at(SENT_JSON, C1),
          message: 2,
        },
        sha256: pinned(undefined, SENT_JSON),
      }),
    ],
  },
  {
    name: 'b17-result-only-in-messages',
    section: '§8',
    shows: "the declared tool's span has no result: the one in the next call's messages is the log",
    covers: ['B17'],
    spans: agent(
      tool('T', { name: 'search_docs', args: { query: 'refund window' }, callId: 'call_1' }),
      JSON.stringify(RESULT),
    ),
    cases: service(TOOLS),
    runs: [fromTool],
  },
  {
    name: 'log-tool-string-leaves',
    section: '§8',
    shows: "a declared tool without a text path: the result's string leaves are the items",
    ...(() => {
      const result = [C1, C2, C3];
      const context = `${QUESTION}\n${JSON.stringify(result)}`;
      return {
        spans: agent(tool('T', { name: 'lookup', result, callId: 'call_1' }), JSON.stringify(result), 'lookup'),
        cases: service('retrieval_tools: [{ name: lookup }]'),
        runs: [
          like(fromTool, {
            explanation: `rank 1/3 within k=3; sent at byte ${at(context, C1)}; output passes`,
            evidence: { offset: at(context, C1) },
            sha256: pinned(undefined, context),
          }),
        ],
      };
    })(),
  },
  {
    name: 'log-tool-with-retrieval-below',
    section: '§3',
    shows: "a retrieval with an explicit list below the tool span is the log, not the tool's result",
    ...(() => {
      const joined = [C1, C2, C3].join('\n\n');
      const context = `${QUESTION}\n${joined}`;
      return {
        spans: [
          ...agent(tool('T', { name: 'search_docs', result: joined, callId: 'call_1', at: [200, 280] }), joined),
          retrieval('R', { parent: 'T', topK: 3, chunks: [C1, C2, C3], at: [210, 270] }),
        ],
        cases: service('retrieval_tools: [{ name: search_docs }]'),
        runs: [
          like(HOLD, {
            explanation: `rank 1/3 within k=3; sent at byte ${at(context, C1)}; output passes`,
            evidence: { offset: at(context, C1), message: 2 },
            sha256: pinned(3, context),
          }),
        ],
      };
    })(),
  },
  {
    name: 'b20-duplicate-texts',
    section: '§4',
    shows: 'equal texts share a fate; ids that are no ids are missing',
    covers: ['B20'],
    ...(() => {
      const context = `Context:\n${C1}`;
      return {
        spans: [
          ROOT(),
          R({ chunks: [{ text: C1, id: '' }, { text: C1, id: 'undefined' }, { text: C1 }] }),
          A({ chunks: [{ text: C1, offset: 9, kept: 43 }], context }),
          GC(context),
        ],
        cases: CASE,
        runs: [like(HOLD, { chunks: { distinct: 1 }, sha256: ofContext(context) })],
      };
    })(),
  },
  {
    name: 'b20-other-needed',
    section: '§4',
    shows: 'the same log, C2 needed → H1',
    covers: ['B20'],
    ...(() => {
      const context = `Context:\n${C1}`;
      return {
        spans: [
          ROOT(),
          R({ chunks: [{ text: C1, id: '' }, { text: C1, id: 'undefined' }, { text: C1 }] }),
          A({ chunks: [{ text: C1, offset: 9, kept: 43 }], context }),
          GC(context),
        ],
        cases: needLine(C2),
        runs: [like(H1, { evidence: item(C2), chunks: { distinct: 1 }, sha256: ofContext(context) })],
      };
    })(),
  },
  {
    name: 'log-id-undefined-is-no-id',
    section: '§2',
    shows: 'an id `undefined` is missing; items without ids may be the needed one: content_off',
    spans: [
      ROOT(),
      R({
        chunks: [
          { text: C1, id: 'undefined' },
          { text: C2, id: 'None' },
          { text: C3, id: 'null' },
        ],
      }),
      G(),
    ],
    cases: caseFile({ need: 'id: ["undefined", "None", "null"]' }),
    runs: [
      unknown('content_off', ['H1', 'H2'], '', {
        pattern: 'unlogged/absent/passes',
        evidence: { ...NOWHERE, digest: undefined, length: undefined },
      }),
    ],
  },
  {
    name: 'log-id-not-among-them',
    section: '§5',
    shows: 'an id that no item has, all having one → H1',
    spans: [
      ROOT(),
      R({
        chunks: [
          { text: C1, id: 'p1' },
          { text: C2, id: 'p2' },
          { text: C3, id: 'p3' },
        ],
      }),
      G(),
    ],
    cases: caseFile({ need: 'id: ["p4"]' }),
    runs: [like(H1, { evidence: { digest: undefined, length: undefined }, sha256: HOLD.sha256 })],
  },
  {
    name: 'log-integer-id',
    section: '§2',
    shows: 'an integer id is its decimal string',
    spans: [
      ROOT(),
      R({
        dialect: 'gen_ai',
        chunks: [
          { text: C1, id: 4 },
          { text: C2, id: 5 },
          { text: C3, id: 6 },
        ],
      }),
      G(),
    ],
    cases: caseFile({ need: 'id: ["4"]' }),
    runs: [HOLD],
  },
  {
    name: 'need-id-star',
    section: '§8',
    shows: 'an id with * at the end: the matching item of the lowest rank',
    spans: [
      ROOT(),
      R({
        chunks: [
          { text: C2, id: 'faq/2' },
          { text: C1, id: 'policy/1' },
          { text: C3, id: 'policy/3' },
        ],
      }),
      G(),
    ],
    cases: caseFile({ need: 'id: ["policy/*"]' }),
    runs: [sent(C1, 2, CONTEXT)],
  },
  {
    name: 'need-chunk-any-of',
    section: '§2',
    shows: 'any one of some digests',
    spans: [ROOT(), R(), G()],
    cases: caseFile({ need: `chunk: ["${digest(C4)}", "${digest(C2)}"]` }),
    runs: [sent(C2, 2, CONTEXT)],
  },
  {
    name: 'need-item-fate-first',
    section: '§4',
    shows: "of several matching items the need's is the one whose fate comes first, then the lowest rank",
    ...(() => {
      const context = `Context:\n${C2}\n\n${C3}`;
      return {
        spans: [ROOT(), R(), GC(context)],
        cases: caseFile({ need: `chunk: ["${digest(C1)}", "${digest(C3)}"]` }),
        runs: [sent(C3, 3, context, { loss: 'deselected', chunks: { sent: 2, deselected: 1 } })],
      };
    })(),
  },
  {
    name: 'need-line-ignores-ids-of-texts',
    section: '§4',
    shows: 'with a line, ids count only for items without text',
    spans: [
      ROOT(),
      R({
        chunks: [
          { text: C2, id: 'policy/1' },
          { text: C3, id: 'p3' },
          { text: C4, id: 'p4' },
        ],
      }),
      GC(`Context:\n${C2}\n\n${C3}\n\n${C4}`),
    ],
    cases: caseFile({ need: `line: "${C1}"\n      id: ["policy/1"]` }),
    runs: [like(H1, { sha256: ofContext(`Context:\n${C2}\n\n${C3}\n\n${C4}`) })],
  },
  {
    name: 'need-line-id-without-text',
    section: '§4',
    shows: 'with a line, a listed id counts for an item without text',
    spans: [
      ROOT(),
      R({
        text: false,
        chunks: [
          { text: `Policy. ${C1}`, id: 'policy/1' },
          { text: C2, id: 'p2' },
          { text: C3, id: 'p3' },
        ],
      }),
      A({
        chunks: [
          { text: `Policy. ${C1}`, offset: 9, kept: 51 },
          { text: C2, offset: 62, kept: 40 },
          { text: C3, offset: 104, kept: 38 },
        ],
        context: `Context:\nPolicy. ${C1}\n\n${C2}\n\n${C3}`,
      }),
      GC(`Context:\nPolicy. ${C1}\n\n${C2}\n\n${C3}`),
    ],
    cases: caseFile({ need: `line: "${C1}"\n      id: ["policy/1"]` }),
    runs: [
      like(HOLD, {
        explanation: 'rank 1/3 within k=3; sent at byte 17; output passes',
        evidence: { ...item(`Policy. ${C1}`), offset: 17, kept_bytes: 51 },
        sha256: ofContext(`Context:\nPolicy. ${C1}\n\n${C2}\n\n${C3}`),
      }),
    ],
  },
  {
    name: 'need-line-no-text-no-id',
    section: '§4',
    shows: "items without text, none of the line's digest: the log says content_off",
    ...(() => {
      const context = `Context:\nPolicy. ${C1}`;
      return {
        spans: [
          ROOT(),
          R({ text: false, topK: 1, chunks: [`Policy. ${C1}`] }),
          A({ chunks: [{ text: `Policy. ${C1}`, offset: 9, kept: 51 }], context }),
          GC(context),
        ],
        cases: CASE,
        runs: [
          unknown('content_off', ['HOLD'], 'sent at byte 17', {
            pattern: 'unlogged/present/passes',
            evidence: {
              rank: undefined,
              stage: undefined,
              kept_bytes: undefined,
              candidates_seen: 1,
              top_k: 1,
              offset: 17,
            },
            chunks: { retrieved: 1, distinct: 1, sent: 1 },
            sha256: pinned(1, context),
          }),
        ],
      };
    })(),
  },
  {
    name: 'need-line-altered-in-log',
    section: '§4',
    shows: "a line found in the log only altered is present there; the log's bytes must then be in the context",
    ...(() => {
      const html = 'Refunds &amp; returns: 30 days from delivery.';
      const context = `Context:\n${html}\n\n${C2}\n\n${C3}`;
      return {
        spans: [ROOT(), R({ chunks: [html, C2, C3] }), GC(context)],
        cases: needLine('Refunds & returns: 30 days from delivery.'),
        runs: [like(HOLD, { evidence: { ...item(html), kept_bytes: 45 }, sha256: ofContext(context) })],
      };
    })(),
  },
  {
    name: 'log-line-in-invalid-text',
    section: '§3',
    shows: 'lines are still looked for in text with U+FFFD; it has no digest and keeps its rank',
    ...(() => {
      const broken = `Caf\uFFFD orders. ${C1}`;
      return {
        spans: [ROOT(), R({ dialect: 'gen_ai', chunks: [broken, C2, C3] }), G()],
        cases: CASE,
        runs: [
          like(HOLD, {
            loss: 'unknown',
            evidence: { digest: undefined, length: 58, kept_bytes: undefined },
            chunks: { sent: 2, unknown: 1 },
          }),
        ],
      };
    })(),
  },
  {
    name: 'log-empty-item-not-counted',
    section: '§4',
    shows: 'an item that is empty after trimming is not counted',
    spans: [ROOT(), R({ chunks: [C1, '  \n', C2, C3], topK: 4 }), G()],
    cases: CASE,
    runs: [
      like(HOLD, {
        explanation: 'rank 1/4 within k=4; sent at byte 9; output passes',
        evidence: { candidates_seen: 4, top_k: 4 },
        sha256: pinned(4),
      }),
    ],
  },
  {
    name: 'count-beyond-list',
    section: '§10',
    shows: 'chunk.count beyond the list: what is not in the part that was logged is not absent',
    ...(() => {
      const context = `Context:\n${C2}\n\n${C3}`;
      return {
        spans: [ROOT(), R({ topK: 2, handedOn: 2, chunks: [C2, C3, C4], count: 5 }), GC(context)],
        cases: CASE,
        runs: [
          unknown('lossy_capture', ['H1', 'H2'], '', {
            pattern: 'unlogged/absent/passes',
            evidence: { ...NOWHERE, candidates_seen: 5, top_k: 2 },
            chunks: { retrieved: 2, distinct: 2, sent: 2 },
            sha256: pinned(2, context),
          }),
        ],
      };
    })(),
  },
];
