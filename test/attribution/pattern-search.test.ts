import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { findTraces } from '../../src/attribution/search/block-index.js';
import { compareEdges, walkEdges } from '../../src/attribution/search/edge-search.js';
import { leftReadings } from '../../src/attribution/sent/left-parts.js';
import { LogText } from '../../src/attribution/sent/log-texts.js';
import { PatternSearch } from '../../src/attribution/search/pattern-search.js';
import { PreparedText } from '../../src/attribution/search/prepared-text.js';
import { findLeftmost } from '../../src/attribution/text/quick-find.js';

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);
/** Few letters: everything repeats, and comparing soon costs more than it may. */
const dense = (max: number): fc.Arbitrary<string> =>
  fc.oneof(
    fc.string({ unit: fc.constantFrom('a', 'b'), minLength: 1, maxLength: max }),
    fc.nat(max).map((length) => `${'a'.repeat(length)}b`),
  );

describe('many patterns in one text', () => {
  it('stand where each is found by itself, and cover what they cover together', () => {
    fc.assert(
      fc.property(
        fc.uniqueArray(dense(90), { minLength: 1, maxLength: 8 }),
        fc.array(dense(200), { maxLength: 6 }),
        fc.nat(40),
        (patterns, pieces, border) => {
          const text = pieces.join('') + (patterns[0] as string);
          const parts =
            border === 0 || border >= text.length
              ? [{ from: 0, to: text.length }]
              : [
                  { from: 0, to: border },
                  { from: border, to: text.length },
                ];
          const { first, covered } = new PatternSearch(patterns.map(bytes)).search(bytes(text), parts);
          const isCovered = Array.from(text, () => false);
          patterns.forEach((pattern, number) => {
            let leftmost = -1;
            for (const { from, to } of parts) {
              for (
                let at = text.indexOf(pattern, from);
                at >= 0 && at + pattern.length <= to;
                at = text.indexOf(pattern, at + 1)
              ) {
                if (leftmost < 0) leftmost = at;
                isCovered.fill(true, at, at + pattern.length);
              }
            }
            expect(first.get(number) ?? -1).toBe(leftmost);
          });
          const marked = isCovered.map(() => false);
          for (const { from, to } of covered) marked.fill(true, from, to);
          expect(marked).toEqual(isCovered);
        },
      ),
      { numRuns: 1000, interruptAfterTimeLimit: 3000 },
    );
  });
});

describe('one text in another', () => {
  it('is found leftmost, whatever they are made of', () => {
    fc.assert(
      fc.property(dense(300), fc.array(dense(400), { maxLength: 5 }), fc.boolean(), (needle, pieces, isThere) => {
        const text = pieces.join('') + (isThere ? needle : '');
        expect(findLeftmost(text, needle)).toBe(text.indexOf(needle));
      }),
      { numRuns: 2000, interruptAfterTimeLimit: 4000 },
    );
  });
});

describe('starts and ends of missing texts', () => {
  it('are the same by comparing and by the automaton', () => {
    fc.assert(
      fc.property(
        fc.uniqueArray(
          dense(80).filter((text) => text.length >= 16),
          { minLength: 1, maxLength: 5 },
        ),
        fc.array(dense(120), { maxLength: 5 }),
        (cores, segments) => {
          const texts = cores.map((core) => new LogText(core, true));
          const readings = leftReadings(
            segments.map((segment) => new PreparedText(segment)),
            segments.map(() => []),
          );
          const traces = findTraces(texts, [...texts.keys()], readings);
          for (const isMirrored of [false, true]) {
            const compared = compareEdges(texts, readings, traces, isMirrored);
            const walked = walkEdges(texts, readings, traces, isMirrored);
            if (compared === undefined) continue;
            for (const text of texts.keys())
              if (compared.least(text) !== Number.POSITIVE_INFINITY)
                expect(walked.least(text)).toBe(compared.least(text));
            for (const number of readings.keys()) {
              expect(new Map([...walked.lengthsIn(number)].sort(([a], [b]) => a - b))).toEqual(
                new Map([...compared.lengthsIn(number)].sort(([a], [b]) => a - b)),
              );
            }
          }
        },
      ),
      { numRuns: 1000, interruptAfterTimeLimit: 3000 },
    );
  });
});
