/**
 * Which pairings say nothing any more: the service ran later, under other pins. It goes by when the
 * runs were, so that the order in which incidents are entered and paired changes nothing.
 */
import type { PinChangeMessage } from '../proto/messages.generated.js';
import type { Record } from './append-entries.js';
import type { LedgerIncident, LedgerState, Pairing } from './ledger-state.js';
import { isSameService, shownChanges } from './pin-changes.js';

/** The open pairings that an incident makes void. */
export function voidMoved(state: LedgerState, record: Record, added: LedgerIncident): readonly Pairing[] {
  const voided: Pairing[] = [];
  for (const pairing of state.openPairings()) {
    const changes = changesShown(state, pairing, added);
    if (changes.length > 0) voided.push(recordVoid(state, record, pairing, added, changes));
  }
  return voided;
}

/** The same for a pairing that is recorded after such an incident was entered; undefined: it stays open. */
export function voidOutlived(state: LedgerState, record: Record, pairing: Pairing): Pairing | undefined {
  let first: { readonly incident: LedgerIncident; readonly changes: PinChangeMessage[] } | undefined;
  for (const incident of state.incidents.values()) {
    const changes = changesShown(state, pairing, incident);
    if (changes.length > 0 && (first === undefined || ranBy(incident) < ranBy(first.incident)))
      first = { incident, changes };
  }
  return first === undefined ? undefined : recordVoid(state, record, pairing, first.incident, first.changes);
}

/** What an incident shows to have changed since both of the pairing ran; none when it ran before or between them. */
function changesShown(state: LedgerState, { incident, other }: Pairing, later: LedgerIncident): PinChangeMessage[] {
  const { service, pins } = later.key;
  // An entry of an older ledger, which does not say when its run was, shows nothing.
  if (later.key.ran_at_unix_nano === undefined) return [];
  const ranAt = ranBy(later);
  const members = [incident, other].map((id) => state.incidents.get(id) as LedgerIncident);
  if (members.some((member) => ranBy(member) >= ranAt)) return [];
  for (const { key } of members) {
    const changes = isSameService(key, service) ? shownChanges(key.pins, pins) : [];
    if (changes.length > 0) return changes;
  }
  return [];
}

/** When its run was, at the latest: before it was entered, whether the entry says when (older ones do not) or a clock is ahead. */
function ranBy({ key: { ran_at_unix_nano: ranAt }, atUnixNano }: LedgerIncident): bigint {
  return ranAt === undefined || ranAt > atUnixNano ? atUnixNano : ranAt;
}

function recordVoid(
  state: LedgerState,
  record: Record,
  { incident, other }: Pairing,
  shownBy: LedgerIncident,
  changes: PinChangeMessage[],
): Pairing {
  record({ kind: 'void', incident, other, reason: `as ${shownBy.id} shows`, changes });
  return state.pairing(incident, other) as Pairing;
}
