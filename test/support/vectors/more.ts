/** Rulings in combination: agents, routes, undeclared losses, outcomes. */
import {
  assistant,
  bytes,
  chat,
  digest,
  retrieval,
  span,
  tool,
  toolCall,
  toolResult,
  user,
  type ChunkSpec,
  type SpanSpec,
} from '../trace-builder.js';
import { at, hashes, item, like, type VectorSpec } from '../vector-builder.js';
import { lost, sent } from './fates.js';
import { unknown } from './unknown.js';
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
const REFUSED = "I couldn't find information on that.";
const TOOLS = 'services:\n  refund-bot:\n    retrieval_tools: [{ name: "search_*", text: "[].text", id: "[].id" }]\n';
const ASKED = user(QUESTION);
const first = JSON.stringify([
  { id: 'p2', text: C2 },
  { id: 'p3', text: C3 },
]);
const second = JSON.stringify([
  { id: 'p1', text: C1 },
  { id: 'p2', text: C2 },
]);
const call1 = toolCall('search_docs', { q: 'refunds' }, 'c1');
const call2 = toolCall('search_docs', { q: 'refund window' }, 'c2');
const AGENT_CONTEXT = `${QUESTION}\n${first}\n${second}`;
const agentLoop = (answer: string): SpanSpec[] => [
  ROOT(),
  chat('G1', { messages: [ASKED], output: [call1], finish: 'tool_calls' }),
  tool('T1', { name: 'search_docs', args: { q: 'refunds' }, result: first, callId: 'c1' }),
  chat('G2', { messages: [ASKED, assistant(call1), toolResult(first, 'c1')], output: [call2], finish: 'tool_calls' }),
  tool('T2', { name: 'search_docs', args: { q: 'refund window' }, result: second, callId: 'c2' }),
  chat('G', {
    messages: [ASKED, assistant(call1), toolResult(first, 'c1'), assistant(call2), toolResult(second, 'c2')],
    output: answer,
  }),
];
const agentRun = like(HOLD, {
  explanation: `rank 3/4 within k=4; sent at byte ${at(AGENT_CONTEXT, C1)}; output passes`,
  evidence: {
    rank: 3,
    candidates_seen: 4,
    top_k: 4,
    top_k_source: 'observed',
    offset: at(AGENT_CONTEXT, C1),
    message: 4,
  },
  sha256: hashes({ input: QUESTION, context: AGENT_CONTEXT, output: ANSWER, pins: { model: 'test-model' } }),
});
const HISTORY = `From your last order: ${C1}`;

/** T0 without a case, another context: counts and loss. */
function undeclared(
  name: string,
  shows: string,
  context: string,
  loss: string,
  counts: { readonly [fate: string]: number },
  more: { readonly output?: string; readonly outcome?: string; readonly chunks?: readonly ChunkSpec[] } = {},
): VectorSpec {
  const output = more.output ?? ANSWER;
  const told = Object.entries(counts)
    .map(([fate, count]) => `, ${count} ${fate}`)
    .join('');
  return {
    name,
    section: '§7',
    shows,
    spans: [ROOT(), R(more.chunks === undefined ? {} : { chunks: more.chunks }), GC(context, { output })],
    runs: [
      {
        root: 'root',
        answeredBy: 'G',
        verdict: 'UNDECLARED',
        outcome: more.outcome ?? 'answered',
        loss,
        explanation: `no case; 3 retrieved${told}`,
        chunks: { retrieved: 3, distinct: 3, ...counts },
        sha256: ofContext(context, output),
      },
    ],
  };
}
const SAYS = 'He said "thirty days" and "no more" to every customer of the shop.';
const MILD =
  'A refund is paid in full when the parcel is back within 30 days and the seal of the box is not broken at all.';

export const moreVectors: VectorSpec[] = [
  {
    name: 'agent-loop',
    section: '§3',
    shows: "an agent's searches unite; a result in the history counts once",
    spans: agentLoop(ANSWER),
    cases: caseFile({ before: TOOLS }),
    runs: [agentRun],
  },
  {
    name: 'agent-loop-wrong',
    section: '§5',
    shows: 'the same agent, a wrong answer',
    spans: agentLoop(WRONG),
    cases: caseFile({ before: TOOLS }),
    runs: [
      like(agentRun, {
        verdict: 'H3a',
        reason: 'contradiction',
        boundary: 'generation',
        pattern: 'present/present/fails',
        explanation: `rank 3/4 within k=4; sent at byte ${at(AGENT_CONTEXT, C1)}; contradicted at output byte 21`,
        evidence: { quote: { offset: 21, length: 7 } },
        sha256: { output: hashes({ output: WRONG })['output'] },
      }),
    ],
  },
  {
    name: 'h3a-outside-retrieval',
    section: '§5',
    shows: 'R out, S in, output fails → H3a by the route outside retrieval',
    spans: [ROOT(), R({ chunks: [C2, C3, C4] }), chat('G', { messages: [user(HISTORY), user(NO_C1)], output: WRONG })],
    cases: CASE,
    runs: [
      like(HOLD, {
        verdict: 'H3a',
        reason: 'contradiction',
        boundary: 'generation',
        pattern: 'absent/present/fails',
        route: 'outside_retrieval',
        loss: 'packed_out',
        explanation: `absent from 3 retrieved, k=3 (present outside retrieval); sent at byte ${at(HISTORY, C1)}; contradicted at output byte 21`,
        evidence: {
          rank: undefined,
          stage: undefined,
          kept_bytes: undefined,
          offset: at(HISTORY, C1),
          quote: { offset: 21, length: 7 },
        },
        chunks: { sent: 2, packed_out: 1 },
        sha256: ofContext(`${HISTORY}\n${NO_C1}`, WRONG),
      }),
    ],
  },
  {
    name: 'route-candidate-sent-all-the-same',
    section: '§5',
    shows: 'handed_on says it was not handed on, the bytes were sent: outside_retrieval',
    spans: [ROOT(), R({ topK: 2, handedOn: 2, chunks: [C2, C3, C1] }), G()],
    cases: CASE,
    runs: [
      like(HOLD, {
        pattern: 'absent/present/passes',
        route: 'outside_retrieval',
        explanation: 'rank 3/3 below k=2 (present outside retrieval); sent at byte 9; output passes',
        evidence: { rank: 3, top_k: 2, kept_bytes: undefined },
        chunks: { retrieved: 2, distinct: 2, sent: 2 },
        sha256: hashes({ input: QUESTION, context: CONTEXT, output: ANSWER, pins: { model: 'test-model', top_k: 2 } }),
      }),
    ],
  },
  {
    name: 'handed-on-less-than-k',
    section: '§10',
    shows: 'a candidate within k that was not handed on: the explanation does not say below k',
    spans: [ROOT(), R({ handedOn: 1, chunks: [C2, C1, C3] }), GC(`Context:\n${C2}`)],
    cases: CASE,
    runs: [
      like(HOLD, {
        verdict: 'H1',
        reason: 'below_k',
        boundary: 'retrieval',
        pattern: 'absent/absent/passes',
        explanation: 'rank 2/3 at retrieve, not handed on',
        evidence: { ...NOWHERE, rank: 2, stage: 'retrieve' },
        chunks: { retrieved: 1, distinct: 1, sent: 1 },
        sha256: ofContext(`Context:\n${C2}`),
      }),
    ],
  },
  undeclared('undeclared-packed-out', 'loss packed_out', `Context:\n${C1}\n\n${C2}`, 'packed_out', {
    sent: 2,
    packed_out: 1,
  }),
  undeclared('undeclared-deselected', 'loss deselected', NO_C1, 'deselected', { sent: 2, deselected: 1 }),
  undeclared('undeclared-dropped', 'loss dropped', 'Answer from the documents.', 'dropped', { dropped: 3 }),
  undeclared('undeclared-clipped', 'loss clipped', `${C1.slice(0, 20)}\n\n${C2}\n\n${C3}`, 'clipped', {
    sent: 2,
    clipped: 1,
  }),
  undeclared(
    'undeclared-altered',
    'loss altered',
    `${MILD.replace('in full', 'in part')}\n\n${C2}\n\n${C3}`,
    'altered',
    { sent: 2, altered: 1 },
    { chunks: [MILD, C2, C3] },
  ),
  undeclared(
    'undeclared-abstained',
    'outcome abstained by the built-in refusals',
    CONTEXT,
    'none',
    { sent: 3 },
    { output: REFUSED, outcome: 'abstained' },
  ),
  {
    name: 'undeclared-answered-empty',
    section: '§7',
    shows: 'outcome answered_empty without a case',
    spans: [ROOT(), R({ chunks: [] }), GC('Answer the question.')],
    runs: [
      {
        root: 'root',
        answeredBy: 'G',
        verdict: 'UNDECLARED',
        outcome: 'answered_empty',
        loss: 'none',
        explanation: 'no case; 0 retrieved',
        chunks: { retrieved: 0, distinct: 0 },
        sha256: ofContext('Answer the question.'),
      },
    ],
  },
  {
    name: 'undeclared-no-output',
    section: '§7',
    shows: 'outcome is left out without output',
    spans: [ROOT(), R(), G({ output: undefined })],
    runs: [
      {
        root: 'root',
        verdict: 'UNDECLARED',
        loss: 'none',
        explanation: 'no case; 3 retrieved, 3 sent',
        chunks: HOLD.chunks,
        sha256: hashes({ input: QUESTION, pins: { top_k: 3 } }),
      },
    ],
  },
  {
    name: 'service-expected-loss-with-a-case',
    section: '§7',
    shows: 'an expected loss is reported as none; the conviction stays',
    spans: [ROOT(), R(), GC(NO_C1)],
    cases: caseFile({ before: 'services:\n  refund-bot:\n    expected_loss: [deselected]\n' }),
    runs: [
      lost(C1, 1, 'deselected', 'deselected', {
        loss: 'none',
        chunks: { sent: 2, deselected: 1 },
        sha256: ofContext(NO_C1),
      }),
    ],
  },
  {
    name: 'part-kept-in-json',
    section: '§4',
    shows: "a kept prefix in JSON escapes: kept bytes are the item's",
    ...(() => {
      const kept = SAYS.slice(0, 40);
      const context = `Results: [${JSON.stringify(C1)},${JSON.stringify(kept).slice(0, -1)}`;
      return {
        spans: [ROOT(), R({ chunks: [C1, SAYS, C3] }), GC(context)],
        cases: needLine(SAYS),
        runs: [
          lost(SAYS, 2, 'cut', `cut, 40 of ${bytes(SAYS)} bytes kept`, {
            evidence: { kept_bytes: 40, cut: { side: 'tail' } },
            chunks: { sent: 1, cut: 2 },
            sha256: ofContext(context),
          }),
        ],
      };
    })(),
  },
  {
    name: 'form-crlf-in-the-log',
    section: '§4',
    shows: 'line ends the other way round: CRLF in the log, LF in the context',
    ...(() => {
      const chunk = 'Refunds: 30 days from delivery.\r\nExchanges: 60 days from delivery.';
      const context = `Context:\n${chunk.replace('\r\n', '\n')}\n\n${C2}\n\n${C3}`;
      return {
        spans: [ROOT(), R({ chunks: [chunk, C2, C3] }), GC(context)],
        cases: needLine(chunk),
        runs: [
          lost(chunk, 1, 'altered', 'altered (crlf)', {
            evidence: { form: 'crlf', kept_bytes: undefined },
            chunks: { sent: 2, altered: 1 },
            sha256: ofContext(context),
          }),
        ],
      };
    })(),
  },
  {
    name: 'form-nfd-in-the-log',
    section: '§4',
    shows: 'decomposed in the log, composed in the context',
    ...(() => {
      const chunk = 'Café refunds: 30 days'.normalize('NFD');
      const context = `Context:\n${chunk.normalize('NFC')}\n\n${C2}\n\n${C3}`;
      return {
        spans: [ROOT(), R({ chunks: [chunk, C2, C3] }), GC(context)],
        cases: caseFile({ need: `chunk: ["${digest(chunk)}"]` }),
        runs: [
          lost(chunk, 1, 'altered', 'altered (nfc)', {
            evidence: { form: 'nfc', kept_bytes: undefined },
            chunks: { sent: 2, altered: 1 },
            sha256: ofContext(context),
          }),
        ],
      };
    })(),
  },
  {
    name: 'need-line-with-edges',
    section: '§4',
    shows: 'a line of the case file with a line end of its own: form trim',
    spans: [ROOT(), R(), G()],
    cases: caseFile({ need: `line: |\n        ${C3}\n      line_is: correct` }),
    runs: [like(sent(C3, 3, CONTEXT), { evidence: { form: 'trim' } })],
  },
  {
    name: 'gen-ai-agent-root',
    section: '§9',
    shows: "an agent span may be the root; its own output is none of a call's",
    spans: [
      span('agent', { attrs: { 'gen_ai.operation.name': 'invoke_agent', 'ragspan.input': QUESTION } }),
      R({ dialect: 'gen_ai', parent: 'agent' }),
      G({ parent: 'agent' }),
    ],
    cases: CASE,
    runs: [like(HOLD, { root: 'agent' })],
  },
  {
    name: 'two-retrievals-one-abstains',
    section: '§5',
    shows: 'one retrieval empty, another with items: not empty, not_retrieved',
    spans: [
      ROOT(),
      retrieval('X', { topK: 2, chunks: [], query: 'a' }),
      R({ chunks: [C2, C3, C4] }),
      GC(`${NO_C1}\n\n${C4}`),
    ],
    cases: CASE,
    runs: [
      like(HOLD, {
        verdict: 'H1',
        reason: 'not_retrieved',
        boundary: 'retrieval',
        pattern: 'absent/absent/passes',
        explanation: 'absent from 3 retrieved, k=5',
        evidence: { ...NOWHERE, top_k: 5 },
        sha256: hashes({
          input: QUESTION,
          context: `${NO_C1}\n\n${C4}`,
          output: ANSWER,
          pins: { model: 'test-model', top_k: 5 },
        }),
      }),
    ],
  },
  {
    name: 'unknown-unlogged-and-incomplete',
    section: '§5',
    shows: "R and O both ?: the reason is R's",
    spans: [ROOT(), G({ finish: 'length' })],
    cases: CASE,
    runs: [
      unknown('retrieval_unlogged', ['H3', 'HOLD'], 'sent at byte 9', {
        pattern: 'unlogged/present/unchecked',
        loss: 'unknown',
        chunks: undefined,
        evidence: {
          rank: undefined,
          stage: undefined,
          candidates_seen: undefined,
          top_k: undefined,
          top_k_source: undefined,
          kept_bytes: undefined,
        },
        sha256: hashes({ input: QUESTION, context: CONTEXT, output: ANSWER, pins: { model: 'test-model' } }),
      }),
    ],
  },
  {
    name: 'h3-quote-in-need-chunk',
    section: '§6',
    shows: "the need's own item is no distractor",
    ...(() => {
      const both = `${C1} Until May it was 14 days.`;
      const context = `Context:\n${both}`;
      return {
        spans: [ROOT(), R({ topK: 1, chunks: [both] }), GC(context, { output: WRONG })],
        cases: CASE,
        runs: [
          like(HOLD, {
            verdict: 'H3a',
            reason: 'contradiction',
            boundary: 'generation',
            pattern: 'present/present/fails',
            explanation: 'rank 1/1 within k=1; sent at byte 9; contradicted at output byte 21',
            evidence: {
              ...item(both),
              candidates_seen: 1,
              top_k: 1,
              kept_bytes: bytes(both),
              quote: { offset: 21, length: 7 },
            },
            chunks: { retrieved: 1, distinct: 1, sent: 1 },
            sha256: hashes({ input: QUESTION, context, output: WRONG, pins: { model: 'test-model', top_k: 1 } }),
          }),
        ],
      };
    })(),
  },
];
