/** Which pins of a replay are not those of the record: with any, it is not the same configuration. */
import type { PinChangeMessage, PinsMessage } from '../../proto/messages.generated.js';

/** In the order they are looked at: the question first, then retrieval, assembly, generation. */
const PINS = [
  'input_sha256',
  'snapshot',
  'top_k',
  'template_sha256',
  'template_version',
  'budget',
  'budget_unit',
  'model',
] as const;

/** A pin that only one side logged differs, too: nothing says that it was held. Values are RFC 8785 JSON. */
export function changedPins(recorded: PinsMessage = {}, replayed: PinsMessage = {}): PinChangeMessage[] {
  const changes = PINS.flatMap((pin) => change(pin, json(recorded[pin]), json(replayed[pin])));
  const before = recorded.parameters ?? {};
  const after = replayed.parameters ?? {};
  const named: ReadonlySet<string> = new Set(PINS);
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])].filter((name) => !named.has(name)).sort();
  for (const name of names) changes.push(...change(name, own(before, name), own(after, name)));
  // The fingerprint is over those same pins: it is named only when none of them explains it.
  const isUnexplained = changes.every(({ pin }) => pin === 'input_sha256');
  if (isUnexplained)
    changes.push(...change('config_sha256', json(recorded.config_sha256), json(replayed.config_sha256)));
  return changes;
}

function change(pin: string, from: string | undefined, to: string | undefined): PinChangeMessage[] {
  if (from === to) return [];
  return [{ pin, ...(from === undefined ? {} : { from }), ...(to === undefined ? {} : { to }) }];
}

function json(value: string | number | undefined): string | undefined {
  return value === undefined ? undefined : JSON.stringify(value);
}

/** A parameter may be named as a member of every object is. */
function own(values: { readonly [name: string]: string }, name: string): string | undefined {
  return Object.hasOwn(values, name) ? values[name] : undefined;
}
