import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { AcceptableForm } from '../../src/model/verdict.js';
import { naiveFates } from '../support/naive-scan.js';
import { item, scan, sent } from '../support/sent.js';

const word = fc.constantFrom(
  'alpha',
  'beta gamma',
  'refund window',
  'é',
  'ü ',
  '漢字',
  '😀',
  '"q"',
  'a\\b',
  '\n',
  '\t',
  '  ',
  '<b>',
  '&',
  "it's",
  'e\u0301',
  '0123456789',
  'x',
  'aaaa',
  'aaaaaaaa',
  '\u00a0',
  '\r\n',
  'Title: ',
);
const text = (max: number): fc.Arbitrary<string> => fc.array(word, { maxLength: max }).map((words) => words.join(''));
/** Items that share beginnings, ends and middles, as chunks of one document do. */
const items = fc
  .record({
    pieces: fc.array(text(9), { minLength: 1, maxLength: 5 }),
    shape: fc.array(fc.array(fc.nat(4), { minLength: 1, maxLength: 4 }), { minLength: 1, maxLength: 5 }),
  })
  .map(({ pieces, shape }) =>
    shape.map((parts) => parts.map((part) => pieces[part % pieces.length] as string).join('')),
  );

const escapeHtml = (raw: string): string =>
  raw.replace(/&/gu, '&amp;').replace(/</gu, '&lt;').replace(/"/gu, '&#34;').replace(/'/gu, '&#x27;');
const inJson = (raw: string): string => JSON.stringify(raw).slice(1, -1);
const inPython = (raw: string): string =>
  inJson(raw).replace(/[\u0080-\uffff]/gu, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
/** What a step between log and context does to an item. */
const hands: readonly ((raw: string, a: number, b: number) => string)[] = [
  (raw) => raw,
  (raw) => raw.trim(),
  (raw) => inJson(raw),
  (raw) => inJson(inJson(raw)),
  (raw) => inPython(raw),
  (raw) => escapeHtml(raw),
  (raw) => raw.replace(/\n/gu, '\r\n'),
  (raw) => raw.normalize('NFD'),
  (raw) => raw.replace(/\s+/gu, ' '),
  (raw, a) => [...raw].slice(0, Math.floor([...raw].length * a)).join(''),
  (raw, a) => [...raw].slice(Math.floor([...raw].length * a)).join(''),
  (raw, a, b) =>
    `${[...raw].slice(0, Math.floor([...raw].length * a * b)).join('')}…${[...raw].slice(Math.floor([...raw].length * Math.max(a, b))).join('')}`,
  (raw, a) => inJson([...raw].slice(0, Math.floor([...raw].length * a)).join('')),
  (raw, a, b) =>
    [...raw].slice(Math.floor([...raw].length * Math.min(a, b)), Math.floor([...raw].length * Math.max(a, b))).join(''),
  () => '',
];
const share = fc.constantFrom(0, 0.3, 0.5, 0.7, 0.9, 0.97);
const placed = fc.record({
  which: fc.nat(4),
  hand: fc.nat(hands.length - 1),
  a: share,
  b: share,
  before: text(2),
  segment: fc.nat(1),
});
const forms: readonly AcceptableForm[] = ['html', 'crlf', 'nfc', 'ws'];

/** Mostly in part, of longer items, with overlaps and boilerplate. */
const plain = fc.constantFrom(
  'refund window is 30 days ',
  'warranty claims close ',
  'Über 100 € ',
  'see also section 4.2 ',
  'aaaaaaaaaaaaaaaa',
  'managers approve it\n',
  'Title: Terms\n',
  '漢字漢字',
  'x',
  'q"q ',
);
const longText = fc.array(plain, { minLength: 1, maxLength: 5 }).map((words) => words.join(''));
const names = [
  'north pole expedition ',
  'SOUTHERN harbour tolls ',
  'eastwards Ü-Bahn lines ',
  'western union wires\n',
  '中央線の時刻表 ',
];
const longItems = fc
  .record({
    pieces: fc.array(longText, { minLength: 2, maxLength: 6 }),
    shape: fc.array(fc.array(fc.constantFrom(0, 1, 2, 3, 4, 5), { minLength: 1, maxLength: 4 }), {
      minLength: 2,
      maxLength: 5,
    }),
  })
  .map(({ pieces, shape }) =>
    shape.map((parts, index) =>
      parts
        .map(
          (part, place) => (part >= 3 ? names[(index + place) % names.length] : pieces[part % pieces.length]) as string,
        )
        .join(''),
    ),
  );
const partHands = [9, 10, 11, 12, 13, 9, 10, 0];
const fine = fc.double({ min: 0, max: 1, noNaN: true });
const partPlaced = fc.record({
  which: fc.nat(4),
  hand: fc.constantFrom(...partHands),
  a: fine,
  b: fine,
  before: fc.constantFrom('', '', '\n\n', ' and ', 'refund window is 30 days '),
  segment: fc.constantFrom(0, 0, 0, 1),
});
const partRun = fc.record({
  items: longItems,
  others: fc.nat(2),
  order: fc.array(partPlaced, { maxLength: 6 }),
  after: fc.constantFrom('', '\n', 'refund window is 30 days '),
  question: fc.option(fc.nat(4)),
  accept: fc.constant([]),
});

/** Two letters and long runs: comparing gets dear, and the automata take over. */
const dense = fc.oneof(
  fc.string({ unit: fc.constantFrom('a', 'b'), minLength: 1, maxLength: 70 }),
  fc.nat(60).map((length) => `${'a'.repeat(length)}b`),
  fc.nat(60).map((length) => `b${'ab'.repeat(length)}`),
);
const denseRun = fc.record({
  items: fc.array(dense, { minLength: 1, maxLength: 5 }),
  others: fc.nat(2),
  order: fc.array(partPlaced, { maxLength: 6 }),
  after: dense,
  question: fc.option(fc.nat(4)),
  accept: fc.constant([]),
});

const run = fc.record({
  items,
  others: fc.nat(2),
  order: fc.array(placed, { maxLength: 6 }),
  after: text(2),
  question: fc.option(fc.nat(4)),
  accept: fc.subarray([...forms]),
});

describe('fates in one call', () => {
  it('are those of a search that compares every byte with every byte', () => {
    fc.assert(
      fc.property(
        fc.oneof(run, denseRun, { arbitrary: partRun, weight: 2 }),
        ({ items: texts, others, order, after, question, accept }) => {
          const segments = ['', ''];
          for (const { which, hand, a, b, before, segment } of order) {
            segments[segment] +=
              before + (hands[hand] as (typeof hands)[number])(texts[which % texts.length] as string, a, b);
          }
          segments[1] += after;
          const handedOn = texts.slice(0, Math.max(1, texts.length - others));
          const otherItems = texts.slice(handedOn.length);
          const asked =
            question === null
              ? undefined
              : [...(texts[question % texts.length] as string)].slice(0, 8 + question * 8).join('');
          const evidence = segments.filter(
            (segment) => asked === undefined || asked.trim() === '' || segment.trim() !== asked.trim(),
          );
          const expected = naiveFates({
            segments: evidence,
            items: handedOn,
            otherItems,
            acceptForms: accept,
            ...(asked === undefined ? {} : { question: asked }),
          });
          const judged = scan(
            [sent(segments, asked === undefined ? {} : { question: asked })],
            handedOn.map((raw) => item(raw)),
            { otherItems: otherItems.map((raw) => item(raw)), acceptForms: accept },
          );
          const found = judged.fates.map(({ fate, form, keptBytes, cut, counted }) => {
            if (counted === false) return undefined;
            return {
              fate,
              ...(form === undefined ? {} : { form }),
              ...(fate === 'sent' || keptBytes === undefined ? {} : { kept: keptBytes }),
              ...(cut === undefined ? {} : { side: cut.side }),
            };
          });
          expect(found).toEqual(expected);
        },
      ),
      {
        numRuns: Number(process.env['RAGSPAN_FUZZ_RUNS'] ?? 1000),
        ...(process.env['RAGSPAN_FUZZ_RUNS'] === undefined ? { interruptAfterTimeLimit: 10_000 } : {}),
      },
    );
  });
});
