/** Voids open pairings on the operator's word. */
import { IncidentError } from '../incidents/incident-error.js';
import { appendEntries, type Ledger } from './append-entries.js';
import { incidentPair } from './find-incident.js';
import type { LedgerIncident, Pairing } from './ledger-state.js';
import { isSameService, statedChanges, type VoidingPins } from './pin-changes.js';
import { voidWords } from './void-words.js';

/** Bytes. */
const MAX_BECAUSE = 2000;

/** One pairing. Throws an IncidentError when it is not open. */
export async function expirePair(ledger: Ledger, a: string, b: string, because: string): Promise<Pairing> {
  const reason = checkBecause(because);
  return appendEntries(ledger, (state, record) => {
    const [one, other] = incidentPair(state, a, b, ledger.path);
    const pairing = state.pairing(one.id, other.id);
    if (pairing === undefined)
      throw new IncidentError(
        `${one.id} and ${other.id} are not paired: there is nothing to void`,
        'ragspan ledger list shows the open pairings.',
      );
    if (pairing.voided !== undefined)
      throw new IncidentError(
        `the pairing of ${one.id} and ${other.id} is ${voidWords(pairing.voided)}`,
        'Nothing is left to do.',
      );
    record({ kind: 'void', incident: pairing.incident, other: pairing.other, reason });
    return state.pairing(one.id, other.id) as Pairing;
  });
}

export interface PresentPins {
  /** As they are now; what is left out is not spoken of. */
  readonly pins: VoidingPins;
  /** Undefined: of every service. */
  readonly service?: string;
}

/** Every open pairing that is not shown to be under these pins. Nothing is written where there is none. */
export async function expireByPins(
  ledger: Ledger,
  { pins, service }: PresentPins,
  because: string,
): Promise<readonly Pairing[]> {
  const reason = checkBecause(because);
  return appendEntries(ledger, (state, record) => {
    const voided: Pairing[] = [];
    for (const { incident, other } of state.openPairings()) {
      const members = [incident, other].map((id) => state.incidents.get(id) as LedgerIncident);
      const before = service === undefined ? members[0] : members.find(({ key }) => isSameService(key, service));
      const changes = before === undefined ? [] : statedChanges(before.key.pins, pins);
      if (changes.length === 0) continue;
      record({ kind: 'void', incident, other, reason, changes });
      voided.push(state.pairing(incident, other) as Pairing);
    }
    return voided;
  });
}

function checkBecause(because: string): string {
  const text = because.trim();
  if (text === '') throw new IncidentError('the reason is empty', 'Say why with --because "…".');
  if (Buffer.byteLength(text) > MAX_BECAUSE)
    throw new IncidentError(`the reason is longer than ${MAX_BECAUSE} bytes`, 'Say it in fewer words.');
  return text;
}
