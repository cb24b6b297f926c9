/** Recovery per boundary: of the incidents frozen in a period, how many a repair brought back in every trial. */
import type { IncidentMessage, SplitTestMessage } from '../proto/messages.generated.js';
import { LEAST_TRIALS } from './newest-trials.js';
import { periodOf, type Period } from './periods.js';
import { TriedRepairs, type TriedRepair } from './tried-repairs.js';

export interface RecoveryRates {
  /** In which the incidents were frozen. */
  readonly period: string;
  readonly config: string;
  /** retrieval | assembly | generation | none (UNKNOWN and HOLD). */
  readonly boundary: string;
  readonly incidents: number;
  /** Some repair without a mark recovered it in all trials of its newest test, three or more. */
  readonly recovered: number;
  readonly repairs: readonly TriedRepair[];
}

/** Trials stand in the incidents themselves and in split tests: one that stands in both counts once. */
export function countRecovery(
  incidents: readonly IncidentMessage[],
  splitTests: readonly SplitTestMessage[],
  by: Period,
): RecoveryRates[] {
  const tried = new TriedRepairs(incidents, splitTests);
  const rows = new Map<
    string,
    { readonly row: Omit<RecoveryRates, 'incidents' | 'recovered' | 'repairs'>; readonly all: IncidentMessage[] }
  >();
  for (const incident of once(incidents)) {
    const row = {
      period: periodOf(incident.frozen_at_unix_nano, by),
      config: incident.pins?.config_sha256 ?? 'none',
      boundary: incident.verdict?.boundary ?? 'none',
    };
    const key = `${row.period} ${row.config} ${BOUNDARY_ORDER.indexOf(row.boundary)}`;
    const known = rows.get(key);
    if (known === undefined) rows.set(key, { row, all: [incident] });
    else known.all.push(incident);
  }
  return [...rows]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([, { row, all }]) => {
      const own = all.map((incident) => tried.of(incident));
      return {
        ...row,
        incidents: all.length,
        recovered: own.filter((repairs) =>
          repairs.some(
            ({ recovered, trials, mark }) => mark === undefined && trials >= LEAST_TRIALS && recovered === trials,
          ),
        ).length,
        repairs: summed(own.flat()),
      };
    });
}

const BOUNDARY_ORDER = ['retrieval', 'assembly', 'generation', 'none'];

/** A copy of an incident in another folder is the same one. */
function once(incidents: readonly IncidentMessage[]): IncidentMessage[] {
  return [...new Map(incidents.map((one) => [`${one.id} ${one.frozen_sha256}`, one])).values()];
}

/** A marked repair stands beside the same one unmarked: they are two counts. */
function summed(all: readonly TriedRepair[]): readonly TriedRepair[] {
  const sums = new Map<string, TriedRepair>();
  for (const one of all) {
    const key = `${one.repair} ${one.mark ?? ''}`;
    const { recovered = 0, trials = 0 } = sums.get(key) ?? {};
    sums.set(key, { ...one, recovered: recovered + one.recovered, trials: trials + one.trials });
  }
  return [...sums].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, one]) => one);
}
