/** The `ws` form (spec §4): every run of white space read as one space. */
import { type Reading, ReadingWriter } from './reading.js';

const SPACE = 0x20;

export function foldedSpaceReading(below: Reading): Reading {
  const { bytes } = below;
  const writer = new ReadingWriter(below);
  for (let start = 0; start < bytes.length; ) {
    const byte = bytes[start] as number;
    // Nearly all bytes: no white space, and none that starts one.
    if (byte > SPACE && byte < 0xc2) {
      start++;
      continue;
    }
    let end = start;
    for (let width = whiteSpaceWidth(bytes, end); width > 0; width = whiteSpaceWidth(bytes, end)) end += width;
    if (end > start && !(end === start + 1 && byte === SPACE)) writer.replace(start, end, writeSpace);
    start = end > start ? end : start + 1;
  }
  return writer.finish();
}

function writeSpace(out: Uint8Array, at: number): number {
  out[at] = SPACE;
  return at + 1;
}

/** Bytes of the white space at `at` (9–D, 20, 85, A0, 1680, 2000–200A, 2028, 2029, 202F, 205F, 3000, FEFF), 0 for none. */
function whiteSpaceWidth(bytes: Uint8Array, at: number): number {
  const first = bytes[at] ?? 0;
  if (first <= SPACE) return first === SPACE || (first >= 0x09 && first <= 0x0d) ? 1 : 0;
  const second = bytes[at + 1] ?? 0;
  const third = bytes[at + 2] ?? 0;
  switch (first) {
    case 0xc2:
      return second === 0x85 || second === 0xa0 ? 2 : 0;
    case 0xe1:
      return second === 0x9a && third === 0x80 ? 3 : 0;
    case 0xe2:
      if (second === 0x80) return third <= 0x8a || third === 0xa8 || third === 0xa9 || third === 0xaf ? 3 : 0;
      return second === 0x81 && third === 0x9f ? 3 : 0;
    case 0xe3:
      return second === 0x80 && third === 0x80 ? 3 : 0;
    case 0xef:
      return second === 0xbb && third === 0xbf ? 3 : 0;
    default:
      return 0;
  }
}
