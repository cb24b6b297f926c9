/** Finer rulings on parts, forms, pins and stages (spec §3, §4). */
import { assembly, bytes, digest, reranker, retrieval, toolResult, user } from '../trace-builder.js';
import { at, hashes, item, like, type VectorSpec } from '../vector-builder.js';
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
  PINS,
  QUESTION,
  R,
  ROOT,
  WRONG,
  caseFile,
  needLine,
  ofContext,
} from './t0.js';

const START = 'Section 4.2 of the policy: ';
const X1 = `${START}returned goods are paid back within a month.`;
const X2 = `${START}exchanged goods are sent out within a week.`;
const QUOTED = 'Café orders: "it\'s 30 days"';
const line = (text: string): string => needLine(text);
const DEEP = 'Tab\there and "quotes".';
const escaped = (text: string, times: number): string => {
  let out = text;
  for (let count = 0; count < times; count += 1) out = JSON.stringify(out);
  return out;
};
const jsonContext = (times: number): string => `Tool said: ${escaped(DEEP, times)}`;
const deepRun = (context: string): typeof HOLD =>
  like(sent(DEEP.slice(0, 3), 1, context), {
    explanation: `rank 1/1 within k=1; sent at byte ${at(context, 'Tab')}; output passes`,
    evidence: {
      ...item(DEEP),
      offset: at(context, 'Tab'),
      form: 'json',
      kept_bytes: bytes(DEEP),
      candidates_seen: 1,
      top_k: 1,
    },
    chunks: { retrieved: 1, distinct: 1, sent: 1 },
    sha256: hashes({ input: QUESTION, context, output: ANSWER, pins: { model: 'test-model', top_k: 1 } }),
  });
const packedOut = (text: string, rank: number, context: string, changes: object = {}): typeof HOLD =>
  like(
    lost(text, rank, 'packed_out', 'packed out', {
      chunks: { sent: rank - 1, packed_out: 4 - rank },
      sha256: ofContext(context),
    }),
    changes as never,
  );

export const partVectors: VectorSpec[] = [
  {
    name: 'part-shared-start',
    section: '§4',
    shows: 'a kept prefix must be 16 bytes longer than a start shared with another item',
    ...(() => {
      const context = `Context, one rule after the other:\n${X1}\n\n${X2.slice(0, START.length + 4)}`;
      return {
        spans: [ROOT(), R({ topK: 2, chunks: [X1, X2] }), GC(context)],
        cases: line(X2),
        runs: [
          like(packedOut(X2, 2, context), {
            explanation: 'rank 2/2 within k=2; packed out',
            evidence: { candidates_seen: 2, top_k: 2 },
            chunks: { retrieved: 2, distinct: 2, sent: 1, packed_out: 1 },
            sha256: hashes({ input: QUESTION, context, output: ANSWER, pins: { model: 'test-model', top_k: 2 } }),
          }),
        ],
      };
    })(),
  },
  {
    name: 'part-beyond-shared-start',
    section: '§4',
    shows: 'sixteen bytes beyond it are a kept prefix',
    ...(() => {
      const kept = START.length + 16;
      const context = `Context:\n${X1}\n\n${X2.slice(0, kept)}`;
      return {
        spans: [ROOT(), R({ topK: 2, chunks: [X1, X2] }), GC(context)],
        cases: line(X2),
        runs: [
          like(lost(X2, 2, 'cut', `cut, ${kept} of ${bytes(X2)} bytes kept`), {
            explanation: `rank 2/2 within k=2; cut, ${kept} of ${bytes(X2)} bytes kept`,
            evidence: { candidates_seen: 2, top_k: 2, kept_bytes: kept, cut: { side: 'tail' } },
            chunks: { retrieved: 2, distinct: 2, sent: 1, cut: 1 },
            sha256: hashes({ input: QUESTION, context, output: ANSWER, pins: { model: 'test-model', top_k: 2 } }),
          }),
        ],
      };
    })(),
  },
  {
    name: 'part-fifteen-bytes',
    section: '§4',
    shows: 'fifteen bytes are no kept part',
    ...(() => {
      const context = `Context:\n${C1}\n\n${C2.slice(0, 15)}`;
      return { spans: [ROOT(), R(), GC(context)], cases: line(C2), runs: [packedOut(C2, 2, context)] };
    })(),
  },
  {
    name: 'part-bytes-of-whole-items',
    section: '§4',
    shows: 'bytes of items found whole belong to these, not to a longer item that starts alike',
    ...(() => {
      const longer = `${C1} Gift cards are not part of this rule.`;
      const context = `Context:\n${C1}`;
      return {
        spans: [ROOT(), R({ topK: 2, chunks: [C1, longer] }), GC(context)],
        cases: caseFile({ need: `chunk: ["${digest(longer)}"]` }),
        runs: [
          like(packedOut(longer, 2, context), {
            explanation: 'rank 2/2 within k=2; packed out',
            evidence: { candidates_seen: 2, top_k: 2 },
            chunks: { retrieved: 2, distinct: 2, sent: 1, packed_out: 1 },
            sha256: hashes({ input: QUESTION, context, output: ANSWER, pins: { model: 'test-model', top_k: 2 } }),
          }),
        ],
      };
    })(),
  },
  {
    name: 'part-question-keeps-its-bytes',
    section: '§4',
    shows: 'the question keeps its own bytes: an item that starts with it is not kept by it',
    ...(() => {
      const faq = `${QUESTION} It is thirty days from delivery on.`;
      const context = `Context:\n${C2}\n\nQuestion: ${QUESTION}`;
      return {
        spans: [ROOT(), R({ topK: 2, chunks: [C2, faq] }), GC(context)],
        cases: caseFile({ need: `chunk: ["${digest(faq)}"]` }),
        runs: [
          like(packedOut(faq, 2, context), {
            explanation: 'rank 2/2 within k=2; packed out',
            evidence: { candidates_seen: 2, top_k: 2 },
            chunks: { retrieved: 2, distinct: 2, sent: 1, packed_out: 1 },
            sha256: hashes({ input: QUESTION, context, output: ANSWER, pins: { model: 'test-model', top_k: 2 } }),
          }),
        ],
      };
    })(),
  },
  ...(
    [
      [
        'part-long-question',
        '',
        'packed_out',
        'packed out',
        0,
        "the question's bytes are left to nobody: an item that starts with them is gone, not edited",
      ],
      [
        'part-question-fifteen-beyond',
        ' It is thirty d',
        'packed_out',
        'packed out',
        0,
        'a stretch that reaches 15 bytes beyond the question is not kept',
      ],
      [
        'part-question-sixteen-beyond',
        ' It is thirty da',
        'cut',
        'cut, 69 of 89 bytes kept',
        69,
        "sixteen bytes beyond, it is kept, the question's bytes with it",
      ],
    ] as const
  ).map(([name, beyond, fate, told, kept, shows]): VectorSpec => {
    const asked = 'How long is the refund window for orders made abroad?';
    const faq = `${asked} It is thirty days from delivery on.`;
    const context = `Context:\n${C2}\n\nQuestion: ${asked}${beyond}`;
    return {
      name,
      section: '§4',
      shows,
      spans: [ROOT({ input: asked }), R({ topK: 2, chunks: [C2, faq] }), GC(context)],
      cases: caseFile({ need: `chunk: ["${digest(faq)}"]` }),
      runs: [
        like(lost(faq, 2, fate, told), {
          explanation: `rank 2/2 within k=2; ${told}`,
          evidence: {
            candidates_seen: 2,
            top_k: 2,
            kept_bytes: kept,
            ...(fate === 'cut' ? { cut: { side: 'tail' } } : {}),
          },
          chunks: { retrieved: 2, distinct: 2, sent: 1, [fate]: 1 },
          sha256: hashes({ input: asked, context, output: ANSWER, pins: { model: 'test-model', top_k: 2 } }),
        }),
      ],
    };
  }),
  {
    name: 'part-shared-header-cut',
    section: '§4',
    shows: 'a header that all items share counts for none of them until 16 bytes follow',
    ...(() => {
      const header = 'Document: returns policy of Example Shop Ltd., third edition, May 2026. ';
      const chunks = [C1, C2, C3].map((chunk) => header + chunk);
      const last = chunks[2] ?? '';
      const kept = header.length + 16;
      const context = `${chunks.slice(0, 2).join('\n\n')}\n\n${last.slice(0, kept)}`;
      return {
        spans: [ROOT(), R({ chunks }), GC(context)],
        cases: caseFile({ need: `chunk: ["${digest(last)}"]` }),
        runs: [
          lost(last, 3, 'cut', `cut, ${kept} of ${bytes(last)} bytes kept`, {
            evidence: { kept_bytes: kept, cut: { side: 'tail' } },
            chunks: { sent: 2, cut: 1 },
            sha256: ofContext(context),
          }),
        ],
      };
    })(),
  },
  {
    name: 'part-header-stripped',
    section: '§4',
    shows: 'a template that leaves out each header clips every chunk; a line below it is sent',
    ...(() => {
      const header = 'Document: returns policy of Example Shop Ltd., third edition, May 2026. ';
      const chunks = [C1, C2, C3].map((chunk) => header + chunk);
      const context = [C1, C2, C3].join('\n');
      return {
        spans: [ROOT(), R({ chunks }), GC(context)],
        cases: CASE,
        runs: [
          like(HOLD, {
            loss: 'clipped',
            explanation: `${R_IN}; sent at byte 0; output passes`,
            evidence: { ...item(chunks[0] ?? ''), offset: 0, kept_bytes: 43 },
            chunks: { sent: undefined, clipped: 3 },
            sha256: ofContext(context),
          }),
        ],
      };
    })(),
  },
  ...(
    [
      [
        'cut-before-the-question',
        `Context:\n${C1}\n\n${C2.slice(0, 25)}\n\nQuestion: ${QUESTION}`,
        25,
        'cut',
        'text that is no item may stand after a cut',
      ],
      [
        'cut-with-a-mark',
        `Context:\n${C1}\n\n${C2.slice(0, 25)}... [truncated]\n\nQuestion: ${QUESTION}`,
        25,
        'cut',
        'a mark after the cut changes nothing',
      ],
      [
        'clip-of-a-reordered-item',
        `${C3}\n${C1}\n${C2.slice(0, 20)}`,
        20,
        'clipped',
        'a prefix at the end while a later rank was sent: the chunk was truncated',
      ],
    ] as const
  ).map(([name, context, kept, fate, shows]): VectorSpec => ({
    name,
    section: '§4',
    shows,
    spans: [ROOT(), R(), GC(context)],
    cases: line(C2),
    runs: [
      lost(C2, 2, fate, `${fate}, ${kept} of 40 bytes kept`, {
        evidence: { kept_bytes: kept, ...(fate === 'cut' ? { cut: { side: 'tail' } } : {}) },
        chunks: fate === 'cut' ? { sent: 1, cut: 2 } : { sent: 2, clipped: 1 },
        sha256: ofContext(context),
      }),
    ],
  })),
  {
    name: 'part-suffix-kept',
    section: '§4',
    shows: 'a suffix kept while an item stands before it → clipped',
    ...(() => {
      const context = `Context:\n${C1}\n\n${C2.slice(18)}\n\n${C3}`;
      return {
        spans: [ROOT(), R(), GC(context)],
        cases: line(C2),
        runs: [
          lost(C2, 2, 'clipped', 'clipped, 22 of 40 bytes kept', {
            evidence: { kept_bytes: 22 },
            chunks: { sent: 2, clipped: 1 },
            sha256: ofContext(context),
          }),
        ],
      };
    })(),
  },
  {
    name: 'part-short-rest-before-an-item',
    section: '§4',
    shows: 'a rest under 16 bytes with an item after it is an edit, not a truncation',
    ...(() => {
      const context = `Context:\n${C1.slice(0, 30)}\n\n${C2}\n\n${C3}`;
      return {
        spans: [ROOT(), R(), GC(context)],
        cases: CASE,
        runs: [
          lost(C1, 1, 'altered', 'altered (edited)', {
            evidence: { kept_bytes: 30, form: 'edited' },
            chunks: { sent: 2, altered: 1 },
            sha256: ofContext(context),
          }),
        ],
      };
    })(),
  },
  {
    name: 'cut-recorded-keeps-part',
    section: '§4',
    shows: 'the item across a recorded cut: kept bytes are told',
    ...(() => {
      const context = `Context:\n${C1}\n\n${C2.slice(0, 20)}`;
      return {
        spans: [
          ROOT(),
          R(),
          assembly('A', {
            budget: 74,
            unit: 'byte',
            used: 74,
            cutAt: 74,
            cutSide: 'tail',
            context,
            chunks: [
              { text: C1, offset: 9, kept: 43, planned: 9 },
              { text: C2, offset: 54, kept: 20, planned: 54 },
              { text: C3, offset: -1, kept: 0, planned: 96 },
            ],
          }),
          GC(context),
        ],
        cases: line(C2),
        runs: [
          lost(C2, 2, 'cut', 'cut at 74 byte, 20 of 40 bytes kept', {
            evidence: { kept_bytes: 20, planned_at: 54, cut: { at: 74, unit: 'byte', side: 'tail' } },
            chunks: { sent: 1, cut: 2 },
            sha256: hashes({
              input: QUESTION,
              context,
              output: ANSWER,
              pins: { ...PINS, budget: 74, budget_unit: 'byte' },
            }),
          }),
        ],
      };
    })(),
  },
  {
    name: 'cut-recorded-in-chars',
    section: '§3',
    shows: 'a cut recorded in characters, on the head side',
    ...(() => {
      const context = `${C2}\n\n${C3}`;
      return {
        spans: [
          ROOT(),
          R(),
          assembly('A', {
            budget: 80,
            unit: 'char',
            cutAt: 54,
            cutSide: 'head',
            context,
            chunks: [
              { text: C1, offset: -1, kept: 0 },
              { text: C2, offset: 0, kept: 40 },
              { text: C3, offset: 42, kept: 38 },
            ],
          }),
          GC(context),
        ],
        cases: needLine(C2),
        runs: [
          like(sent(C2, 2, context), {
            loss: 'cut',
            chunks: { sent: 2, cut: 1 },
            sha256: hashes({
              input: QUESTION,
              context,
              output: ANSWER,
              pins: { ...PINS, budget: 80, budget_unit: 'char' },
            }),
          }),
        ],
      };
    })(),
  },
  {
    name: 'form-python-repr',
    section: '§4',
    shows: "Python's escapes are decoded as JSON's are",
    ...(() => {
      const context = `Documents: ['Caf\\xe9 orders: "it\\'s 30 days"']`;
      return {
        spans: [ROOT(), R({ topK: 1, chunks: [QUOTED] }), GC(context)],
        cases: line(QUOTED),
        runs: [
          like(HOLD, {
            explanation: `rank 1/1 within k=1; sent at byte ${at(context, 'Caf')}; output passes`,
            evidence: {
              ...item(QUOTED),
              offset: at(context, 'Caf'),
              form: 'json',
              kept_bytes: bytes(QUOTED),
              candidates_seen: 1,
              top_k: 1,
            },
            chunks: { retrieved: 1, distinct: 1, sent: 1 },
            sha256: hashes({ input: QUESTION, context, output: ANSWER, pins: { model: 'test-model', top_k: 1 } }),
          }),
        ],
      };
    })(),
  },
  {
    name: 'form-json-three-times',
    section: '§4',
    shows: 'decoded up to three times over',
    spans: [ROOT(), R({ topK: 1, chunks: [DEEP] }), GC(jsonContext(3))],
    cases: line(DEEP),
    runs: [deepRun(jsonContext(3))],
  },
  {
    name: 'form-json-four-times',
    section: '§4',
    shows: 'four times are too many',
    spans: [ROOT(), R({ topK: 1, chunks: [DEEP] }), GC(jsonContext(4))],
    cases: line(DEEP),
    runs: [
      like(lost(DEEP, 1, 'dropped', 'dropped'), {
        explanation: 'rank 1/1 within k=1; dropped',
        evidence: { candidates_seen: 1, top_k: 1 },
        chunks: { retrieved: 1, distinct: 1, sent: undefined, dropped: 1 },
        sha256: hashes({
          input: QUESTION,
          context: jsonContext(4),
          output: ANSWER,
          pins: { model: 'test-model', top_k: 1 },
        }),
      }),
    ],
  },
  {
    name: 'form-html-twice',
    section: '§4',
    shows: 'HTML is decoded once only',
    ...(() => {
      const chunk = 'Fish & chips: 30 days';
      const context = `Context:\nFish &amp;amp; chips: 30 days\n\n${C2}\n\n${C3}`;
      return {
        spans: [ROOT(), R({ chunks: [chunk, C2, C3] }), GC(context)],
        cases: line(chunk),
        options: { accept_forms: ['html'] },
        runs: [
          lost(chunk, 1, 'deselected', 'deselected', {
            chunks: { sent: 2, deselected: 1 },
            sha256: ofContext(context),
          }),
        ],
      };
    })(),
  },
  {
    name: 'form-html-numeric',
    section: '§4',
    shows: 'numeric entities, decimal and hexadecimal, and nbsp',
    ...(() => {
      const chunk = 'Fish & “chips”\u00A0to go: 30 days';
      const context = `Context:\nFish &#38; &#x201C;chips&#8221;&nbsp;to go: 30 days\n\n${C2}\n\n${C3}`;
      return {
        spans: [ROOT(), R({ chunks: [chunk, C2, C3] }), GC(context)],
        cases: line(chunk),
        runs: [
          lost(chunk, 1, 'altered', 'altered (html)', {
            evidence: { form: 'html', kept_bytes: undefined },
            chunks: { sent: 2, altered: 1 },
            sha256: ofContext(context),
          }),
        ],
      };
    })(),
  },
  {
    name: 'form-no-combination',
    section: '§4',
    shows: 'forms do not combine: escaped and re-wrapped is absent',
    ...(() => {
      const chunk = 'Fish & chips: 30 days';
      const context = `Context:\nFish &amp;\n   chips: 30 days\n\n${C2}\n\n${C3}`;
      return {
        spans: [ROOT(), R({ chunks: [chunk, C2, C3] }), GC(context)],
        cases: line(chunk),
        options: { accept_forms: ['html', 'ws'] },
        runs: [
          lost(chunk, 1, 'deselected', 'deselected', {
            chunks: { sent: 2, deselected: 1 },
            sha256: ofContext(context),
          }),
        ],
      };
    })(),
  },
  {
    name: 'form-tool-result-second-parse',
    section: '§4',
    shows: 'a tool result that is JSON with JSON inside',
    ...(() => {
      const inner = JSON.stringify({ text: DEEP });
      const context = `${QUESTION}\n${JSON.stringify({ body: inner })}`;
      return {
        spans: [
          ROOT(),
          R({ topK: 1, chunks: [DEEP] }),
          G({ messages: [user(QUESTION), toolResult(JSON.stringify({ body: inner }))] }),
        ],
        cases: line(DEEP),
        runs: [like(deepRun(context), { evidence: { message: 1 } })],
      };
    })(),
  },
  {
    name: 'log-union-candidates-after',
    section: '§3',
    shows: 'candidates not handed on stand after the union',
    ...(() => {
      const context = `Context:\n${C2}\n\n${C3}`;
      return {
        spans: [
          ROOT(),
          retrieval('R1', { topK: 1, chunks: [C2, C1], at: [100, 150] }),
          retrieval('R2', { topK: 1, chunks: [C3], at: [110, 160] }),
          GC(context),
        ],
        cases: CASE,
        runs: [
          like(HOLD, {
            verdict: 'H1',
            reason: 'below_k',
            boundary: 'retrieval',
            pattern: 'absent/absent/passes',
            explanation: 'rank 3/3 below k=2',
            evidence: { ...NOWHERE, rank: 3, stage: 'retrieve', top_k: 2 },
            chunks: { retrieved: 2, distinct: 2, sent: 2 },
            sha256: hashes({ input: QUESTION, context, output: ANSWER, pins: { model: 'test-model', top_k: 2 } }),
          }),
        ],
      };
    })(),
  },
  {
    name: 'log-reranker-openinference',
    section: '§3',
    shows: 'a RERANKER span is a later stage, its top_k the requested k',
    spans: [
      ROOT(),
      retrieval('R', { dialect: 'oi', chunks: [C4, C3, C2, C1], query: QUESTION }),
      reranker('RR', { query: QUESTION, topK: 3, input: [C4, C3, C2, C1], output: [C1, C2, C3] }),
      G({ dialect: 'oi' }),
    ],
    cases: CASE,
    runs: [like(HOLD, { evidence: { stage: 'rerank' } })],
  },
  {
    name: 'log-lone-surrogate',
    section: '§3',
    shows: 'a lone surrogate becomes U+FFFD: no digest, its rank is kept',
    spans: [ROOT(), R({ dialect: 'gen_ai', chunks: ['Smile \uD83D and be paid back.', C1, C2] }), G()],
    cases: CASE,
    runs: [
      like(HOLD, {
        loss: 'unknown',
        explanation: 'rank 2/3 within k=3; sent at byte 9; output passes',
        evidence: { rank: 2 },
        chunks: { sent: 2, unknown: 1 },
      }),
    ],
  },
  {
    name: 'pins-all',
    section: '§3',
    shows: 'the config fingerprint covers every pin that is present',
    spans: [
      ROOT(),
      R({ snapshot: 'idx-1' }),
      assembly('A', {
        budget: 4096,
        unit: 'token',
        templateSha256: 'ab'.repeat(32),
        templateVersion: 'v3',
        chunks: [
          { text: C1, offset: 9, kept: 43 },
          { text: C2, offset: 54, kept: 40 },
          { text: C3, offset: 96, kept: 38 },
        ],
      }),
      G({
        attrs: {
          'gen_ai.request.temperature': 0.25,
          'gen_ai.request.top_p': 0.9,
          'gen_ai.request.top_k': 40,
          'gen_ai.request.max_tokens': 512,
          'gen_ai.request.seed': 7,
          'gen_ai.request.frequency_penalty': 0.5,
          'gen_ai.request.presence_penalty': 1,
          'gen_ai.request.stop_sequences': ['END', '###'],
        },
      }),
    ],
    cases: CASE,
    runs: [
      like(HOLD, {
        sha256: {
          config: hashes({
            pins: {
              budget: 4096,
              budget_unit: 'token',
              frequency_penalty: 0.5,
              max_tokens: 512,
              model: 'test-model',
              presence_penalty: 1,
              sampling_top_k: 40,
              seed: 7,
              snapshot: 'idx-1',
              stop: ['END', '###'],
              temperature: 0.25,
              template_sha256: 'ab'.repeat(32),
              template_version: 'v3',
              top_k: 3,
              top_p: 0.9,
            },
          })['config'],
        },
      }),
    ],
  },
  {
    name: 'pins-large-integer',
    section: '§3',
    shows: 'integers beyond 2^53 are strings in the fingerprint',
    spans: [ROOT(), R(), G({ attrs: { 'gen_ai.request.seed': 9_007_199_254_740_993n } })],
    cases: CASE,
    runs: [like(HOLD, { sha256: { config: hashes({ pins: { ...PINS, seed: '9007199254740993' } })['config'] } })],
  },
  {
    name: 'h3b-chunk-not-sent',
    section: '§5',
    shows: 'a chunk declared incorrect that was not sent is no corpus failure',
    ...(() => {
      const wrongChunk = 'Old policy: a refund within 14 days only.';
      const context = `Context:\n${C1}\n\n${C2}`;
      return {
        spans: [ROOT(), R({ chunks: [C1, C2, wrongChunk] }), GC(context, { output: WRONG })],
        cases: caseFile({ more: `incorrect_chunks: ["${digest(wrongChunk)}"]\n` }),
        runs: [
          like(HOLD, {
            verdict: 'H3a',
            reason: 'contradiction',
            boundary: 'generation',
            pattern: 'present/present/fails',
            loss: 'packed_out',
            explanation: `${R_IN}; sent at byte 9; contradicted at output byte 21`,
            evidence: { quote: { offset: 21, length: 7 } },
            chunks: { sent: 2, packed_out: 1 },
            sha256: ofContext(context, WRONG),
          }),
        ],
      };
    })(),
  },
  {
    name: 'h3-incorrect-line-without-the-quote',
    section: '§5',
    shows: 'a line declared incorrect that lacks the quoted bytes: H3',
    spans: [ROOT(), R(), G({ output: WRONG })],
    cases: caseFile({ need: `line: "${C1}"\n      line_is: incorrect` }),
    runs: [
      like(HOLD, {
        verdict: 'H3',
        reason: 'contradiction',
        boundary: 'generation',
        pattern: 'present/present/fails',
        explanation: `${R_IN}; sent at byte 9; contradicted at output byte 21`,
        evidence: { quote: { offset: 21, length: 7 } },
        sha256: ofContext(CONTEXT, WRONG),
      }),
    ],
  },
  {
    name: 'provider-held-but-found',
    section: '§5',
    shows: 'a provider-held context does not matter when the need is found',
    spans: [
      ROOT(),
      R(),
      G({ dialect: 'oi', attrs: { 'llm.invocation_parameters': JSON.stringify({ previous_response_id: 'resp_41' }) } }),
    ],
    cases: CASE,
    runs: [HOLD],
  },
  {
    name: 'cut-head-of-the-first-item',
    section: '§4',
    shows: 'the visible cut mirrored: rank 1 kept as a suffix, no item before it',
    covers: ['B31'],
    ...(() => {
      const context = `Context:\n${C1.replace('window is', 'period lasts')}\n\n${C2}\n\n${C3}`;
      return {
        spans: [ROOT(), R(), GC(context)],
        cases: CASE,
        runs: [
          lost(C1, 1, 'cut', 'cut, 24 of 43 bytes kept', {
            evidence: { kept_bytes: 24, cut: { side: 'head' } },
            chunks: { sent: 2, cut: 1 },
            sha256: ofContext(context),
          }),
        ],
      };
    })(),
  },
  {
    name: 'unknown-lossy-log-and-lossy-context',
    section: '§5',
    shows: 'several ?: the reason is the first, candidates over every value',
    ...(() => {
      const context = `Context:\n[REDACTED]\n\n${C2}\n\n${C3}`;
      return {
        spans: [
          ROOT(),
          R({ chunks: [C2, C3, C4], droppedAttributes: 1 }),
          GC(context, { output: 'The window is [REDACTED].' }),
        ],
        cases: CASE,
        runs: [
          unknown('lossy_capture', ['H1', 'H2', 'H3', 'HOLD'], '', {
            pattern: 'unlogged/unlogged/unchecked',
            loss: 'unknown',
            evidence: { ...NOWHERE, ...UNPLACED },
            chunks: { sent: 2, unknown: 1 },
            sha256: { context: undefined, output: undefined },
          }),
        ],
      };
    })(),
  },
];
