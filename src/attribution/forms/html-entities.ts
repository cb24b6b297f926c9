/** The `html` form (spec §4): `amp lt gt quot apos nbsp` and numeric entities, decoded once. */
import { type Reading, ReadingWriter } from './reading.js';
import { writeCodePoint } from '../text/utf8-bytes.js';

const AMPERSAND = 0x26;
const SEMICOLON = 0x3b;
/** Digits of a numeric entity, leading zeros included: enough for every writer, and it bounds the work. */
const MAX_DIGITS = 12;

const NAMED: ReadonlyMap<string, number> = new Map([
  ['amp', 0x26],
  ['lt', 0x3c],
  ['gt', 0x3e],
  ['quot', 0x22],
  ['apos', 0x27],
  ['nbsp', 0xa0],
]);

export function htmlReading(below: Reading): Reading {
  const { bytes } = below;
  const writer = new ReadingWriter(below);
  for (let start = bytes.indexOf(AMPERSAND), next: number; start >= 0; start = bytes.indexOf(AMPERSAND, next)) {
    const end = entityEnd(bytes, start);
    const codePoint = end < 0 ? -1 : entityValue(bytes, start + 1, end);
    next = start + 1;
    if (codePoint < 0) continue;
    next = end + 1;
    writer.replace(start, next, (out, at) => writeCodePoint(out, at, codePoint));
  }
  return writer.finish();
}

function entityEnd(bytes: Uint8Array, start: number): number {
  const limit = Math.min(bytes.length, start + MAX_DIGITS + 4);
  for (let index = start + 1; index < limit; index++) if (bytes[index] === SEMICOLON) return index;
  return -1;
}

/** −1 for what is no entity of ours. `[start, end)` lies between ampersand and semicolon. */
function entityValue(bytes: Uint8Array, start: number, end: number): number {
  if (bytes[start] !== 0x23) return NAMED.get(String.fromCharCode(...bytes.subarray(start, end))) ?? -1;
  const isHex = ((bytes[start + 1] ?? 0) | 0x20) === 0x78;
  const digits = start + (isHex ? 2 : 1);
  if (digits >= end) return -1;
  let value = 0;
  for (let index = digits; index < end; index++) {
    const digit = digitOf(bytes[index] as number, isHex);
    if (digit < 0) return -1;
    value = value * (isHex ? 16 : 10) + digit;
  }
  return value === 0 || value > 0x10ffff || (value >= 0xd800 && value <= 0xdfff) ? -1 : value;
}

function digitOf(byte: number, isHex: boolean): number {
  if (byte >= 0x30 && byte <= 0x39) return byte - 0x30;
  const lower = byte | 0x20;
  return isHex && lower >= 0x61 && lower <= 0x66 ? lower - 0x57 : -1;
}
