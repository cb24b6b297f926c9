/**
 * The marks of an answer as its reader takes them, wider than the audit counts them (spec §6): lists
 * (`[1, 2]`), `【1】`, marks behind a script without spaces. What looks like a mark and cannot be
 * read as one for sure is found, too, so that nothing passes because nobody saw it: behind a word
 * (`list[1]` may be code), ranges, words with a number, and links, which lead where the model says.
 */
import { NUMBERED } from '../attribution/audit/citations.js';
import { wordBefore } from '../attribution/text/literal-pattern.js';
import { isWrittenWithoutSpaces } from '../attribution/text/unicode.js';
import { codeStretches, type Stretch } from './code-stretches.js';
import { addressEnd, linkStretches } from './link-stretches.js';

export interface AnswerMark {
  /** What it names; of one that cannot be read, what stands in it. */
  readonly label: string;
  /** UTF-16 indexes, brackets included. The marks of a list share them out among each other. */
  readonly start: number;
  readonly end: number;
  readonly isReadable: boolean;
  /** In brackets of its own, and not in code: `[0, 1]` and `x = [0]` may be no citations at all. */
  readonly isPlain: boolean;
}

/** In order. Joined with what stands between them they are the passage. Linear time. */
export function answerMarks(passage: string, isIssued: (id: string) => boolean): readonly AnswerMark[] {
  const code = codeStretches(passage);
  const links = linkStretches(passage, code);
  let inCode = 0;
  let inLink = 0;
  let read = 0;
  return pairsIn(passage).flatMap((pair) => {
    while ((links[inLink]?.[1] ?? Infinity) <= pair.open) inLink++;
    const marks = marksOf(passage, pair, links[inLink], isIssued);
    const [first] = marks;
    if (first === undefined || first.start < read) return [];
    while ((code[inCode]?.[1] ?? Infinity) <= pair.open) inCode++;
    const isCode = (code[inCode]?.[0] ?? Infinity) <= pair.open;
    // A list in code is one of the code's.
    if (isCode && !first.isPlain) return [];
    read = marks.at(-1)?.end ?? read;
    return isCode ? marks.map((mark) => ({ ...mark, isPlain: false })) : marks;
  });
}

interface Pair {
  readonly open: number;
  readonly close: number;
}

const BRACKETS = [/[[\]]/g, /[【】]/g, /[［］]/g];

/** Innermost pairs of each kind. */
function pairsIn(passage: string): readonly Pair[] {
  const pairs: Pair[] = [];
  for (const brackets of BRACKETS) {
    let open = -1;
    for (const { 0: bracket, index } of passage.matchAll(brackets)) {
      if ('[【［'.includes(bracket)) open = index;
      else {
        if (open >= 0) pairs.push({ open, close: index });
        open = -1;
      }
    }
  }
  return pairs.sort((a, b) => a.open - b.open);
}

function marksOf(
  passage: string,
  pair: Pair,
  linkThere: Stretch | undefined,
  isIssued: (id: string) => boolean,
): readonly AnswerMark[] {
  const { open, close } = pair;
  const inner = passage.slice(open + 1, close);
  const pieces = piecesOf(inner, isIssued);
  if (pieces === undefined) return [];
  const link = linkThere !== undefined && linkThere[0] <= open ? linkThere : linkAround(passage, pair);
  if (link !== undefined) return [unreadable(inner, link)];
  // Other brackets than these index no list.
  const before = passage.charAt(open) === '[' ? wordBefore(passage, open) : undefined;
  const isGlued = before !== undefined && !isWrittenWithoutSpaces(before);
  // An id is no index of a list: the audit takes it as a mark wherever it stands.
  const isSure = pieces.length === 1 ? !NUMBERED.test(pieces[0]?.label ?? '') : false;
  if (pieces.length === 0 || (isGlued && !isSure)) return [unreadable(inner, [open, close + 1])];
  return pieces.map(({ label, end }, index) => ({
    label,
    start: index === 0 ? open : open + 1 + (pieces[index - 1]?.end ?? 0),
    end: index === pieces.length - 1 ? close + 1 : open + 1 + end,
    isReadable: true,
    isPlain: pieces.length === 1,
  }));
}

function unreadable(label: string, [start, end]: Stretch): AnswerMark {
  return { label, start, end, isReadable: false, isPlain: false };
}

interface Piece {
  readonly label: string;
  /** Where the next one begins. */
  readonly end: number;
}

const ONE = String.raw`(?:ID:|\^)?\d{1,3}[A-Za-z]?`;
const RANGE = new RegExp(String.raw`^${ONE}\s?(?:[-–—~]|\.{2,3}|to|bis)\s?${ONE}$`, 'i');
const WORDED =
  /^(?:sources?|src|documents?|docs?|chunks?|references?|refs?|passages?|citations?|cite|quellen?|fuentes?|fonte|fonti)[\s:#._-]{0,3}\d{1,3}[A-Za-z]?(?:[\s,;&–-]{1,3}\d{1,3}[A-Za-z]?)*$/i;
/** As some services mark their own files: `4:0†source`. */
const DAGGER = /^\d{1,4}(?::\d{1,4})?\s?[†‡]/;

/** The labels in a mark; none: it is one, and cannot be read. Undefined: it is no mark. */
function piecesOf(inner: string, isIssued: (id: string) => boolean): readonly Piece[] | undefined {
  const whole = labelOf(inner, isIssued) ?? labelOf(inner.trim(), isIssued);
  if (whole !== undefined) return [{ label: whole, end: inner.length }];
  const pieces: Piece[] = [];
  let isUnclear = isUnclearMark(inner.trim());
  let isList = true;
  for (const { 0: piece, 1: words = '', index } of inner.matchAll(/([^,;、，；]+)(?:[,;、，；]\s*|$)/g)) {
    const label = labelOf(words.trim(), isIssued);
    if (label === undefined) isList = false;
    else pieces.push({ label, end: index + piece.length });
    isUnclear ||= isUnclearMark(words.trim());
  }
  if (!isList || pieces.at(-1)?.end !== inner.length) return isUnclear || pieces.length > 0 ? [] : undefined;
  return pieces;
}

/** As it was issued first: a chunk may be called `ID:7`. */
function labelOf(name: string, isIssued: (id: string) => boolean): string | undefined {
  return isIssued(name) ? name : NUMBERED.exec(name)?.[1];
}

function isUnclearMark(words: string): boolean {
  return RANGE.test(words) || WORDED.test(words) || DAGGER.test(words);
}

/** `[1](…)`, `[[1]](…)`, `![1](…)` as a whole: what is left out of a page must take its address along. */
function linkAround(passage: string, { open, close }: Pair): Stretch | undefined {
  const isNested = passage.charAt(open - 1) === '[' && passage.startsWith('](', close + 1);
  const at = isNested ? close + 2 : close + 1;
  if (passage.charAt(at) !== '(') return undefined;
  const end = addressEnd(passage, at);
  if (end === undefined) return [open, close + 1];
  const start = isNested ? open - 1 : open;
  return [passage.charAt(start - 1) === '!' ? start - 1 : start, end];
}
