/**
 * Texts that make a careless search quadratic. Each is some hundred thousand bytes and more: what
 * costs the square of that does not end within the time a test has.
 */
import { describe, expect, it } from 'vitest';
import { findPresent, whichHeld } from '../../src/attribution/sent/presence.js';
import { fatesOf, item, scan, sent } from '../support/sent.js';

const BIG = 64 << 20;
const MILLION = 1_000_000;
const LONG = 300_000;

describe.each([
  ['spaces', ' '],
  ['brackets', '('],
  ['line ends', '\r\n'],
  ['backslashes', '\\'],
  ['escaped escapes', '\\\\\\\\n'],
  ['ampersands', '&'],
  ['entities', '&amp;'],
  ['two letters', 'ab'],
  ['combining marks', 'e\u0301'],
  ['a lone mark', '\u0301'],
  ['four-byte characters', '😀'],
])('long runs of %s', (_, unit) => {
  const text = unit.repeat(LONG / unit.length);
  const items = Array.from({ length: 40 }, (__, index) =>
    item(`x${unit.repeat(200 + index)}y${unit.repeat(300)}${index}`),
  );

  it('hold none of many items alike', () => {
    const judged = scan([sent(`${text}y`)], items, { maxScanBytes: BIG });
    expect(new Set(judged.fates.map(({ fate }) => fate)).size).toBeLessThanOrEqual(2);
    expect(judged.ofLine(`x${unit.repeat(400)}z`).state).toBe('out');
  });
});

describe('a million bytes and more', () => {
  it('of one boilerplate before a thousand different ends', () => {
    const start = 'All of these chunks begin with the very same words. '.repeat(18);
    const texts = Array.from(
      { length: 1000 },
      (_, index) => `${start}${index} is the number of this one, and no other.`,
    );
    const context = texts
      .filter((__, index) => index % 2 === 0)
      .map((text, index) => (index % 10 === 0 ? text.slice(0, -24) : text));
    const judged = scan(
      [sent(context.reverse().join('\n'))],
      texts.map((text) => item(text)),
      { maxScanBytes: BIG },
    );
    const counts = fatesOf(judged).reduce<Record<string, number>>(
      (sum, fate) => ({ ...sum, [fate]: (sum[fate] ?? 0) + 1 }),
      {},
    );
    expect(counts).toEqual({ sent: 450, deselected: 499, dropped: 1, clipped: 50 });
  });

  it('in a hundred thousand segments and ten thousand items that all begin alike', () => {
    const segments = Array.from({ length: 100_000 }, (_, index) => `sixteen bytes...${index % 7}`);
    const items = Array.from({ length: 10_000 }, (_, index) => item(`sixteen bytes... and then number ${index}`));
    expect(new Set(fatesOf(scan([sent(segments)], items, { maxScanBytes: BIG })))).toEqual(new Set(['dropped']));
  });

  it('of history that is sent again with each of a hundred steps', () => {
    const steps = Array.from(
      { length: 100 },
      (_, index) => `Step ${index}: ${'what a tool returned, '.repeat(450)}${index}`,
    );
    const calls = steps.map((__, index) => sent(steps.slice(0, index + 1)));
    const items = Array.from({ length: 50 }, (_, index) => item(`${'what a tool returned, '.repeat(40)}${index * 2}`));
    expect(new Set(fatesOf(scan(calls, items, { maxScanBytes: BIG })))).toEqual(new Set(['sent']));
  });

  it('of blocks whose hashes were made to collide', () => {
    const blocks = collidingBlocks(30_000);
    const items = Array.from({ length: 100 }, (_, index) =>
      item(`${blocks.slice(index * 150, index * 150 + 150).join('')}!`),
    );
    const judged = scan([sent(blocks.slice(15_000).join(''))], items, { maxScanBytes: BIG });
    expect(fatesOf(judged)).toHaveLength(100);
    expect(fatesOf(judged)).not.toContain('sent');
  });

  it('as outputs and chunks that are looked for one by one', () => {
    const { context } = sent(`${'a'.repeat(MILLION)}b`);
    expect(findPresent(context, `${'a'.repeat(5000)}b`)).toMatchObject({ form: 'exact', offset: MILLION - 5000 });
    expect(findPresent(context, `b${'a'.repeat(5000)}`)).toBeUndefined();
    expect(
      whichHeld(
        context,
        Array.from({ length: 300 }, (_, index) => `c${'a'.repeat(1000 + index)}`),
      ),
    ).toEqual(Array.from({ length: 300 }, () => false));
  });
});

/** Printable blocks of 16 bytes that the block table cannot tell apart by hash: halves that mix to the same number. */
function collidingBlocks(count: number): string[] {
  const halves: string[] = [];
  const inverse = inverseOf(0x85ebca6b);
  const isPrintable = (word: number): boolean =>
    [0, 8, 16, 24].every((shift) => ((word >>> shift) & 0xff) >= 0x21 && ((word >>> shift) & 0xff) < 0x7f);
  const chars = (word: number): string =>
    String.fromCharCode(word & 0xff, (word >>> 8) & 0xff, (word >>> 16) & 0xff, word >>> 24);
  for (let seed = 1; halves.length < Math.ceil(Math.sqrt(count)) + 1; seed++) {
    const first = Math.imul(seed, 0x9e3779b1) >>> 0;
    if (!isPrintable(first)) continue;
    const second = Math.imul(Math.imul(first, 0x9e3779b1) ^ 0x1234567, inverse) >>> 0;
    if (isPrintable(second)) halves.push(chars(first) + chars(second));
  }
  return Array.from(
    { length: count },
    (_, index) => (halves[Math.floor(index / halves.length)] as string) + (halves[index % halves.length] as string),
  );
}

/** Modulo 2 to the 32nd. */
function inverseOf(odd: number): number {
  let inverse = odd;
  for (let round = 0; round < 5; round++) inverse = Math.imul(inverse, 2 - Math.imul(odd, inverse));
  return inverse;
}
