/** A pattern that is a plain string (spec §6 "The generation check"), with its border rule. */
import type { FoldedText, Match, TextPattern } from '../../model/case.js';
import { foldedString } from './fold.js';
import { type Needle, prepareNeedle } from './text-search.js';
import { isLetterOrDigit, isWrittenWithoutSpaces } from './unicode.js';

/** Matches texts folded either way: the pattern is folded as the text was. */
export function literalPattern(source: string): TextPattern {
  let sensitive: FoldedLiteral | undefined;
  let insensitive: FoldedLiteral | undefined;
  return {
    source,
    find: (text, from = 0) => {
      if (text.caseSensitive) return findLiteral((sensitive ??= foldLiteral(source, true)), text, from);
      return findLiteral((insensitive ??= foldLiteral(source, false)), text, from);
    },
  };
}

interface FoldedLiteral {
  readonly needle: Needle;
  /** The first and last code point, where it is a letter or digit. */
  readonly first: number | undefined;
  readonly last: number | undefined;
}

function foldLiteral(source: string, caseSensitive: boolean): FoldedLiteral {
  const text = foldedString(source, caseSensitive);
  return { needle: prepareNeedle(text), first: wordAt(text, 0), last: wordBefore(text, text.length) };
}

function findLiteral(literal: FoldedLiteral, text: FoldedText, from: number): Match | undefined {
  const { length } = literal.needle.text;
  if (length === 0) return undefined;
  const { folded } = text;
  const start = literal.needle.find(
    folded,
    from,
    (at) => isBorder(wordBefore(folded, at), literal.first) && isBorder(literal.last, wordAt(folded, at + length)),
  );
  return start < 0 ? undefined : { start, end: start + length };
}

/** Two letters or digits side by side are one word, except beside scripts written without spaces. */
export function isBorder(before: number | undefined, after: number | undefined): boolean {
  if (before === undefined || after === undefined) return true;
  return isWrittenWithoutSpaces(before) || isWrittenWithoutSpaces(after);
}

/** The code point that starts at `index`, if it is a letter or digit. */
export function wordAt(text: string, index: number): number | undefined {
  const codePoint = text.codePointAt(index);
  return codePoint !== undefined && isLetterOrDigit(codePoint) ? codePoint : undefined;
}

/** The code point that ends before `index`, if it is a letter or digit. */
export function wordBefore(text: string, index: number): number | undefined {
  if (index <= 0) return undefined;
  const unit = text.charCodeAt(index - 1);
  if (unit >= 0xdc00 && unit <= 0xdfff && index > 1) {
    const pair = text.codePointAt(index - 2) as number;
    if (pair > 0xffff) return isLetterOrDigit(pair) ? pair : undefined;
  }
  return isLetterOrDigit(unit) ? unit : undefined;
}
