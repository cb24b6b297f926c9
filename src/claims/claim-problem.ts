/** What can be wrong with a claim, as values. */
import type { ClaimCounts } from '../instrumentation/claim-counts.js';
import type { Claim } from './claim.js';

export const CLAIM_PROBLEM_KINDS = ['unsupported', 'unknown-id', 'not-sent', 'misquoted', 'value'] as const;
export type ClaimProblemKind = (typeof CLAIM_PROBLEM_KINDS)[number];

interface Problem<Kind extends ClaimProblemKind, C> {
  readonly kind: Kind;
  readonly claim: C;
  /** 0-based, among the claims given. */
  readonly index: number;
}

/** It names no chunk. */
export type UnsupportedClaim<C = Claim> = Problem<'unsupported', C>;

/** It names a chunk that was never retrieved. */
export interface UnknownIdClaim<C = Claim> extends Problem<'unknown-id', C> {
  readonly id: string;
}

/** It names a chunk that was retrieved, and that the model never saw. */
export interface NotSentClaim<C = Claim> extends Problem<'not-sent', C> {
  readonly id: string;
}

/** Its quote stands in none of the chunks it names, as far as they were sent; naming none, nowhere. */
export interface MisquotedClaim<C = Claim> extends Problem<'misquoted', C> {
  readonly quote: string;
  /** The chunk it names, when that is one. */
  readonly id?: string;
}

/** A check of the application's own failed. */
export interface WrongValueClaim<C = Claim> extends Problem<'value', C> {
  /** Name of the check. */
  readonly check: string;
  readonly expected?: string;
  readonly found?: string;
  /** The chunk or record id it is about, as the check said it. */
  readonly id?: string;
}

export type ClaimProblem<C = Claim> =
  | UnsupportedClaim<C>
  | UnknownIdClaim<C>
  | NotSentClaim<C>
  | MisquotedClaim<C>
  | WrongValueClaim<C>;

export function countClaims(claims: number, problems: readonly ClaimProblem<unknown>[]): ClaimCounts {
  const counts = { claims, unsupported: 0, unknown_id: 0, not_sent: 0, misquoted: 0, value: 0 };
  for (const { kind } of problems) counts[COUNT_OF[kind]]++;
  return counts;
}

const COUNT_OF = {
  unsupported: 'unsupported',
  'unknown-id': 'unknown_id',
  'not-sent': 'not_sent',
  misquoted: 'misquoted',
  value: 'value',
} as const satisfies Record<ClaimProblemKind, keyof ClaimCounts>;

/** One line for a log or a reviewer. It may hold words of the claim: not for spans. */
export function describeClaimProblem(problem: ClaimProblem<unknown>): string {
  const claim = `claim ${problem.index + 1}`;
  switch (problem.kind) {
    case 'unsupported':
      return `${claim} names no chunk`;
    case 'unknown-id':
      return `${claim} names ${problem.id}, which was never retrieved`;
    case 'not-sent':
      return `${claim} names ${problem.id}, which the model was never sent`;
    case 'misquoted':
      return `${claim} quotes what ${problem.id ?? 'nothing sent'} ${problem.id === undefined ? 'says' : 'does not say'}: ${JSON.stringify(problem.quote)}`;
    case 'value': {
      const said = [
        problem.expected === undefined ? [] : [`expected ${problem.expected}`],
        problem.found === undefined ? [] : [`found ${problem.found}`],
      ].flat();
      return `${claim} fails ${problem.check}${said.length === 0 ? '' : `: ${said.join(', ')}`}`;
    }
  }
}
