/** What is said beside a ruling; each a clause of its own, or nothing. */
import type { PlannedRepair } from '../repairs/read-repairs.js';
import { CONTROL, trialsOf, type PlannedIncident, type Progress } from '../split-test-plan.js';
import { movedIn } from './cell.js';
import { disturbances } from './disturbance.js';
import { pinValues } from './pin-values.js';

/** What a result rests on is told: it is not the first call of each trial. */
export function retriedNote({ replaced = [] }: Progress, { id }: PlannedRepair): string {
  const count = replaced.filter(({ repair }) => repair === id || repair === CONTROL).length;
  if (count === 0) return '';
  return `; ${count === 1 ? 'one failed trial was' : `${count} failed trials were`} run again`;
}

/**
 * Of a repair that recovers nothing: its own boundary holds under it in every trial, and a later one
 * loses what it brought back. Two changes at once would tell nothing, so the later one comes next.
 */
export function lostFurtherOnNote(
  progress: Progress,
  { id, boundary }: PlannedRepair,
  own: readonly PlannedIncident[],
): string {
  const isHeld = (incident: PlannedIncident): boolean => {
    const trials = trialsOf(progress, incident.incident.id, id);
    return trials.length > 0 && trials.every((trial) => movedIn(incident, trial).some((moved) => moved === boundary));
  };
  const lost = disturbances(progress, id, own.filter(isHeld));
  if (lost.length === 0) return '';
  return `; the ${boundary} boundary holds under it, and a later one loses the evidence (${lost.map(({ words }) => words).join('; ')}): keep the repair in the application, freeze the wrong answer again, and repair that boundary`;
}

/** It is to change a pin that is logged, and no trial logged another value. */
export function silentNote(progress: Progress, { id, changes = [] }: PlannedRepair): string {
  for (const { pin } of changes) {
    const before = new Set(
      progress.trials.filter(({ repair }) => repair === CONTROL).map(({ pins }) => pinValues(pins).get(pin)),
    );
    const after = progress.trials.filter(({ repair }) => repair === id).map(({ pins }) => pinValues(pins).get(pin));
    if (after.length > 0 && after.every((value) => value !== undefined && before.has(value)))
      return `; the pin ${pin} stayed as it was: does answer() read overrides.${pin}?`;
  }
  return '';
}
