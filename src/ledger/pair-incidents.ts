/** Records that two incidents are one failure: same pattern, reason, numbers and configuration. */
import type { PinChangeMessage } from '../proto/messages.generated.js';
import { appendEntries, type Ledger } from './append-entries.js';
import { incidentPair } from './find-incident.js';
import type { LedgerIncident, LedgerState } from './ledger-state.js';
import { offersFor, type Offer } from './offers.js';
import { isSameService, shownChanges } from './pin-changes.js';
import { why, type Why } from './why.js';

export interface PairOutcome {
  /** recorded; known: they were paired before, nothing was written; refused: `why` says why. */
  readonly kind: 'recorded' | 'known' | 'refused';
  readonly why: Why;
  /** Of the entry that holds the pairing. */
  readonly sequence?: number;
  readonly offers: readonly Offer[];
  /** The service has run with other pins since: recorded it is, and the next such incident voids it. */
  readonly since?: { readonly incident: string; readonly changes: readonly PinChangeMessage[] };
}

/** Throws an IncidentError when one of them is not in the ledger, or they are one. */
export async function pairIncidents(ledger: Ledger, a: string, b: string): Promise<PairOutcome> {
  return appendEntries(ledger, (state, record) => {
    const [one, other] = incidentPair(state, a, b, ledger.path);
    const reason = why(state, one, other);
    if (!reason.pairs) return { kind: 'refused', why: reason, offers: [] };
    const offers = [one, other].flatMap((incident) => offersFor(state, incident));
    const open = reason.pairing;
    if (open !== undefined) return { kind: 'known', why: reason, sequence: open.sequence, offers };
    const { sequence } = record({ kind: 'pair', incident: one.id, other: other.id });
    const since = movedSince(state, one);
    return { kind: 'recorded', why: reason, sequence, offers, ...(since === undefined ? {} : { since }) };
  });
}

/** By the incident of the service that was entered last. */
function movedSince(state: LedgerState, { key }: LedgerIncident): PairOutcome['since'] {
  const last = [...state.incidents.values()].findLast((one) => isSameService(one.key, key.service));
  const changes = shownChanges(key.pins, last?.key.pins);
  return last === undefined || changes.length === 0 ? undefined : { incident: last.id, changes };
}
