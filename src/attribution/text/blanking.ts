/** For `must_not` only, text covered by an `allow` match is blanked (spec §6, step 1). */
import type { FoldedText, Match, TextPattern } from '../../model/case.js';
import { type MappedText, MappedTextBuilder } from './mapped-text.js';

export interface BlankedText {
  /** One space for each code point that was covered. */
  readonly text: FoldedText;
  foldedStart(index: number): number;
  foldedEnd(index: number): number;
}

const sameIndex = (index: number): number => index;

export function blankAllowed(text: FoldedText, allow: readonly TextPattern[]): BlankedText {
  const covered = allow.flatMap((pattern) => allMatches(pattern, text)).sort((a, b) => a.start - b.start);
  if (covered.length === 0) return { text, foldedStart: sameIndex, foldedEnd: sameIndex };
  const { folded } = text;
  const builder = new MappedTextBuilder(folded);
  let end = 0;
  for (const match of covered) {
    const start = Math.max(match.start, end);
    if (match.end <= start) continue;
    end = match.end;
    builder.replace(start, end, ' '.repeat(codePoints(folded, start, end)));
  }
  const blanked = builder.finish();
  // As long as before: each index is its own, so a match that reaches into a blank keeps its ends.
  const back: Pick<MappedText, 'rawStart' | 'rawEnd'> =
    blanked.text.length === folded.length ? { rawStart: sameIndex, rawEnd: sameIndex } : blanked;
  return {
    text: {
      folded: blanked.text,
      raw: text.raw,
      caseSensitive: text.caseSensitive,
      rawStart: (index) => text.rawStart(back.rawStart(index)),
      rawEnd: (index) => text.rawEnd(back.rawEnd(index)),
    },
    foldedStart: (index) => back.rawStart(index),
    foldedEnd: (index) => back.rawEnd(index),
  };
}

/**
 * A pattern may read on to the end of the text for each of its matches. This bounds the units read
 * for one pattern, far above what any real output comes to.
 */
const MAX_UNITS_READ = 2 ** 24;

function allMatches(pattern: TextPattern, text: FoldedText): Match[] {
  const matches: Match[] = [];
  const { length } = text.folded;
  const most = Math.max(16, Math.floor(MAX_UNITS_READ / (length + 1)));
  for (let from = 0; from <= length && matches.length < most;) {
    const match = pattern.find(text, from);
    if (match === undefined) break;
    matches.push(match);
    from = match.end > match.start ? match.end : match.end + 1;
  }
  return matches;
}

function codePoints(text: string, start: number, end: number): number {
  let count = 0;
  for (let index = start; index < end; index++) {
    const unit = text.charCodeAt(index);
    if (unit < 0xdc00 || unit > 0xdfff) count++;
  }
  return count;
}
