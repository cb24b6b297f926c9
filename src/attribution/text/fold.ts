/**
 * Folding (spec §6): NFC, white-space runs to one space, U+2019 to ', and simple lower-casing
 * unless the case is case-sensitive. Patterns and texts are folded alike, then compared.
 */
import type { FoldedText } from '../../model/case.js';
import { type MappedText, MappedTextBuilder, unchangedText } from './mapped-text.js';
import { normalizeNfc } from './nfc.js';
import { isGroupExtender, isWhiteSpace, toLowerCase } from './unicode.js';

const TAB = 0x09;
const CARRIAGE_RETURN = 0x0d;
const SPACE = 0x20;
const A = 0x41;
const Z = 0x5a;
const HIGH_SURROGATE = 0xd800;
const LAST_HIGH_SURROGATE = 0xdbff;
const APOSTROPHE = 0x27;
const RIGHT_QUOTE = 0x2019;

/** A folded text with the way back to what was folded, which may itself be made from a raw text. */
export interface FoldedSource extends FoldedText {
  readonly source: MappedText;
  /** Index in `source.text` of the group that the folded unit came from. */
  sourceStart(foldedIndex: number): number;
  /** Index in `source.text` just after the group of the folded unit before. */
  sourceEnd(foldedIndex: number): number;
}

export function fold(raw: string, caseSensitive: boolean): FoldedSource {
  return foldMapped(unchangedText(raw), caseSensitive);
}

/** Folds a text that was itself made from a raw one (an output whose JSON escapes are decoded). */
export function foldMapped(source: MappedText, caseSensitive: boolean): FoldedSource {
  const composed = normalizeNfc(source.text);
  const spaced = foldRuns(levelUnits(composed.text, caseSensitive));
  const sourceStart = (index: number): number =>
    groupStartBefore(source.text, composed.rawStart(spaced.rawStart(index)));
  const sourceEnd = (index: number): number => groupEndAfter(source.text, composed.rawEnd(spaced.rawEnd(index)));
  return {
    folded: spaced.text,
    raw: source.raw,
    caseSensitive,
    source,
    sourceStart,
    sourceEnd,
    rawStart: (index) => source.rawStart(sourceStart(index)),
    rawEnd: (index) => source.rawEnd(sourceEnd(index)),
  };
}

/** Only the folded characters, without the way back. */
export function foldedString(raw: string, caseSensitive: boolean): string {
  return foldRuns(levelUnits(normalizeNfc(raw).text, caseSensitive)).text;
}

const BEYOND_LATIN_1 = /[\u0100-\uffff]/;
const LATIN_1_BREAK = /[\t-\r\x85\xa0]/;
const LATIN_1_BREAKS = /[\t-\r\x85\xa0]/g;

/**
 * Each white space as a space, each ’ as ', each letter in lower case: one unit stays one unit.
 * Latin-1 has the same lower case on every host, and hosts are fast at it.
 */
function levelUnits(text: string, caseSensitive: boolean): string {
  if (BEYOND_LATIN_1.test(text)) return levelAny(text, caseSensitive);
  const lower = caseSensitive ? text : text.toLowerCase();
  return LATIN_1_BREAK.test(lower) ? lower.replace(LATIN_1_BREAKS, ' ') : lower;
}

/**
 * The host's lower-casing knows a Unicode of its own version, so it may not be asked here. Few
 * characters of a text change: what lies between them is copied as it is.
 */
function levelAny(text: string, caseSensitive: boolean): string {
  let levelled = '';
  let copied = 0;
  for (let index = 0; index < text.length; index++) {
    const unit = text.charCodeAt(index);
    if (unit < 0x80 && (unit < A || unit > Z || caseSensitive) && (unit > CARRIAGE_RETURN || unit < TAB)) continue;
    if (unit < HIGH_SURROGATE || unit > LAST_HIGH_SURROGATE) {
      const level = levelUnit(unit, caseSensitive);
      if (level === unit) continue;
      levelled += text.slice(copied, index) + String.fromCharCode(level);
      copied = index + 1;
      continue;
    }
    const codePoint = text.codePointAt(index) as number;
    if (codePoint <= 0xffff) continue;
    const lower = caseSensitive ? codePoint : toLowerCase(codePoint);
    if (lower !== codePoint) {
      levelled += text.slice(copied, index) + String.fromCodePoint(lower);
      copied = index + 2;
    }
    index++;
  }
  return copied === 0 ? text : levelled + text.slice(copied);
}

function levelUnit(unit: number, caseSensitive: boolean): number {
  if (isWhiteSpace(unit)) return SPACE;
  if (unit === RIGHT_QUOTE) return APOSTROPHE;
  return caseSensitive ? unit : toLowerCase(unit);
}

/** Runs of spaces as one space each; each run is one piece of the way back. */
function foldRuns(text: string): MappedText {
  let start = text.indexOf('  ');
  if (start < 0) return unchangedText(text);
  const builder = new MappedTextBuilder(text);
  while (start >= 0) {
    let end = start + 2;
    while (text.charCodeAt(end) === SPACE) end++;
    builder.replace(start, end, ' ');
    start = text.indexOf('  ', end);
  }
  return builder.finish();
}

/** Offsets never fall inside a group, changed or not. */
function groupStartBefore(text: string, index: number): number {
  let start = index;
  while (start > 0 && start < text.length && isGroupExtender(text.codePointAt(start) as number)) {
    start -= isLowSurrogate(text.charCodeAt(start - 1)) && start > 1 ? 2 : 1;
  }
  return start;
}

function groupEndAfter(text: string, index: number): number {
  let end = index;
  while (end > 0 && end < text.length) {
    const codePoint = text.codePointAt(end) as number;
    if (!isGroupExtender(codePoint)) break;
    end += codePoint > 0xffff ? 2 : 1;
  }
  return end;
}

function isLowSurrogate(unit: number): boolean {
  return unit >= 0xdc00 && unit <= 0xdfff;
}
