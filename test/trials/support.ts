/** Split tests that need no application: what each trial gives is made up, or arbitrary. */
import { textHash } from '../../src/model/digest.js';
import type { BoundaryName } from '../../src/incidents/diff.js';
import type { PinsMessage, TrialMessage, VerdictMessage } from '../../src/proto/messages.generated.js';
import type { PlannedRepair } from '../../src/trials/repairs/read-repairs.js';
import type { PlannedIncident, PlannedTrial, SplitTestPlan } from '../../src/trials/split-test-plan.js';

export const HASH = textHash();

/** What a trial may give. */
export type Given = 'H1' | 'H2' | 'H3a' | 'HOLD' | 'UNKNOWN' | 'failed';

const VERDICTS: { readonly [boundary in BoundaryName]: Given } = {
  retrieval: 'H1',
  assembly: 'H2',
  generation: 'H3a',
};
const REASONS: { readonly [given: string]: string } = { H1: 'below_k', H2: 'cut', H3a: 'contradiction' };

function verdictOf(given: Given): VerdictMessage {
  const index = ['H1', 'H2', 'H3a'].indexOf(given);
  const reason = given === 'UNKNOWN' ? 'output_unlogged' : REASONS[given];
  return {
    trace_id: '0af7651916cd43dd8448eb211c80319c',
    verdict: given,
    ...(reason === undefined ? {} : { reason }),
    ...(index < 0 ? {} : { boundary: Object.keys(VERDICTS)[index] as string }),
    ...(given === 'UNKNOWN' ? { candidates: ['H3', 'HOLD'] } : {}),
    explanation: given,
  };
}

export const PINS: PinsMessage = {
  input_sha256: HASH.sha256('question'),
  top_k: 5,
  budget: 8192,
  budget_unit: 'token',
};

export function incidentOf(id: string, boundary: BoundaryName): PlannedIncident {
  return {
    incident: {
      version: 1,
      id,
      frozen_at_unix_nano: 1n,
      frozen_by: 'test',
      pins: PINS,
      verdict: verdictOf(VERDICTS[boundary]),
      frozen_sha256: HASH.sha256(id),
      sha256: '',
    },
    boundary,
    input: 'question',
    cases: '{}',
  };
}

export function repairOf(
  id: string,
  boundary: BoundaryName,
  changes: Readonly<Record<string, unknown>>,
): PlannedRepair {
  const pins = Object.entries(changes).map(([pin, to]) => ({ pin, to: JSON.stringify(to) }));
  return { id, boundary, changes: pins, overrides: changes, ...(pins.length > 1 ? { pan_repair: true } : {}) };
}

export function planOf(
  incidents: readonly PlannedIncident[],
  repairs: readonly PlannedRepair[],
  more: Partial<SplitTestPlan> = {},
): SplitTestPlan {
  return { app: 'app.mjs', appSha256: HASH.sha256('app'), trials: 3, incidents, repairs, isForced: false, ...more };
}

/** Its time follows from its place, so that two runs of the same test are the same. */
export function trialOf(planned: PlannedTrial, given: Given, pins: PinsMessage = PINS, rank?: number): TrialMessage {
  const { incident, repair, number } = planned;
  const base = {
    incident: incident.incident.id,
    repair: repair?.id ?? '',
    number,
    at_unix_nano: BigInt(number),
    triple_sha256: HASH.sha256(`${incident.incident.id} ${repair?.id} ${number}`),
    config_sha256: '',
  };
  if (given === 'failed') return { ...base, triple_sha256: '', error: 'Error: no' };
  const verdict = verdictOf(given);
  return { ...base, pins, verdict: rank === undefined ? verdict : { ...verdict, evidence: { rank } } };
}
