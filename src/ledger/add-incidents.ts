/** Enters incidents: each with its own artifacts, once. */
import { checkIncidentId } from '../incidents/incident-file.js';
import { IncidentError } from '../incidents/incident-error.js';
import type { IncidentMessage } from '../proto/messages.generated.js';
import { appendEntries, type Ledger, type Record } from './append-entries.js';
import type { LedgerIncident, LedgerState, Pairing } from './ledger-state.js';
import { offersFor, recoveredByClass, type Offer, type Recovered } from './offers.js';
import { pairingKeyOf, unpairable } from './pairing-key.js';
import { isSameService, shownChanges } from './pin-changes.js';
import { reuse } from './reused-artifacts.js';

export type AddOutcome =
  | Added
  /** The same evidence under the same id is there already: nothing was written. */
  | { readonly kind: 'known'; readonly id: string; readonly sequence: number }
  | { readonly kind: 'refused'; readonly id: string; readonly because: string };

interface Added {
  readonly kind: 'added';
  readonly id: string;
  readonly sequence: number;
  /** Incidents entered before with which it pairs: the first of them, and how many there are. */
  readonly pairsWith: readonly string[];
  readonly pairsWithCount: number;
  /** Why it can pair with none, whatever comes. */
  readonly unpairable?: string;
  /** Incidents with the same output that are not of its class: the first of them. */
  readonly sameSentence: readonly string[];
  /** Pairings that its configuration made void. */
  readonly voided: readonly Pairing[];
  readonly offers: readonly Offer[];
}

/**
 * All in one append: either all that is not refused is entered, or nothing is. `incidents` as
 * `readIncident` gives them. Throws an IncidentError as `appendEntries` does, and for an incident
 * without a verdict.
 */
export async function addIncidents(
  ledger: Ledger,
  incidents: readonly IncidentMessage[],
): Promise<readonly AddOutcome[]> {
  return appendEntries(ledger, (state, record) => {
    // Entering confirms nothing: who recovered stays the same throughout.
    const recovered = recoveredByClass(state);
    return incidents.map((incident) => add(ledger, state, record, incident, recovered));
  });
}

function add(
  { hash }: Ledger,
  state: LedgerState,
  record: Record,
  incident: IncidentMessage,
  recovered: Recovered,
): AddOutcome {
  const id = checkIncidentId(incident.id);
  const key = pairingKeyOf(incident, hash);
  if (key === undefined || key.frozen_sha256 === '')
    throw new IncidentError(`${id}: holds no frozen verdict and artifacts`, 'Freeze it with ragspan incident freeze.');
  const known = state.incidents.get(id);
  if (known !== undefined) {
    if (known.key.frozen_sha256 === key.frozen_sha256) return { kind: 'known', id, sequence: known.sequence };
    return {
      kind: 'refused',
      id,
      because: `${id} stands in the ledger with other evidence (entry ${known.sequence}): an id is given once`,
    };
  }
  const reused = reuse(key, state);
  if (reused !== undefined)
    return {
      kind: 'refused',
      id,
      because: `${id} reuses the artifacts of ${reused.of}: ${reused.how}; an incident has its own`,
    };
  const { sequence } = record({ kind: 'add', incident: id, key });
  const added = state.incidents.get(id) as LedgerIncident;
  const voided = voidMoved(state, record, added);
  const never = unpairable(key);
  const mates = state.classMates(added);
  const sentence = key.output_sha256 === undefined ? [] : (state.sentences.get(key.output_sha256) ?? []);
  return {
    kind: 'added',
    id,
    sequence,
    pairsWith: firstIds(mates, (mate) => mate !== added),
    // It is the last of its class.
    pairsWithCount: Math.max(0, mates.length - 1),
    ...(never === undefined ? {} : { unpairable: never }),
    sameSentence: firstIds(sentence, (one) => one !== added && !isOneClass(one, added)),
    voided,
    offers: offersFor(state, added, recovered),
  };
}

/** Of a class of thousands no more than a person reads. */
const MOST_NAMED = 20;

function firstIds(incidents: readonly LedgerIncident[], isMeant: (one: LedgerIncident) => boolean): readonly string[] {
  const ids: string[] = [];
  for (const one of incidents) {
    if (ids.length === MOST_NAMED) break;
    if (isMeant(one)) ids.push(one.id);
  }
  return ids;
}

/** Two that can pair with none are two of their own. */
function isOneClass(a: LedgerIncident, b: LedgerIncident): boolean {
  return a.pairingClass !== undefined && a.pairingClass === b.pairingClass;
}

/** The service now runs with other pins than the pairing was made under. */
function voidMoved(state: LedgerState, record: Record, added: LedgerIncident): readonly Pairing[] {
  const voided: Pairing[] = [];
  for (const pairing of state.openPairings()) {
    const before = [pairing.incident, pairing.other]
      .map((id) => state.incidents.get(id) as LedgerIncident)
      .find(({ key }) => isSameService(key, added.key.service));
    const changes = before === undefined ? [] : shownChanges(before.key.pins, added.key.pins);
    if (changes.length === 0) continue;
    const { incident, other } = pairing;
    record({ kind: 'void', incident, other, reason: `as ${added.id} shows`, changes });
    voided.push(state.pairing(incident, other) as Pairing);
  }
  return voided;
}
