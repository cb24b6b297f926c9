/** Repairs that move more than one pin: declared so, or seen to. */
import type { TrialMessage } from '../../proto/messages.generated.js';
import type { PlannedRepair } from '../repairs/read-repairs.js';
import { CONTROL, trialsOf, type Progress } from '../split-test-plan.js';
import { movedPins } from './pin-values.js';

/** By repair, the pins of the first trial that moved several; as far as the list had grown when it was last asked. */
interface Seen {
  length: number;
  readonly moved: Map<string, readonly string[]>;
}

const seen = new WeakMap<readonly TrialMessage[], Seen>();

/**
 * Names of pins that a repair moved, when they are more than one in a single trial: then what it
 * recovers cannot be told apart. Empty: at most one.
 */
export function panPins(progress: Progress, repair: PlannedRepair): readonly string[] {
  const declared = (repair.changes ?? []).map(({ pin }) => pin);
  return declared.length > 1 ? declared : (seenPins(progress).get(repair.id) ?? []);
}

/** The controls of a row are whole before its other trials begin. */
function seenPins(progress: Progress): ReadonlyMap<string, readonly string[]> {
  const { trials } = progress;
  const held = seen.get(trials) ?? { length: 0, moved: new Map<string, readonly string[]>() };
  seen.set(trials, held);
  for (; held.length < trials.length; held.length += 1) {
    const { repair, incident, pins } = trials[held.length] as TrialMessage;
    if (repair === CONTROL || pins === undefined || held.moved.has(repair)) continue;
    const before = trialsOf(progress, incident, CONTROL).map((one) => one.pins);
    const moved = movedPins(before, pins);
    if (moved.length > 1) held.moved.set(repair, moved);
  }
  return held.moved;
}

/** It turned out to move more than one pin, and nobody forced it: it is run no further. */
export function isRefused(progress: Progress, repair: PlannedRepair): boolean {
  return !progress.plan.isForced && panPins(progress, repair).length > 1;
}
