/**
 * Claims of an answer held against what the model was sent, before anybody reads them. By bytes and
 * declared checks alone: the same claims and chunks always give the same problems.
 */
import { guarded } from '../instrumentation/guard.js';
import { type ValueCheck, runCheck } from './checks/value-check.js';
import { type Claim, type ReadClaim, readClaim } from './claim.js';
import { type ClaimProblem, countClaims } from './claim-problem.js';
import { type ClaimTarget, emitClaims } from './emit-claims.js';
import { quoteStates } from './misquoted.js';
import { type Packed, type PackedChunk, type ReadPacked, readPacked } from './packed.js';
import { PackedNames } from './packed-sources.js';

export interface AuditOptions<C extends Claim = Claim, Item = unknown> extends ClaimTarget {
  /** Checks of the values that claims state: `idCheck`, `numberCheck`, `sumCheck`, `dateCheck`, or your own. */
  readonly checks?: readonly ValueCheck<C, Item>[] | undefined;
  /** False: nothing is written on a span or counted. */
  readonly emit?: boolean | undefined;
}

/**
 * What is wrong with the claims, claim by claim; empty: nothing. Each audit is counted once on the
 * span (`options.log`, `options.span`, else the active one) and in the metrics. Never throws:
 * claims that cannot be read are unsupported.
 */
export function auditClaims<C extends Claim, Item = unknown>(
  claims: readonly C[],
  packed: Packed<Item>,
  options: AuditOptions<C, Item> = {},
): readonly ClaimProblem<C>[] {
  const list = listOf(claims);
  const problems = guarded<readonly ClaimProblem<C>[]>(
    'auditing claims',
    () => findProblems(list, readPacked(packed), options.checks ?? []),
    list.map((claim, index) => ({ kind: 'unsupported', claim, index })),
  );
  if (options.emit !== false) emitClaims(countClaims(list.length, problems), options);
  return problems;
}

/** What a model returned in place of a list is one claim, and rests on nothing. */
function listOf<C>(claims: readonly C[]): readonly C[] {
  return Array.isArray(claims) ? claims : [claims as unknown as C];
}

function findProblems<C extends Claim, Item>(
  claims: readonly C[],
  packed: ReadPacked<Item>,
  checks: readonly ValueCheck<C, Item>[],
): readonly ClaimProblem<C>[] {
  const read = claims.map(readClaim);
  const cited = citedChunks(read, packed);
  const isMisquoted = misquotedClaims(read, cited, packed);
  return claims.flatMap((claim, index): ClaimProblem<C>[] => {
    const { ids, quote } = read[index] as ReadClaim;
    const { names, problems, chunks } = cited[index] as CitedChunks<Item>;
    const [only, ...others] = names;
    const sent = chunks.filter(({ presence }) => presence === 'sent').map(({ item }) => item);
    return [
      ...(ids.length === 0 ? [{ kind: 'unsupported' as const, claim, index }] : []),
      ...problems.map((problem) => ({ ...problem, claim, index })),
      ...(quote !== undefined && isMisquoted(index)
        ? [
            {
              kind: 'misquoted' as const,
              claim,
              index,
              quote,
              ...(only === undefined || others.length > 0 ? {} : { id: only }),
            },
          ]
        : []),
      ...checks.flatMap((check) =>
        runCheck(check, claim, sent).map(({ expected, found, id }) => ({
          kind: 'value' as const,
          claim,
          index,
          check: check.name,
          ...(expected === undefined ? {} : { expected }),
          ...(found === undefined ? {} : { found }),
          ...(id === undefined ? {} : { id }),
        })),
      ),
    ];
  });
}

interface CitedChunks<Item> {
  /** What the claim's ids name. */
  readonly names: readonly string[];
  readonly problems: readonly { readonly kind: 'unknown-id' | 'not-sent'; readonly id: string }[];
  readonly chunks: readonly PackedChunk<Item>[];
}

function citedChunks<Item>(claims: readonly ReadClaim[], packed: ReadPacked<Item>): readonly CitedChunks<Item>[] {
  const given = claims.map(({ ids }) => ids);
  const names = new PackedNames(packed, 'id', given.flat());
  const named = given.map((ids) => new Set(ids.map((id) => names.nameOf(id))));
  const isZeroBased = named.some((ids) => ids.has('0'));
  return named.map((ids) => {
    const problems: { kind: 'unknown-id' | 'not-sent'; id: string }[] = [];
    const chunks = new Set<PackedChunk<Item>>();
    for (const id of ids) {
      const found = names.find(id, isZeroBased);
      if (found === undefined) problems.push({ kind: 'unknown-id', id });
      else if (found.source?.presence() === 'not_sent') problems.push({ kind: 'not-sent', id });
      for (const chunk of found?.source?.chunks ?? []) chunks.add(chunk);
    }
    return { names: [...ids], problems, chunks: [...chunks] };
  });
}

function misquotedClaims<Item>(
  claims: readonly ReadClaim[],
  cited: readonly CitedChunks<Item>[],
  packed: ReadPacked<Item>,
): (index: number) => boolean {
  const quoting = claims.flatMap(({ quote }, index) =>
    quote === undefined ? [] : [{ index, quote, from: cited[index]?.chunks ?? [] }],
  );
  if (quoting.length === 0) return () => false;
  const states = quoteStates(quoting, packed);
  const wrong = new Set(quoting.flatMap(({ index }, place) => (states[place] === 'misquoted' ? [index] : [])));
  return (index) => wrong.has(index);
}
