/**
 * How quoted words are compared with what was sent (spec §6 "Claim audit", `misquoted`): both sides
 * after NFC, folding, straight quotes, without emphasis; the quotation's last `.` or `,` ignored.
 */
import { foldedString } from '../text/fold.js';
import { jsonReadings } from '../forms/json-escapes.js';
import { RawReading } from '../forms/reading.js';
import { trimWhiteSpace } from '../text/unicode.js';

const SPECIAL = /[*_`“”„‟«»‘‚‛]/;
const MARKUP = /[*_`]/g;
const DOUBLE_QUOTES = /[“”„‟«»]/g;
const SINGLE_QUOTES = /[‘‚‛]/g;

/** Both sides of the comparison: NFC, folded, straight quotes, no emphasis. */
export function plainWords(text: string): string {
  const plain = SPECIAL.test(text)
    ? text.replace(MARKUP, '').replace(DOUBLE_QUOTES, '"').replace(SINGLE_QUOTES, "'")
    : text;
  return trimWhiteSpace(foldedString(plain, false));
}

export function withoutLastStop(text: string): string {
  return text.endsWith('.') || text.endsWith(',') ? text.slice(0, -1) : text;
}

/** What texts say once their JSON escapes are decoded: that form is presence, too (spec §4). */
export function decodedTexts(texts: readonly string[]): string[] {
  const encoder = new TextEncoder();
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
  return texts
    .filter((text) => text.includes('\\'))
    .flatMap((text) => jsonReadings(new RawReading(encoder.encode(text))).map(({ bytes }) => decoder.decode(bytes)));
}
