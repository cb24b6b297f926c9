/**
 * Strings as every backend takes them (spec §10): at most 2,000 bytes of UTF-8, cut between
 * characters with a mark, no raw NUL (stores on SQL refuse the row), no lone surrogate.
 */
const MOST_BYTES = 2_000;
const CUT_MARK = '…';
const CUT_MARK_BYTES = 3;

const encoder = new TextEncoder();

export function safeText(text: string, mostBytes: number = MOST_BYTES): string {
  const clean = wellFormed(text.includes('\u0000') ? text.replaceAll('\u0000', '\\u0000') : text);
  // A UTF-16 unit never takes more than three bytes.
  if (clean.length * 3 <= mostBytes) return clean;
  const buffer = new Uint8Array(mostBytes);
  if (encoder.encodeInto(clean, buffer).read === clean.length) return clean;
  const kept = encoder.encodeInto(clean, buffer.subarray(0, mostBytes - CUT_MARK_BYTES)).read;
  return clean.slice(0, kept) + CUT_MARK;
}

function wellFormed(text: string): string {
  return text.replace(/[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g, '\ufffd');
}
