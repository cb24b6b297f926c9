/** UTF-8 as bytes: what the spec counts in, made by the host at native speed. */

const encoder = new TextEncoder();
const decoder = new TextDecoder();

/** Writing into bytes at hand is several times faster than letting the host make them, as long as all is ASCII. */
export function encodeUtf8(text: string): Uint8Array {
  const bytes = new Uint8Array(text.length);
  return encoder.encodeInto(text, bytes).read === text.length ? bytes : encoder.encode(text);
}

const scratch = new Uint8Array(1 << 14);

/** UTF-8 bytes of a text, at the host's speed; `utf8Length` is for parts of texts and short ones. */
export function countUtf8(text: string): number {
  let bytes = 0;
  for (let at = 0; at < text.length;) {
    const { read, written } = encoder.encodeInto(at === 0 ? text : text.slice(at), scratch);
    bytes += written;
    at += read;
  }
  return bytes;
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
