/** The control of a row: without any repair the incident must come out again, or nothing can be concluded. */
import type { TrialMessage } from '../../proto/messages.generated.js';
import { CONTROL, trialsOf, type PlannedIncident, type Progress } from '../split-test-plan.js';
import { driftedPins } from './pin-values.js';
import { verdictWords } from './words.js';

/** Why the row is not established, in words; undefined when the control reproduced the incident each time, or is not run. */
export function controlProblem(progress: Progress, planned: PlannedIncident): string | undefined {
  const trials = trialsOf(progress, planned.incident.id, CONTROL);
  const held = problems.get(trials);
  if (held?.length === trials.length) return held.problem;
  const problem = findProblem(trials, planned);
  problems.set(trials, { length: trials.length, problem });
  return problem;
}

/** Asked again before each trial of the whole test. */
const problems = new WeakMap<
  readonly TrialMessage[],
  { readonly length: number; readonly problem: string | undefined }
>();

function findProblem(trials: readonly TrialMessage[], { incident }: PlannedIncident): string | undefined {
  const failed = trials.find((one) => one.error !== undefined);
  if (failed !== undefined) return `control ${failed.number} failed: ${failed.error}`;
  const drifted = [...new Set(trials.flatMap(({ pins }) => driftedPins(incident.pins, pins)))].sort();
  const other = trials.filter((one) => !isSameVerdict(one, incident.verdict));
  const [first] = other;
  if (first !== undefined)
    return `the control gave ${verdictWords(first.verdict)}, not ${verdictWords(incident.verdict)}, in ${other.length} of ${trials.length} trials${drifted.length === 0 ? '' : `; it ran with another ${drifted.join(', ')} than was frozen`}`;
  if (drifted.length > 0)
    return `the control ran with another ${drifted.join(', ')} than was frozen: this is not the incident’s configuration`;
  return undefined;
}

function isSameVerdict({ verdict }: TrialMessage, frozen: TrialMessage['verdict']): boolean {
  return verdict?.verdict === frozen?.verdict && verdict?.reason === frozen?.reason;
}
