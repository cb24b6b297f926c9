/** UNKNOWN: every reason that a file can show, with what is still possible (spec §5). */
import { assembly, bytes, chat, digest, retrieval, sha256, user } from '../trace-builder.js';
import { also, hashes, item, like, type VectorSpec } from '../vector-builder.js';
import {
  A,
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
  PINS,
  QUESTION,
  R,
  ROOT,
  WRONG,
  caseFile,
  needLine,
  ofContext,
} from './t0.js';

type Changes = { readonly [key: string]: unknown };

/** UNKNOWN on T0. `known` is what the sentence says before the reason. */
export function unknown(
  reason: string,
  candidates: readonly string[],
  known: string,
  changes: Changes = {},
): typeof HOLD {
  return like(
    like(HOLD, {
      verdict: 'UNKNOWN',
      reason,
      candidates,
      explanation: `${known === '' ? '' : `${known}; `}${reason}: ${candidates.join(' or ')} possible`,
    }),
    changes,
  );
}
export const R_IN = 'rank 1/3 within k=3';
/** S is ?: no place, no kept bytes. */
export const UNPLACED = {
  offset: undefined,
  message: undefined,
  part: undefined,
  form: undefined,
  kept_bytes: undefined,
} as const;
/** R is ?: nothing about a rank. */
const UNRANKED = {
  rank: undefined,
  stage: undefined,
  candidates_seen: undefined,
  top_k: undefined,
  top_k_source: undefined,
  kept_bytes: undefined,
} as const;
const NO_LOG = {
  loss: 'unknown',
  chunks: undefined,
  evidence: UNRANKED,
  sha256: hashes({ input: QUESTION, context: CONTEXT, output: ANSWER, pins: { model: 'test-model' } }),
};
/** S unknown for all three items. */
const S_UNKNOWN = {
  pattern: 'present/unlogged/passes',
  loss: 'unknown',
  evidence: UNPLACED,
  chunks: { sent: undefined, unknown: 3 },
  sha256: { context: undefined },
};

const RECORD_ONLY = assembly('A', {
  chunks: [
    { text: C1, offset: 9, kept: 43 },
    { text: C2, offset: 54, kept: 40 },
    { text: C3, offset: 96, kept: 38 },
  ],
});

const REFUSED = "I couldn't find information on that.";
const THROUGH = ['H1', 'H2', 'H3', 'HOLD'];

export const unknownVectors: VectorSpec[] = [
  {
    name: 'unknown-retrieval-unlogged',
    section: '§5',
    shows: 'no retrieval span, need in the context: only HOLD is possible, yet UNKNOWN',
    covers: ['B17', 'B21b'],
    spans: [ROOT(), G()],
    cases: CASE,
    runs: [
      unknown('retrieval_unlogged', ['HOLD'], 'sent at byte 9', { pattern: 'unlogged/present/passes', ...NO_LOG }),
    ],
  },
  {
    name: 'unknown-retrieval-unlogged-absent',
    section: '§5',
    shows: 'no retrieval span, need absent from the context: H1 or H2',
    spans: [ROOT(), GC(`Context:\n${C2}`)],
    cases: CASE,
    runs: [
      unknown(
        'retrieval_unlogged',
        ['H1', 'H2'],
        '',
        also(
          { pattern: 'unlogged/absent/passes', ...NO_LOG },
          {
            evidence: ABSENT,
            sha256: { context: sha256(`Context:\n${C2}`) },
          },
        ),
      ),
    ],
  },
  {
    name: 'b3-async-context-lost',
    section: '§9',
    shows: 'the halves of one answer in two traces are two runs, none convicted',
    covers: ['B3'],
    spans: [
      ROOT(),
      R(),
      RECORD_ONLY,
      chat('G', { trace: 2, messages: [user(CONTEXT), user(QUESTION)], output: ANSWER }),
    ],
    cases: CASE,
    runs: [
      unknown('output_unlogged', ['H3', 'HOLD'], `${R_IN}; sent`, {
        answeredBy: undefined,
        pattern: 'present/present/unlogged',
        outcome: undefined,
        evidence: { offset: undefined, message: undefined, part: undefined, form: undefined },
        sha256: { context: undefined, output: undefined, config: hashes({ pins: { top_k: 3 } })['config'] },
      }),
      unknown(
        'retrieval_unlogged',
        ['HOLD'],
        'sent at byte 9',
        also(
          { root: 'G', pattern: 'unlogged/present/passes', ...NO_LOG },
          {
            sha256: hashes({
              input: QUESTION,
              context: `${CONTEXT}\n${QUESTION}`,
              output: ANSWER,
              pins: { model: 'test-model' },
            }),
          },
        ),
      ),
    ],
  },
  {
    name: 'unknown-context-unlogged',
    section: '§5',
    shows: 'no model call and no record: context_unlogged comes before output_unlogged',
    spans: [ROOT(), R()],
    cases: CASE,
    runs: [
      unknown(
        'context_unlogged',
        ['H2', 'H3', 'HOLD'],
        R_IN,
        also(S_UNKNOWN, {
          answeredBy: undefined,
          pattern: 'present/unlogged/unlogged',
          outcome: undefined,
          sha256: { context: undefined, output: undefined, config: hashes({ pins: { top_k: 3 } })['config'] },
        }),
      ),
    ],
  },
  {
    name: 'unknown-output-unlogged',
    section: '§5',
    shows: 'a call without output text: output_unlogged',
    covers: ['B25c'],
    spans: [
      ROOT(),
      R({ text: false }),
      A(),
      G({
        messages: undefined,
        output: undefined,
        attrs: { 'ragspan.context.sha256': sha256(CONTEXT), 'ragspan.context.bytes': bytes(CONTEXT) },
      }),
    ],
    cases: CASE,
    runs: [
      unknown('output_unlogged', ['H3', 'HOLD'], `${R_IN}; sent`, {
        answeredBy: undefined,
        pattern: 'present/present/unlogged',
        outcome: undefined,
        evidence: { offset: undefined, message: undefined, part: undefined, form: undefined },
        sha256: { context: undefined, output: undefined, config: hashes({ pins: { top_k: 3 } })['config'] },
      }),
    ],
  },
  {
    name: 'unknown-content-off-retrieval',
    section: '§3',
    shows: 'a retrieval span without a list is content_off, not empty',
    covers: ['B17'],
    spans: [ROOT(), retrieval('R', { dialect: 'gen_ai', topK: 3 }), G()],
    cases: CASE,
    runs: [
      unknown('content_off', ['HOLD'], 'sent at byte 9', {
        pattern: 'unlogged/present/passes',
        loss: 'unknown',
        chunks: undefined,
        evidence: { rank: undefined, stage: undefined, candidates_seen: undefined, kept_bytes: undefined },
      }),
    ],
  },
  {
    name: 'unknown-content-off-context',
    section: '§5',
    shows: 'a model call without messages, hash or record: content_off',
    spans: [ROOT(), R(), G({ messages: undefined })],
    cases: CASE,
    runs: [unknown('content_off', ['H2', 'HOLD'], R_IN, S_UNKNOWN)],
  },
  {
    name: 'unknown-hash-mismatch',
    section: '§3',
    shows: 'digests under another key and no text: hash_mismatch, never absent',
    spans: [
      ROOT(),
      R({ text: false, hashKey: 'another key', hashKeyName: sha256('ragspan', 'another key').slice(0, 8) }),
      G(),
    ],
    cases: CASE,
    runs: [
      unknown('hash_mismatch', ['HOLD'], 'sent at byte 9', {
        pattern: 'unlogged/present/passes',
        loss: 'unknown',
        evidence: { rank: undefined, stage: undefined, kept_bytes: undefined },
        chunks: { sent: undefined, unknown: 3 },
      }),
    ],
  },
  {
    name: 'hold-rehashed',
    section: '§3',
    shows: 'digests under another key, text at hand: hashed again',
    spans: [ROOT(), R({ hashKey: 'another key', hashKeyName: sha256('ragspan', 'another key').slice(0, 8) }), G()],
    cases: CASE,
    runs: [HOLD],
  },
  {
    name: 'unknown-invalid-text',
    section: '§3',
    shows: 'the log holds text with U+FFFD and no other item has the line: invalid_text',
    ...(() => {
      const broken = C1.replace('window', 'win\uFFFDow');
      const context = `Context:\n${C2}\n\n${C3}`;
      return {
        spans: [ROOT(), R({ dialect: 'gen_ai', chunks: [broken, C2, C3] }), GC(context)],
        cases: CASE,
        runs: [
          unknown('invalid_text', ['H1', 'H2'], '', {
            pattern: 'unlogged/absent/passes',
            loss: 'unknown',
            evidence: NOWHERE,
            chunks: { sent: 2, unknown: 1 },
            sha256: ofContext(context),
          }),
        ],
      };
    })(),
  },
  {
    name: 'unknown-invalid-context',
    section: '§3',
    shows: 'U+FFFD in the sent text: what is not found there is not absent',
    ...(() => {
      const context = `Context:\nThe refund win\uFFFDow is long.\n\n${C2}\n\n${C3}`;
      return {
        spans: [ROOT(), R(), GC(context)],
        cases: CASE,
        runs: [
          unknown('invalid_text', ['H2', 'HOLD'], R_IN, {
            pattern: 'present/unlogged/passes',
            loss: 'unknown',
            evidence: UNPLACED,
            chunks: { sent: 2, unknown: 1 },
            sha256: { context: undefined },
          }),
        ],
      };
    })(),
  },
  {
    name: 'b12-json-cut-by-limit',
    section: '§3',
    shows: 'unparseable messages: lossy_capture, no H2',
    covers: ['B12a'],
    ...(() => {
      const filler = 'History of the conversation, turn by turn. '.repeat(70);
      const whole = JSON.stringify([{ role: 'user', parts: [{ type: 'text', content: `${filler}${CONTEXT}` }] }]);
      return {
        spans: [ROOT(), R(), G({ attrs: { 'gen_ai.input.messages': whole.slice(0, 1028) } })],
        cases: CASE,
        runs: [unknown('lossy_capture', ['H2', 'HOLD'], R_IN, S_UNKNOWN)],
      };
    })(),
  },
  {
    name: 'b12-hashes-at-source',
    section: '§3',
    shows: 'hashes and kept lengths made at the source are immune',
    covers: ['B12b'],
    ...(() => {
      const filler = 'History of the conversation, turn by turn. '.repeat(70);
      const whole = JSON.stringify([{ role: 'user', parts: [{ type: 'text', content: `${filler}${CONTEXT}` }] }]);
      const shift = bytes(filler);
      return {
        spans: [
          ROOT(),
          R(),
          A({
            chunks: [
              { text: C1, offset: 9 + shift, kept: 43 },
              { text: C2, offset: 54 + shift, kept: 40 },
              { text: C3, offset: 96 + shift, kept: 38 },
            ],
            context: `${filler}${CONTEXT}`,
          }),
          G({
            attrs: {
              'gen_ai.input.messages': whole.slice(0, 1028),
              'ragspan.context.sha256': sha256(`${filler}${CONTEXT}`),
              'ragspan.context.bytes': bytes(`${filler}${CONTEXT}`),
            },
          }),
        ],
        cases: CASE,
        runs: [
          like(HOLD, {
            explanation: `${R_IN}; sent; output passes`,
            evidence: { offset: undefined, message: undefined, part: undefined, form: undefined },
            sha256: { context: sha256(`${filler}${CONTEXT}`) },
          }),
        ],
      };
    })(),
  },
  {
    name: 'b13-null-digest-holds',
    section: '§3',
    shows: 'a null in the list keeps the other ranks',
    covers: ['B13'],
    spans: [ROOT(), R({ text: false, chunks: [C1, { digest: null, bytes: 40 }, C3] }), A(), G()],
    cases: needLine(C3),
    runs: [
      like(HOLD, {
        loss: 'unknown',
        explanation: 'rank 3/3 within k=3; sent at byte 96; output passes',
        evidence: { ...item(C3), rank: 3, offset: 96, kept_bytes: 38 },
        chunks: { sent: 2, unknown: 1 },
      }),
    ],
  },
  {
    name: 'b13-null-digest-needed',
    section: '§3',
    shows: 'the needed digest may be the null: lossy_capture',
    covers: ['B13'],
    spans: [ROOT(), R({ text: false, chunks: [C1, { digest: null, bytes: 40 }, C3] }), A(), G()],
    cases: caseFile({ need: `chunk: ["${digest(C2)}"]` }),
    runs: [
      unknown('lossy_capture', ['HOLD'], 'sent at byte 54', {
        pattern: 'unlogged/present/passes',
        loss: 'unknown',
        evidence: {
          digest: digest(C2),
          length: undefined,
          rank: undefined,
          stage: undefined,
          offset: 54,
          kept_bytes: undefined,
        },
        chunks: { sent: 2, unknown: 1 },
      }),
    ],
  },
  {
    name: 'b13-null-document-needed',
    section: '§3',
    shows: 'the needed line may be in the null of a list of texts: lossy_capture',
    covers: ['B13'],
    spans: [
      ROOT(),
      R({
        dialect: 'gen_ai',
        attrs: { 'gen_ai.retrieval.documents': JSON.stringify([{ content: C1 }, null, { content: C3 }]) },
      }),
      G(),
    ],
    cases: needLine(C2),
    runs: [
      unknown('lossy_capture', ['HOLD'], 'sent at byte 54', {
        pattern: 'unlogged/present/passes',
        loss: 'unknown',
        evidence: { ...item(C2), rank: undefined, stage: undefined, offset: 54, kept_bytes: undefined },
        chunks: { sent: 2, unknown: 1 },
      }),
    ],
  },
  ...['[REDACTED]', '__redacted__', '<REDACTED>', '[Filtered]', '[MASKED]', '***', '[… 12 more items]'].map(
    (marker, index): VectorSpec => {
      // Three stars may be a ruler of Markdown: alone in their message they are a mask.
      const context = marker === '***' ? `Context:\n\n${C2}\n\n${C3}` : `Context:\n${marker}\n\n${C2}\n\n${C3}`;
      return {
        name: `unknown-marker-${['redacted', 'dunder', 'angle', 'filtered', 'masked', 'stars', 'more-items'][index]}`,
        section: '§3',
        shows: `marker ${marker}: not found is lossy_capture`,
        ...(index === 0 ? { covers: ['B25a'] } : {}),
        spans: [ROOT(), R(), G({ messages: [...(marker === '***' ? [user(marker)] : []), user(context)] })],
        cases: CASE,
        runs: [
          unknown('lossy_capture', ['H2', 'HOLD'], R_IN, {
            pattern: 'present/unlogged/passes',
            loss: 'unknown',
            evidence: UNPLACED,
            chunks: { sent: 2, unknown: 1 },
            sha256: { context: undefined },
          }),
        ],
      };
    },
  ),
  {
    name: 'unknown-dropped-attributes-context',
    section: '§3',
    shows: 'dropped attributes on the model span: not found is lossy_capture',
    covers: ['B11'],
    ...(() => {
      const context = `Context:\n${C2}\n\n${C3}`;
      return {
        spans: [ROOT(), R(), GC(context, { droppedAttributes: 5 })],
        cases: CASE,
        runs: [
          unknown('lossy_capture', ['H2', 'H3', 'HOLD'], R_IN, {
            pattern: 'present/unlogged/unchecked',
            loss: 'unknown',
            evidence: UNPLACED,
            chunks: { sent: 2, unknown: 1 },
            sha256: { context: undefined, output: undefined },
          }),
        ],
      };
    })(),
  },
  {
    name: 'unknown-dropped-attributes-retrieval',
    section: '§3',
    shows: 'dropped attributes on the retrieval span: not found is lossy_capture',
    ...(() => {
      const context = `Context:\n${C2}\n\n${C3}`;
      return {
        spans: [ROOT(), R({ chunks: [C2, C3, C4], droppedAttributes: 1 }), GC(context)],
        cases: CASE,
        runs: [
          unknown('lossy_capture', ['H1', 'H2'], '', {
            pattern: 'unlogged/absent/passes',
            loss: 'packed_out',
            evidence: NOWHERE,
            chunks: { sent: 2, packed_out: 1 },
            sha256: ofContext(context),
          }),
        ],
      };
    })(),
  },
  {
    name: 'unknown-source-hash-mismatch',
    section: '§3',
    shows: 'a text that does not fit the source hash beside it is lossy',
    ...(() => {
      const context = `Context:\n${C2}\n\n${C3}`;
      return {
        spans: [
          ROOT(),
          R(),
          GC(context, {
            attrs: { 'ragspan.context.sha256': sha256(CONTEXT), 'ragspan.context.bytes': bytes(CONTEXT) },
          }),
        ],
        cases: CASE,
        runs: [
          unknown('lossy_capture', ['H2', 'HOLD'], R_IN, {
            pattern: 'present/unlogged/passes',
            loss: 'unknown',
            evidence: UNPLACED,
            chunks: { sent: 2, unknown: 1 },
          }),
        ],
      };
    })(),
  },
  {
    name: 'unknown-offset-unproven-parent',
    section: '§4',
    shows: 'hashes only, the needed item missing from a record with foreign digests: offset_unproven',
    covers: ['B45'],
    ...(() => {
      const parent = `Returns.\n${C1}\nExceptions apply.`;
      return {
        spans: [
          ROOT(),
          R({ text: false, topK: 1, chunks: [C1] }),
          assembly('A', { chunks: [{ text: parent, kept: bytes(parent) }] }),
          G({ messages: undefined }),
        ],
        cases: CASE,
        runs: [
          unknown('offset_unproven', ['H2', 'HOLD'], 'rank 1/1 within k=1', {
            pattern: 'present/unlogged/passes',
            loss: 'unknown',
            evidence: { ...UNPLACED, candidates_seen: 1, top_k: 1 },
            chunks: { retrieved: 1, distinct: 1, sent: undefined, unknown: 1 },
            sha256: { ...hashes({ pins: { model: 'test-model', top_k: 1 } }), context: undefined },
          }),
        ],
      };
    })(),
  },
  {
    name: 'b45-parent-sent',
    section: '§4',
    shows: 'bytes inside a parent are presence',
    covers: ['B45'],
    ...(() => {
      const parent = `Returns.\n${C1}\nExceptions apply.`;
      return {
        spans: [
          ROOT(),
          R({ topK: 1, chunks: [C1] }),
          assembly('A', { chunks: [{ text: parent, offset: 0, kept: bytes(parent) }], context: parent }),
          GC(parent),
        ],
        cases: CASE,
        runs: [
          like(HOLD, {
            explanation: 'rank 1/1 within k=1; sent at byte 9; output passes',
            evidence: { candidates_seen: 1, top_k: 1 },
            chunks: { retrieved: 1, distinct: 1, sent: 1 },
            sha256: hashes({
              input: QUESTION,
              context: parent,
              output: ANSWER,
              pins: { model: 'test-model', top_k: 1 },
            }),
          }),
        ],
      };
    })(),
  },
  {
    name: 'h2-record-only-missing',
    section: '§4',
    shows: 'hashes only: missing from a record whose digests are all in the log → absent',
    spans: [
      ROOT(),
      R({ text: false }),
      assembly('A', {
        chunks: [
          { text: C2, kept: 40 },
          { text: C3, kept: 38 },
        ],
      }),
      G({ messages: undefined }),
    ],
    cases: CASE,
    runs: [
      like(HOLD, {
        verdict: 'H2',
        reason: 'deselected',
        boundary: 'assembly',
        pattern: 'present/absent/passes',
        loss: 'deselected',
        explanation: `${R_IN}; deselected`,
        evidence: { ...ABSENT, kept_bytes: 0 },
        chunks: { sent: 2, deselected: 1 },
        sha256: { context: undefined },
      }),
    ],
  },
  {
    name: 'h2-record-only-kept-zero',
    section: '§4',
    shows: 'hashes only: kept 0 is absent; recorded cut',
    spans: [
      ROOT(),
      R({ text: false }),
      assembly('A', {
        budget: 50,
        unit: 'token',
        cutAt: 50,
        cutSide: 'tail',
        chunks: [
          { text: C1, offset: 9, kept: 43, planned: 3 },
          { text: C2, offset: 54, kept: 40, planned: 20 },
          { text: C3, offset: -1, kept: 0, planned: 61 },
        ],
      }),
      G({ messages: undefined }),
    ],
    cases: needLine(C3),
    runs: [
      like(HOLD, {
        verdict: 'H2',
        reason: 'cut',
        boundary: 'assembly',
        pattern: 'present/absent/passes',
        loss: 'cut',
        explanation: 'rank 3/3 within k=3; cut at 50 token, chunk at 61',
        evidence: {
          ...item(C3),
          rank: 3,
          ...ABSENT,
          kept_bytes: 0,
          planned_at: 61,
          cut: { at: 50, unit: 'token', side: 'tail' },
        },
        chunks: { sent: 2, cut: 1 },
        sha256: { ...hashes({ pins: { ...PINS, budget: 50, budget_unit: 'token' } }), context: undefined },
      }),
    ],
  },
  {
    name: 'hold-record-only',
    section: '§4',
    shows: 'hashes only: kept = length is present',
    spans: [ROOT(), R({ text: false }), RECORD_ONLY, G({ messages: undefined })],
    cases: CASE,
    runs: [
      like(HOLD, {
        explanation: `${R_IN}; sent; output passes`,
        evidence: { offset: undefined, message: undefined, part: undefined, form: undefined },
        sha256: { context: undefined },
      }),
    ],
  },
  {
    name: 'unknown-record-part-of-chunk',
    section: '§4',
    shows: 'hashes only: a part kept and the need is the chunk → offset_unproven',
    spans: [
      ROOT(),
      R({ text: false }),
      assembly('A', {
        chunks: [
          { text: C1, offset: 9, kept: 20 },
          { text: C2, offset: 54, kept: 40 },
          { text: C3, offset: 96, kept: 38 },
        ],
      }),
      G({ messages: undefined }),
    ],
    cases: caseFile({ need: `chunk: ["${digest(C1)}"]` }),
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
  {
    name: 'unknown-output-incomplete',
    section: '§5',
    shows: 'an incomplete output that is not convicted: output_incomplete',
    spans: [ROOT(), R(), G({ output: 'The refund window is', finish: 'length' })],
    cases: CASE,
    runs: [
      unknown('output_incomplete', ['H3', 'HOLD'], `${R_IN}; sent at byte 9`, {
        pattern: 'present/present/unchecked',
        sha256: { output: sha256('The refund window is') },
      }),
    ],
  },
  {
    name: 'unknown-output-incomplete-passing',
    section: '§5',
    shows: 'an incomplete output never passes',
    spans: [ROOT(), R(), G({ finish: 'content_filter' })],
    cases: CASE,
    runs: [
      unknown('output_incomplete', ['H3', 'HOLD'], `${R_IN}; sent at byte 9`, { pattern: 'present/present/unchecked' }),
    ],
  },
  {
    name: 'h3a-incomplete-contradicts',
    section: '§5',
    shows: 'an incomplete output convicts by must_not on bytes already there',
    spans: [ROOT(), R(), G({ output: `${WRONG} And`, finish: 'max_tokens' })],
    cases: CASE,
    runs: [
      like(HOLD, {
        verdict: 'H3a',
        reason: 'contradiction',
        boundary: 'generation',
        pattern: 'present/present/fails',
        explanation: `${R_IN}; sent at byte 9; contradicted at output byte 21`,
        evidence: { quote: { offset: 21, length: 7 } },
        sha256: { output: sha256(`${WRONG} And`) },
      }),
    ],
  },
  {
    name: 'unknown-output-unchecked',
    section: '§6',
    shows: 'neither must nor must_not declared: output_unchecked',
    spans: [ROOT(), R(), G()],
    cases: caseFile({ expect: 'case_sensitive: true' }),
    runs: [
      unknown('output_unchecked', ['H3', 'HOLD'], `${R_IN}; sent at byte 9`, { pattern: 'present/present/unchecked' }),
    ],
  },
  {
    name: 'h3a-refusal-without-lists',
    section: '§6',
    shows: 'a refusal is found even when neither list is declared',
    spans: [ROOT(), R(), G({ output: REFUSED })],
    cases: caseFile({ expect: 'case_sensitive: false' }),
    runs: [
      like(HOLD, {
        verdict: 'H3a',
        reason: 'refusal',
        boundary: 'generation',
        pattern: 'present/present/fails',
        outcome: 'abstained',
        explanation: `${R_IN}; sent at byte 9; refused`,
        sha256: { output: sha256(REFUSED) },
      }),
    ],
  },
  {
    name: 'unknown-output-redacted',
    section: '§3',
    shows: 'an output passes only when it is whole',
    spans: [ROOT(), R(), G({ output: 'Dear [REDACTED], the refund window is 30 days.' })],
    cases: CASE,
    runs: [
      unknown('lossy_capture', ['H3', 'HOLD'], `${R_IN}; sent at byte 9`, {
        pattern: 'present/present/unchecked',
        sha256: { output: undefined },
      }),
    ],
  },
  {
    name: 'h3a-output-redacted-contradicts',
    section: '§3',
    shows: 'a positive finding in a lossy output convicts',
    spans: [ROOT(), R(), G({ output: 'Dear [REDACTED], the refund window is 14 days.' })],
    cases: CASE,
    runs: [
      like(HOLD, {
        verdict: 'H3a',
        reason: 'contradiction',
        boundary: 'generation',
        pattern: 'present/present/fails',
        explanation: `${R_IN}; sent at byte 9; contradicted at output byte 38`,
        evidence: { quote: { offset: 38, length: 7 } },
        sha256: { output: undefined },
      }),
    ],
  },
  {
    name: 'unknown-case-stale-until',
    section: '§8',
    shows: 'a past until: case_stale before everything else',
    spans: [ROOT(), R(), G()],
    cases: caseFile({ more: '    until: 2026-01-31\n' }),
    runs: [unknown('case_stale', THROUGH, `${R_IN}; sent at byte 9`)],
  },
  {
    name: 'unknown-case-stale-snapshot',
    section: '§8',
    shows: 'another logged snapshot: case_stale',
    spans: [ROOT(), R({ snapshot: 'idx-2026-09-01' }), G()],
    cases: caseFile({ more: '    snapshot: idx-2026-08-14\n' }),
    runs: [
      unknown('case_stale', THROUGH, `${R_IN}; sent at byte 9`, {
        sha256: { config: hashes({ pins: { ...PINS, snapshot: 'idx-2026-09-01' } })['config'] },
      }),
    ],
  },
  {
    name: 'hold-same-snapshot',
    section: '§8',
    shows: 'the same snapshot, an until to come',
    spans: [ROOT(), R({ snapshot: 'idx-2026-08-14' }), G()],
    cases: caseFile({ more: '    snapshot: idx-2026-08-14\n    until: 2099-12-31\n' }),
    runs: [like(HOLD, { sha256: { config: hashes({ pins: { ...PINS, snapshot: 'idx-2026-08-14' } })['config'] } })],
  },
];
