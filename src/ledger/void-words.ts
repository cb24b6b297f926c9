/** Why a pairing is void, in words. */
import type { PinChangeMessage } from '../proto/messages.generated.js';
import type { Voiding } from './ledger-state.js';

export function voidWords(voiding: Voiding): string {
  return `void since entry ${voiding.sequence}: ${voidCause(voiding)}`;
}

/** What moved, then what was said about it. */
export function voidCause({ because, changes }: Voiding): string {
  return [changes.map(changeWords).join(', '), because].filter((one) => one !== '').join('; ');
}

function changeWords({ pin, from, to }: PinChangeMessage): string {
  return `${pin} went from ${from ?? 'not logged'} to ${to ?? 'not logged'}`;
}
