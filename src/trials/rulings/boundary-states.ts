/** What a verdict says of each boundary: one holds, one diverges, what lies behind is suspended. */
import { BOUNDARIES, type BoundaryName } from '../../incidents/diff.js';
import type { VerdictMessage } from '../../proto/messages.generated.js';

type State = 'holds' | 'diverges' | 'suspended' | 'unknown';

/** The first boundary that each candidate leaves behind: nothing for HOLD. */
const FIRST: { readonly [verdict: string]: number } = { H1: 0, H2: 1, H3: 2, H3a: 2, H3b: 2, HOLD: 3 };

function boundaryStates(verdict: VerdictMessage | undefined): readonly State[] {
  const first = FIRST[verdict?.verdict ?? ''];
  if (first !== undefined)
    return BOUNDARIES.map((_, index) => (index < first ? 'holds' : index === first ? 'diverges' : 'suspended'));
  // Of an UNKNOWN, what none of its candidates denies holds.
  const possible = verdict?.candidates?.map((one) => FIRST[one] ?? 0) ?? [0];
  const least = Math.min(...(possible.length === 0 ? [0] : possible));
  return BOUNDARIES.map((_, index) => (index < least ? 'holds' : 'unknown'));
}

/** Boundaries that are known on both sides, and differ: from diverging to holding, or back. */
export function movedBoundaries(before: VerdictMessage | undefined, after: VerdictMessage | undefined): BoundaryName[] {
  return changedFrom(['holds', 'diverges'], before, after);
}

/** Boundaries that held, and diverge now. */
export function brokenBoundaries(
  before: VerdictMessage | undefined,
  after: VerdictMessage | undefined,
): BoundaryName[] {
  return changedFrom(['holds'], before, after);
}

function changedFrom(
  states: readonly State[],
  before: VerdictMessage | undefined,
  after: VerdictMessage | undefined,
): BoundaryName[] {
  const then = boundaryStates(before);
  const now = boundaryStates(after);
  const isKnown = (state: State | undefined): boolean => state === 'holds' || state === 'diverges';
  return BOUNDARIES.filter(
    (_, index) => states.some((state) => state === then[index]) && isKnown(now[index]) && then[index] !== now[index],
  );
}
