/**
 * Finding one text in another at the host's own speed, with a bound on the work.
 *
 * How it works: the host's search is linear for short needles only (for long ones a hostile text
 * makes it quadratic), so a piece out of the middle is searched and the rest compared, which the
 * host does at memory speed for slices. What that costs is booked; when the account is empty the
 * caller takes a way that no text can make slow.
 */
import { prepareNeedle } from './text-search.js';

const ANCHOR_UNITS = 32;
/** Units that the host skips through, or compares, for the price of one unit walked by us. */
const SKIPPED_PER_UNIT = 8;
const CALL_COST = 16;

export class QuickFind {
  constructor(
    /** Units that may still be spent. */
    public left: number,
  ) {}

  /** Leftmost start at or after `from`; −1 for none; undefined when the account ran out. */
  find(text: string, needle: string, from = 0): number | undefined {
    const before = needle.length <= ANCHOR_UNITS ? 0 : (needle.length - ANCHOR_UNITS) >> 1;
    const anchor = needle.length <= ANCHOR_UNITS ? needle : needle.slice(before, before + ANCHOR_UNITS);
    for (let start = from; this.left > 0;) {
      const at = text.indexOf(anchor, start + before) - before;
      this.left -= CALL_COST + ((at < 0 ? text.length : at) - start) / SKIPPED_PER_UNIT;
      if (at < 0) return -1;
      if (anchor === needle) return at;
      this.left -= needle.length / SKIPPED_PER_UNIT;
      if (text.slice(at, at + needle.length) === needle) return at;
      start = at + 1;
    }
    return undefined;
  }
}

const always = (): boolean => true;
const SPENT_PER_UNIT = 2;

/** Leftmost start, −1 for none. Linear. */
export function findLeftmost(text: string, needle: string): number {
  if (needle.length > text.length) return -1;
  const quick = new QuickFind(SPENT_PER_UNIT * text.length + needle.length + CALL_COST);
  return quick.find(text, needle) ?? prepareNeedle(needle).find(text, 0, always);
}
