/** Why a pairing is void, in words. */
import type { PinChangeMessage } from '../proto/messages.generated.js';
import type { Voiding } from './ledger-state.js';

export function voidWords({ because, changes, sequence }: Voiding): string {
  const moved = changes.map(changeWords).join(', ');
  const told = [moved, because].filter((one) => one !== '').join('; ');
  return `void since entry ${sequence}: ${told}`;
}

export function changeWords({ pin, from, to }: PinChangeMessage): string {
  return `${pin} went from ${from ?? 'not logged'} to ${to ?? 'not logged'}`;
}
