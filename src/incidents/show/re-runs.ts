/** The re-runs of an incident, counted by repair. */
import type { IncidentMessage, TrialMessage } from '../../proto/messages.generated.js';
import { isRecovered } from '../../proto/trial-outcome.js';

export interface ReRuns {
  readonly trials: number;
  /** In order of first trial; the control has an empty repair. */
  readonly by_repair: readonly { readonly repair: string; readonly recovered: number; readonly trials: number }[];
}

export function reRuns({ trials = [] }: IncidentMessage): ReRuns {
  const byRepair = new Map<string, TrialMessage[]>();
  for (const trial of trials) byRepair.set(trial.repair, [...(byRepair.get(trial.repair) ?? []), trial]);
  return {
    trials: trials.length,
    by_repair: [...byRepair].map(([repair, all]) => ({
      repair,
      recovered: all.filter(isRecovered).length,
      trials: all.length,
    })),
  };
}
