/** What is tested, and what has been run of it. */
import type { BoundaryName } from '../incidents/diff.js';
import type { IncidentMessage, TrialMessage } from '../proto/messages.generated.js';
import type { PlannedRepair } from './repairs/read-repairs.js';

export interface PlannedIncident {
  readonly incident: IncidentMessage;
  readonly boundary: BoundaryName;
  /** Its hash is the pin. */
  readonly input: string;
  /** Text of a case file with the incident's one case. */
  readonly cases: string;
}

export interface SplitTestPlan {
  /** Path as given. */
  readonly app: string;
  readonly appSha256: string;
  /** Of each cell, 3 at least. */
  readonly trials: number;
  readonly incidents: readonly PlannedIncident[];
  readonly repairs: readonly PlannedRepair[];
  /** Repairs that change more than one pin are run too. */
  readonly isForced: boolean;
}

export interface PlannedTrial {
  readonly incident: PlannedIncident;
  /** Absent: the control. */
  readonly repair?: PlannedRepair;
  /** 1-based. */
  readonly number: number;
}

/** What is planned beside what has been run. */
export interface Progress {
  readonly plan: SplitTestPlan;
  readonly trials: readonly TrialMessage[];
  /** Failed trials in whose place one of `trials` was run. */
  readonly replaced?: readonly TrialMessage[];
}

export const CONTROL = '';

/** Trials by cell, as far as the list had grown when it was last asked. */
interface Index {
  length: number;
  readonly cells: Map<string, TrialMessage[]>;
}

const indexes = new WeakMap<readonly TrialMessage[], Index>();
const NONE: readonly TrialMessage[] = [];

/** Of one cell, in the order run. Lists only ever grow. */
export function trialsOf({ trials }: Progress, incident: string, repair: string): readonly TrialMessage[] {
  let index = indexes.get(trials);
  if (index === undefined) {
    index = { length: 0, cells: new Map() };
    indexes.set(trials, index);
  }
  for (; index.length < trials.length; index.length += 1) {
    const trial = trials[index.length] as TrialMessage;
    const key = cellKey(trial.incident, trial.repair);
    const cell = index.cells.get(key);
    if (cell === undefined) index.cells.set(key, [trial]);
    else cell.push(trial);
  }
  return index.cells.get(cellKey(incident, repair)) ?? NONE;
}

/** Whatever the ids hold, no two cells have one key. */
function cellKey(incident: string, repair: string): string {
  return `${incident.length} ${incident}${repair}`;
}
