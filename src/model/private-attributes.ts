/**
 * Text that must not leave the process travels from our instrumentation to our processor on the
 * span object itself, under a registered symbol: no exporter reads it, and two copies of the
 * package in one process still understand each other. Keys are attribute names; values may be
 * structured. They win over the exported attribute of the same name.
 */
import type { AttributeValue } from './span.js';

const KEY: unique symbol = Symbol.for('ragspan.private-attributes.v1') as never;

interface Carrier {
  [KEY]?: Record<string, AttributeValue>;
}

/** Never throws: a frozen or foreign span simply does not carry them. */
export function setPrivateAttribute(span: object, key: string, value: AttributeValue): void {
  try {
    const carrier = span as Carrier;
    let held = carrier[KEY];
    if (held === undefined) {
      held = {};
      Object.defineProperty(carrier, KEY, { value: held, enumerable: false, configurable: true });
    }
    held[key] = value;
  } catch {
    // Not ours to report: the span is the application's.
  }
}

export function privateAttributes(span: object): Readonly<Record<string, AttributeValue>> | undefined {
  return (span as Carrier)[KEY];
}

/** Frees the text once the run is judged. */
export function dropPrivateAttributes(span: object): void {
  const held = (span as Carrier)[KEY];
  if (held !== undefined) for (const key of Object.keys(held)) delete held[key];
}
