/** The pins of a run by name, so that two runs can be compared. */
import type { PinsMessage } from '../../proto/messages.generated.js';

/**
 * Name → value as text. Template hash and version are one pin, and so are budget and unit; the input
 * is pinned for all, and the fingerprint only repeats the others.
 */
export function pinValues(pins: PinsMessage | undefined): ReadonlyMap<string, string> {
  const values = new Map<string, string>();
  const set = (name: string, ...parts: readonly (string | number | undefined)[]): void => {
    const given = parts.filter((one) => one !== undefined);
    if (given.length > 0) values.set(name, given.join(' '));
  };
  set('budget', pins?.budget, pins?.budget_unit);
  set('model', pins?.model);
  set('snapshot', pins?.snapshot);
  set('template', pins?.template_sha256, pins?.template_version);
  set('top_k', pins?.top_k);
  for (const [name, json] of Object.entries(pins?.parameters ?? {})) set(name, json);
  return values;
}

/** Sorted names of pins in which `pins` has a value (or none) that no run of `before` has. */
export function movedPins(before: readonly (PinsMessage | undefined)[], pins: PinsMessage | undefined): string[] {
  const now = pinValues(pins);
  const then = before.map(pinValues);
  const names = new Set([...now.keys(), ...then.flatMap((one) => [...one.keys()])]);
  return [...names].filter((name) => !then.some((one) => one.get(name) === now.get(name))).sort();
}

/** Sorted names of pins that both have, with different values. */
export function driftedPins(frozen: PinsMessage | undefined, pins: PinsMessage | undefined): string[] {
  const then = pinValues(frozen);
  return [...pinValues(pins)]
    .filter(([name, value]) => then.has(name) && then.get(name) !== value)
    .map(([name]) => name)
    .sort();
}
