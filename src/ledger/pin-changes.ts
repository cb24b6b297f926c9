/** The pins whose change voids open pairings, and what moved. */
import type { PairingKeyMessage, PinChangeMessage, PinsMessage } from '../proto/messages.generated.js';

/** k, budget, prompt and snapshot, as an operator or an incident says they are now. */
export type VoidingPins = Pick<
  PinsMessage,
  'top_k' | 'budget' | 'budget_unit' | 'template_sha256' | 'template_version' | 'snapshot'
>;

export const VOIDING_PINS = [
  'top_k',
  'budget',
  'budget_unit',
  'template_sha256',
  'template_version',
  'snapshot',
] as const satisfies readonly (keyof VoidingPins)[];

/**
 * What is shown to have moved: pins known on both sides. A run that never got to an assembly logs
 * no budget; that is no change of the budget.
 */
export function shownChanges(before: VoidingPins | undefined, now: VoidingPins | undefined): PinChangeMessage[] {
  return changes(before, now).filter(({ from }) => from !== undefined);
}

/** What is not shown to be as it is now: for the operator's own word that it changed. */
export function statedChanges(before: VoidingPins | undefined, now: VoidingPins): PinChangeMessage[] {
  return changes(before, now);
}

function changes(before: VoidingPins | undefined, now: VoidingPins | undefined): PinChangeMessage[] {
  // The bytes of a prompt say more than the name it goes by.
  const isOnePrompt = now?.template_sha256 !== undefined && before?.template_sha256 === now.template_sha256;
  return VOIDING_PINS.flatMap((pin): PinChangeMessage[] => {
    const [from, to] = [before?.[pin], now?.[pin]];
    if (to === undefined || from === to || (pin === 'template_version' && isOnePrompt)) return [];
    return [{ pin, ...(from === undefined ? {} : { from: JSON.stringify(from) }), to: JSON.stringify(to) }];
  });
}

/** Two that name no service are of one: the one that names none. */
export function isSameService(a: PairingKeyMessage, service: string | undefined): boolean {
  return a.service === service;
}
