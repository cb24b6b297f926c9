/** Repairs that move more than one pin: declared so, or seen to. */
import type { PlannedRepair } from '../repairs/read-repairs.js';
import { CONTROL, trialsOf, type Progress } from '../split-test-plan.js';
import { movedPins } from './pin-values.js';

/**
 * Names of pins that a repair moved, when they are more than one in a single trial: then what it
 * recovers cannot be told apart. Empty: at most one.
 */
export function panPins(progress: Progress, repair: PlannedRepair): readonly string[] {
  const declared = (repair.changes ?? []).map(({ pin }) => pin);
  if (declared.length > 1) return declared;
  for (const { incident } of progress.plan.incidents) {
    const before = trialsOf(progress, incident.id, CONTROL).map(({ pins }) => pins);
    for (const { pins } of trialsOf(progress, incident.id, repair.id)) {
      const moved = pins === undefined ? [] : movedPins(before, pins);
      if (moved.length > 1) return moved;
    }
  }
  return [];
}

/** It turned out to move more than one pin, and nobody forced it: it is run no further. */
export function isRefused(progress: Progress, repair: PlannedRepair): boolean {
  return !progress.plan.isForced && panPins(progress, repair).length > 1;
}
