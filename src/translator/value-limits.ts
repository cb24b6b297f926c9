/**
 * The length at which telemetry cuts strings (spec §3 "Lossy"). A string as long as the limit, in
 * UTF-16 units, code points or bytes, may have been cut. There can be several: each one that was
 * inferred counts.
 */
import { utf8Length } from '../model/utf8.js';

export interface ValueLimits {
  /** Configured, or known not to exist; false where it is inferred from the values alone. */
  readonly isKnown: boolean;
  readonly utf16: ReadonlySet<number>;
  readonly codePoints: ReadonlySet<number>;
  readonly bytes: ReadonlySet<number>;
}

const NONE: ReadonlySet<number> = new Set();

/** In process, beside an SDK without a value limit. */
export const NO_VALUE_LIMIT: ValueLimits = { isKnown: true, utf16: NONE, codePoints: NONE, bytes: NONE };

/** `length` as the operator or the SDK gives it: any of the three units may be meant. */
export function configuredValueLimit(length: number | undefined): ValueLimits {
  if (length === undefined || !Number.isFinite(length) || length < 1) return NO_VALUE_LIMIT;
  const one = new Set([length]);
  return { isKnown: true, utf16: one, codePoints: one, bytes: one };
}

export function reachesLimit(text: string, limits: ValueLimits): boolean {
  const { utf16, codePoints, bytes } = limits;
  if (utf16.size === 0 && codePoints.size === 0 && bytes.size === 0) return false;
  if (utf16.has(text.length)) return true;
  const byteLength = utf8Length(text);
  if (bytes.has(byteLength)) return true;
  // ASCII alone: the three units agree.
  return codePoints.has(byteLength === text.length ? text.length : codePointLength(text));
}

export function codePointLength(text: string): number {
  let length = text.length;
  for (let index = 0; index < text.length - 1; index += 1) {
    const unit = text.charCodeAt(index);
    if (unit < 0xd800 || unit > 0xdbff) continue;
    const next = text.charCodeAt(index + 1);
    if (next < 0xdc00 || next > 0xdfff) continue;
    length -= 1;
    index += 1;
  }
  return length;
}
