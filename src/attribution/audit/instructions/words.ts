/**
 * A folded text as words, as the patterns of instruction-like text are compared with it. A character
 * of a script written without spaces is a word of its own.
 */
import { isGroupExtender, isLetterOrDigit, isWrittenWithoutSpaces } from '../../text/unicode.js';

/** What stands between two words: nothing, white space and markup, or something that ends a phrase. */
export const TOUCHING = 0;
export const SOFT = 1;
export const HARD = 2;

export interface Words {
  /** The vocabulary's number of each word; −1 for one it does not have. */
  readonly ids: readonly number[];
  /** What stands before each word. */
  readonly gaps: readonly number[];
}

const SOFT_CHARACTERS = new Set(' ,*_`~#>|\\"\'-()[]“”„«»‘–—，、');
/** A tag of HTML is markup up to this length; a longer `<…>` is none. */
const MOST_TAG_CHARACTERS = 80;
const APOSTROPHE = 0x27;
const LESS_THAN = 0x3c;

/** `idOf` may add to the vocabulary. Linear time. */
export function splitWords(folded: string, idOf: (word: string) => number): Words {
  const ids: number[] = [];
  const gaps: number[] = [];
  let gap = SOFT;
  for (let at = 0; at < folded.length;) {
    const codePoint = folded.codePointAt(at) as number;
    let end = at + (codePoint > 0xffff ? 2 : 1);
    if (isWordPart(codePoint)) {
      if (!isWrittenWithoutSpaces(codePoint)) end = wordEnd(folded, end);
      ids.push(idOf(folded.slice(at, end)));
      gaps.push(gap);
      gap = TOUCHING;
    } else if (codePoint === LESS_THAN) {
      const tag = tagEnd(folded, at);
      gap = Math.max(gap, tag < 0 ? HARD : SOFT);
      if (tag >= 0) end = tag;
    } else gap = Math.max(gap, SOFT_CHARACTERS.has(folded.charAt(at)) ? SOFT : HARD);
    at = end;
  }
  return { ids, gaps };
}

function isWordPart(codePoint: number): boolean {
  return isLetterOrDigit(codePoint) || isGroupExtender(codePoint) || isWrittenWithoutSpaces(codePoint);
}

/** An apostrophe between two letters belongs to the word. */
function wordEnd(folded: string, start: number): number {
  let end = start;
  while (end < folded.length) {
    let next = end;
    if (folded.charCodeAt(next) === APOSTROPHE) next++;
    const codePoint = folded.codePointAt(next);
    if (codePoint === undefined || !isWordPart(codePoint) || isWrittenWithoutSpaces(codePoint)) break;
    end = next + (codePoint > 0xffff ? 2 : 1);
  }
  return end;
}

/** Just after `<b>`, `</b>`, `<b class="x">` or `<!--`; −1 where no tag starts. */
function tagEnd(folded: string, start: number): number {
  if (folded.startsWith('<!--', start)) return start + 4;
  const first = folded.charCodeAt(start + 1);
  if (!(first >= 0x61 && first <= 0x7a) && first !== 0x2f && first !== 0x21) return -1;
  for (let at = start + 2; at < folded.length && at < start + MOST_TAG_CHARACTERS; at++) {
    const unit = folded.charCodeAt(at);
    if (unit === 0x3e) return at + 1;
    if (unit === LESS_THAN || unit > 0x7e) return -1;
  }
  return -1;
}
