/**
 * The canonical three (spec §14): one question, one wrong answer, and each time another hand-off
 * that lost the evidence. k = 5, a budget of 8,192 tokens, 50 candidates.
 */
import { countWords, ledgerWords } from './words.js';

export const QUESTION = 'Where is my refund?';
export const LINE = 'refund PENDING, no reference issued';
export const ANSWER = 'Your refund was processed on September 2; reference RB-8814.';
export const TOP_K = 5;
export const BUDGET = 8192;
export const CANDIDATES = 50;
export const FRAME = 'Answer from these ledger records and from nothing else.\n\n';

/** The one case of the demo’s case file. Without `when` it applies to every run. */
export const CASE = {
  id: 'refund-status',
  need: { line: LINE, line_is: 'correct' },
  expect: { must: ['PENDING'], must_not: ['was processed', 'reference RB-8814'], allow: ['/has not been processed/'] },
} as const;

export interface LedgerRecord {
  readonly id: string;
  readonly text: string;
}

export interface Incident {
  readonly name: 'A' | 'B' | 'C';
  /** What went wrong, in the words of the application’s author. */
  readonly story: string;
  /** 1-based, among the candidates. */
  readonly rank: number;
  /** Where the evidence would start in the prompt; undefined: it is never handed on. */
  readonly plannedAt?: number;
  readonly expected: { readonly verdict: string; readonly reason: string };
}

export const INCIDENTS: readonly Incident[] = [
  {
    name: 'A',
    story: 'the search finds the record, at rank 47, and hands on five',
    rank: 47,
    expected: { verdict: 'H1', reason: 'below_k' },
  },
  {
    name: 'B',
    story: 'the record is handed on, but the prompt is full before it',
    rank: 3,
    plannedAt: 9104,
    expected: { verdict: 'H2', reason: 'cut' },
  },
  {
    name: 'C',
    story: 'the record stands in the prompt, and the model says otherwise',
    rank: 2,
    plannedAt: 1204,
    expected: { verdict: 'H3a', reason: 'contradiction' },
  },
];

/** All candidates of the search in rank order. Those before the evidence fill the prompt up to where it is planned. */
export function candidatesOf({ name, rank, plannedAt }: Incident): readonly LedgerRecord[] {
  const before = plannedAt === undefined ? undefined : plannedAt - countWords(FRAME);
  const share = before === undefined ? 40 : Math.floor(before / (rank - 1));
  return Array.from({ length: CANDIDATES }, (_, index) => {
    const place = index + 1;
    const id = `ledger/${String(2000 + place * 7)}`;
    if (place === rank) return { id: 'ledger/8814', text: LINE };
    // Another customer’s refund: what the wrong answer was made of.
    if (name === 'C' && place === rank + 1)
      return { id: 'ledger/8120', text: 'order 20117: the refund was processed on September 2, reference RB-8814' };
    const words = before !== undefined && place < rank ? (place < rank - 1 ? share : before - share * (rank - 2)) : 40;
    return { id, text: ledgerWords(words, place) };
  });
}
