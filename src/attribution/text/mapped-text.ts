/**
 * A text made from another one (decoded, normalised, folded) with the way back: offsets in
 * evidence are always those of the raw text (spec §4 "Offsets are raw").
 *
 * How it works: the text is a sequence of pieces that together cover the raw text. A copied piece
 * stands unit for unit for its raw range; a replaced one stands for its raw range as a whole.
 * Only changes make pieces, so a text that needed none costs nothing. All indexes are UTF-16 units.
 */

export interface MappedText {
  readonly text: string;
  readonly raw: string;
  /** Raw index where the piece that holds the unit at `index` starts; `raw.length` at the end. */
  rawStart(index: number): number;
  /** Raw index just after the piece that holds the unit before `index`; 0 at the start. */
  rawEnd(index: number): number;
}

const sameIndex = (index: number): number => index;

/** A text that is its own raw text. */
export function unchangedText(raw: string): MappedText {
  return { text: raw, raw, rawStart: sameIndex, rawEnd: sameIndex };
}

/** Builds a mapped text from left to right. What is not replaced is copied. */
export class MappedTextBuilder {
  readonly #raw: string;
  readonly #pieces: string[] = [];
  /** Where each piece starts in the new text and in the raw one. */
  readonly #at: number[] = [];
  readonly #from: number[] = [];
  readonly #isWhole: boolean[] = [];
  #length = 0;
  #rawEnd = 0;

  constructor(raw: string) {
    this.#raw = raw;
  }

  /** Puts `text` in place of the raw range; ranges come in order and do not overlap. */
  replace(rawStart: number, rawEnd: number, text: string): void {
    this.#copyUpTo(rawStart);
    this.#push(text, rawStart, true);
    this.#rawEnd = rawEnd;
  }

  finish(): MappedText {
    if (this.#at.length === 0) return unchangedText(this.#raw);
    this.#copyUpTo(this.#raw.length);
    return new PiecedText(this.#pieces.join(''), this.#raw, this.#at, this.#from, this.#isWhole);
  }

  #copyUpTo(rawEnd: number): void {
    if (rawEnd > this.#rawEnd) this.#push(this.#raw.slice(this.#rawEnd, rawEnd), this.#rawEnd, false);
  }

  #push(text: string, from: number, isWhole: boolean): void {
    this.#pieces.push(text);
    this.#at.push(this.#length);
    this.#from.push(from);
    this.#isWhole.push(isWhole);
    this.#length += text.length;
  }
}

class PiecedText implements MappedText {
  readonly text: string;
  readonly raw: string;
  readonly #at: readonly number[];
  readonly #from: readonly number[];
  readonly #isWhole: readonly boolean[];

  constructor(text: string, raw: string, at: readonly number[], from: readonly number[], isWhole: readonly boolean[]) {
    this.text = text;
    this.raw = raw;
    this.#at = at;
    this.#from = from;
    this.#isWhole = isWhole;
  }

  rawStart(index: number): number {
    if (index >= this.text.length) return this.raw.length;
    const piece = this.#pieceAt(index);
    const from = this.#from[piece] as number;
    return this.#isWhole[piece] === true ? from : from + index - (this.#at[piece] as number);
  }

  rawEnd(index: number): number {
    if (index <= 0) return 0;
    const piece = this.#pieceAt(index - 1);
    if (this.#isWhole[piece] === true) return this.#from[piece + 1] ?? this.raw.length;
    return (this.#from[piece] as number) + index - (this.#at[piece] as number);
  }

  /** The last piece that starts at or before `index`; an empty piece never is it, as the next one starts there too. */
  #pieceAt(index: number): number {
    let low = 0;
    let high = this.#at.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if ((this.#at[middle] as number) <= index) low = middle;
      else high = middle - 1;
    }
    return low;
  }
}
