/**
 * Ways between the units that offsets come in: UTF-8 bytes (ours), UTF-16 units (the host's
 * strings), code points (Python's). A checkpoint every 256 units keeps each question cheap, so
 * that asking for every item of a long text stays linear.
 */
import type { OffsetUnit } from '../../model/assembly-record.js';
import { lastAtMost } from './last-at-most.js';

const STEP_UNITS = 256;

export class TextIndex {
  readonly #text: string;
  readonly #isAscii: boolean;
  /** Bytes and code points before unit `n * STEP_UNITS` (or the unit after, where that splits a pair). */
  #bytesBefore: Uint32Array | undefined;
  #codePointsBefore: Uint32Array | undefined;
  #whole: Walk | undefined;

  constructor(text: string, isAscii: boolean) {
    this.#text = text;
    this.#isAscii = isAscii;
  }

  /** UTF-8 bytes before the UTF-16 index `unit`. */
  byteAt(unit: number): number {
    if (this.#isAscii) return unit;
    const { bytesBefore } = this.#checkpoints();
    const step = Math.min(Math.floor(unit / STEP_UNITS), bytesBefore.length - 1);
    const walk = new Walk(this.#text, startOf(this.#text, step), bytesBefore[step] as number, 0);
    while (walk.unit < unit) walk.next();
    return walk.byte;
  }

  /** UTF-16 index of an offset in `unit`; undefined past the end or inside a code point. */
  unitAt(offset: number, unit: OffsetUnit): number | undefined {
    if (offset < 0) return undefined;
    if (this.#isAscii || unit === 'utf16')
      return offset <= this.#text.length && !splitsPair(this.#text, offset) ? offset : undefined;
    const { bytesBefore, codePointsBefore } = this.#checkpoints();
    const counts = unit === 'byte' ? bytesBefore : codePointsBefore;
    const step = lastAtMost(counts, offset);
    const walk = new Walk(
      this.#text,
      startOf(this.#text, step),
      bytesBefore[step] as number,
      codePointsBefore[step] as number,
    );
    const count = (): number => (unit === 'byte' ? walk.byte : walk.codePoint);
    while (count() < offset && walk.unit < this.#text.length) walk.next();
    return count() === offset ? walk.unit : undefined;
  }

  /** All of the text, in the given unit. */
  length(unit: OffsetUnit): number {
    if (this.#isAscii || unit === 'utf16') return this.#text.length;
    this.#whole ??= this.#walkAll();
    return unit === 'byte' ? this.#whole.byte : this.#whole.codePoint;
  }

  #walkAll(): Walk {
    const { bytesBefore, codePointsBefore } = this.#checkpoints();
    const last = bytesBefore.length - 1;
    const walk = new Walk(
      this.#text,
      startOf(this.#text, last),
      bytesBefore[last] as number,
      codePointsBefore[last] as number,
    );
    while (walk.unit < this.#text.length) walk.next();
    return walk;
  }

  #checkpoints(): { readonly bytesBefore: Uint32Array; readonly codePointsBefore: Uint32Array } {
    if (this.#bytesBefore !== undefined && this.#codePointsBefore !== undefined) {
      return { bytesBefore: this.#bytesBefore, codePointsBefore: this.#codePointsBefore };
    }
    const steps = Math.floor(this.#text.length / STEP_UNITS) + 1;
    const bytesBefore = new Uint32Array(steps);
    const codePointsBefore = new Uint32Array(steps);
    const walk = new Walk(this.#text, 0, 0, 0);
    for (let step = 0; step < steps; step++) {
      while (walk.unit < step * STEP_UNITS) walk.next();
      bytesBefore[step] = walk.byte;
      codePointsBefore[step] = walk.codePoint;
    }
    this.#bytesBefore = bytesBefore;
    this.#codePointsBefore = codePointsBefore;
    return { bytesBefore, codePointsBefore };
  }
}

class Walk {
  constructor(
    readonly text: string,
    public unit: number,
    public byte: number,
    public codePoint: number,
  ) {}

  next(): void {
    const unit = this.text.charCodeAt(this.unit);
    this.codePoint++;
    if (unit < 0x80) this.byte += 1;
    else if (unit < 0x800) this.byte += 2;
    else if (unit >= 0xd800 && unit <= 0xdbff && this.unit + 1 < this.text.length) {
      this.byte += 4;
      this.unit++;
    } else this.byte += 3;
    this.unit++;
  }
}

function splitsPair(text: string, unit: number): boolean {
  const here = text.charCodeAt(unit);
  const before = text.charCodeAt(unit - 1);
  return here >= 0xdc00 && here <= 0xdfff && before >= 0xd800 && before <= 0xdbff;
}

function startOf(text: string, step: number): number {
  const unit = step * STEP_UNITS;
  return splitsPair(text, unit) ? unit + 1 : unit;
}
