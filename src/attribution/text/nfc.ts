/**
 * NFC group by group (spec §6 "Unicode"): a group is a code point with the \p{M} and U+1160–11FF
 * after it. A group over 30 code points, or with one that Unicode 15.0 does not know, stays: so
 * every host gives the same bytes, whatever its Unicode version.
 */
import { type MappedText, MappedTextBuilder, unchangedText } from './mapped-text.js';
import { isAssigned, isGroupExtender } from './unicode.js';

const MAX_GROUP_CODE_POINTS = 30;
const MAY_CHANGE = /[\u0300-\uffff]/;

/** Index just after the group that starts at `start`. */
export function groupEnd(text: string, start: number): number {
  let end = start + unitsAt(text, start);
  while (end < text.length && isGroupExtender(text.codePointAt(end) as number)) end += unitsAt(text, end);
  return end;
}

/** The text in NFC, with the raw groups that changed as pieces. Linear time. */
export function normalizeNfc(raw: string): MappedText {
  // Nothing below U+0300 changes. A text in NFC has all its groups in NFC, and that check is native.
  if (!MAY_CHANGE.test(raw) || raw.normalize('NFC') === raw) return unchangedText(raw);
  const builder = new MappedTextBuilder(raw);
  for (let start = 0, end: number; start < raw.length; start = end) {
    end = groupEnd(raw, start);
    if (isStable(raw, start, end)) continue;
    const group = raw.slice(start, end);
    const composed = group.normalize('NFC');
    if (composed !== group) builder.replace(start, end, composed);
  }
  return builder.finish();
}

function unitsAt(text: string, index: number): number {
  const unit = text.charCodeAt(index);
  if (unit < 0xd800 || unit > 0xdbff) return 1;
  return (text.codePointAt(index) as number) > 0xffff ? 2 : 1;
}

/** The group stays as it is, by rule or because nothing in it can change. */
function isStable(text: string, start: number, end: number): boolean {
  const first = text.charCodeAt(start);
  if (end - start === 1 && (first < 0x300 || (first >= 0x3400 && first < 0xf900))) return true;
  let codePoints = 0;
  for (let index = start; index < end; index += unitsAt(text, index)) {
    codePoints++;
    if (codePoints > MAX_GROUP_CODE_POINTS || !isAssigned(text.codePointAt(index) as number)) return true;
  }
  return false;
}
