/** The `crlf` form (spec §4): every line end, CRLF, CR or LF, read as LF. */
import { type Reading, ReadingWriter } from './reading.js';

const CR = 0x0d;
const LF = 0x0a;

export function lineEndReading(below: Reading): Reading {
  const { bytes } = below;
  const writer = new ReadingWriter(below);
  for (let start = bytes.indexOf(CR), next: number; start >= 0; start = bytes.indexOf(CR, next)) {
    next = bytes[start + 1] === LF ? start + 2 : start + 1;
    writer.replace(start, next, writeLineFeed);
  }
  return writer.finish();
}

function writeLineFeed(out: Uint8Array, at: number): number {
  out[at] = LF;
  return at + 1;
}
