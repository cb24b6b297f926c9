/** A ledger as it is shown: incidents by pairing class, pairings, repairs on offer, sentences shared. */
import type { LedgerIncident, LedgerState, Pairing } from './ledger-state.js';
import { offersFor, recoveredByClass, type Offer } from './offers.js';
import { unpairable } from './pairing-key.js';

export interface LedgerView {
  readonly entries: number;
  /** `sha256` of the last entry: a copy of it kept elsewhere shows when entries are cut off the end. */
  readonly head?: string;
  /** In order of their first incident; an incident that pairs with nothing so far is a class of one. */
  readonly classes: readonly ClassView[];
  /** Those that can pair with none, each with the reason. */
  readonly unpairable: readonly { readonly incident: LedgerIncident; readonly because: string }[];
  readonly open: readonly Pairing[];
  readonly voided: readonly Pairing[];
  /** One output, incidents that are not the same: a sentence pairs nothing. */
  readonly sameSentence: readonly SharedSentence[];
}

export interface ClassView {
  readonly incidents: readonly LedgerIncident[];
  readonly offers: readonly Offer[];
}

interface SharedSentence {
  readonly outputSha256: string;
  /** Incidents of one class stand together; at least two groups. */
  readonly groups: readonly (readonly LedgerIncident[])[];
}

export function ledgerView(state: LedgerState): LedgerView {
  const pairings = [...state.pairings];
  const recovered = recoveredByClass(state);
  return {
    entries: state.entries,
    ...(state.head === undefined ? {} : { head: state.head }),
    classes: [...state.classes].map((incidents) => ({
      incidents,
      offers: recovered.has(incidents[0]?.pairingClass ?? '')
        ? incidents.flatMap((one) => offersFor(state, one, recovered))
        : [],
    })),
    unpairable: [...state.incidents.values()].flatMap((incident) => {
      const because = unpairable(incident.key);
      return because === undefined ? [] : [{ incident, because }];
    }),
    open: pairings.filter(({ voided }) => voided === undefined),
    voided: pairings.filter(({ voided }) => voided !== undefined),
    sameSentence: [...state.sentences].flatMap(([outputSha256, incidents]) => {
      const groups = groupsOf(incidents);
      return groups.length < 2 ? [] : [{ outputSha256, groups }];
    }),
  };
}

/** Linear: a class is looked up by name; what has none is a group of its own. */
function groupsOf(incidents: readonly LedgerIncident[]): readonly (readonly LedgerIncident[])[] {
  const groups: LedgerIncident[][] = [];
  const byClass = new Map<string, LedgerIncident[]>();
  for (const incident of incidents) {
    const known = incident.pairingClass === undefined ? undefined : byClass.get(incident.pairingClass);
    if (known !== undefined) {
      known.push(incident);
      continue;
    }
    const group = [incident];
    groups.push(group);
    if (incident.pairingClass !== undefined) byClass.set(incident.pairingClass, group);
  }
  return groups;
}
