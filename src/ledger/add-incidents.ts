/** Enters incidents: each with its own artifacts, once. */
import { checkIncidentId } from '../incidents/incident-file.js';
import { IncidentError } from '../incidents/incident-error.js';
import type { TextHash } from '../model/judging-options.js';
import type { IncidentMessage, PairingKeyMessage } from '../proto/messages.generated.js';
import { appendEntries, type Ledger, type Record } from './append-entries.js';
import type { LedgerIncident, LedgerState, Pairing } from './ledger-state.js';
import { voidMoved } from './moved-on.js';
import { offersFor, recoveredByClass, type Offer, type Recovered } from './offers.js';
import { pairingKeyOf, unpairable } from './pairing-key.js';
import { likeness } from './reused-artifacts.js';

/** What the ledger takes of an incident: its texts are not held while others are read. */
export interface Entering {
  readonly id: string;
  readonly key: PairingKeyMessage;
}

/** `incident` as `readIncident` gives it. Throws an IncidentError for one without a verdict, and for a bad id. */
export function enteringOf(incident: IncidentMessage, hash: TextHash): Entering {
  const id = checkIncidentId(incident.id);
  const key = pairingKeyOf(incident, hash);
  if (key === undefined || key.frozen_sha256 === '')
    throw new IncidentError(`${id}: holds no frozen verdict and artifacts`, 'Freeze it with ragspan incident freeze.');
  return { id, key };
}

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
  /** The first incident with the same log, context and output, byte for byte, in another run. */
  readonly recurs?: string;
  /** Pairings that its configuration made void. */
  readonly voided: readonly Pairing[];
  readonly offers: readonly Offer[];
}

/**
 * All in one append: either all that is not refused is entered, or nothing is. Throws an
 * IncidentError as `appendEntries` does.
 */
export async function addIncidents(ledger: Ledger, incidents: readonly Entering[]): Promise<readonly AddOutcome[]> {
  return appendEntries(ledger, (state, record) => {
    // Entering confirms nothing: who recovered stays the same throughout.
    const recovered = recoveredByClass(state);
    return incidents.map((incident) => add(state, record, incident, recovered));
  });
}

function add(state: LedgerState, record: Record, { id, key }: Entering, recovered: Recovered): AddOutcome {
  const known = state.incidents.get(id);
  if (known !== undefined) {
    if (known.key.frozen_sha256 === key.frozen_sha256) return { kind: 'known', id, sequence: known.sequence };
    return {
      kind: 'refused',
      id,
      because: `${id} stands in the ledger with other evidence (entry ${known.sequence}): an id is given once`,
    };
  }
  const like = likeness(key, state);
  if (like?.kind === 'reused')
    return {
      kind: 'refused',
      id,
      because: `${id} reuses the artifacts of ${like.of}: ${like.how}; an incident has its own`,
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
    ...(like === undefined ? {} : { recurs: like.of }),
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
