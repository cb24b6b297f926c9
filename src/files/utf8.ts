/**
 * Text out of untrusted bytes (spec §3 "Text"): every lone surrogate and every bad UTF-8 byte
 * becomes one U+FFFD. `TextDecoder` is not enough: it turns a cut sequence of several bytes into one
 * U+FFFD, and offsets would then depend on the language that read the file.
 */
import { isUtf8 } from 'node:buffer';

const REPLACEMENT = Buffer.from('\uFFFD');

/** `from` and `to` are byte indexes into `bytes`. */
export function decodeUtf8(bytes: Buffer, from = 0, to = bytes.length): string {
  const part = bytes.subarray(from, to);
  return isUtf8(part) ? part.toString('utf8') : repaired(part).toString('utf8');
}

/** The same bytes with each bad one replaced. */
function repaired(bytes: Buffer): Buffer {
  const parts: Buffer[] = [];
  let kept = 0;
  let at = 0;
  while (at < bytes.length) {
    const length = sequenceLength(bytes, at);
    if (length === 0) {
      parts.push(bytes.subarray(kept, at), REPLACEMENT);
      at += 1;
      kept = at;
    } else {
      at += length;
    }
  }
  parts.push(bytes.subarray(kept));
  return Buffer.concat(parts);
}

/** Length of the well-formed sequence at `at` (Unicode table 3-7), or 0. */
function sequenceLength(bytes: Buffer, at: number): number {
  const first = bytes[at] as number;
  if (first < 0x80) return 1;
  const length = first < 0xc2 ? 0 : first < 0xe0 ? 2 : first < 0xf0 ? 3 : first < 0xf5 ? 4 : 0;
  if (length === 0 || at + length > bytes.length) return 0;
  const second = bytes[at + 1] as number;
  const least = first === 0xe0 ? 0xa0 : first === 0xf0 ? 0x90 : 0x80;
  const most = first === 0xed ? 0x9f : first === 0xf4 ? 0x8f : 0xbf;
  if (second < least || second > most) return 0;
  for (let index = at + 2; index < at + length; index += 1) {
    if (((bytes[index] as number) & 0xc0) !== 0x80) return 0;
  }
  return length;
}
