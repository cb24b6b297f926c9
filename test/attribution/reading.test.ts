import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { PreparedText } from '../../src/attribution/search/prepared-text.js';
import type { Reading } from '../../src/attribution/forms/reading.js';
import { TextIndex } from '../../src/attribution/text/text-index.js';
import type { AcceptableForm } from '../../src/model/verdict.js';
import { formReading, naiveReadings, rawReading } from '../support/naive-scan.js';

const piece = fc.constantFrom(
  'a',
  'é',
  '漢',
  '😀',
  '\\',
  '"',
  'n',
  'u0041',
  'x4',
  'ud83d',
  '\\ud83d\\ude00',
  '\\u00e9',
  '\\\\n',
  '&amp;',
  '&#x26;',
  '&#0038;',
  '&',
  ';',
  '\r',
  '\n',
  '\r\n',
  ' ',
  '\u00a0',
  '\u2003',
  '\u200b',
  'e\u0301',
  '\u0301',
);
const text = fc.array(piece, { maxLength: 14 }).map((pieces) => pieces.join(''));

/** The reading says, byte for byte, what the slow one says; and the ways back agree. */
function expectSame(
  reading: Reading,
  naive: { readonly bytes: string; readonly start: readonly number[]; readonly end: readonly number[] },
  rawLength: number,
): void {
  expect(Buffer.from(reading.bytes).toString('latin1')).toBe(naive.bytes);
  const isBorder = (at: number): boolean => at >= naive.bytes.length || (naive.bytes.charCodeAt(at) & 0xc0) !== 0x80;
  for (let at = 0; at < naive.bytes.length; at++) {
    if (!isBorder(at)) continue;
    expect(reading.rawStart(at)).toBe(naive.start[at]);
    expect(reading.rawEnd(at)).toBe(at === 0 ? 0 : naive.end[at - 1]);
  }
  expect(reading.rawStart(naive.bytes.length)).toBe(rawLength);
  for (let raw = 0; raw <= rawLength; raw++) {
    const first = naive.start.findIndex((start) => start >= raw);
    const end = naive.end.findLastIndex((to) => to <= raw) + 1;
    // Only borders of code points are ever asked for.
    if (first >= 0 && !isBorder(first)) continue;
    if (!naive.start.includes(raw) && !naive.end.includes(raw)) continue;
    expect(reading.firstFrom(raw)).toBe(first < 0 ? naive.bytes.length : first);
    expect(reading.endBefore(raw)).toBe(end);
  }
}

describe('a reading', () => {
  it('of JSON escapes, once to three times decoded, knows the raw bytes of each byte', () => {
    fc.assert(
      fc.property(text, (raw) => {
        const prepared = new PreparedText(raw);
        const [, ...naive] = naiveReadings(Buffer.from(raw).toString('latin1'));
        expect(prepared.json.length).toBe(naive.length);
        naive.forEach((reading, level) => expectSame(prepared.json[level] as Reading, reading, prepared.byteLength));
      }),
      { numRuns: 500, interruptAfterTimeLimit: 3000 },
    );
  });

  it.each(['html', 'crlf', 'nfc', 'ws'] as const)('of the form %s knows them too', (form: AcceptableForm) => {
    fc.assert(
      fc.property(text, (raw) => {
        const prepared = new PreparedText(raw);
        const naive = formReading(form, rawReading(Buffer.from(raw).toString('latin1')));
        expectSame(prepared.reading(form), naive, prepared.byteLength);
      }),
      { numRuns: 300, interruptAfterTimeLimit: 2000 },
    );
  });
});

describe('the ways between units', () => {
  it('agree with counting one by one', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 900 }), fc.nat(1000), (valid, near) => {
        const index = new TextIndex(valid, Buffer.byteLength(valid) === valid.length);
        const points = [...valid];
        const at = near % (points.length + 1);
        const before = points.slice(0, at).join('');
        expect(index.byteAt(before.length)).toBe(Buffer.byteLength(before));
        expect(index.unitAt(at, 'code_point')).toBe(before.length);
        expect(index.unitAt(Buffer.byteLength(before), 'byte')).toBe(before.length);
        expect(index.unitAt(before.length, 'utf16')).toBe(before.length);
        expect(index.length('byte')).toBe(Buffer.byteLength(valid));
        expect(index.length('code_point')).toBe(points.length);
        expect(index.unitAt(points.length + 1, 'code_point')).toBeUndefined();
      }),
      { numRuns: 500, interruptAfterTimeLimit: 4000 },
    );
  });

  it('have no place inside a code point', () => {
    const index = new TextIndex('a😀é', false);
    expect([0, 1, 2, 3, 4, 5, 6, 7, 8].map((byte) => index.unitAt(byte, 'byte'))).toEqual([
      0,
      1,
      undefined,
      undefined,
      undefined,
      3,
      undefined,
      4,
      undefined,
    ]);
    expect([0, 1, 2, 3, 4, 5].map((unit) => index.unitAt(unit, 'utf16'))).toEqual([0, 1, undefined, 3, 4, undefined]);
    expect(index.unitAt(-1, 'byte')).toBeUndefined();
  });
});
