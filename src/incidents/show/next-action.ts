/** What to do with an incident next, as far as it has come. */
import type { RunVerdict } from '../../model/verdict.js';
import type { IncidentMessage, TrialMessage } from '../../proto/messages.generated.js';
import { isRecovered } from '../../proto/trial-outcome.js';
import { nextSteps } from '../../wording/next-steps.js';
import { firstDivergence } from '../diff.js';

/** The incident's own word, else the step of the practice that comes next. `name`: of the incident, for commands. */
export function nextAction(incident: IncidentMessage, name: string): string {
  if (incident.next !== undefined) return incident.next;
  const { case: applied, predictions, diff, trials = [] } = incident;
  if (applied === undefined) return 'Say what the run needed: freeze it again with --line or --cases.';
  if (predictions === undefined) return `Predict before you look: ragspan incident predict ${name}`;
  if (diff === undefined) return `Diff against the sealed predictions: ragspan incident diff ${name}`;
  if (trials.some(({ repair }) => recovers(trials, repair)))
    return `Make it a golden case: ragspan incident to-case ${name}`;
  if (firstDivergence(diff)?.state !== 'diverges') return nextSteps(incident.verdict as unknown as RunVerdict)[0] ?? '';
  return trials.every(({ repair }) => repair === '')
    ? 'Prove one repair by a split test: ragspan split-test'
    : 'No repair has recovered it in every trial: try another, ragspan split-test';
}

/** As many as a split test makes of a cell, unless told otherwise. */
const LEAST_TRIALS = 3;

/** The newest trials of a repair all brought the answer back; the control is none. */
function recovers(trials: readonly TrialMessage[], repair: string): boolean {
  const newest = trials.filter((one) => one.repair === repair).slice(-LEAST_TRIALS);
  return repair !== '' && newest.length === LEAST_TRIALS && newest.every(isRecovered);
}
