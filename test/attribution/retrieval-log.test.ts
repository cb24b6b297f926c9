import { describe, expect, it } from 'vitest';
import { judgeTrace } from '../../src/joining/judge-trace.js';
import type { SpanFacts } from '../../src/model/span-facts.js';
import { OPTIONS, OTHER_HOST, lineCase, model, retrieval, span } from '../support/facts.js';

const C1 = 'The refund window is 30 days from delivery.';
const C2 = 'Items over $1,000 need manager approval.';
const C3 = 'Warranty claims close after 24 months.';
const BOOK = lineCase(C1, '30 days', '14 days');
const root = span('root', { at: [0, 100] });
const judge = (...spans: readonly SpanFacts[]) => judgeTrace([root, ...spans], BOOK, OPTIONS);
const answer = (sent: string) => model('g', sent, 'It is 14 days.', { parent: 'root', at: [50, 60] });

describe('a later stage', () => {
  const pool = retrieval('pool', [C2, C1, C3], { parent: 'root', at: [10, 12] });
  it('on another host is one whatever its clock says', () => {
    const rerank = retrieval(
      'rerank',
      [C2],
      { parent: 'root', at: [1, 2], resource: OTHER_HOST, kind: 'rerank' },
      { stage: 'rerank' },
    );
    for (const spans of [
      [pool, rerank],
      [rerank, pool],
    ]) {
      expect(judge(...spans, answer(C2))).toMatchObject([
        { verdict: 'H1', reason: 'reranked_out', chunks: { retrieved: 1 } },
      ]);
    }
  });

  it('is not a second search that found nothing', () => {
    const first = retrieval('vector', [C1, C2], { parent: 'root', at: [10, 12] }, { query: 'refund' });
    const second = retrieval('words', [], { parent: 'root', at: [13, 14] }, { query: 'refund' });
    expect(judge(first, second, answer('Nothing.'))).toMatchObject([
      { verdict: 'H2', reason: 'dropped', chunks: { retrieved: 2 } },
    ]);
  });

  it('that kept nothing makes the log empty, and a canned answer an abstention', () => {
    const filter = retrieval('filter', [], { parent: 'root', at: [13, 14] }, { stage: 'filter' });
    const book = { ...BOOK, cases: BOOK.cases };
    const [run] = judgeTrace([span('root', { at: [0, 100], runId: 'one' }), pool, filter], book, OPTIONS);
    expect(run).toMatchObject({ verdict: 'H1', reason: 'empty', outcome: 'abstained' });
  });

  it('of each sub-question replaces its own pool only', () => {
    const q = (name: string, at: number, found: readonly string[], kept: readonly string[]): SpanFacts[] => [
      retrieval(`${name}p`, found, { parent: 'root', at: [at, at + 1] }, { query: name }),
      retrieval(`${name}r`, kept, { parent: 'root', at: [at + 2, at + 3] }, { query: name, stage: 'rerank' }),
    ];
    expect(judge(...q('a', 1, [C1, C2], [C1]), ...q('b', 5, [C3, C2], [C3]), answer(`${C1}\n${C3}`))).toMatchObject([
      { verdict: 'H3a', chunks: { retrieved: 2, sent: 2 } },
    ]);
  });

  it('of one sub-question is none of another, even without a query', () => {
    const found = [C1, C2].flatMap((text, i) => [
      retrieval(`p${i}`, [text, C3], { parent: 'root', at: [4 * i, 4 * i + 1] }),
      retrieval(`k${i}`, [text], { parent: 'root', at: [4 * i + 2, 4 * i + 3] }, { stage: 'rerank' }),
    ]);
    expect(judge(...found, answer(C2))).toMatchObject([
      { verdict: 'H2', reason: 'deselected', chunks: { retrieved: 2 } },
    ]);
  });

  it('loses nothing twice: a text that fills two places of one list keeps both', () => {
    const twice = retrieval('r', [C2, C2], { parent: 'root', at: [1, 2] });
    const again = retrieval('s', [C2, C3], { parent: 'root', at: [1, 2] });
    expect(judge(twice, again, answer(C1))).toMatchObject([{ chunks: { retrieved: 3, distinct: 2 } }]);
  });
});

describe('hostile logs', () => {
  const many = Array.from({ length: 4_000 }, (_, i) => i);
  it('takes thousands of parallel lists', () => {
    const lists = many.map((i) =>
      retrieval(`r${i}`, [`chunk ${i} of the corpus`, C2], { parent: 'root', at: [1, 2] }, { query: 'q' }),
    );
    expect(judge(...lists, answer(C1))).toMatchObject([
      { verdict: 'H3a', route: 'outside_retrieval', chunks: { distinct: 4_001 } },
    ]);
  });

  it('takes thousands of stages, and retrievals inside retrievals', () => {
    const stages = many.map((i) =>
      retrieval(
        `r${i}`,
        [i % 2 === 0 ? `chunk ${i}` : `chunk ${i - 1}`],
        { parent: 'root', at: [2 * i, 2 * i + 1] },
        { stage: i % 2 === 0 ? 'retrieve' : 'rerank' },
      ),
    );
    const late = model('g', C1, 'It is 14 days.', { parent: 'root', at: [9_000, 9_001] });
    expect(judge(...stages, late)).toMatchObject([{ chunks: { retrieved: 2_000 } }]);
    const nested = many.map((i) =>
      retrieval(`r${4_000 - i}`, [C2], { parent: i === 0 ? 'root' : `r${4_001 - i}`, at: [1, 2] }),
    );
    expect(judge(...nested, answer(C1))).toMatchObject([{ chunks: { retrieved: 1 } }]);
  });
});
