/** Records that two incidents are one failure: same pattern, reason, numbers and configuration. */
import { appendEntries, type Ledger } from './append-entries.js';
import { incidentPair } from './find-incident.js';
import type { Pairing } from './ledger-state.js';
import { voidOutlived } from './moved-on.js';
import { offersFor, type Offer } from './offers.js';
import { why, type Why } from './why.js';

export interface PairOutcome {
  /** recorded; known: they were paired before, nothing was written; refused: `why` says why. */
  readonly kind: 'recorded' | 'known' | 'refused';
  readonly why: Why;
  readonly offers: readonly Offer[];
  /** As the ledger holds it now; void at once where the service has run under other pins since. */
  readonly pairing?: Pairing;
}

/** Throws an IncidentError when one of them is not in the ledger, or they are one. */
export async function pairIncidents(ledger: Ledger, a: string, b: string): Promise<PairOutcome> {
  return appendEntries(ledger, (state, record) => {
    const [one, other] = incidentPair(state, a, b, ledger.path);
    const reason = why(state, one, other);
    if (!reason.pairs) return { kind: 'refused', why: reason, offers: [] };
    const offers = (): readonly Offer[] => [one, other].flatMap((incident) => offersFor(state, incident));
    if (reason.pairing !== undefined) return { kind: 'known', why: reason, pairing: reason.pairing, offers: offers() };
    record({ kind: 'pair', incident: one.id, other: other.id });
    const open = state.pairing(one.id, other.id) as Pairing;
    const pairing = voidOutlived(state, record, open) ?? open;
    return { kind: 'recorded', why: reason, pairing, offers: offers() };
  });
}
