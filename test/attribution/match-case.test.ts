import { describe, expect, it } from 'vitest';
import { type CaseFacts, matchCases } from '../../src/attribution/match-case.js';
import { formatProblem, parseCases } from '../../src/cases/index.js';

const digest = '699cbffbe262aaaaaaaaaaaaaaaaaaaa';
const hash = 'a'.repeat(64);

const run: CaseFacts = {
  question: '  Where is my refund?\n',
  inputs: ['  Where is my refund?\n', 'refund where'],
  inputSha256s: () => [hash],
  attribute: (key) => ({ 'app.order_id': '4711', 'app.star': 'ledger/*' })[key],
  attributeValues: (key) => ({ 'app.intent': ['chat', 'refund'], 'app.count': ['5'] })[key] ?? [],
  retrieved: [{ id: 'ledger/4711', digest }, { digest: 'b'.repeat(32) }, { id: 'faq' }],
};

/** Ids of the cases that match, one case per `when`, named by its place. */
function matching(...whens: (string | undefined)[]): { first: string | undefined; matched: number } {
  const cases = whens.map(
    (when, index) => `  - id: c${index}\n    need: { line: x }\n${when === undefined ? '' : `    when: ${when}\n`}`,
  );
  const parsed = parseCases(`cases:\n${cases.join('')}`, 'cases.yaml');
  if ('problems' in parsed) throw new Error(parsed.problems.map(formatProblem).join('\n'));
  const match = matchCases(parsed.book, run);
  return { first: match.case?.id, matched: match.matched };
}

const holds = (when: string): boolean => matching(when).matched === 1;

describe('when', () => {
  it('left out holds for every run', () => {
    expect(matching(undefined)).toEqual({ first: 'c0', matched: 1 });
    expect(holds('{}')).toBe(true);
  });

  it('applies the first case in file order, and counts all', () => {
    expect(matching('{ input: other }', undefined, '{ input: refund where }', '{ input: other }')).toEqual({
      first: 'c1',
      matched: 2,
    });
    expect(matching('{ input: other }')).toEqual({ first: undefined, matched: 0 });
  });

  it('compares an input whole, edges trimmed, with each of the run', () => {
    expect(holds('{ input: "Where is my refund?" }')).toBe(true);
    expect(holds('{ input: "\\u00a0refund where\\n" }')).toBe(true);
    expect(holds('{ input: "where is my refund?" }')).toBe(false);
    expect(holds('{ input: "refund" }')).toBe(false);
  });

  it('compares hashes of inputs, in either case', () => {
    expect(holds(`{ input_sha256: ${hash.toUpperCase()} }`)).toBe(true);
    expect(holds(`{ input_sha256: ${'b'.repeat(64)} }`)).toBe(false);
  });

  it('looks for input_matches in the question', () => {
    expect(holds('{ input_matches: "/where.*refund/" }')).toBe(true);
    expect(holds('{ input_matches: "/^refund where$/" }')).toBe(false);
    expect(holds('{ input_matches: my refund }')).toBe(true);
    expect(holds('{ input_matches: my ref }')).toBe(false);
  });

  it('compares attributes as text, on any span', () => {
    expect(holds('{ attributes: { app.intent: refund, app.count: 5 } }')).toBe(true);
    expect(holds('{ attributes: { app.intent: refund, app.count: 6 } }')).toBe(false);
    expect(holds('{ attributes: { app.unset: "" } }'.replace('""', 'x'))).toBe(false);
  });

  it('finds ids and digests of any candidate, open at the end only', () => {
    for (const retrieved of [
      'faq',
      'ledger/*',
      digest,
      '699c*',
      '"*"',
      '[none, faq]',
      '"ledger/${app.order_id}"',
      '"led*"',
    ]) {
      expect([retrieved, holds(`{ retrieved: ${retrieved} }`)]).toEqual([retrieved, true]);
    }
    for (const retrieved of ['fa', 'ledger', '"faq/*"', '"${app.unset}"', '"${app.star}"']) {
      expect([retrieved, holds(`{ retrieved: ${retrieved} }`)]).toEqual([retrieved, false]);
    }
  });

  it('holds only when all its keys do', () => {
    expect(holds('{ input: refund where, retrieved: faq }')).toBe(true);
    expect(holds('{ input: refund where, retrieved: none }')).toBe(false);
    expect(holds('{ input: "${app.unset}" }')).toBe(false);
  });
});
