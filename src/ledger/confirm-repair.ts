/** Records what a repair did to an incident. Three of three is proof; less is kept, and never offered. */
import { IncidentError } from '../incidents/incident-error.js';
import type { RepairMessage } from '../proto/messages.generated.js';
import { appendEntries, type Ledger, type Record } from './append-entries.js';
import { findIncident } from './find-incident.js';
import type { LedgerIncident, LedgerState } from './ledger-state.js';
import { isProven } from './offers.js';

export interface ConfirmOutcome {
  /** known: the ledger says so already, nothing was written. */
  readonly kind: 'recorded' | 'known';
  readonly incident: string;
  readonly repair: RepairMessage;
  readonly recovered: number;
  readonly trials: number;
  /** It will be offered to incidents that pair with this one. */
  readonly isProven: boolean;
  /** Those there are now, under no void pairing. */
  readonly offeredTo: readonly string[];
}

export interface Confirming {
  readonly incident: string;
  readonly repair: Omit<RepairMessage, 'boundary'> & { readonly boundary?: string };
  readonly recovered: number;
  readonly trials: number;
  /** Of the split test it was read from. */
  readonly splitTestSha256?: string;
}

const REPAIR_ID = /^[A-Za-z0-9][A-Za-z0-9._-]{0,99}$/;

/** Throws an IncidentError when the incident is not in the ledger or the numbers cannot be. */
export async function confirmRepair(ledger: Ledger, confirming: Confirming): Promise<ConfirmOutcome> {
  check(confirming);
  return appendEntries(ledger, (state, record) => {
    const incident = findIncident(state, confirming.incident, ledger.path);
    return recordConfirmation(state, record, incident, confirming);
  });
}

export function recordConfirmation(
  state: LedgerState,
  record: Record,
  incident: LedgerIncident,
  { repair: given, recovered, trials, splitTestSha256 }: Confirming,
): ConfirmOutcome {
  const repair = { ...given, boundary: given.boundary ?? boundaryOf(incident) };
  const outcome = {
    incident: incident.id,
    repair,
    recovered,
    trials,
    isProven: isProven({ repair, recovered, trials }),
  };
  const before = state.confirmations(incident.id).get(repair.id);
  const isKnown =
    before !== undefined &&
    before.recovered === recovered &&
    before.trials === trials &&
    before.splitTestSha256 === splitTestSha256 &&
    JSON.stringify(before.repair.changes ?? []) === JSON.stringify(repair.changes ?? []);
  if (!isKnown)
    record({
      kind: 'confirm',
      incident: incident.id,
      repair,
      recovered,
      trials,
      ...(splitTestSha256 === undefined ? {} : { split_test_sha256: splitTestSha256 }),
    });
  return { kind: isKnown ? 'known' : 'recorded', ...outcome, offeredTo: offeredTo(state, incident, outcome) };
}

function offeredTo(
  state: LedgerState,
  incident: LedgerIncident,
  { isProven, repair }: { isProven: boolean; repair: RepairMessage },
): readonly string[] {
  if (!isProven) return [];
  return state
    .classMates(incident)
    .filter((mate) => mate !== incident && state.pairing(mate.id, incident.id)?.voided === undefined)
    .filter((mate) => !state.confirmations(mate.id).has(repair.id))
    .map((mate) => mate.id);
}

function check({ repair, recovered, trials }: Confirming): void {
  if (!REPAIR_ID.test(repair.id))
    throw new IncidentError(
      `${JSON.stringify(repair.id)} is no id of a repair`,
      'Use 1 to 100 letters, digits, dots, underscores and hyphens, as top-k-50.',
    );
  if (!isCount(trials) || trials < 1 || !isCount(recovered) || recovered > trials)
    throw new IncidentError(
      `recovered ${recovered} of ${trials} trials cannot be`,
      'Say how many of how many: --recovered 3 --trials 3.',
    );
}

function isCount(value: number): boolean {
  return Number.isInteger(value) && value >= 0 && value <= 1_000_000;
}

/** The boundary that its verdict convicts; empty where it convicts none. */
function boundaryOf({ key }: LedgerIncident): string {
  if (key.verdict === 'H1') return 'retrieval';
  if (key.verdict === 'H2') return 'assembly';
  return key.verdict.startsWith('H3') ? 'generation' : '';
}
