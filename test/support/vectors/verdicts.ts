/** Every verdict of spec §5, and every reason of H1 and H3. */
import { type Attrs, bytes, chat, digest, retrieval, sha256, span, type SpanSpec, user } from '../trace-builder.js';
import { at, hashes, item, like, type VectorSpec } from '../vector-builder.js';
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
  ofContext,
} from './t0.js';

const WITHOUT_C1 = `Context:\n${C2}\n\n${C3}\n\n${C4}`;
/** H1(not_retrieved): the log holds C2, C3, C4; the answer is right all the same. */
const H1 = like(HOLD, {
  verdict: 'H1',
  reason: 'not_retrieved',
  boundary: 'retrieval',
  pattern: 'absent/absent/passes',
  explanation: 'absent from 3 retrieved, k=3',
  evidence: NOWHERE,
  sha256: ofContext(WITHOUT_C1),
});
const EMPTY = like(H1, {
  reason: 'empty',
  outcome: 'answered_empty',
  explanation: '0 retrieved',
  evidence: { candidates_seen: 0 },
  chunks: { retrieved: 0, distinct: 0, sent: undefined },
});
const BARE = 'Answer from your records only.';

/** In words that no list knows: the flag says what it is. */
const SORRY = 'Qapla.';
const said = (text: string): string =>
  JSON.stringify([{ role: 'assistant', parts: [{ type: 'text', content: text }] }]);
/** As refuseIfEmpty() records it: no operation of a model is claimed. */
const REFUSAL = (attrs: Attrs): SpanSpec =>
  span('G', {
    name: 'refusal',
    parent: 'root',
    at: [200, 250],
    attrs: {
      'ragspan.refused': true,
      'ragspan.answer': true,
      'gen_ai.input.messages': '[]',
      'ragspan.output.sha256': sha256(SORRY),
      'ragspan.output.bytes': bytes(SORRY),
      ...attrs,
    },
  });

/** Fifteen candidates, C1 at a rank of its own. */
const crowd = (rank: number, size: number): string[] => {
  const others = Array.from(
    { length: size - 1 },
    (_, index) => `${index + 11} is the number of a clause on shipping, insurance or customs duty.`,
  );
  return [...others.slice(0, rank - 1), C1, ...others.slice(rank - 1)];
};

export const verdictVectors: VectorSpec[] = [
  {
    name: 't0',
    section: '§5',
    shows: 'need in log and context, output passes → HOLD',
    covers: ['T0'],
    spans: [ROOT(), R(), A(), G()],
    cases: CASE,
    runs: [HOLD],
  },
  {
    name: 't0-gen-ai',
    section: '§5',
    shows: 'T0 in OpenTelemetry GenAI, no assembly record',
    spans: [ROOT(), R({ dialect: 'gen_ai' }), G()],
    cases: CASE,
    runs: [HOLD],
  },
  {
    name: 't0-openinference',
    section: '§3',
    shows: 'T0 in OpenInference: no k is logged, so k is the number handed on',
    spans: [ROOT(), R({ dialect: 'oi', query: QUESTION }), G({ dialect: 'oi' })],
    cases: CASE,
    runs: [
      like(HOLD, {
        evidence: { top_k_source: 'observed' },
        sha256: hashes({ input: QUESTION, context: CONTEXT, output: ANSWER, pins: { model: 'test-model' } }),
      }),
    ],
  },
  {
    name: 'h1-not-retrieved',
    section: '§5',
    shows: 'need in neither log nor context → H1, however right the answer is',
    spans: [ROOT(), R({ chunks: [C2, C3, C4] }), GC(WITHOUT_C1)],
    cases: CASE,
    runs: [H1],
  },
  {
    name: 'h1-empty-answered',
    section: '§5',
    shows: 'an explicit empty list → H1(empty), answered_empty',
    covers: ['B21a'],
    spans: [ROOT(), R({ chunks: [] }), GC(BARE, { output: WRONG })],
    cases: CASE,
    runs: [
      like(EMPTY, {
        pattern: 'absent/absent/fails',
        evidence: { quote: { offset: 21, length: 7 } },
        sha256: ofContext(BARE, WRONG),
      }),
    ],
  },
  {
    name: 'h1-empty-abstained',
    section: '§5',
    shows: 'refusing over an empty list: verdict stays, outcome abstained',
    covers: ['B50b'],
    spans: [ROOT(), R({ chunks: [] }), GC(BARE, { output: "I couldn't find information on that." })],
    cases: CASE,
    runs: [
      like(EMPTY, {
        outcome: 'abstained',
        pattern: 'absent/absent/fails',
        sha256: ofContext(BARE, "I couldn't find information on that."),
      }),
    ],
  },
  {
    name: 'h1-empty-no-call',
    section: '§5',
    shows: 'zero items, neither assembly nor model call → H1(empty), abstained',
    covers: ['B21c'],
    spans: [ROOT(), R({ chunks: [] })],
    cases: CASE,
    runs: [
      like(EMPTY, {
        answeredBy: undefined,
        outcome: 'abstained',
        pattern: 'absent/unlogged/unlogged',
        evidence: { offset: undefined },
        sha256: { ...hashes({ pins: { top_k: 3 } }), context: undefined, output: undefined },
      }),
    ],
  },
  {
    name: 'h1-empty-canned-refusal',
    section: '§7',
    shows: 'a canned refusal stands where the model call would: an empty context, and its words as the output',
    spans: [ROOT(), R({ chunks: [] }), REFUSAL({ 'gen_ai.output.messages': said(SORRY) })],
    cases: CASE,
    runs: [
      like(EMPTY, {
        outcome: 'abstained',
        pattern: 'absent/absent/fails',
        sha256: hashes({ input: QUESTION, context: '', output: SORRY, pins: { top_k: 3 } }),
      }),
    ],
  },
  {
    name: 'h1-empty-canned-refusal-hashes',
    section: '§5',
    shows: 'a canned refusal by hashes alone: the verdict stays, the outcome is left out without output',
    spans: [ROOT(), R({ chunks: [] }), REFUSAL({})],
    cases: CASE,
    runs: [
      like(EMPTY, {
        outcome: undefined,
        pattern: 'absent/absent/unlogged',
        sha256: hashes({ input: QUESTION, context: '', output: SORRY, pins: { top_k: 3 } }),
      }),
    ],
  },
  {
    name: 'undeclared-canned-refusal',
    section: '§7',
    shows: 'without a case a canned refusal makes the run one that abstained',
    spans: [ROOT(), R({ chunks: [] }), REFUSAL({ 'gen_ai.output.messages': said(SORRY) })],
    runs: [
      {
        root: 'root',
        answeredBy: 'G',
        verdict: 'UNDECLARED',
        outcome: 'abstained',
        loss: 'none',
        explanation: 'no case; 0 retrieved',
        chunks: { retrieved: 0, distinct: 0 },
        sha256: hashes({ input: QUESTION, context: '', output: SORRY, pins: { top_k: 3 } }),
      },
    ],
  },
  {
    name: 'h1-below-k-handed-on',
    section: '§3',
    shows: 'handed_on says how many of the list were handed on',
    spans: [ROOT(), R({ handedOn: 2, chunks: [C2, C3, C4, C1] }), GC(`Context:\n${C2}\n\n${C3}`)],
    cases: CASE,
    runs: [
      like(H1, {
        reason: 'below_k',
        explanation: 'rank 4/4 below k=3',
        evidence: { ...item(C1), rank: 4, stage: 'retrieve', candidates_seen: 4 },
        chunks: { retrieved: 2, distinct: 2, sent: 2 },
        sha256: ofContext(`Context:\n${C2}\n\n${C3}`),
      }),
    ],
  },
  {
    name: 'h1-reranked-out',
    section: '§3',
    shows: 'pool rank 12 of 24, the rerank list of 8 lacks it → H1(reranked_out)',
    covers: ['B19'],
    spans: [
      ROOT(),
      retrieval('R', { topK: 24, chunks: crowd(12, 24), query: QUESTION }),
      retrieval('RR', { topK: 8, stage: 'rerank', chunks: crowd(12, 24).slice(0, 8).reverse(), query: QUESTION }),
      GC(`Context:\n${crowd(12, 24).slice(0, 8).reverse().join('\n')}`, { output: WRONG }),
    ],
    cases: CASE,
    runs: [
      like(H1, {
        reason: 'reranked_out',
        pattern: 'absent/absent/fails',
        explanation: 'rank 12/24 at retrieve, not handed on',
        evidence: {
          ...item(C1),
          rank: 12,
          stage: 'retrieve',
          candidates_seen: 24,
          top_k: 8,
          quote: { offset: 21, length: 7 },
        },
        chunks: { retrieved: 8, distinct: 8, sent: 8 },
        sha256: hashes({
          input: QUESTION,
          context: `Context:\n${crowd(12, 24).slice(0, 8).reverse().join('\n')}`,
          output: WRONG,
          pins: { model: 'test-model', top_k: 8 },
        }),
      }),
    ],
  },
  {
    name: 'h1-not-in-corpus',
    section: '§5',
    shows: 'with a corpus manifest that lacks the needed digest → not_in_corpus',
    spans: [ROOT(), R({ chunks: [C2, C3, C4] }), GC(WITHOUT_C1)],
    cases: caseFile({ need: `chunk: ["${digest(C1)}"]` }),
    options: { corpus_manifest: 'corpus.txt' },
    files: { 'corpus.txt': `${digest(C2)}\n${digest(C3)}\n${digest(C4)}\n` },
    runs: [like(H1, { reason: 'not_in_corpus', evidence: { length: undefined } })],
  },
  {
    name: 'h1-in-corpus-not-retrieved',
    section: '§5',
    shows: 'with a corpus manifest that has the needed digest → not_retrieved',
    spans: [ROOT(), R({ chunks: [C2, C3, C4] }), GC(WITHOUT_C1)],
    cases: caseFile({ need: `chunk: ["${digest(C1)}"]` }),
    options: { corpus_manifest: 'corpus.txt' },
    files: { 'corpus.txt': `${digest(C1)}\n${digest(C2)}\n${digest(C3)}\n${digest(C4)}\n` },
    runs: [like(H1, { evidence: { length: undefined } })],
  },
  {
    name: 'h1-retrieval-failed',
    section: '§5',
    shows: 'need absent and a retrieval ended in error → retrieval_failed',
    spans: [
      ROOT(),
      R({ chunks: [C2, C3, C4] }),
      retrieval('R2', { query: 'refund window', error: true }),
      GC(WITHOUT_C1),
    ],
    cases: CASE,
    runs: [
      like(H1, {
        reason: 'retrieval_failed',
        explanation: 'retrieval failed',
      }),
    ],
  },
  {
    name: 'h1-retried-not-failed',
    section: '§5',
    shows: 'the failed retrieval succeeded later for the same query → not retrieval_failed',
    spans: [
      ROOT(),
      retrieval('R0', { query: QUESTION, error: true }),
      R({ chunks: [C2, C3, C4], query: QUESTION }),
      GC(WITHOUT_C1),
    ],
    cases: CASE,
    runs: [H1],
  },
  {
    name: 'h3a-contradiction',
    section: '§5',
    shows: 'need sent, a must_not found, the line is correct → H3a',
    spans: [ROOT(), R(), G({ output: WRONG })],
    cases: CASE,
    runs: [
      like(HOLD, {
        verdict: 'H3a',
        reason: 'contradiction',
        boundary: 'generation',
        pattern: 'present/present/fails',
        explanation: 'rank 1/3 within k=3; sent at byte 9; contradicted at output byte 21',
        evidence: { quote: { offset: 21, length: 7 } },
        sha256: ofContext(CONTEXT, WRONG),
      }),
    ],
  },
  {
    name: 'h3a-refusal',
    section: '§5',
    shows: 'refusing with the need in the context → H3(refusal)',
    covers: ['B50a'],
    spans: [ROOT(), R(), G({ output: "I couldn't find information on that." })],
    cases: CASE,
    runs: [
      like(HOLD, {
        verdict: 'H3a',
        reason: 'refusal',
        boundary: 'generation',
        pattern: 'present/present/fails',
        outcome: 'abstained',
        explanation: 'rank 1/3 within k=3; sent at byte 9; refused',
        sha256: ofContext(CONTEXT, "I couldn't find information on that."),
      }),
    ],
  },
  {
    name: 'h3a-unsupported',
    section: '§6',
    shows: 'a must entry missing → H3(unsupported)',
    spans: [ROOT(), R(), G({ output: 'The refund window is one month.' })],
    cases: CASE,
    runs: [
      like(HOLD, {
        verdict: 'H3a',
        reason: 'unsupported',
        boundary: 'generation',
        pattern: 'present/present/fails',
        explanation: 'rank 1/3 within k=3; sent at byte 9; expected text missing',
        sha256: ofContext(CONTEXT, 'The refund window is one month.'),
      }),
    ],
  },
  {
    name: 'h3-unconfirmed-line',
    section: '§5',
    shows: 'the line is not declared correct → H3',
    spans: [ROOT(), R(), G({ output: WRONG })],
    cases: caseFile({ need: `line: "${C1}"` }),
    runs: [
      like(HOLD, {
        verdict: 'H3',
        reason: 'contradiction',
        boundary: 'generation',
        pattern: 'present/present/fails',
        explanation: 'rank 1/3 within k=3; sent at byte 9; contradicted at output byte 21',
        evidence: { quote: { offset: 21, length: 7 } },
        sha256: ofContext(CONTEXT, WRONG),
      }),
    ],
  },
  {
    name: 'h3b-incorrect-line',
    section: '§5',
    shows: 'the quoted bytes stand in a line declared incorrect → H3b',
    spans: [ROOT(), R(), G()],
    cases: caseFile({
      need: `line: "${C1}"\n      line_is: incorrect`,
      expect: 'must: ["14 days"]\n      must_not: ["30 days"]',
    }),
    runs: [
      like(HOLD, {
        verdict: 'H3b',
        reason: 'contradiction',
        boundary: 'generation',
        pattern: 'present/present/fails',
        explanation: 'rank 1/3 within k=3; sent at byte 9; contradicted at output byte 21',
        evidence: { quote: { offset: 21, length: 7 } },
      }),
    ],
  },
  {
    name: 'h3b-incorrect-chunk',
    section: '§5',
    shows: 'the quoted bytes stand in a sent chunk declared incorrect → H3b; it is a distractor too',
    ...(() => {
      const wrongChunk = 'Old policy: a refund within 14 days only.';
      const context = `Context:\n${C1}\n\n${wrongChunk}`;
      return {
        spans: [ROOT(), R({ topK: 2, chunks: [C1, wrongChunk] }), GC(context, { output: WRONG })],
        cases: caseFile({ more: `incorrect_chunks: ["${digest(wrongChunk)}"]\n` }),
        runs: [
          like(HOLD, {
            verdict: 'H3b',
            reason: 'contradiction',
            boundary: 'generation',
            pattern: 'present/present/fails',
            explanation: 'rank 1/2 within k=2; sent at byte 9; contradicted at output byte 21',
            evidence: {
              candidates_seen: 2,
              top_k: 2,
              quote: { offset: 21, length: 7 },
              distractors: [digest(wrongChunk)],
            },
            chunks: { retrieved: 2, distinct: 2, sent: 2 },
            sha256: hashes({ input: QUESTION, context, output: WRONG, pins: { model: 'test-model', top_k: 2 } }),
          }),
        ],
      };
    })(),
  },
  {
    name: 'h3a-distractor-not-declared',
    section: '§6',
    shows: 'a sent chunk that holds the quoted bytes is a distractor, no corpus failure unless declared',
    ...(() => {
      const other = 'Exchanges are free within 14 days.';
      const context = `Context:\n${C1}\n\n${other}\n\n${C3}`;
      return {
        spans: [ROOT(), R({ chunks: [C1, other, C3] }), GC(context, { output: WRONG })],
        cases: CASE,
        runs: [
          like(HOLD, {
            verdict: 'H3a',
            reason: 'contradiction',
            boundary: 'generation',
            pattern: 'present/present/fails',
            explanation: 'rank 1/3 within k=3; sent at byte 9; contradicted at output byte 21',
            evidence: { quote: { offset: 21, length: 7 }, distractors: [digest(other)] },
            sha256: ofContext(context, WRONG),
          }),
        ],
      };
    })(),
  },
  {
    name: 'hold-outside-retrieval',
    section: '§5',
    shows: 'R out, S in (history) → O decides, route outside_retrieval',
    ...(() => {
      const context = `From your last order: ${C1}`;
      return {
        spans: [
          ROOT(),
          R({ chunks: [C2, C3, C4] }),
          chat('G', { messages: [user(context), user(WITHOUT_C1)], output: ANSWER }),
        ],
        cases: CASE,
        runs: [
          like(H1, {
            verdict: 'HOLD',
            reason: undefined,
            boundary: undefined,
            pattern: 'absent/present/passes',
            route: 'outside_retrieval',
            explanation: `absent from 3 retrieved, k=3 (present outside retrieval); sent at byte ${at(context, C1)}; output passes`,
            evidence: { offset: at(context, C1), message: 0, part: 0, form: 'exact' },
            sha256: ofContext(`${context}\n${WITHOUT_C1}`),
          }),
        ],
      };
    })(),
  },
  {
    name: 'undeclared-all-sent',
    section: '§7',
    shows: 'no case: nothing is claimed, loss none',
    spans: [ROOT(), R(), G()],
    runs: [
      {
        root: 'root',
        answeredBy: 'G',
        verdict: 'UNDECLARED',
        outcome: 'answered',
        loss: 'none',
        explanation: 'no case; 3 retrieved, 3 sent',
        chunks: HOLD.chunks,
        sha256: HOLD.sha256,
      },
    ],
  },
  {
    name: 'h2-refusal-abstained',
    section: '§5',
    shows: 'after H2 the verdict stays, outcome abstained',
    covers: ['B50c'],
    ...(() => {
      const context = `Context:\n${C2}\n\n${C3}`;
      const output = "I couldn't find information on that.";
      return {
        spans: [ROOT(), R(), GC(context, { output })],
        cases: CASE,
        runs: [
          like(HOLD, {
            verdict: 'H2',
            reason: 'deselected',
            boundary: 'assembly',
            pattern: 'present/absent/fails',
            outcome: 'abstained',
            loss: 'deselected',
            explanation: 'rank 1/3 within k=3; deselected',
            evidence: { ...ABSENT, kept_bytes: 0 },
            chunks: { sent: 2, deselected: 1 },
            sha256: hashes({ input: QUESTION, context, output, pins: PINS }),
          }),
        ],
      };
    })(),
  },
];
