/**
 * Folding (spec §6): NFC, white-space runs to one space, U+2019 to ', and simple lower-casing
 * unless the case is case-sensitive. Patterns and texts are folded alike, then compared.
 */
import type { FoldedText } from '../model/case.js';
import { type MappedText, MappedTextBuilder, unchangedText } from './mapped-text.js';
import { normalizeNfc } from './nfc.js';
import { isGroupExtender, isWhiteSpace, toLowerCase } from './unicode.js';

const SPACE = 0x20;
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

const NOT_ASCII = /[^\0-\x7f]/;
const ASCII_BREAK = /[\t-\r]/;
const ASCII_BREAKS = /[\t-\r]/g;

/** Each white space as a space, each ’ as ', each letter in lower case: one unit stays one unit. */
function levelUnits(text: string, caseSensitive: boolean): string {
  if (NOT_ASCII.test(text)) return levelAny(text, caseSensitive);
  const lower = caseSensitive ? text : text.toLowerCase();
  return ASCII_BREAK.test(lower) ? lower.replace(ASCII_BREAKS, ' ') : lower;
}

/** The host's lower-casing knows a Unicode of its own version, so it may not be asked here. */
function levelAny(text: string, caseSensitive: boolean): string {
  const units = new Uint16Array(text.length);
  for (let index = 0; index < text.length; index++) {
    const unit = text.charCodeAt(index);
    if (unit >= 0xd800 && unit <= 0xdbff) {
      const codePoint = text.codePointAt(index) as number;
      if (codePoint <= 0xffff) {
        units[index] = unit;
        continue;
      }
      const levelled = caseSensitive ? codePoint : toLowerCase(codePoint);
      units[index] = 0xd800 + ((levelled - 0x10000) >> 10);
      units[++index] = 0xdc00 + ((levelled - 0x10000) & 0x3ff);
    } else if (isWhiteSpace(unit)) units[index] = SPACE;
    else if (unit === RIGHT_QUOTE) units[index] = APOSTROPHE;
    else units[index] = caseSensitive ? unit : toLowerCase(unit);
  }
  return fromUnits(units);
}

/** Arguments of one call are bounded by the host's stack. */
const UNITS_PER_CALL = 8192;

function fromUnits(units: Uint16Array): string {
  if (units.length <= UNITS_PER_CALL) return String.fromCharCode(...units);
  const pieces: string[] = [];
  for (let start = 0; start < units.length; start += UNITS_PER_CALL) {
    pieces.push(String.fromCharCode(...units.subarray(start, start + UNITS_PER_CALL)));
  }
  return pieces.join('');
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
