/** The trials of each incident, gathered from the incidents themselves and from split tests, counted by repair. */
import type { IncidentMessage, RepairMessage, SplitTestMessage, TrialMessage } from '../proto/messages.generated.js';
import { isRecovered } from '../proto/trial-outcome.js';
import { newestTrials } from './newest-trials.js';

/** Why what a repair recovered is not told apart: it changed several pins, or a split test ruled it confounded. */
export type RepairMark = 'pan_repair' | 'confounded';

export interface TriedRepair {
  readonly repair: string;
  readonly recovered: number;
  readonly trials: number;
  readonly mark?: RepairMark;
}

interface Marked extends Pick<TrialMessage, 'number' | 'at_unix_nano'> {
  readonly isRecovered: boolean;
  readonly mark: RepairMark | undefined;
}

/** By repair, then by number and time. */
type Trials = Map<string, Map<string, Marked>>;

export class TriedRepairs {
  /** Two incidents of one id (in two folders) are two: their frozen hashes tell. */
  readonly #byIncident = new Map<string, Trials>();

  constructor(incidents: readonly IncidentMessage[], splitTests: readonly SplitTestMessage[]) {
    for (const incident of incidents) {
      const marks = marksOf(incident.repairs);
      for (const trial of incident.trials ?? []) this.#add(incident, trial, marks);
    }
    for (const { incidents: tested = [], trials = [], repairs, rulings = [] } of splitTests) {
      const marks = marksOf(repairs);
      for (const { repair, ruling } of rulings)
        if (ruling === 'confounded' && !marks.has(repair)) marks.set(repair, 'confounded');
      const byId = new Map(tested.map((one) => [one.id, one]));
      for (const trial of trials) {
        const incident = byId.get(trial.incident);
        if (incident !== undefined) this.#add(incident, trial, marks);
      }
    }
  }

  /** Those of the newest test of each repair; the control is no repair. */
  of(incident: Incident): readonly TriedRepair[] {
    return [...(this.#byIncident.get(keyOf(incident)) ?? [])].map(([repair, all]) => {
      const trials = newestTrials([...all.values()]);
      const mark = trials.find((one) => one.mark !== undefined)?.mark;
      return {
        repair,
        recovered: trials.filter((one) => one.isRecovered).length,
        trials: trials.length,
        ...(mark === undefined ? {} : { mark }),
      };
    });
  }

  /** A trial that stands in several files counts once. */
  #add(incident: Incident, trial: TrialMessage, marks: ReadonlyMap<string, RepairMark>): void {
    const { repair, number, at_unix_nano } = trial;
    if (repair === '') return;
    const byRepair: Trials = this.#byIncident.get(keyOf(incident)) ?? new Map<string, Map<string, Marked>>();
    this.#byIncident.set(keyOf(incident), byRepair);
    const own = byRepair.get(repair) ?? new Map<string, Marked>();
    byRepair.set(repair, own);
    const key = `${number} ${at_unix_nano}`;
    const mark = marks.get(repair) ?? own.get(key)?.mark;
    own.set(key, { number, at_unix_nano, isRecovered: isRecovered(trial), mark });
  }
}

type Incident = Pick<IncidentMessage, 'id' | 'frozen_sha256'>;

function keyOf({ id, frozen_sha256: frozen }: Incident): string {
  return JSON.stringify([id, frozen]);
}

function marksOf(repairs: readonly RepairMessage[] = []): Map<string, RepairMark> {
  return new Map(repairs.flatMap(({ id, pan_repair: isPan }) => (isPan === true ? [[id, 'pan_repair'] as const] : [])));
}
