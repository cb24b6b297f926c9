/** The edges of rulings: what just does, and just does not, count. */
import {
  assembly,
  assistant,
  chat,
  digest,
  retrieval,
  root,
  sha256,
  span,
  tool,
  toolCall,
  toolResult,
  user,
} from '../trace-builder.js';
import { at, hashes, item, like, type VectorSpec } from '../vector-builder.js';
import { edit, LONG1, LONG2 } from './calls.js';
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
  NOWHERE,
  QUESTION,
  R,
  ROOT,
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
const EMPTY = like(HOLD, {
  verdict: 'H1',
  reason: 'empty',
  boundary: 'retrieval',
  pattern: 'absent/absent/passes',
  outcome: 'answered_empty',
  explanation: '0 retrieved',
  evidence: { ...NOWHERE, candidates_seen: 0, top_k: 0, top_k_source: 'observed' },
  chunks: { retrieved: 0, distinct: 0, sent: undefined },
  sha256: pinned(undefined, 'Answer the question.'),
});
const NO_LOG = {
  rank: undefined,
  stage: undefined,
  candidates_seen: undefined,
  top_k: undefined,
  top_k_source: undefined,
  kept_bytes: undefined,
} as const;
const search = toolCall('search_docs', { q: 'refund window' });
const TOOLS = 'services:\n  refund-bot:\n    retrieval_tools: [{ name: search_docs, text: "results[].content" }]\n';
const OTHER_KEY = 'another key';
const OTHER_NAME = sha256('ragspan', OTHER_KEY).slice(0, 8);
const foreignRecord = assembly('A', {
  hashKey: OTHER_KEY,
  hashKeyName: OTHER_NAME,
  chunks: [
    { text: C1, offset: 9, kept: 43 },
    { text: C2, offset: 54, kept: 40 },
    { text: C3, offset: 96, kept: 38 },
  ],
});

export const edgeVectors: VectorSpec[] = [
  {
    name: 'form-json-surrogate-escapes',
    section: '§4',
    shows: 'an escaped surrogate pair is one code point; the offset is the start of the escape',
    ...(() => {
      const chunk = '😀 pays back a/b within 30 days';
      const context = 'Docs: ["\\ud83d\\ude00 pays back a\\/b within 30 days"]';
      return {
        spans: [ROOT(), R({ topK: 1, chunks: [chunk] }), GC(context)],
        cases: caseFile({ need: `chunk: ["${digest(chunk)}"]` }),
        runs: [
          like(HOLD, {
            explanation: 'rank 1/1 within k=1; sent at byte 8; output passes',
            evidence: {
              ...item(chunk),
              candidates_seen: 1,
              top_k: 1,
              offset: 8,
              form: 'json',
              kept_bytes: item(chunk).length,
            },
            chunks: { retrieved: 1, distinct: 1, sent: 1 },
            sha256: pinned(1, context),
          }),
        ],
      };
    })(),
  },
  {
    name: 'form-altered-inside-a-whole-item',
    section: '§4',
    shows: 'altered forms are looked for outside the bytes of items found whole',
    ...(() => {
      const x = 'Refunds are paid within 30 days.';
      const y = 'Note: Refunds are  paid within 30 days. End of the note.';
      const context = `Context:\n${y}`;
      return {
        spans: [ROOT(), R({ topK: 2, chunks: [y, x] }), GC(context)],
        cases: caseFile({ need: `chunk: ["${digest(x)}"]` }),
        runs: [
          like(lost(x, 2, 'packed_out', 'packed out'), {
            explanation: 'rank 2/2 within k=2; packed out',
            evidence: { candidates_seen: 2, top_k: 2 },
            chunks: { retrieved: 2, distinct: 2, sent: 1, packed_out: 1 },
            sha256: pinned(2, context),
          }),
        ],
      };
    })(),
  },
  {
    name: 'hold-line-though-item-is-gone',
    section: '§4',
    shows: 'the line must stand in the context, from wherever: its item may be gone',
    ...(() => {
      const note = `Note on refunds. ${C1} More of it elsewhere.`;
      const earlier = `Earlier we said: ${C1}`;
      const context = `${earlier}\n${NO_C1}`;
      return {
        spans: [ROOT(), R({ chunks: [note, C2, C3] }), G({ messages: [user(earlier), user(NO_C1)] })],
        cases: CASE,
        runs: [
          like(HOLD, {
            loss: 'altered',
            explanation: `${R_IN}; sent at byte 17; output passes`,
            evidence: { ...item(note), offset: 17, kept_bytes: 0 },
            chunks: { sent: 2, altered: 1 },
            sha256: ofContext(context),
          }),
        ],
      };
    })(),
  },
  {
    name: 'h2-edited-line-is-convicted',
    section: '§5',
    shows: 'everything edited: a line that did not survive is H2, not transformed',
    ...(() => {
      const context = `${edit(LONG1)}\n\n${edit(LONG2)}`;
      const kept = LONG1.indexOf('. An item is') + LONG1.length - LONG1.indexOf(' it. The shop');
      return {
        spans: [ROOT(), R({ topK: 2, chunks: [LONG1, LONG2] }), GC(context)],
        cases: needLine('every part inside it'),
        runs: [
          like(lost(LONG1, 1, 'altered', 'altered (edited)'), {
            explanation: 'rank 1/2 within k=2; altered (edited)',
            evidence: { candidates_seen: 2, top_k: 2, form: 'edited', kept_bytes: kept },
            chunks: { retrieved: 2, distinct: 2, sent: undefined, altered: 2 },
            sha256: pinned(2, context),
          }),
        ],
      };
    })(),
  },
  {
    name: 'log-tool-result-without-the-path',
    section: '§3',
    shows: "a declared tool's result that lacks the path is not an empty list",
    ...(() => {
      const result = '{"error":"rate limited"}';
      const context = `${QUESTION}\n${result}`;
      return {
        spans: [
          ROOT(),
          chat('G1', { messages: [user(QUESTION)], output: [search], finish: 'tool_calls' }),
          tool('T', { name: 'search_docs', result, callId: 'call_1' }),
          chat('G', { messages: [user(QUESTION), assistant(search), toolResult(result)], output: ANSWER }),
        ],
        cases: caseFile({ before: TOOLS }),
        runs: [
          unknown('content_off', ['H1', 'H2'], '', {
            pattern: 'unlogged/absent/passes',
            loss: 'unknown',
            chunks: undefined,
            evidence: { ...NO_LOG, ...ABSENT },
            sha256: pinned(undefined, context),
          }),
        ],
      };
    })(),
  },
  {
    name: 'log-tool-failed',
    section: '§5',
    shows: 'a declared tool that ended in error is a failed retrieval',
    spans: [
      ROOT(),
      R({ chunks: [C2, C3, C4] }),
      tool('T', { name: 'search_docs', args: { q: 'x' }, callId: 'call_9', error: true }),
      GC(NO_C1),
    ],
    cases: caseFile({ before: TOOLS }),
    runs: [
      like(HOLD, {
        verdict: 'H1',
        reason: 'retrieval_failed',
        boundary: 'retrieval',
        pattern: 'absent/absent/passes',
        loss: 'packed_out',
        explanation: 'retrieval failed',
        evidence: NOWHERE,
        chunks: { sent: 2, packed_out: 1 },
        sha256: ofContext(NO_C1),
      }),
    ],
  },
  {
    name: 'join-retrieval-is-no-root',
    section: '§9',
    shows: 'a retrieval span is never a root, even over a retrieval and a later call',
    spans: [
      R({ chunks: [C2, C3] }),
      retrieval('R1', { parent: 'R', topK: 3, chunks: [C1, C2, C3] }),
      chat('J', { parent: 'R', messages: [user(`Relevant? ${C1}`)], output: 'It is relevant.' }),
    ],
    runs: [],
  },
  {
    name: 'join-call-begins-as-retrieval-ends',
    section: '§9',
    shows: "begun at the retrieval's very end is after it",
    spans: [ROOT({ at: [0, 300] }), R({ at: [100, 150] }), G({ at: [150, 200] })],
    cases: CASE,
    runs: [HOLD],
  },
  {
    name: 'join-one-question-said-twice',
    section: '§9',
    shows: 'the same ragspan.input twice is one question',
    spans: [
      ROOT(),
      span('step', { attrs: { 'ragspan.input': QUESTION } }),
      R({ parent: 'step' }),
      G({ parent: 'root' }),
    ],
    cases: CASE,
    runs: [HOLD],
  },
  {
    name: 'join-query-from-chunks',
    section: '§9',
    shows: 'a call that writes the query of a later retrieval answers no second question',
    ...(() => {
      const rewritten = 'gift card expiry rules';
      const context = `Context:\n${C4}`;
      const output = 'They never expire and last for all of 30 days and more.';
      return {
        spans: [
          ROOT(),
          retrieval('R1', { topK: 2, chunks: [C1, C2], query: 'refunds' }),
          chat('G1', { messages: [user(`Context:\n${C1}\n\n${C2}`)], output: rewritten }),
          retrieval('R2', { topK: 1, chunks: [C4], query: rewritten }),
          GC(context, { output }),
        ],
        cases: needLine(C4),
        runs: [
          like(HOLD, {
            loss: 'deselected',
            explanation: 'rank 3/3 within k=3; sent at byte 9; output passes',
            evidence: { ...item(C4), rank: 3, kept_bytes: 47 },
            chunks: { sent: 1, deselected: 2 },
            sha256: ofContext(context, output),
          }),
        ],
      };
    })(),
  },
  {
    name: 'oi-empty-list',
    section: '§3',
    shows: 'OpenInference: an explicit empty list of documents',
    spans: [
      ROOT(),
      retrieval('R', {
        dialect: 'oi',
        query: QUESTION,
        attrs: { 'output.value': '{"documents":[]}', 'output.mime_type': 'application/json' },
      }),
      GC('Answer the question.'),
    ],
    cases: CASE,
    runs: [EMPTY],
  },
  {
    name: 'oi-no-list',
    section: '§3',
    shows: 'OpenInference: a retriever span without documents is content_off',
    covers: ['B17'],
    spans: [ROOT(), retrieval('R', { dialect: 'oi', query: QUESTION }), GC('Answer the question.')],
    cases: CASE,
    runs: [
      unknown('content_off', ['H1', 'H2'], '', {
        pattern: 'unlogged/absent/passes',
        loss: 'unknown',
        chunks: undefined,
        evidence: { ...NO_LOG, ...ABSENT },
        sha256: pinned(undefined, 'Answer the question.'),
      }),
    ],
  },
  {
    name: 'gen-ai-empty-list',
    section: '§3',
    shows: 'OpenTelemetry GenAI: an explicit empty list of documents',
    spans: [ROOT(), retrieval('R', { dialect: 'gen_ai', chunks: [] }), GC('Answer the question.')],
    cases: CASE,
    runs: [EMPTY],
  },
  {
    name: 'record-foreign-key-text-at-hand',
    section: '§3',
    shows: 'a record under another key, the text at hand: the bytes tell',
    spans: [ROOT(), R(), foreignRecord, G()],
    cases: CASE,
    runs: [HOLD],
  },
  {
    name: 'record-foreign-key-alone',
    section: '§3',
    shows: 'a record under another key and no text: hash_mismatch',
    spans: [ROOT(), R(), foreignRecord, G({ messages: undefined })],
    cases: CASE,
    runs: [
      unknown('hash_mismatch', ['H2', 'HOLD'], R_IN, {
        pattern: 'present/unlogged/passes',
        loss: 'unknown',
        evidence: UNPLACED,
        chunks: { sent: undefined, unknown: 3 },
        sha256: { context: undefined },
      }),
    ],
  },
  {
    name: 'context-hash-alone',
    section: '§5',
    shows: 'a context of which only the hash is logged proves nothing: offset_unproven',
    spans: [
      ROOT(),
      R(),
      G({ messages: undefined, attrs: { 'ragspan.context.sha256': sha256(CONTEXT), 'ragspan.context.bytes': 134 } }),
    ],
    cases: CASE,
    runs: [
      unknown('offset_unproven', ['H2', 'HOLD'], R_IN, {
        pattern: 'present/unlogged/passes',
        loss: 'unknown',
        evidence: UNPLACED,
        chunks: { sent: undefined, unknown: 3 },
      }),
    ],
  },
  {
    name: 'audit-quoted-question',
    section: '§6',
    shows: 'the question is part of the sent context: quoting it is no misquotation',
    spans: [
      ROOT(),
      R(),
      G({ messages: [user(CONTEXT), user(QUESTION)], output: `You asked "${QUESTION}" It is 30 days.` }),
    ],
    runs: [
      {
        root: 'root',
        answeredBy: 'G',
        verdict: 'UNDECLARED',
        outcome: 'answered',
        loss: 'none',
        explanation: 'no case; 3 retrieved, 3 sent',
        chunks: HOLD.chunks,
        sha256: ofContext(`${CONTEXT}\n${QUESTION}`, `You asked "${QUESTION}" It is 30 days.`),
      },
    ],
  },
  {
    name: 'call-output-fifteen-bytes',
    section: '§5',
    shows: 'an output under 16 bytes does not make its call contribute, on word borders it is transformed',
    ...(() => {
      const short = 'thirty days net';
      const context = `Notes: ${short}\n${C2}\n${C3}`;
      return {
        spans: [ROOT(), R(), chat('M1', { messages: [user(`Sum up: ${C1}`)], output: short }), GC(context)],
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
    name: 'call-output-sixteen-bytes',
    section: '§5',
    shows: 'sixteen bytes make it contribute',
    ...(() => {
      const short = 'thirty days nett';
      const context = `Notes: ${short}\n${C2}\n${C3}`;
      return {
        spans: [ROOT(), R(), chat('M1', { messages: [user(`Sum up: ${C1}`)], output: short }), GC(context)],
        cases: CASE,
        runs: [
          like(HOLD, {
            explanation: `${R_IN}; sent at byte 8; output passes`,
            evidence: { offset: 8 },
            sha256: ofContext(context),
          }),
        ],
      };
    })(),
  },
  {
    name: 'call-output-three-bytes',
    section: '§5',
    shows: 'under four bytes an output says nothing',
    ...(() => {
      const context = `Relevant: yes\n${C2}\n${C3}`;
      return {
        spans: [ROOT(), R(), chat('M1', { messages: [user(`Relevant? ${C1}`)], output: 'yes' }), GC(context)],
        cases: CASE,
        runs: [
          lost(C1, 1, 'deselected', 'deselected', { chunks: { sent: 2, deselected: 1 }, sha256: ofContext(context) }),
        ],
      };
    })(),
  },
  {
    name: 'engine-four-kib',
    section: '§5',
    shows: 'the ratio is judged from more than 4 KiB of text on',
    ...(() => {
      const line = (index: number): string => `Record ${index}: nothing to see, go along.\n`;
      let filler = '';
      for (let index = 0; filler.length < 4200; index += 1) filler += line(index);
      const below = `Context:\n\n${C1}\n\n${C2}\n\n${C3}\n\n${filler}`.slice(0, 4096);
      return {
        spans: [ROOT(), R(), GC(below, { provider: 'ollama', inputTokens: 20 })],
        cases: CASE,
        runs: [
          like(HOLD, {
            explanation: `${R_IN}; sent at byte 10; output passes`,
            evidence: { offset: 10 },
            sha256: ofContext(below),
          }),
        ],
      };
    })(),
  },
  {
    name: 'when-root-input-wins',
    section: '§8',
    shows: 'ragspan.input is the question, whatever else is logged',
    spans: [
      root({ input: QUESTION, attrs: { 'openinference.span.kind': 'CHAIN', 'input.value': 'something else' } }),
      R({ query: 'another query' }),
      G(),
    ],
    cases: caseFile({ more: `    when:\n      input: "${QUESTION}"\n` }),
    runs: [HOLD],
  },
  {
    name: 'form-first-hit-decides',
    section: '§4',
    shows: 'exact before trim: the first form that is found decides, wherever it stands',
    ...(() => {
      const padded = ` ${C1} `;
      const context = `Context:\n${C1}\n\nAgain: ${C1} \n${C2}`;
      return {
        spans: [ROOT(), R({ topK: 2, chunks: [padded, C2] }), GC(context)],
        cases: caseFile({ need: `chunk: ["${digest(padded)}"]` }),
        runs: [
          like(HOLD, {
            explanation: `rank 1/2 within k=2; sent at byte ${at(context, padded)}; output passes`,
            evidence: {
              ...item(padded),
              candidates_seen: 2,
              top_k: 2,
              offset: at(context, padded),
              kept_bytes: item(padded).length,
            },
            chunks: { retrieved: 2, distinct: 2, sent: 2 },
            sha256: pinned(2, context),
          }),
        ],
      };
    })(),
  },
];
