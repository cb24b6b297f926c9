import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { CappedValues } from '../../src/emit/capped-values.js';
import { eventAttributes, safeText, traceVerdictAttributes, verdictAttributes } from '../../src/emit/index.js';
import type { RunVerdict } from '../../src/model/verdict.js';

describe('text on the wire', () => {
  it('is cut between characters, with a mark, at 2,000 bytes (B41)', () => {
    const cut = safeText('😀'.repeat(750));
    expect(Buffer.byteLength(cut)).toBeLessThanOrEqual(2_000);
    expect(Buffer.byteLength(cut)).toBeGreaterThan(1_990);
    expect(cut.endsWith('😀…')).toBe(true);
    expect(safeText('x'.repeat(2_000))).toBe('x'.repeat(2_000));
  });

  it('shows a NUL escaped (B15)', () => {
    expect(safeText('30\u0000 days')).toBe('30\\u0000 days');
  });

  it('is well formed, short and free of NUL whatever comes in', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 3_000 }), (text) => {
        const safe = safeText(text);
        expect(Buffer.byteLength(safe)).toBeLessThanOrEqual(2_000);
        expect(safe).not.toContain('\u0000');
        expect(Buffer.from(safe, 'utf8').toString('utf8')).toBe(safe);
      }),
    );
    expect(safeText('a\ud800b')).toBe('a\ufffdb');
  });
});

const verdict: RunVerdict = {
  trace_id: 't',
  span_id: 's',
  answered_by: 'a',
  verdict: 'UNKNOWN',
  reason: 'lossy_capture',
  candidates: ['H2', 'HOLD'],
  case: 'c',
  cases_matched: 2,
  pattern: 'present/unlogged/passes',
  outcome: 'answered',
  loss: 'unknown',
  route: 'outside_retrieval',
  explanation: 'rank 1/3 within k=3; lossy_capture: H2 or HOLD possible',
  evidence: {
    digest: 'd',
    rank: 1,
    top_k: 3,
    top_k_source: 'requested',
    cut: { at: 5, unit: 'token', side: 'tail' },
    quote: { offset: 1, length: 2 },
    distractors: Array.from({ length: 30 }, (_, index) => `${index}`),
    offset_mismatch: true,
  },
  chunks: { retrieved: 3, distinct: 3, sent: 2, unknown: 1 },
  audit: { unknown_url: 1 },
  sha256: { input: 'i', context: 'c', output: 'o', config: 'f' },
};

describe('a verdict as attributes', () => {
  it('is the eight short ones', () => {
    expect(Object.keys(verdictAttributes({ ...verdict, boundary: 'assembly' }))).toEqual([
      'ragspan.verdict',
      'ragspan.reason',
      'ragspan.boundary',
      'ragspan.case.id',
      'ragspan.pattern',
      'ragspan.loss',
      'ragspan.outcome',
      'ragspan.explanation',
    ]);
  });

  it('is all the evidence, flat, on the event', () => {
    const attributes = eventAttributes(verdict, { responseId: 'r', revision: 2, origin: 'sdk' });
    expect(attributes).toMatchObject({
      'gen_ai.evaluation.name': 'ragspan.attribution',
      'gen_ai.evaluation.score.label': 'UNKNOWN',
      'gen_ai.response.id': 'r',
      'ragspan.candidates': ['H2', 'HOLD'],
      'ragspan.cases_matched': 2,
      'ragspan.route': 'outside_retrieval',
      'ragspan.need.digest': 'd',
      'ragspan.need.rank': 1,
      'ragspan.need.offset_mismatch': true,
      'ragspan.top_k': 3,
      'ragspan.top_k_source': 'requested',
      'ragspan.cut.at': 5,
      'ragspan.cut.unit': 'token',
      'ragspan.cut.side': 'tail',
      'ragspan.quote.offset': 1,
      'ragspan.quote.length': 2,
      'ragspan.chunks.retrieved': 3,
      'ragspan.chunks.unknown': 1,
      'ragspan.audit.unknown_url': 1,
      'ragspan.input.sha256': 'i',
      'ragspan.context.sha256': 'c',
      'ragspan.output.sha256': 'o',
      'ragspan.config.sha256': 'f',
      'ragspan.answered_by': 'a',
      'ragspan.revision': 2,
      'ragspan.origin': 'sdk',
    });
    expect(attributes['ragspan.distractors']).toHaveLength(8);
    expect(attributes['ragspan.version']).toMatch(/^\d+\.\d+\.\d+/);
    expect(eventAttributes(verdict, { revision: 0, origin: 'sdk' })).not.toHaveProperty('ragspan.revision');
  });
});

describe('the verdict of a trace', () => {
  it('is the first divergent one, else the last', () => {
    expect(traceVerdictAttributes(['HOLD', 'H2', 'H1'], 3)).toEqual({
      'ragspan.trace.verdict': 'H2',
      'ragspan.trace.runs': 3,
    });
    expect(traceVerdictAttributes(['UNKNOWN', 'HOLD'], 2)).toEqual({
      'ragspan.trace.verdict': 'HOLD',
      'ragspan.trace.runs': 2,
    });
  });
});

describe('values of a metric attribute', () => {
  it('share one name beyond their number', () => {
    const values = new CappedValues(2);
    expect(['a', 'b', 'c', 'a', 'd'].map((value) => values.of(value))).toEqual(['a', 'b', 'overflow', 'a', 'overflow']);
  });
});
