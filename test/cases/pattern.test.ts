import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fold } from '../../src/attribution/text/fold.js';
import { compilePattern, compileRefusals } from '../../src/cases/index.js';
import { pattern } from './support.js';

describe('compilePattern', () => {
  it('gives a pattern that follows the text it is asked about', () => {
    for (const shape of ['Refund', '/Ref.nd/']) {
      const either = pattern(shape, true);
      expect(either.find(fold('a REFUND', false))).toEqual({ start: 2, end: 8 });
      expect(either.find(fold('a REFUND', true))).toBe(undefined);
      expect(either.find(fold('a Refund', true))).toEqual({ start: 2, end: 8 });
    }
  });

  it('finds the leftmost match at or after a place, with what stands before it in mind', () => {
    const text = fold('70 170 70', false);
    expect(pattern('70').find(text, 1)).toEqual({ start: 7, end: 9 });
    expect(pattern('/\\b70/').find(text, 1)).toEqual({ start: 7, end: 9 });
    expect(pattern('/^70/').find(text, 1)).toBe(undefined);
    expect(pattern('70').find(text, text.folded.length)).toBe(undefined);
    expect(pattern('/$/').find(text, text.folded.length)).toEqual({ start: 9, end: 9 });
  });

  it('keeps the source as it was written', () => {
    expect(pattern('/A’b/').source).toBe('/A’b/');
    expect(pattern({ text: '/A/' }).source).toBe('/A/');
  });

  it('refuses patterns that are too long', () => {
    expect(compilePattern(`/${'a'.repeat(1001)}/`)).toMatchObject({
      problem: expect.stringContaining('longer than 1000'),
    });
    expect(compilePattern('a'.repeat(20_001))).toMatchObject({ problem: expect.stringContaining('longer than 20000') });
  });

  it('never throws, and finds ranges of the text', () => {
    const source = fc.string({
      unit: fc.constantFrom(
        'a',
        'b',
        '(',
        ')',
        '[',
        ']',
        '{',
        '}',
        '*',
        '+',
        '?',
        '|',
        '^',
        '$',
        '.',
        '\\',
        '1',
        ',',
        ':',
        'P',
        '<',
        '>',
        'Q',
        'E',
        '-',
        'é',
        '😀',
        ' ',
      ),
    });
    const text = fc.string({ unit: fc.constantFrom('a', 'B', '1', ' ', '\n', 'é', 'e\u0301', '😀', '(') });
    fc.assert(
      fc.property(source, text, fc.nat(10), (expression, output, from) => {
        const compiled = compilePattern(`/${expression}/`);
        if ('problem' in compiled) return;
        const folded = fold(output, false);
        const match = compiled.pattern.find(folded, Math.min(from, folded.folded.length));
        if (match === undefined) return;
        expect(match.start).toBeLessThanOrEqual(match.end);
        expect(folded.rawStart(match.start)).toBeLessThanOrEqual(output.length);
        expect(folded.rawEnd(match.end)).toBeLessThanOrEqual(output.length);
      }),
      { interruptAfterTimeLimit: 3_000 },
    );
  });
});

describe('compileRefusals', () => {
  it('keeps what can be used and tells the rest', () => {
    const { patterns, problems } = compileRefusals(['No idea', '/no (idea|clue)/', '/(/', ' ']);
    expect(patterns.map(({ source }) => source)).toEqual(['No idea', '/no (idea|clue)/']);
    expect(problems.map(({ value }) => value)).toEqual(['/(/', ' ']);
  });
});
