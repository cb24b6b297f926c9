/** UTF-8 as bytes: what the spec counts in, made by the host at native speed. */

const encoder = new TextEncoder();
const decoder = new TextDecoder();

export function encodeUtf8(text: string): Uint8Array {
  return encoder.encode(text);
}

/** `bytes` must be whole code points. */
export function decodeUtf8(bytes: Uint8Array): string {
  return decoder.decode(bytes);
}

/** The byte starts a code point (it continues none). */
export function isCodePointStart(byte: number): boolean {
  return (byte & 0xc0) !== 0x80;
}

/** Writes one code point at `at` and tells where the next one goes. Lone surrogates become U+FFFD. */
export function writeCodePoint(bytes: Uint8Array, at: number, codePoint: number): number {
  if (codePoint < 0x80) {
    bytes[at] = codePoint;
    return at + 1;
  }
  if (codePoint < 0x800) {
    bytes[at] = 0xc0 | (codePoint >> 6);
    bytes[at + 1] = 0x80 | (codePoint & 0x3f);
    return at + 2;
  }
  if (codePoint < 0x10000) {
    const valid = codePoint >= 0xd800 && codePoint <= 0xdfff ? 0xfffd : codePoint;
    bytes[at] = 0xe0 | (valid >> 12);
    bytes[at + 1] = 0x80 | ((valid >> 6) & 0x3f);
    bytes[at + 2] = 0x80 | (valid & 0x3f);
    return at + 3;
  }
  bytes[at] = 0xf0 | (codePoint >> 18);
  bytes[at + 1] = 0x80 | ((codePoint >> 12) & 0x3f);
  bytes[at + 2] = 0x80 | ((codePoint >> 6) & 0x3f);
  bytes[at + 3] = 0x80 | (codePoint & 0x3f);
  return at + 4;
}

export function equalBytes(a: Uint8Array, aStart: number, b: Uint8Array, bStart: number, length: number): boolean {
  for (let index = 0; index < length; index++) if (a[aStart + index] !== b[bStart + index]) return false;
  return true;
}
