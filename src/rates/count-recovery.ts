/** Recovery per boundary: of the incidents frozen in a period, how many a repair brought back in every trial. */
import type { IncidentMessage, SplitTestMessage, TrialMessage } from '../proto/messages.generated.js';
import { periodOf, type Period } from './periods.js';

/** Fewer trials prove nothing. */
const LEAST_TRIALS = 3;

export interface RecoveryRates {
  /** In which the incidents were frozen. */
  readonly period: string;
  readonly config: string;
  /** retrieval | assembly | generation | none (UNKNOWN and HOLD). */
  readonly boundary: string;
  readonly incidents: number;
  /** Some repair recovered it in all of its trials, three or more. */
  readonly recovered: number;
  readonly repairs: readonly { readonly repair: string; readonly recovered: number; readonly trials: number }[];
}

/** Trials stand in the incidents themselves and in split tests: one that stands in both counts once. */
export function countRecovery(
  incidents: readonly IncidentMessage[],
  splitTests: readonly SplitTestMessage[],
  by: Period,
): RecoveryRates[] {
  const trials = trialsById(incidents, splitTests);
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
      const own = all.map(({ id }) => repairCounts(trials.get(id) ?? []));
      return {
        ...row,
        incidents: all.length,
        recovered: own.filter((repairs) =>
          repairs.some(({ recovered, trials: tried }) => tried >= LEAST_TRIALS && recovered === tried),
        ).length,
        repairs: summed(own),
      };
    });
}

const BOUNDARY_ORDER = ['retrieval', 'assembly', 'generation', 'none'];

function trialsById(
  incidents: readonly IncidentMessage[],
  splitTests: readonly SplitTestMessage[],
): ReadonlyMap<string, readonly TrialMessage[]> {
  const byId = new Map<string, Map<string, TrialMessage>>();
  const add = (id: string, trial: TrialMessage): void => {
    const known = byId.get(id) ?? new Map<string, TrialMessage>();
    byId.set(id, known.set(JSON.stringify([trial.repair, trial.number, String(trial.at_unix_nano)]), trial));
  };
  for (const { id, trials = [] } of incidents) for (const trial of trials) add(id, trial);
  for (const { trials = [] } of splitTests) for (const trial of trials) add(trial.incident, trial);
  return new Map([...byId].map(([id, all]) => [id, [...all.values()]]));
}

/** A copy of an incident in another folder is the same one. */
function once(incidents: readonly IncidentMessage[]): IncidentMessage[] {
  return [...new Map(incidents.map((one) => [`${one.id} ${one.frozen_sha256}`, one])).values()];
}

/** The control is no repair. */
function repairCounts(trials: readonly TrialMessage[]): { repair: string; recovered: number; trials: number }[] {
  const counts = new Map<string, { repair: string; recovered: number; trials: number }>();
  for (const { repair, verdict } of trials) {
    if (repair === '') continue;
    const known = counts.get(repair) ?? { repair, recovered: 0, trials: 0 };
    known.trials += 1;
    if (verdict?.verdict === 'HOLD') known.recovered += 1;
    counts.set(repair, known);
  }
  return [...counts.values()];
}

function summed(
  all: readonly (readonly { repair: string; recovered: number; trials: number }[])[],
): RecoveryRates['repairs'] {
  const sums = new Map<string, { repair: string; recovered: number; trials: number }>();
  for (const one of all.flat()) {
    const known = sums.get(one.repair) ?? { repair: one.repair, recovered: 0, trials: 0 };
    sums.set(one.repair, { ...known, recovered: known.recovered + one.recovered, trials: known.trials + one.trials });
  }
  return [...sums.values()].sort((a, b) => (a.repair < b.repair ? -1 : 1));
}
