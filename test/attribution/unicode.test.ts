import { execFileSync } from 'node:child_process';
import letters from '@unicode/unicode-15.0.0/General_Category/Letter/code-points.mjs';
import marks from '@unicode/unicode-15.0.0/General_Category/Mark/code-points.mjs';
import numbers from '@unicode/unicode-15.0.0/General_Category/Number/code-points.mjs';
import unassigned from '@unicode/unicode-15.0.0/General_Category/Unassigned/code-points.mjs';
import lowercase from '@unicode/unicode-15.0.0/Simple_Case_Mapping/Lowercase/code-points.mjs';
import { describe, expect, it } from 'vitest';
import {
  isAssigned,
  isGroupExtender,
  isLetterOrDigit,
  isWhiteSpace,
  isWrittenWithoutSpaces,
  toLowerCase,
  trimWhiteSpace,
} from '../../src/attribution/text/unicode.js';

const END = 0x110000;

/** Code points for which `holds` and the set disagree. */
function disagreements(holds: (codePoint: number) => boolean, expected: ReadonlySet<number>): number[] {
  const wrong: number[] = [];
  for (let codePoint = 0; codePoint < END; codePoint++) {
    if (holds(codePoint) !== expected.has(codePoint)) wrong.push(codePoint);
  }
  return wrong;
}

const range = (first: number, last: number): number[] => Array.from({ length: last - first + 1 }, (_, n) => first + n);

describe('unicode 15.0', () => {
  it('knows every letter and digit', () => {
    expect(disagreements(isLetterOrDigit, new Set([...letters, ...numbers]))).toEqual([]);
  });

  it('knows what extends a group: marks, and Hangul vowels and finals', () => {
    expect(disagreements(isGroupExtender, new Set([...marks, ...range(0x1160, 0x11ff)]))).toEqual([]);
  });

  it('knows what is assigned', () => {
    const free = new Set<number>(unassigned);
    expect(disagreements((codePoint) => !isAssigned(codePoint), free)).toEqual([]);
  });

  it('lowers case by the simple mapping, but leaves U+0130 and lowers final sigma', () => {
    const wrong: number[] = [];
    for (let codePoint = 0; codePoint < END; codePoint++) {
      let expected: number = lowercase.get(codePoint) ?? codePoint;
      if (codePoint === 0x130) expected = 0x130;
      if (codePoint === 0x3c2) expected = 0x3c3;
      if (toLowerCase(codePoint) !== expected) wrong.push(codePoint);
    }
    expect(wrong).toEqual([]);
  });

  it('takes exactly the listed code points for white space', () => {
    const listed = [
      ...range(0x9, 0xd),
      0x20,
      0x85,
      0xa0,
      0x1680,
      ...range(0x2000, 0x200a),
      0x2028,
      0x2029,
      0x202f,
      0x205f,
      0x3000,
      0xfeff,
    ];
    expect(disagreements(isWhiteSpace, new Set(listed))).toEqual([]);
  });

  it('trims only white space, and only at the edges', () => {
    expect(trimWhiteSpace('\uFEFF\u00a0 a\u2003b \r\n')).toBe('a\u2003b');
    expect(trimWhiteSpace(' \n')).toBe('');
    expect(trimWhiteSpace('\u200ba\u180e')).toBe('\u200ba\u180e');
  });

  it('tells the scripts written without spaces', () => {
    const listed = [
      ...range(0xe00, 0xeff),
      ...range(0x1000, 0x109f),
      ...range(0x1780, 0x17ff),
      ...range(0x19e0, 0x19ff),
      ...range(0x2e80, 0x2fdf),
      ...range(0x3005, 0x3007),
      ...range(0x3021, 0x3029),
      ...range(0x3040, 0x30ff),
      ...range(0x31f0, 0x31ff),
      ...range(0x3400, 0x4dbf),
      ...range(0x4e00, 0x9fff),
      ...range(0xa9e0, 0xa9ff),
      ...range(0xaa60, 0xaa7f),
      ...range(0xf900, 0xfaff),
      ...range(0xff66, 0xff9f),
      ...range(0x1aff0, 0x1b16f),
      ...range(0x20000, 0x323af),
    ];
    expect(disagreements(isWrittenWithoutSpaces, new Set(listed))).toEqual([]);
  });

  it('has the table that the script makes', () => {
    execFileSync(process.execPath, ['scripts/make-unicode-tables.mjs', '--check'], { stdio: 'pipe' });
  });
});
