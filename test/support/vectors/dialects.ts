/** What the dialects spell in their own ways, and what telemetry may have changed (spec §3). */
import { assembly, chat, retrieval, sha256, span, system, user } from '../trace-builder.js';
import { hashes, item, like, type VectorSpec } from '../vector-builder.js';
import { lost } from './fates.js';
import { check } from './generation.js';
import { R_IN, UNPLACED, unknown } from './unknown.js';
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

const OBSERVED = hashes({ input: QUESTION, context: CONTEXT, output: ANSWER, pins: { model: 'test-model' } });
const NO_C1 = `Context:\n${C2}\n\n${C3}`;
const RECORD = (kept: number): ReturnType<typeof assembly> =>
  assembly('A', {
    chunks: [
      { text: C1, offset: 9, kept },
      { text: C2, offset: 54, kept: 40 },
      { text: C3, offset: 96, kept: 38 },
    ],
  });
const PLACELESS = { offset: undefined, message: undefined, part: undefined, form: undefined } as const;
const DOCUMENTS = {
  documents: [C1, C2, C3].map((pageContent, index) => ({
    pageContent,
    metadata: { page: index + 1 },
    id: `p${index + 1}`,
  })),
};
const REQUEST = {
  model: 'test-model',
  messages: [
    { role: 'system', content: [{ type: 'text', text: CONTEXT }] },
    { role: 'user', content: [{ type: 'text', text: QUESTION }] },
  ],
};
const big = 'Unrelated records of other customers, one line after the other, all different. ';
const BIG = `Context:\n\n${C1}\n\n${C2}\n\n${C3}\n\n${Array.from({ length: 640 }, (_, index) => `${big}${index}`).join('\n')}`;
const inBig = like(HOLD, {
  explanation: `${R_IN}; sent at byte 10; output passes`,
  evidence: { offset: 10 },
  sha256: ofContext(BIG),
});
const EMOJI = `😀😀 ${C1}`;

export const dialectVectors: VectorSpec[] = [
  {
    name: 'oi-documents-blob',
    section: '§3',
    shows: 'OpenInference: the documents of output.value, ids included',
    spans: [
      ROOT(),
      retrieval('R', {
        dialect: 'oi',
        query: QUESTION,
        attrs: { 'output.value': JSON.stringify(DOCUMENTS), 'output.mime_type': 'application/json' },
      }),
      G({ dialect: 'oi' }),
    ],
    cases: caseFile({ need: 'id: ["p1"]' }),
    runs: [like(HOLD, { evidence: { top_k_source: 'observed' }, sha256: OBSERVED })],
  },
  {
    name: 'oi-request-body',
    section: '§3',
    shows: 'OpenInference: the messages of the request body',
    spans: [
      ROOT(),
      R({ dialect: 'oi', query: QUESTION }),
      G({
        dialect: 'oi',
        messages: [],
        attrs: { 'input.value': JSON.stringify(REQUEST), 'input.mime_type': 'application/json' },
      }),
    ],
    cases: CASE,
    runs: [
      like(HOLD, {
        evidence: { top_k_source: 'observed' },
        sha256: { ...OBSERVED, context: sha256(`${CONTEXT}\n${QUESTION}`) },
      }),
    ],
  },
  {
    name: 'oi-system-only-in-body',
    section: '§3',
    shows: 'OpenInference, Anthropic: the system text stands in the request body alone, as message 0',
    spans: [
      ROOT(),
      R({ dialect: 'oi', query: QUESTION }),
      G({
        dialect: 'oi',
        messages: [user(QUESTION)],
        attrs: {
          'input.value': JSON.stringify({
            model: 'test-model',
            system: CONTEXT,
            messages: [{ role: 'user', content: QUESTION }],
          }),
          'input.mime_type': 'application/json',
        },
      }),
    ],
    cases: CASE,
    runs: [
      like(HOLD, {
        evidence: { top_k_source: 'observed' },
        sha256: { ...OBSERVED, context: sha256(`${CONTEXT}\n${QUESTION}`) },
      }),
    ],
  },
  ...['text', 'page_content', 'pageContent'].map((key): VectorSpec => ({
    name: `gen-ai-documents-${key.replace('_', '-').toLowerCase()}`,
    section: '§3',
    shows: `a document's text under ${key}`,
    spans: [
      ROOT(),
      R({
        dialect: 'gen_ai',
        attrs: { 'gen_ai.retrieval.documents': JSON.stringify([C1, C2, C3].map((text) => ({ [key]: text }))) },
      }),
      G(),
    ],
    cases: CASE,
    runs: [HOLD],
  })),
  {
    name: 'gen-ai-documents-structured',
    section: '§3',
    shows: 'documents as a structured attribute value',
    spans: [
      ROOT(),
      R({
        dialect: 'gen_ai',
        attrs: {
          'gen_ai.retrieval.documents': [C1, C2, C3].map((content, index) => ({
            id: index + 1,
            content,
            score: 0.5 - index / 10,
          })),
        },
      }),
      G(),
    ],
    cases: CASE,
    runs: [HOLD],
  },
  {
    name: 'scores-change-nothing',
    section: '§1',
    shows: 'scores never enter a verdict',
    spans: [
      ROOT(),
      R({
        dialect: 'gen_ai',
        attrs: {
          'gen_ai.retrieval.documents': JSON.stringify([
            { content: C1, score: 0.01 },
            { content: C2, score: 0.99 },
            { content: C3, score: -3 },
          ]),
        },
      }),
      G(),
    ],
    cases: CASE,
    runs: [HOLD],
  },
  {
    name: 'self-reports-change-nothing',
    section: '§1',
    shows: 'what the model says about itself never enters a verdict',
    ...(() => {
      const output = `I read the policy with great care and I am 99% sure: ${ANSWER}`;
      return {
        spans: [
          ROOT({ attrs: { 'user.feedback': 'thumbs_down', 'evaluation.faithfulness': 0.1 } }),
          R(),
          GC(NO_C1, { output }),
        ],
        cases: CASE,
        runs: [
          lost(C1, 1, 'deselected', 'deselected', {
            chunks: { sent: 2, deselected: 1 },
            sha256: ofContext(NO_C1, output),
          }),
        ],
      };
    })(),
  },
  {
    name: 'embeddings-are-no-part',
    section: '§9',
    shows: 'embedding spans are no part of a run',
    spans: [
      ROOT(),
      span('E', { attrs: { 'gen_ai.operation.name': 'embeddings', 'gen_ai.request.model': 'embedder' } }),
      R(),
      G(),
    ],
    cases: CASE,
    runs: [HOLD],
  },
  {
    name: 'oi-chains-between',
    section: '§9',
    shows: 'chains and prompts between: the lowest span over both halves is the root',
    spans: [
      span('app', { attrs: { 'openinference.span.kind': 'CHAIN', 'input.value': QUESTION } }),
      span('docs', { parent: 'app', attrs: { 'openinference.span.kind': 'CHAIN' } }),
      R({ dialect: 'oi', parent: 'docs', query: QUESTION }),
      span('prompt', { parent: 'app', attrs: { 'openinference.span.kind': 'PROMPT' } }),
      G({ dialect: 'oi', parent: 'app' }),
    ],
    cases: CASE,
    runs: [like(HOLD, { root: 'app', evidence: { top_k_source: 'observed' }, sha256: OBSERVED })],
  },
  {
    name: 'log-one-list-unlogged-holds',
    section: '§3',
    shows: 'one of two retrievals logged no list: the need in the other is in the log',
    spans: [ROOT(), retrieval('X', { dialect: 'gen_ai' }), R(), G()],
    cases: CASE,
    runs: [like(HOLD, { loss: 'unknown' })],
  },
  {
    name: 'log-one-list-unlogged-absent',
    section: '§3',
    shows: 'one of two retrievals logged no list: what the other lacks is not absent',
    spans: [ROOT(), retrieval('X', { dialect: 'gen_ai' }), R(), G()],
    cases: needLine(C4),
    runs: [
      unknown('content_off', ['H1', 'H2'], '', {
        pattern: 'unlogged/absent/passes',
        loss: 'unknown',
        evidence: { ...item(C4), ...NOWHERE },
      }),
    ],
  },
  {
    name: 'log-same-query-overlapping',
    section: '§3',
    shows: 'a list for the same query that started before the other ended is no later stage',
    spans: [
      ROOT(),
      retrieval('R1', { topK: 4, chunks: [C1, C2, C3, C4], query: 'refund window', at: [100, 200] }),
      retrieval('R2', { topK: 2, chunks: [C2, C3], query: 'refund window', at: [150, 250] }),
      GC(NO_C1, { at: [300, 350] }),
    ],
    cases: CASE,
    runs: [
      lost(C1, 1, 'deselected', 'deselected', {
        explanation: 'rank 1/6 within k=6; deselected',
        loss: 'dropped',
        evidence: { candidates_seen: 6, top_k: 6 },
        chunks: { retrieved: 4, distinct: 4, sent: 2, deselected: 1, dropped: 1 },
        sha256: hashes({ input: QUESTION, context: NO_C1, output: ANSWER, pins: { model: 'test-model', top_k: 6 } }),
      }),
    ],
  },
  {
    name: 'log-text-masked-digest-raw',
    section: '§3',
    shows: 'a text that does not fit its digest is lossy, the digest is immune',
    spans: [
      ROOT(),
      R({
        attrs: {
          'gen_ai.retrieval.documents': JSON.stringify([
            { content: C1.replace('30 days', 'XXXXXXX') },
            { content: C2 },
            { content: C3 },
          ]),
        },
      }),
      A(),
      G(),
    ],
    cases: CASE,
    runs: [HOLD],
  },
  {
    name: 'unknown-hash-mismatch-plain',
    section: '§3',
    shows: 'plain digests where a key is set, no text: hash_mismatch',
    spans: [ROOT(), R({ text: false }), G()],
    cases: CASE,
    options: { hash_key: 'a secret of the operator' },
    runs: [
      unknown('hash_mismatch', ['HOLD'], 'sent at byte 9', {
        pattern: 'unlogged/present/passes',
        loss: 'unknown',
        evidence: { ...item(C1, 'a secret of the operator'), rank: undefined, stage: undefined, kept_bytes: undefined },
        chunks: { sent: undefined, unknown: 3 },
        sha256: hashes({
          input: QUESTION,
          context: CONTEXT,
          output: ANSWER,
          pins: { model: 'test-model', top_k: 3 },
          key: 'a secret of the operator',
        }),
      }),
    ],
  },
  {
    name: 'unknown-output-hash-mismatch',
    section: '§3',
    shows: 'an output that does not fit its source hash never passes',
    spans: [
      ROOT(),
      R(),
      G({
        attrs: { 'ragspan.output.sha256': sha256('The refund window is 30 days, Jane.'), 'ragspan.output.bytes': 35 },
      }),
    ],
    cases: CASE,
    runs: [
      unknown('lossy_capture', ['H3', 'HOLD'], `${R_IN}; sent at byte 9`, {
        pattern: 'present/present/unchecked',
        sha256: { output: sha256('The refund window is 30 days, Jane.') },
      }),
    ],
  },
  {
    name: 'unknown-output-at-limit',
    section: '§3',
    shows: 'an output as long as the value limit never passes',
    spans: [ROOT(), R(), G({ dialect: 'oi', messages: [system(CONTEXT)] })],
    cases: CASE,
    options: { value_length_limit: 29 },
    runs: [
      unknown('lossy_capture', ['H3', 'HOLD'], `${R_IN}; sent at byte 9`, {
        pattern: 'present/present/unchecked',
        sha256: { output: undefined },
      }),
    ],
  },
  {
    name: 'record-line-in-kept-range',
    section: '§4',
    shows: 'by record alone: a line inside the kept part is present',
    spans: [ROOT(), R(), RECORD(30), G({ messages: undefined })],
    cases: needLine('The refund window is'),
    runs: [
      like(HOLD, {
        explanation: `${R_IN}; sent; output passes`,
        loss: 'clipped',
        evidence: { ...PLACELESS, kept_bytes: 30 },
        chunks: { sent: 2, clipped: 1 },
        sha256: { context: undefined },
      }),
    ],
  },
  {
    name: 'record-line-beyond-kept-range',
    section: '§4',
    shows: 'by record alone: a line beyond the kept part is not proven either way',
    spans: [ROOT(), R(), RECORD(30), G({ messages: undefined })],
    cases: needLine('from delivery.'),
    runs: [
      unknown('offset_unproven', ['H2', 'HOLD'], R_IN, {
        pattern: 'present/unlogged/passes',
        loss: 'clipped',
        evidence: UNPLACED,
        chunks: { sent: 2, clipped: 1 },
        sha256: { context: undefined },
      }),
    ],
  },
  ...(
    [
      ['code-points', 3, undefined],
      ['code-points-said', 3, 'code_point'],
      ['bytes', 9, undefined],
      ['none-fits', 4, undefined],
    ] as const
  ).map(([suffix, offset, unit]): VectorSpec => ({
    name: `b55-offset-${suffix}`,
    section: '§4',
    shows: `a claimed offset of ${offset}${unit === undefined ? '' : `, unit ${unit}`}: the hash decides`,
    covers: ['B55'],
    spans: [
      ROOT(),
      R({ topK: 1, chunks: [C1] }),
      A({
        chunks: [{ text: C1, offset, kept: 43 }],
        context: EMOJI,
        ...(unit === undefined ? {} : { offsetUnit: unit }),
      }),
      GC(EMOJI),
    ],
    cases: caseFile({ need: 'chunk: ["699cbffbe26241dc3ce9f2c93ac62b38"]' }),
    runs: [
      like(HOLD, {
        explanation: 'rank 1/1 within k=1; sent at byte 9; output passes',
        evidence: {
          candidates_seen: 1,
          top_k: 1,
          ...(unit === undefined && suffix !== 'bytes' ? { offset_mismatch: true } : {}),
        },
        chunks: { retrieved: 1, distinct: 1, sent: 1 },
        sha256: hashes({ input: QUESTION, context: EMOJI, output: ANSWER, pins: { model: 'test-model', top_k: 1 } }),
      }),
    ],
  })),
  {
    name: 'engine-cache-counted-openinference',
    section: '§5',
    shows: "cached tokens in OpenInference's spelling",
    spans: [
      ROOT(),
      R(),
      GC(BIG, {
        dialect: 'oi',
        provider: 'openai',
        inputTokens: 200,
        attrs: { 'llm.token_count.prompt_details.cache_read': 9000 },
      }),
    ],
    cases: CASE,
    runs: [inBig],
  },
  {
    name: 'engine-cache-apart-but-logged',
    section: '§5',
    shows: 'a provider that counts cached tokens apart is judged once a cache count is logged',
    spans: [
      ROOT(),
      R(),
      GC(BIG, { provider: 'anthropic', inputTokens: 200, attrs: { 'gen_ai.usage.cache_read.input_tokens': 300 } }),
    ],
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
    name: 'engine-truncated-need-absent',
    section: '§5',
    shows: 'an engine that cut does not excuse an assembly that dropped',
    ...(() => {
      const context = BIG.replace(`${C1}\n\n`, '');
      return {
        spans: [ROOT(), R(), GC(context, { provider: 'ollama', inputTokens: 2050 })],
        cases: CASE,
        runs: [
          lost(C1, 1, 'deselected', 'deselected', {
            loss: 'engine',
            chunks: { sent: 2, deselected: 1 },
            sha256: ofContext(context),
          }),
        ],
      };
    })(),
  },
  {
    name: 'b33-same-text-inside',
    section: '§9',
    shows: 'no response id: the same text, one interval inside the other, is one call',
    covers: ['B33'],
    spans: [
      ROOT({ at: [0, 600] }),
      R(),
      GC(NO_C1, { scope: 'framework', at: [210, 490] }),
      chat('SDK', { parent: 'G', scope: 'openai', messages: [user(NO_C1)], output: ANSWER, at: [220, 480] }),
    ],
    cases: CASE,
    runs: [lost(C1, 1, 'deselected', 'deselected', { chunks: { sent: 2, deselected: 1 }, sha256: ofContext(NO_C1) })],
  },
  check(
    'gen-nfc-group',
    'NFC composes a group of up to 30 code points',
    `e${'\u0301'.repeat(29)} 30`,
    'must: ["é"]',
    'passes',
  ),
  check(
    'gen-nfc-long-group',
    'a group of more than 30 code points stays',
    `e${'\u0301'.repeat(31)} 30`,
    'must: ["é"]',
    'unsupported',
  ),
  check(
    'gen-white-space-list',
    'U+0085 and U+FEFF are white space',
    '30\u0085\uFEFFdays',
    'must: ["30 days"]',
    'passes',
  ),
  check('gen-zero-width-space', 'U+200B is none', '30\u200Bdays', 'must: ["30 days"]', 'unsupported'),
  check(
    'gen-border-other-number',
    'every \\p{N} is a digit for borders',
    'It is 30² days.',
    'must: ["30"]',
    'unsupported',
  ),
  check(
    'gen-border-combining-mark',
    'a combining mark is neither letter nor digit',
    'It is 30\u0301 days.',
    'must: ["30"]',
    'passes',
  ),
];
