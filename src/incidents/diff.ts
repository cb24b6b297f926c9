/**
 * The diff of an incident against its sealed predictions: the boundaries in order; the first that
 * does not hold is convicted, the rest is suspended. It reads what was frozen and nothing else.
 */
import type { TextHash } from '../model/judging-options.js';
import type {
  BoundaryDiffMessage,
  IncidentMessage,
  PredictionMessage,
  VerdictMessage,
} from '../proto/messages.generated.js';
import { checkArtifacts } from './check-artifacts.js';
import { IncidentError } from './incident-error.js';
import { checkSeal } from './predict.js';

export const BOUNDARIES = ['retrieval', 'assembly', 'generation'] as const;
export type BoundaryName = (typeof BOUNDARIES)[number];
export type BoundaryState = 'holds' | 'diverges' | 'bypassed' | 'suspended' | 'unknown';

/** Reasons that leave a boundary open although the pattern shows what was there. */
const OPEN_AT: ReadonlyMap<string, BoundaryName> = new Map([
  ['engine_truncated', 'assembly'],
  ['transformed', 'assembly'],
  ['context_unlogged', 'assembly'],
  ['offset_unproven', 'assembly'],
  ['output_unlogged', 'generation'],
  ['output_incomplete', 'generation'],
  ['output_unchecked', 'generation'],
]);

/**
 * The same incident with its diff. Throws an IncidentError when no sealed predictions stand before
 * it, when the verdict has no case, or when the frozen artifacts do not bear the verdict out.
 */
export function diffIncident(incident: IncidentMessage, hash: TextHash): IncidentMessage {
  const { rows = [] } = checkSeal(incident, hash);
  const { verdict } = incident;
  if (verdict?.pattern === undefined)
    throw new IncidentError(
      `${incident.id}: the verdict ${verdict?.verdict ?? 'is missing'} was reached without a case: there is nothing to diff`,
      'Freeze the run again with --line "the words that had to survive", or with --cases FILE.',
    );
  checkArtifacts(incident, hash);
  const states = statesOf(verdict);
  // What a boundary has ruled out is not believed at the next one.
  let standing: readonly string[] = [...new Set(rows.map(({ hypothesis }) => hypothesis))];
  const diff: BoundaryDiffMessage[] = [];
  for (const [index, boundary] of BOUNDARIES.entries()) {
    const found = boundaryDiff(boundary, states[index] as BoundaryState, verdict, rows, standing);
    // A boundary that was gone around rules nothing out: the evidence came another way.
    if (found.fits !== undefined && found.state !== 'bypassed') standing = found.fits;
    diff.push(found);
  }
  return { ...incident, diff };
}

function statesOf(verdict: VerdictMessage): BoundaryState[] {
  const [retrieved, sent, output] = (verdict.pattern ?? '').split('/');
  const seen: BoundaryState[] = [
    retrieved === 'absent' && verdict.verdict !== 'H1'
      ? verdict.route === 'outside_retrieval'
        ? 'bypassed'
        : 'unknown'
      : known(retrieved),
    known(sent),
    known(output),
  ];
  if (verdict.verdict === 'UNKNOWN' && !seen.includes('unknown')) seen[openBoundary(verdict)] = 'unknown';
  const first = seen.findIndex((state) => state === 'diverges' || state === 'unknown');
  return seen.map((state, index) => (first >= 0 && index > first ? 'suspended' : state));
}

const STATE_OF: ReadonlyMap<string, BoundaryState> = new Map([
  ['present', 'holds'],
  ['passes', 'holds'],
  ['absent', 'diverges'],
  ['fails', 'diverges'],
]);

/** What is unlogged or unchecked is not known. */
function known(word: string | undefined): BoundaryState {
  return STATE_OF.get(word ?? '') ?? 'unknown';
}

/** A run or a case in doubt leaves everything open, from the first boundary on. */
function openBoundary(verdict: VerdictMessage): number {
  const open = OPEN_AT.get(verdict.reason ?? '');
  return open === undefined ? 0 : BOUNDARIES.indexOf(open);
}

function boundaryDiff(
  boundary: BoundaryName,
  state: BoundaryState,
  verdict: VerdictMessage,
  rows: readonly PredictionMessage[],
  standing: readonly string[],
): BoundaryDiffMessage {
  const own = rows.filter((row) => row.boundary === boundary);
  const hypotheses = standing.filter((one) => own.some(({ hypothesis }) => hypothesis === one));
  const isOpen = state === 'suspended' || state === 'unknown';
  const fits = isOpen
    ? []
    : hypotheses.filter((one) =>
        own.filter(({ hypothesis }) => hypothesis === one).some((row) => isMet(row, verdict, state)),
      );
  return {
    boundary,
    state,
    ...(fits.length === 0 ? {} : { fits }),
    ...numbersOf(boundary, verdict),
    ...(state === 'diverges' || state === 'unknown'
      ? verdict.reason === undefined
        ? {}
        : { reason: verdict.reason }
      : {}),
  };
}

/** The numbers seen fit this row. A hypothesis fits when one of its rows does ("above k, or absent"). */
function isMet(
  { measure, relation, limit }: PredictionMessage,
  verdict: VerdictMessage,
  state: BoundaryState,
): boolean {
  const { evidence = {} } = verdict;
  const isThere = state === 'holds';
  switch (measure) {
    case 'rank':
      return compare(relation, limit, evidence.rank, isThere);
    case 'kept_bytes':
      return compare(relation, limit, evidence.kept_bytes, isThere);
    case 'offset':
      return compare(relation, limit, evidence.planned_at, isThere);
    default:
      return relation === (isThere ? 'found' : 'fails');
  }
}

function compare(relation: string, limit: number | undefined, measured: number | undefined, isThere: boolean): boolean {
  switch (relation) {
    case 'present':
      return isThere;
    case 'absent':
      return !isThere;
    case 'at_most':
      return isThere && (measured === undefined || limit === undefined || measured <= limit);
    case 'above':
      return !isThere && measured !== undefined && limit !== undefined && measured > limit;
    case 'at_least':
    case 'before':
      // What stands there stands before the cut, also where nothing was planned.
      return isThere;
    case 'at_or_after':
      return !isThere && measured !== undefined && limit !== undefined && measured >= limit;
    default:
      return false;
  }
}

function numbersOf(boundary: BoundaryName, { evidence = {} }: VerdictMessage): Partial<BoundaryDiffMessage> {
  switch (boundary) {
    case 'retrieval':
      return {
        ...(evidence.rank === undefined ? {} : { measured: evidence.rank }),
        ...(evidence.top_k === undefined ? {} : { limit: evidence.top_k }),
        unit: 'rank',
        ...(evidence.candidates_seen === undefined ? {} : { candidates_seen: evidence.candidates_seen }),
      };
    case 'assembly': {
      const planned = evidence.planned_at;
      const cut = evidence.cut;
      if (planned !== undefined && cut?.at !== undefined)
        return { measured: planned, limit: cut.at, ...(cut.unit === undefined ? {} : { unit: cut.unit }) };
      if (evidence.offset !== undefined) return { measured: evidence.offset, unit: 'byte' };
      return {};
    }
    case 'generation':
      return evidence.quote === undefined ? {} : { quote: evidence.quote };
  }
}

/** The first boundary that does not hold, when there is one. */
export function firstDivergence(diff: readonly BoundaryDiffMessage[]): BoundaryDiffMessage | undefined {
  return diff.find(({ state }) => state === 'diverges' || state === 'unknown');
}
