/** Attributes as what they should be; of any other type they count as not logged. */
import type { AttributeValue } from '../model/span.js';
import { wellFormed } from '../model/utf8.js';

export type Shape = { readonly [key: string]: unknown };

const MISSING: ReadonlySet<string> = new Set(['', 'undefined', 'null', 'None']);

export function asShape(value: unknown): Shape | undefined {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof Uint8Array)
    ? (value as Shape)
    : undefined;
}

export function asList(value: unknown): readonly unknown[] | undefined {
  return Array.isArray(value) ? (value as readonly unknown[]) : undefined;
}

export function asText(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}

/** A name, model or other word; empty is missing. */
export function asWord(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? wellFormed(value) : undefined;
}

/** Spec §2: integers in decimal; `""`, `undefined`, `null`, `None` are missing. */
export function asId(value: unknown): string | undefined {
  if (typeof value === 'string') return MISSING.has(value) ? undefined : wellFormed(value);
  if (typeof value === 'bigint') return value.toString();
  if (typeof value === 'number' && Number.isFinite(value)) return String(value);
  return undefined;
}

export function asNumber(value: unknown): number | undefined {
  const number = typeof value === 'number' ? value : typeof value === 'bigint' ? Number(value) : numberIn(value);
  return Number.isFinite(number) ? number : undefined;
}

function numberIn(value: unknown): number {
  return typeof value === 'string' && /^-?\d{1,15}(\.\d{1,15})?$/.test(value) ? Number(value) : Number.NaN;
}

/** A whole number, zero or more; beyond 2^53 it is no count that anyone counted. */
export function asCount(value: unknown): number | undefined {
  const number = asNumber(value);
  return number !== undefined && Number.isSafeInteger(number) && number >= 0 ? number : undefined;
}

/** A requested k: zero and less are defaults of some clients, not requests. */
export function asTopK(value: unknown): number | undefined {
  const count = asCount(value);
  return count === 0 ? undefined : count;
}

export function asFlag(value: unknown): boolean {
  return value === true || value === 'true';
}

export function asHex(value: unknown, length: number): string | undefined {
  if (typeof value !== 'string' || value.length < length || value.length > 64) return undefined;
  return /^[0-9a-fA-F]+$/.test(value) ? value.slice(0, length).toLowerCase() : undefined;
}

/** The first of `keys` that `shape` has with a value that is not null. */
export function firstOf(shape: Shape, keys: readonly string[]): unknown {
  for (const key of keys) {
    const value = shape[key];
    if (value !== undefined && value !== null) return value;
  }
  return undefined;
}

export type { AttributeValue };
