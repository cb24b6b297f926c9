import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { builtInRedactors } from '../../src/incidents/redaction/built-in-redactors.js';
import type { TextRange } from '../../src/model/redactor.js';
import { plainCards, plainEmails, plainPhones } from './plain-redactors.js';

/** What the plain rules find and the redactors do not wholly take out. */
function missed(text: string, plain: readonly TextRange[]): string[] {
  const covered = new Uint8Array(text.length);
  for (const { find } of builtInRedactors) for (const { start, end } of find(text)) covered.fill(1, start, end);
  return plain
    .filter(({ start, end }) => covered.subarray(start, end).includes(0))
    .map(({ start, end }) => text.slice(start, end));
}

const anyOf = (words: string) =>
  fc.array(fc.constantFrom(...words.split('|')), { maxLength: 14 }).map((all) => all.join(''));

const domain = anyOf(`max|@|firma|.|.|de|com|请联系|まで|é|-|_|1|+|'|почта|рф| |${'я'.repeat(26)}`);
const emails = fc.tuple(domain, domain).map(([before, after]) => `${before}m@a${after}`);
const phones = anyOf('0|00|+|(|)| | |-|.|/|–|\u00a0|x|é|请|로|_|49|170|555|123|1234|4567|12345678|2026|09|02');
const cards = anyOf(
  '4111|1111|1111|1111|4111111111111111|5500005555555559|-| |–|.|x|请|12|3|/|822463|3782|10005|\u00a0|_',
);

/** A decimal, an ISBN or a number padded with zeros: no prefix of a phone number. */
const isNoPhone = (found: string): boolean => /^(?:0[.-]|00\D*0)/.test(found);
/** By its first digits of no network, or a first group that no card begins with. */
const isNoCard = (found: string): boolean => !/^[2-6]\d{3}/.test(found);

describe('the built-in redactors', () => {
  it.each([
    ['e-mail addresses', emails, plainEmails, () => false],
    ['phone numbers', phones, plainPhones, isNoPhone],
    ['cards', cards, plainCards, isNoCard],
  ] as const)('take out all that the plain rules find: %s', (_name, texts, plain, isNone) => {
    let count = 0;
    fc.assert(
      fc.property(texts, (text) => {
        const found = plain(text);
        count += found.length;
        expect(missed(text, found).filter((one) => !isNone(one))).toEqual([]);
      }),
      { numRuns: 4_000, interruptAfterTimeLimit: 10_000 },
    );
    expect(count).toBeGreaterThan(50);
  });
});
