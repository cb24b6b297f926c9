/**
 * Unicode 15.0 as spec §6 "Unicode" asks for it, from our own tables: the same answer on every
 * Node and ICU version, and in both languages. Tables are decoded on first use.
 */
import { CATEGORY_RUNS, LOWER_RUNS } from './unicode-tables.js';

/** White space = 9–D, 20, 85, A0, 1680, 2000–200A, 2028, 2029, 202F, 205F, 3000, FEFF. */
export function isWhiteSpace(codePoint: number): boolean {
  if (codePoint < 0x80) return codePoint === 0x20 || (codePoint >= 0x9 && codePoint <= 0xd);
  if (codePoint < 0x1680) return codePoint === 0x85 || codePoint === 0xa0;
  if (codePoint >= 0x2000 && codePoint <= 0x200a) return true;
  switch (codePoint) {
    case 0x1680:
    case 0x2028:
    case 0x2029:
    case 0x202f:
    case 0x205f:
    case 0x3000:
    case 0xfeff:
      return true;
    default:
      return false;
  }
}

/** The text without white space at either edge. */
export function trimWhiteSpace(text: string): string {
  let start = 0;
  let end = text.length;
  while (start < end && isWhiteSpace(text.charCodeAt(start))) start++;
  while (end > start && isWhiteSpace(text.charCodeAt(end - 1))) end--;
  return start === 0 && end === text.length ? text : text.slice(start, end);
}

const UNASSIGNED = 0;
const MARK = 1;
const LETTER = 2;
const NUMBER = 3;
const CLASS_LETTERS = 'UMLNO';

interface Categories {
  /** First code point of each run. */
  readonly starts: Uint32Array;
  readonly classes: Uint8Array;
}

let categories: Categories | undefined;

function decodeCategories(): Categories {
  const runs = CATEGORY_RUNS.match(/[A-Z][0-9a-z]*/g) ?? [];
  const starts = new Uint32Array(runs.length);
  const classes = new Uint8Array(runs.length);
  let start = 0;
  runs.forEach((run, index) => {
    starts[index] = start;
    classes[index] = CLASS_LETTERS.indexOf(run.charAt(0));
    start += run.length === 1 ? 1 : Number.parseInt(run.slice(1), 36);
  });
  return { starts, classes };
}

function classOf(codePoint: number): number {
  categories ??= decodeCategories();
  const { starts, classes } = categories;
  let low = 0;
  let high = starts.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((starts[middle] as number) <= codePoint) low = middle;
    else high = middle - 1;
  }
  return classes[low] as number;
}

/** Assigned in Unicode 15.0 (private use and surrogates are, noncharacters are not). */
export function isAssigned(codePoint: number): boolean {
  return codePoint < 0x378 || classOf(codePoint) !== UNASSIGNED;
}

/** Belongs to the group of the code point before it: \p{M} and U+1160–11FF. */
export function isGroupExtender(codePoint: number): boolean {
  if (codePoint < 0x300) return false;
  if (codePoint >= 0x1160 && codePoint <= 0x11ff) return true;
  if ((codePoint >= 0x3400 && codePoint <= 0xa66e) || (codePoint >= 0xac00 && codePoint <= 0xfb1d)) return false;
  return classOf(codePoint) === MARK;
}

/** \p{L} or \p{N}. */
export function isLetterOrDigit(codePoint: number): boolean {
  if (codePoint < 0x80) {
    return (
      (codePoint >= 0x61 && codePoint <= 0x7a) ||
      (codePoint >= 0x30 && codePoint <= 0x39) ||
      (codePoint >= 0x41 && codePoint <= 0x5a)
    );
  }
  const found = classOf(codePoint);
  return found === LETTER || found === NUMBER;
}

/** Inclusive ranges of the scripts written without spaces between words. */
const WITHOUT_SPACES: readonly (readonly [number, number])[] = [
  [0x0e00, 0x0eff],
  [0x1000, 0x109f],
  [0x1780, 0x17ff],
  [0x19e0, 0x19ff],
  [0x2e80, 0x2fdf],
  [0x3005, 0x3007],
  [0x3021, 0x3029],
  [0x3040, 0x30ff],
  [0x31f0, 0x31ff],
  [0x3400, 0x4dbf],
  [0x4e00, 0x9fff],
  [0xa9e0, 0xa9ff],
  [0xaa60, 0xaa7f],
  [0xf900, 0xfaff],
  [0xff66, 0xff9f],
  [0x1aff0, 0x1b16f],
  [0x20000, 0x323af],
];

export function isWrittenWithoutSpaces(codePoint: number): boolean {
  if (codePoint < 0xe00) return false;
  return WITHOUT_SPACES.some(([first, last]) => codePoint >= first && codePoint <= last);
}

/** Below this every code point has its lower case in a flat table; above, few have one. */
const FLAT_END = 0x590;

interface LowerCase {
  readonly flat: Uint16Array;
  readonly rest: ReadonlyMap<number, number>;
}

let lowerCase: LowerCase | undefined;

function decodeLowerCase(): LowerCase {
  const flat = Uint16Array.from({ length: FLAT_END }, (_, codePoint) => codePoint);
  const rest = new Map<number, number>();
  let first = 0;
  for (const run of LOWER_RUNS.split(';')) {
    const [gap, count, delta] = run.split(',') as [string, string, string];
    first += Number.parseInt(gap, 36);
    const step = count.endsWith('+') ? 2 : 1;
    for (let n = 0; n < Number.parseInt(count, 36); n++) {
      const upper = first + n * step;
      const lower = upper + Number.parseInt(delta, 36);
      if (upper < FLAT_END) flat[upper] = lower;
      else rest.set(upper, lower);
    }
  }
  flat[0x3c2] = 0x3c3;
  return { flat, rest };
}

/** Simple lower case, U+0130 unchanged, U+03C2 (final sigma) as U+03C3. Never changes the UTF-16 length. */
export function toLowerCase(codePoint: number): number {
  if (codePoint < 0x80) return codePoint >= 0x41 && codePoint <= 0x5a ? codePoint + 0x20 : codePoint;
  lowerCase ??= decodeLowerCase();
  if (codePoint < FLAT_END) return lowerCase.flat[codePoint] as number;
  if (codePoint < 0x10a0 || (codePoint >= 0x2d00 && codePoint < 0xa640) || (codePoint >= 0xac00 && codePoint < 0xff00))
    return codePoint;
  return lowerCase.rest.get(codePoint) ?? codePoint;
}
