/** How pieces are put together under a limit, and what then became of each (see pack.ts). */
import { utf8Length } from '../model/utf8.js';
import type { PackedEntry } from './assembly-log.js';

export interface Piece {
  readonly item: unknown;
  /** Undefined: the item could not be read, and is not packed. */
  readonly text: string | undefined;
  readonly label: string;
  /** Separator and rendered chunk; the text starts at `textAt`, −1 = not found in it. */
  readonly shown: string;
  readonly textAt: number;
  readonly size: number;
  readonly planned: number;
}

export interface Packed {
  readonly text: string;
  readonly entries: readonly PackedEntry[];
  readonly used: number;
  readonly cutAt?: number;
}

export function packWhole(
  before: string,
  start: number,
  pieces: readonly Piece[],
  limit: number,
  goOn: boolean,
): Packed {
  let text = before;
  let used = start;
  let isFull = false;
  const entries = pieces.map((piece): PackedEntry => {
    if (piece.text === undefined || isFull || used + piece.size > limit) {
      if (piece.text !== undefined && !goOn) isFull = true;
      return entryOf(piece, -1, 0);
    }
    const at = text.length;
    text += piece.shown;
    used += piece.size;
    return entryOf(piece, at, utf8Length(piece.text));
  });
  return { text, entries, used };
}

export function packAndCut(
  before: string,
  start: number,
  pieces: readonly Piece[],
  limit: number,
  overflow: 'cut-tail' | 'cut-head',
  count: (text: string) => number,
): Packed {
  const whole = before + pieces.map((piece) => piece.shown).join('');
  const total = pieces.reduce((sum, piece) => sum + piece.size, start);
  if (total <= limit) return { text: whole, ...entriesWithin(before, pieces, 0, whole.length), used: total };
  const isTail = overflow === 'cut-tail';
  const cutAt = isTail ? limit : total - limit;
  const cut = findCut(
    [[before, start], ...pieces.map(({ shown, size }) => [shown, size] as const)],
    cutAt,
    count,
    isTail,
  );
  const [from, to] = isTail ? [0, cut.at] : [cut.at, whole.length];
  const used = isTail ? cut.size : total - cut.size;
  return { text: whole.slice(from, to), ...entriesWithin(before, pieces, from, to), used, cutAt };
}

/**
 * Where the first `limit` units of the joined texts end: UTF-16 index, and the size up to there. On
 * a code point border; just below the limit (tail) or just above it (head: what stands before goes).
 */
function findCut(
  texts: readonly (readonly [text: string, size: number])[],
  limit: number,
  count: (text: string) => number,
  isTail: boolean,
): { readonly at: number; readonly size: number } {
  let at = 0;
  let size = 0;
  for (const [text, units] of texts) {
    if (size + units > limit) {
      const prefix = longestPrefix(text, limit - size, count);
      const end = isTail || count(text.slice(0, prefix)) >= limit - size ? prefix : nextBorder(text, prefix);
      return { at: at + end, size: size + count(text.slice(0, end)) };
    }
    at += text.length;
    size += units;
  }
  return { at, size };
}

/** What of each chunk stands between two UTF-16 indices of the whole text. */
function entriesWithin(
  before: string,
  pieces: readonly Piece[],
  from: number,
  to: number,
): { readonly entries: readonly PackedEntry[] } {
  let at = before.length;
  const entries = pieces.map((piece): PackedEntry => {
    const pieceAt = at;
    at += piece.shown.length;
    if (piece.text === undefined || piece.textAt < 0)
      return entryOf(piece, at > from && pieceAt < to ? Math.max(0, pieceAt - from) : -1, 0);
    const first = Math.max(from, pieceAt + piece.textAt);
    const last = Math.min(to, pieceAt + piece.textAt + piece.text.length);
    if (first >= last) return entryOf(piece, -1, 0);
    const kept = piece.text.slice(first - pieceAt - piece.textAt, last - pieceAt - piece.textAt);
    return { ...entryOf(piece, Math.max(0, pieceAt - from), utf8Length(kept)), start: first - from };
  });
  return { entries };
}

/** UTF-16 length of the longest prefix that counts at most `size`. Reads no more of a long text than it must. */
function longestPrefix(text: string, size: number, count: (text: string) => number): number {
  const counts = (length: number): number => count(text.slice(0, onBorder(text, length)));
  let low = 0;
  let high = Math.min(text.length, Math.max(64, size * 8));
  while (high < text.length && counts(high) <= size) {
    low = high;
    high = Math.min(text.length, high * 2);
  }
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (counts(middle) <= size) low = middle;
    else high = middle - 1;
  }
  return onBorder(text, low);
}

function nextBorder(text: string, index: number): number {
  return Math.min(text.length, index + ((text.codePointAt(index) ?? 0) > 0xffff ? 2 : 1));
}

/** Not inside a surrogate pair. */
function onBorder(text: string, index: number): number {
  const unit = text.charCodeAt(index);
  const before = text.charCodeAt(index - 1);
  return unit >= 0xdc00 && unit <= 0xdfff && before >= 0xd800 && before <= 0xdbff ? index - 1 : index;
}

function entryOf(piece: Piece, pieceAt: number, keptBytes: number): PackedEntry {
  // A rendering that changed the text: how much of it is there is not known.
  const isKnown = piece.text !== undefined && piece.textAt >= 0;
  return {
    item: piece.item,
    text: piece.text,
    start: pieceAt < 0 || !isKnown ? -1 : pieceAt + piece.textAt,
    keptBytes: pieceAt < 0 ? (piece.text === undefined ? -1 : 0) : isKnown ? keptBytes : -1,
    planned: piece.planned,
    label: piece.label,
  };
}
