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
  const [from, to] =
    overflow === 'cut-tail'
      ? [0, tailCut(before, start, pieces, limit, count)]
      : [headCut(before, start, pieces, total - limit, count), whole.length];
  const cutAt = overflow === 'cut-tail' ? limit : total - limit;
  return { text: whole.slice(from, to), ...entriesWithin(before, pieces, from, to), used: limit, cutAt };
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

function tailCut(
  before: string,
  start: number,
  pieces: readonly Piece[],
  limit: number,
  count: (text: string) => number,
): number {
  let at = 0;
  let used = 0;
  for (const [text, size] of [[before, start] as const, ...pieces.map((piece) => [piece.shown, piece.size] as const)]) {
    if (used + size > limit) return at + longestPrefix(text, limit - used, count);
    at += text.length;
    used += size;
  }
  return at;
}

function headCut(
  before: string,
  start: number,
  pieces: readonly Piece[],
  tooMuch: number,
  count: (text: string) => number,
): number {
  let at = 0;
  let gone = 0;
  for (const [text, size] of [[before, start] as const, ...pieces.map((piece) => [piece.shown, piece.size] as const)]) {
    if (gone + size > tooMuch) return at + longestPrefix(text, tooMuch - gone, count, true);
    at += text.length;
    gone += size;
  }
  return at;
}

/** UTF-16 length of the longest prefix that counts at most (for the head side: at least) `size`, on a code point border. */
function longestPrefix(text: string, size: number, count: (text: string) => number, atLeast = false): number {
  let low = 0;
  let high = text.length;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (count(text.slice(0, onBorder(text, middle))) <= size) low = middle;
    else high = middle - 1;
  }
  const border = onBorder(text, low);
  if (!atLeast || count(text.slice(0, border)) >= size) return border;
  return border === text.length ? border : border + ((text.codePointAt(border) ?? 0) > 0xffff ? 2 : 1);
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
