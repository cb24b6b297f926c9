/** What a repair does to incidents that it does not recover: it is to leave them as they are. */
import { trialsOf, type PlannedIncident, type Progress } from '../split-test-plan.js';
import { isBroken, movedIn } from './cell.js';
import { listWords, verdictWords } from './words.js';

export interface Disturbance {
  readonly id: string;
  readonly trials: number;
  /** Trials in which a boundary diverges that held without the repair. */
  readonly broken: number;
  /** Of the trials in which any boundary moved: `INC-1: H3a (contradiction) → H1 (below_k) in 3/3`. */
  readonly words: string;
}

/** Of each incident in which a boundary moved in some trial. */
export function disturbances(
  progress: Progress,
  repair: string,
  incidents: readonly PlannedIncident[],
): readonly Disturbance[] {
  return incidents.flatMap((incident) => {
    const { id, verdict } = incident.incident;
    const trials = trialsOf(progress, id, repair);
    const moved = trials.filter((trial) => movedIn(incident, trial).length > 0);
    if (moved.length === 0) return [];
    const now = [...new Set(moved.map((trial) => verdictWords(trial.verdict)))];
    return [
      {
        id,
        trials: trials.length,
        broken: trials.filter((trial) => isBroken(incident, trial)).length,
        words: `${id}: ${verdictWords(verdict)} → ${listWords(now)} in ${moved.length}/${trials.length}`,
      },
    ];
  });
}
