/**
 * The `json` form (spec §4): JSON's escapes in any spelling and Python's `\'`, `\xXX`, `\UXXXXXXXX`,
 * decoded up to three times over, as tool results, MCP and JSON in JSON are escaped again at each
 * hand-over. A backslash before anything else stays one.
 */
import { type Reading, ReadingWriter } from './reading.js';
import { writeCodePoint } from '../text/utf8-bytes.js';

const MAX_LEVELS = 3;
const BACKSLASH = 0x5c;

/** The readings of one, two and three times decoding, as long as each says something new. */
export function jsonReadings(raw: Reading): readonly Reading[] {
  const readings: Reading[] = [];
  for (let below = raw; readings.length < MAX_LEVELS;) {
    const decoded = decodeOnce(below);
    if (decoded === below) break;
    readings.push(decoded);
    below = decoded;
  }
  return readings;
}

const SIMPLE = new Int16Array(128).fill(-1);
for (const [letter, meaning] of ['""', '\\\\', '//', "''", 'b\b', 'f\f', 'n\n', 'r\r', 't\t'].map(
  (pair) => [pair.charCodeAt(0), pair.charCodeAt(1)] as const,
)) {
  SIMPLE[letter] = meaning;
}

/** Hexadecimal digits that follow each letter. */
const HEX_DIGITS: Readonly<Record<number, number>> = { 0x78: 2, 0x75: 4, 0x55: 8 };

function decodeOnce(below: Reading): Reading {
  const { bytes } = below;
  const writer = new ReadingWriter(below);
  for (let start = bytes.indexOf(BACKSLASH), next: number; start >= 0; start = bytes.indexOf(BACKSLASH, next)) {
    const letter = bytes[start + 1] ?? 0;
    const simple = letter < 128 ? (SIMPLE[letter] as number) : -1;
    if (simple >= 0) {
      next = start + 2;
      writer.replace(start, next, (out, at) => writeCodePoint(out, at, simple));
      continue;
    }
    const digits = HEX_DIGITS[letter];
    let codePoint = digits === undefined ? -1 : hexAt(bytes, start + 2, digits);
    if (digits === undefined || codePoint < 0 || codePoint > 0x10ffff) {
      next = start + 1;
      continue;
    }
    next = start + 2 + digits;
    if (codePoint >= 0xd800 && codePoint <= 0xdbff && bytes[next] === BACKSLASH && bytes[next + 1] === letter) {
      const low = hexAt(bytes, next + 2, digits);
      if (low >= 0xdc00 && low <= 0xdfff) {
        codePoint = 0x10000 + ((codePoint - 0xd800) << 10) + (low - 0xdc00);
        next += 2 + digits;
      }
    }
    const decoded = codePoint;
    writer.replace(start, next, (out, at) => writeCodePoint(out, at, decoded));
  }
  return writer.finish();
}

/** −1 when there are not as many hexadecimal digits. */
function hexAt(bytes: Uint8Array, start: number, digits: number): number {
  let value = 0;
  for (let index = start; index < start + digits; index++) {
    const byte = bytes[index] ?? 0;
    const lower = byte | 0x20;
    if (byte >= 0x30 && byte <= 0x39) value = value * 16 + byte - 0x30;
    else if (lower >= 0x61 && lower <= 0x66) value = value * 16 + lower - 0x57;
    else return -1;
  }
  return value;
}
