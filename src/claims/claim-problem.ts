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

/** One line for a log or a reviewer, control characters escaped. It may hold words of the claim: not for spans. */
export function describeClaimProblem(problem: ClaimProblem<unknown>): string {
  return `claim ${problem.index + 1} ${described(problem)}`.replace(CONTROL, escaped);
}

function described(problem: ClaimProblem<unknown>): string {
  switch (problem.kind) {
    case 'unsupported':
      return 'names no chunk';
    case 'unknown-id':
      return `names ${problem.id}, which was never retrieved`;
    case 'not-sent':
      return `names ${problem.id}, which the model was never sent`;
    case 'misquoted': {
      const where = problem.id === undefined ? 'nothing it names says' : `${problem.id} does not say`;
      return `quotes what ${where}: ${JSON.stringify(problem.quote)}`;
    }
    case 'value': {
      const expected = problem.expected === undefined ? [] : [`expected ${problem.expected}`];
      const found = problem.found === undefined ? [] : [`found ${problem.found}`];
      const said = [...expected, ...found];
      return `fails ${problem.check}${said.length === 0 ? '' : `: ${said.join(', ')}`}`;
    }
  }
}

/** Ends of lines, escape sequences, and what turns the direction of a line. */
// oxlint-disable-next-line no-control-regex
const CONTROL = /[\u0000-\u001f\u007f-\u009f\u2028\u2029\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;

function escaped(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
}
