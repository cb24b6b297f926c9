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

/** Those of a class on which some repair is proven; `mates` in order of entry. */
export function recoveredMates(state: LedgerState, mates: readonly LedgerIncident[]): readonly LedgerIncident[] {
  return mates.filter((mate) => [...state.confirmations(mate.id).values()].some(isProven));
}

/** One offer a repair, from the earliest incident it recovered. None where the pairing is void, or the incident has the repair itself. */
export function offersFor(
  state: LedgerState,
  incident: LedgerIncident,
  recovered: readonly LedgerIncident[] = recoveredMates(state, state.classMates(incident)),
): readonly Offer[] {
  const offers = new Map<string, Offer>();
  const own = state.confirmations(incident.id);
  for (const mate of recovered) {
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
