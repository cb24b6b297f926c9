/**
 * A recorded run against the same input run again: pins first, then the three boundaries in order.
 * The first that changed is named and the rest is suspended, as what follows from it is no finding
 * of its own. Hashes, ranks and offsets decide; scores and wording never do. Pure.
 */
import type { PinChangeMessage, ReplayBoundaryMessage, TripleMessage } from '../../proto/messages.generated.js';
import { compareAssembly } from './assembly-boundary.js';
import { changedPins } from './changed-pins.js';
import { compareGeneration, rulings } from './generation-boundary.js';
import type { ReplaySide } from './replay-side.js';
import { compareRetrieval } from './retrieval-boundary.js';

export interface RunComparison {
  /** With any, this is not the same configuration. */
  readonly pins: readonly PinChangeMessage[];
  /** Retrieval, assembly, generation. */
  readonly boundaries: readonly ReplayBoundaryMessage[];
  /** The first boundary that changed. */
  readonly changed?: string;
}

/** `before`: the record. Hashes of both must be made with the same key. */
export function compareRuns(before: ReplaySide, after: ReplaySide): RunComparison {
  const then = before.triple ?? NOTHING;
  const now = after.triple ?? NOTHING;
  const compared = [
    compareRetrieval(then.retrieval, now.retrieval),
    compareAssembly(then, now),
    compareGeneration(before, after),
  ];
  const first = compared.findIndex(({ state }) => state === 'changed');
  const changed = compared[first]?.boundary;
  return {
    pins: changedPins(before.pins, after.pins),
    boundaries: compared.map((one, index) => (first >= 0 && index > first ? suspended(one, before, after) : one)),
    ...(changed === undefined ? {} : { changed }),
  };
}

const NOTHING: TripleMessage = { trace_id: '' };

function suspended({ boundary }: ReplayBoundaryMessage, before: ReplaySide, after: ReplaySide): ReplayBoundaryMessage {
  return { boundary, state: 'suspended', ...(boundary === 'generation' ? rulings(before, after) : {}) };
}
