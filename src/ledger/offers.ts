/** Repairs that recovered an incident's pair. They are offered; nothing here applies one. */
import type { RepairMessage } from '../proto/messages.generated.js';
import type { Confirmation, LedgerIncident, LedgerState } from './ledger-state.js';

/** Fewer trials prove nothing. */
export const LEAST_TRIALS = 3;

export interface Offer {
  /** The incident that may be mended the same way. */
  readonly incident: string;
  /** The one it pairs with, which the repair recovered. */
  readonly recoveredIncident: string;
  readonly repair: RepairMessage;
  readonly recovered: number;
  readonly trials: number;
}

/** Every trial recovered, of three or more, by a change of one pin. */
export function isProven({
  repair,
  recovered,
  trials,
}: Pick<Confirmation, 'repair' | 'recovered' | 'trials'>): boolean {
  const isOneChange = repair.pan_repair !== true && (repair.changes ?? []).length <= 1;
  return trials >= LEAST_TRIALS && recovered === trials && isOneChange;
}

/** Incidents on which some repair is proven, in order of entry, by pairing class. */
export type Recovered = ReadonlyMap<string, readonly LedgerIncident[]>;

export function recoveredByClass(state: LedgerState): Recovered {
  const found = new Map<string, LedgerIncident[]>();
  const proven = state.confirmed().filter(({ id }) => [...state.confirmations(id).values()].some(isProven));
  for (const incident of proven.sort((a, b) => a.sequence - b.sequence)) {
    if (incident.pairingClass === undefined) continue;
    const known = found.get(incident.pairingClass);
    if (known === undefined) found.set(incident.pairingClass, [incident]);
    else known.push(incident);
  }
  return found;
}

/**
 * One offer a repair, from the earliest incident it recovered. None where the pairing is void, or
 * the repair was tried on the incident itself. `recovered`: for whoever asks for many incidents.
 */
export function offersFor(
  state: LedgerState,
  incident: LedgerIncident,
  recovered: Recovered = recoveredByClass(state),
): readonly Offer[] {
  const offers = new Map<string, Offer>();
  const own = state.confirmations(incident.id);
  for (const mate of recovered.get(incident.pairingClass ?? '') ?? []) {
    if (mate.id === incident.id || state.pairing(incident.id, mate.id)?.voided !== undefined) continue;
    for (const confirmation of state.confirmations(mate.id).values()) {
      const { repair } = confirmation;
      if (!isProven(confirmation) || own.has(repair.id) || offers.has(repair.id)) continue;
      offers.set(repair.id, {
        incident: incident.id,
        recoveredIncident: mate.id,
        repair,
        recovered: confirmation.recovered,
        trials: confirmation.trials,
      });
    }
  }
  return [...offers.values()];
}

export function offerWords({ incident, recoveredIncident, repair, recovered, trials }: Offer): string {
  return `${incident} pairs with ${recoveredIncident}: repair ${repair.id} recovered it ${recovered}/${trials}; not applied`;
}
