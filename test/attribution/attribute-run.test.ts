import { describe, expect, it } from 'vitest';
import { judgeTrace } from '../../src/joining/judge-trace.js';
import type { SpanFacts } from '../../src/model/span-facts.js';
import { OPTIONS, lineCase, model, retrieval, span } from '../support/facts.js';

const C1 = 'The refund window is 30 days from delivery.';
const C2 = 'Items over $1,000 need manager approval.';
const C3 = 'Warranty claims close after 24 months.';

const BOOK = lineCase(C1, '30 days', '14 days');

function trace(retrieved: readonly string[], sent: string | undefined, output: string | undefined): SpanFacts[] {
  return [
    span('root', { at: [0, 100] }),
    retrieval('r', retrieved, { parent: 'root', at: [2, 3] }, { topK: 3 }),
    model('g', sent, output, { parent: 'root', at: [4, 9] }),
  ];
}

const WHOLE = `Context:\n${C1}\n\n${C2}\n\n${C3}`;

describe('the one need of a run', () => {
  it.each([
    [
      'HOLD',
      [C1, C2, C3],
      WHOLE,
      'The refund window is 30 days.',
      'rank 1/3 within k=3; sent at byte 9; output passes',
    ],
    [
      'H3a',
      [C1, C2, C3],
      WHOLE,
      'The refund window is 14 days.',
      'rank 1/3 within k=3; sent at byte 9; contradicted at output byte 21',
    ],
    ['H2', [C1, C2, C3], `Context:\n${C2}\n\n${C3}`, 'It is 14 days.', 'rank 1/3 within k=3; deselected'],
    ['H1', [C2, C3], `Context:\n${C2}\n\n${C3}`, 'It is 14 days.', 'absent from 2 retrieved, k=3'],
    [
      'UNKNOWN',
      [C1, C2, C3],
      WHOLE,
      undefined,
      'rank 1/3 within k=3; sent at byte 9; output_unlogged: H3 or HOLD possible',
    ],
  ] as const)('%s', (verdict, retrieved, sent, output, explanation) => {
    const [run] = judgeTrace(trace(retrieved, sent, output), BOOK, OPTIONS);
    expect(run).toMatchObject({ verdict, explanation });
  });

  it('shows its evidence', () => {
    expect(judgeTrace(trace([C1, C2, C3], WHOLE, 'The refund window is 30 days.'), BOOK, OPTIONS))
      .toMatchInlineSnapshot(`
      [
        {
          "answered_by": "000000000000000g",
          "case": "only",
          "cases_matched": 1,
          "chunks": {
            "distinct": 3,
            "retrieved": 3,
            "sent": 3,
          },
          "evidence": {
            "candidates_seen": 3,
            "digest": "699cbffbe26241dc3ce9f2c93ac62b38",
            "form": "exact",
            "kept_bytes": 43,
            "length": 43,
            "message": 0,
            "offset": 9,
            "part": 0,
            "rank": 1,
            "stage": "retrieve",
            "top_k": 3,
            "top_k_source": "requested",
          },
          "explanation": "rank 1/3 within k=3; sent at byte 9; output passes",
          "loss": "none",
          "outcome": "answered",
          "pattern": "present/present/passes",
          "sha256": {
            "config": "7a59d0ef961774346a795d60766892ce0b9cdf3a8022a327032fbc7ac377b942",
            "context": "d1e5aea9be5e5d684b2a527ec1d9413d85bd558d8977c2fc07aba5daa974d354",
            "input": "d1e5aea9be5e5d684b2a527ec1d9413d85bd558d8977c2fc07aba5daa974d354",
            "output": "2371f624847782bf2b16546b6e734812128cea44ca5ff647f5f3a793716b9368",
          },
          "span_id": "000000000000root",
          "trace_id": "0af7651916cd43dd8448eb211c80319c",
          "verdict": "HOLD",
        },
      ]
    `);
  });

  it('is undeclared without a case', () => {
    const [run] = judgeTrace(trace([C1, C2, C3], `${C1}\n\n${C2}`, 'Yes.'), undefined, OPTIONS);
    expect(run).toMatchObject({
      verdict: 'UNDECLARED',
      explanation: 'no case; 3 retrieved, 2 sent, 1 packed_out',
      loss: 'packed_out',
    });
  });
});
