/** Which trial comes next: the trials that are there say it all, so that a test goes on wherever it stopped. */
import type { TrialMessage } from '../proto/messages.generated.js';
import { controlProblem } from './rulings/control.js';
import { isRefused } from './rulings/pan-pins.js';
import { CONTROL, trialsOf, type PlannedTrial, type Progress } from './split-test-plan.js';

/** In order of incident, repair (the control first), number. Undefined: nothing is left to run. */
export function nextTrial(progress: Progress): PlannedTrial | undefined {
  const { incidents, repairs, trials } = progress.plan;
  for (const incident of incidents) {
    const { id } = incident.incident;
    const controls = trialsOf(progress, id, CONTROL);
    if (controls.length < trials) return { incident, number: firstMissing(controls) };
    // Nothing can be concluded from this row: its trials would be calls for nothing.
    if (controlProblem(progress, incident) !== undefined) continue;
    for (const repair of repairs) {
      const done = trialsOf(progress, id, repair.id);
      if (done.length < trials && !isRefused(progress, repair)) return { incident, repair, number: firstMissing(done) };
    }
  }
  return undefined;
}

/** One that failed and is run again leaves a gap. */
function firstMissing(trials: readonly TrialMessage[]): number {
  const numbers = new Set(trials.map((one) => one.number));
  let number = 1;
  while (numbers.has(number)) number += 1;
  return number;
}

/** Trials that are still to come, as it looks now. */
export function trialsLeft(progress: Progress): number {
  const { incidents, repairs, trials } = progress.plan;
  const running = repairs.filter((repair) => !isRefused(progress, repair));
  let left = 0;
  for (const incident of incidents) {
    const { id } = incident.incident;
    const controls = trialsOf(progress, id, CONTROL).length;
    left += trials - controls;
    if (controls === trials && controlProblem(progress, incident) !== undefined) continue;
    for (const repair of running) left += trials - trialsOf(progress, id, repair.id).length;
  }
  return left;
}
