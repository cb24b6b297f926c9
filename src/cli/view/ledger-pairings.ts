/** What a ledger knows of one incident's pairings, as a page shows it. */
import { offersFor } from '../../ledger/offers.js';
import type { LedgerState } from '../../ledger/ledger-state.js';
import { readLedger } from '../../ledger/read-ledger.js';
import { voidCause } from '../../ledger/void-words.js';
import type { TextHash } from '../../model/judging-options.js';
import type { PairingView } from '../../page/incident-view.js';
import type { PairingKeyMessage } from '../../proto/messages.generated.js';

export interface LedgerPairings {
  /** As it was named. */
  readonly source: string;
  of(incident: string): readonly PairingView[];
}

/** Throws an IncidentError when the ledger cannot be read, or was changed. */
export async function ledgerPairings(path: string, hash: TextHash): Promise<LedgerPairings> {
  const { state } = await readLedger(path, hash);
  return { source: `the ledger ${path}`, of: (incident) => pairingsOf(incident, state) };
}

function pairingsOf(id: string, state: LedgerState): readonly PairingView[] {
  const own = state.incidents.get(id);
  const offers = own === undefined ? [] : offersFor(state, own);
  const found: PairingView[] = [];
  for (const { incident, other, atUnixNano, voided } of state.pairings) {
    if (incident !== id && other !== id) continue;
    const mate = incident === id ? other : incident;
    const key = state.incidents.get(mate)?.key;
    const offer = offers.find(({ recoveredIncident }) => recoveredIncident === mate);
    found.push({
      incident: mate,
      pattern: key?.pattern ?? '',
      numbers: key === undefined ? '' : numbersText(key),
      ...(key?.config_sha256 === undefined ? {} : { configSha256: key.config_sha256 }),
      pairedAtUnixNano: atUnixNano,
      ...(voided === undefined ? {} : { voidedAtUnixNano: voided.atUnixNano, voidReason: voidCause(voided) }),
      ...(offer === undefined
        ? {}
        : { offer: `repair ${offer.repair.id}, recovered ${offer.recovered}/${offer.trials}` }),
    });
  }
  return found;
}

function numbersText({ top_k: k, cut_at: cut, cut_unit: unit }: PairingKeyMessage): string {
  return [k === undefined ? '' : `k = ${k}`, cut === undefined ? '' : `cut at ${cut} ${unit ?? ''}`.trim()]
    .filter((part) => part !== '')
    .join(', ');
}
