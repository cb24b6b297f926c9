/** One incident under one repair, counted. Counts and nothing else: no statistic is drawn from three trials. */
import { BOUNDARIES, type BoundaryName } from '../../incidents/diff.js';
import type { CellMessage, TrialMessage } from '../../proto/messages.generated.js';
import { isRecovered } from '../../proto/trial-outcome.js';
import { CONTROL, trialsOf, type PlannedIncident, type Progress } from '../split-test-plan.js';
import { brokenBoundaries, movedBoundaries } from './boundary-states.js';
import { movedPins } from './pin-values.js';

/** It says nothing: the application failed, or the verdict does not tell. */
export function isUnknown({ error, verdict }: TrialMessage): boolean {
  return error !== undefined || verdict === undefined || ['UNKNOWN', 'UNDECLARED'].includes(verdict.verdict);
}

/** Boundaries that one trial moved against the incident: with its control, that is what every control gave. */
export function movedIn(incident: PlannedIncident, trial: TrialMessage): readonly BoundaryName[] {
  return isUnknown(trial) ? [] : movedBoundaries(incident.incident.verdict, trial.verdict);
}

/** A boundary that held in the control diverges now. */
export function isBroken(incident: PlannedIncident, trial: TrialMessage): boolean {
  return !isUnknown(trial) && brokenBoundaries(incident.incident.verdict, trial.verdict).length > 0;
}

/** `repair`: id, or empty for the control. */
export function cellOf(progress: Progress, incident: PlannedIncident, repair: string): CellMessage {
  const { id } = incident.incident;
  const trials = trialsOf(progress, id, repair);
  const controls = trialsOf(progress, id, CONTROL).map(({ pins }) => pins);
  const telling = trials.filter((one) => !isUnknown(one));
  const ranks = telling.map(({ verdict }) => verdict?.evidence?.rank);
  const distinct = [...new Set(ranks.filter((rank) => rank !== undefined))].sort((a, b) => a - b);
  const pins = new Set(trials.flatMap((one) => (one.pins === undefined ? [] : movedPins(controls, one.pins))));
  const moved = new Set(trials.flatMap((one) => movedIn(incident, one)));
  return {
    incident: id,
    repair,
    trials: trials.length,
    recovered: trials.filter(isRecovered).length,
    unknown: trials.filter(isUnknown).length,
    ...(distinct.length === 0 ? {} : { ranks: distinct }),
    ...(distinct.length > 0 && ranks.includes(undefined) ? { rank_unstable: true } : {}),
    ...(pins.size === 0 ? {} : { moved_pins: [...pins].sort() }),
    ...(moved.size === 0 ? {} : { moved_boundaries: BOUNDARIES.filter((one) => moved.has(one)) }),
  };
}
