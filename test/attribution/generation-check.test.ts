import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  checkOutput,
  type GenerationResult,
  type RefusalSigns,
} from '../../src/attribution/generation/generation-check.js';
import { utf8Length } from '../../src/model/utf8.js';
import { expectation, type ExpectationShape, pattern } from '../cases/support.js';

const whole = { incomplete: false, lossy: false };
const noRefusals: RefusalSigns = { patterns: [], flagged: false };

function check(output: string, shape: ExpectationShape, status = whole, refusals = noRefusals): GenerationResult {
  return checkOutput(output, expectation(shape), refusals, status);
}

/** State and reason in one word, to read in tables. */
function judged(output: string, shape: ExpectationShape): string {
  const { state, reason } = check(output, shape);
  return reason ?? state;
}

describe('the order of the check', () => {
  it('convicts a contradiction before anything else, and quotes it in bytes of the raw output', () => {
    const output = 'Your refund was processed on September 2; reference RB-8814.';
    const result = check(output, { must: ['PENDING'], must_not: ['was processed', 'reference RB-8814'] });
    expect(result).toMatchObject({ state: 'fails', reason: 'contradiction', hasEveryMust: false });
    expect(result.quote).toEqual({ offset: 12, length: 13, text: 'was processed' });
  });

  it('quotes the first must_not in file order, not the leftmost of all', () => {
    expect(check('b then a', { must_not: ['a', 'b'] }).quote?.offset).toBe(7);
  });

  it('quotes the leftmost of alternatives', () => {
    expect(check('b then a', { must_not: [['a', 'b']] }).quote?.offset).toBe(0);
  });

  it('passes when every must is found, one alternative each', () => {
    const shape = { must: [['PENDING', 'open'], 'refund'] };
    expect(judged('The refund is open.', shape)).toBe('passes');
    expect(judged('The refund is closed.', shape)).toBe('unsupported');
  });

  it('lets no refusal phrase win over a satisfied must', () => {
    expect(judged("I don't know much, but it is 30 days.", { must: ['30 days'] })).toBe('passes');
  });

  it('calls a refusal a refusal, with or without a must', () => {
    expect(judged("I couldn't find information on that.", { must: ['30 days'] })).toBe('refusal');
    expect(judged("I couldn't find information on that.", { must_not: ['14 days'] })).toBe('refusal');
    expect(judged("I couldn't find information on that.", {})).toBe('refusal');
  });

  it('passes when only must_not is declared and nothing of it is found', () => {
    expect(judged('It is 30 days.', { must_not: ['14 days'] })).toBe('passes');
  });

  it('leaves an output unchecked when neither list is declared', () => {
    expect(judged('It is 30 days.', {})).toBe('output_unchecked');
    expect(judged('It is 30 days.', { allow: ['30'] })).toBe('output_unchecked');
  });

  it('takes refusals of the case, the service, the application, and its flag', () => {
    const output = 'Dazu steht in meinen Akten gar nichts.';
    expect(judged(output, { must: ['30'] })).toBe('unsupported');
    expect(judged(output, { must: ['30'], refusals: ['steht in meinen Akten gar nichts'] })).toBe('refusal');
    const declared = { patterns: [pattern('/meinen akten (gar )?nichts/')], flagged: false };
    expect(check(output, { must: ['30'] }, whole, declared).reason).toBe('refusal');
    expect(check(output, { must: ['30'] }, whole, { patterns: [], flagged: true }).reason).toBe('refusal');
  });
});

describe('outputs that are not whole', () => {
  const must = { must: ['30 days'], must_not: ['14 days'] };

  it('convicts on bytes already there', () => {
    expect(check('It is 14 days and', must, { incomplete: true, lossy: true }).reason).toBe('contradiction');
  });

  it('passes, refuses and misses nothing', () => {
    for (const output of ['It is 30 days', "I don't know", 'It is']) {
      expect(check(output, must, { incomplete: true, lossy: false }).reason).toBe('output_incomplete');
      expect(check(output, must, { incomplete: false, lossy: true }).reason).toBe('lossy_capture');
      expect(check(output, must, { incomplete: true, lossy: true }).reason).toBe('output_incomplete');
    }
  });
});

describe('the border rule', () => {
  const found = (output: string, must: string): boolean => judged(output, { must: [must] }) === 'passes';

  it('does not find a number inside a number or a word inside a word', () => {
    expect(found('170 and 700', '70')).toBe(false);
    expect(found('170 and 70', '70')).toBe(true);
    expect(found('unprocessed', 'processed')).toBe(false);
    expect(found('70%', '70')).toBe(true);
    expect(found('x70', '70')).toBe(false);
    expect(found('70²', '70')).toBe(false);
  });

  it('asks only at ends that are letters or digits', () => {
    expect(found('cost$70', '$70')).toBe(true);
    expect(found('a-70-b', '-70-')).toBe(true);
  });

  it('knows no borders beside scripts written without spaces', () => {
    expect(found('返品期間は30日です', '30日')).toBe(true);
    expect(found('返品期間は30日です', '30')).toBe(true);
    expect(found('返品期間は130日です', '30')).toBe(false);
    expect(found('请在App内返金', 'App')).toBe(true);
    expect(found('x返金y', '返金')).toBe(true);
    expect(found('ระยะเวลา30วัน', '30')).toBe(true);
    expect(found('환불30일', '30')).toBe(false);
  });

  it('sees letters beyond the first plane', () => {
    expect(found('𝐚70', '70')).toBe(false);
    expect(found('70𝐚', '70')).toBe(false);
    expect(found('😀70😀', '70')).toBe(true);
    expect(found('𠀀70𠀀', '70')).toBe(true);
  });

  it('looks on after an occurrence that has no borders', () => {
    expect(found(`${'170 '.repeat(50)}70`, '70')).toBe(true);
    const long = 'a'.repeat(100);
    expect(found(`${'a'.repeat(500)} ${long}.`, long)).toBe(true);
    expect(found('a'.repeat(500), long)).toBe(false);
  });

  it('holds for no RE2 pattern', () => {
    expect(found('170', '/70/')).toBe(true);
  });
});

describe('folding', () => {
  it('does not see white space, case, composition or the curly apostrophe', () => {
    const shape = { must: ["Café doesn't  open"] };
    expect(judged('the CAFE\u0301\u00a0doesn’t\r\n\topen', shape)).toBe('passes');
  });

  it('sees case when the case says so, and still nothing else', () => {
    const shape = { must: ["Café doesn't  open"], case_sensitive: true };
    expect(judged('the Cafe\u0301\u00a0doesn’t\r\n\topen', shape)).toBe('passes');
    expect(judged('the CAFE\u0301\u00a0doesn’t\r\n\topen', shape)).toBe('unsupported');
    expect(judged('PENDING', { must: ['/pend/'], case_sensitive: true })).toBe('unsupported');
    expect(judged('PENDING', { must: ['/pend/'] })).toBe('passes');
  });

  it('lowers sigma and leaves the dotted capital I', () => {
    expect(judged('ΟΔΟΣ', { must: ['οδος'] })).toBe('passes');
    expect(judged('İstanbul', { must: ['istanbul'] })).toBe('unsupported');
    expect(judged('İSTANBUL', { must: ['İstanbul'] })).toBe('passes');
  });

  it('quotes raw bytes: whole groups and whole runs of white space', () => {
    const output = 'Le café ouvre le  14\n\n juin, é'.normalize('NFD');
    const { quote } = check(output, { must_not: ['CAFÉ ouvre le 14 juin'] });
    expect(quote?.text).toBe('café ouvre le  14\n\n juin'.normalize('NFD'));
    expect(quote).toMatchObject({ offset: 3, length: utf8Length(quote?.text ?? '') });
  });

  it('decodes the escapes of an output that is one JSON document, and counts bytes of the raw one', () => {
    const output = '{"answer":"Die R\\u00fcckgabe\\nbetr\u00e4gt 14 Tage \\ud83d\\ude00!","n":1}';
    const { quote } = check(output, { must_not: ['Rückgabe beträgt 14 Tage 😀!'] });
    expect(quote?.text).toBe('Rückgabe\nbeträgt 14 Tage 😀!');
    const bytes = Buffer.from(output);
    expect(bytes.subarray(quote?.offset, (quote?.offset ?? 0) + (quote?.length ?? 0)).toString()).toBe(
      'R\\u00fcckgabe\\nbetr\u00e4gt 14 Tage \\ud83d\\ude00!',
    );
  });

  it('leaves backslashes alone in an output that is no JSON document', () => {
    expect(judged('see {"a":"\\u0033"} there', { must: ['3'] })).toBe('unsupported');
    expect(judged('{"a":"\\u0033"}', { must: ['3'] })).toBe('passes');
    expect(judged('{"a":"\\u0033"', { must: ['3'] })).toBe('unsupported');
  });
});

describe('allow', () => {
  const shape = { must_not: ['was processed', 'processed'], allow: ['/has not been processed/', 'not processed'] };

  it('blanks what it covers, for must_not alone', () => {
    expect(judged('It has not been processed.', { ...shape, must: ['processed'] })).toBe('passes');
    expect(judged('It was not processed.', shape)).toBe('passes');
    expect(judged('It was not processed. It was processed.', shape)).toBe('contradiction');
  });

  it('keeps offsets behind a blank, astral characters in it included', () => {
    const output = 'not 😀 processed, é, was processed';
    const { quote } = check(output, { must_not: ['was processed', 'processed'], allow: ['not 😀 processed'] });
    expect(quote?.text).toBe('was processed');
    expect(quote?.offset).toBe(utf8Length('not 😀 processed, é, '));
  });

  it('ends on a pattern that matches the empty text everywhere', () => {
    expect(judged('abc', { must_not: ['abc'], allow: ['/x*/'] })).toBe('contradiction');
  });
});

describe('field cases', () => {
  it('B47: one number in two spellings holds, a wrong one does not slip through', () => {
    const shape = { must: ['/over [$]?1[ ,]?000/'], must_not: ['10,000'] };
    expect(['over 1000 USD', 'over $1 000', 'over $10,000'].map((output) => judged(output, shape))).toEqual([
      'passes',
      'passes',
      'contradiction',
    ]);
  });

  it('B48: numbers judge answers in any language', () => {
    const shape = { must: ['30'], must_not: ['14'] };
    expect(judged('Die Rückgabefrist beträgt 30 Tage.', shape)).toBe('passes');
    expect(judged('Die Rückgabefrist beträgt 14 Tage.', shape)).toBe('contradiction');
  });

  it('B49: citation marks are no claims', () => {
    for (const output of ['30 days [1]', '30 days [ID:0]', '30 days [5][6c]', '30 days [9]']) {
      expect(judged(output, { must: ['30 days'], must_not: ['14 days'] })).toBe('passes');
    }
  });

  it('B50: a refusal is a refusal', () => {
    expect(judged("I couldn't find information on that.", { must: ['30 days'], must_not: ['14 days'] })).toBe(
      'refusal',
    );
  });

  it('B51: a reworded quotation supports nothing', () => {
    expect(judged('The policy says "refunds are guaranteed for 30 business days".', { must: ['30 days'] })).toBe(
      'unsupported',
    );
  });

  it('B52: an inserted "not" is caught, harmless words are not', () => {
    const shape = { must: ['30 days'], must_not: ['not 30 days'] };
    expect(judged('The refund window is not 30 days.', shape)).toBe('contradiction');
    expect(judged('No doubt, the refund window is 30 days.', shape)).toBe('passes');
    expect(judged("I can't say it is 14; it is 30 days.", shape)).toBe('passes');
  });
});

describe('laws', () => {
  const text = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 40 }),
    fc.string({
      unit: fc.constantFrom('a', 'A', ' ', '\n', '7', 'é', 'e\u0301', '返', '’', '\\', '"', '😀'),
      maxLength: 40,
    }),
  );
  const literal = text.filter(
    (source) => source.trim() !== '' && !/^\/.*\/$/s.test(source) && !/^[\s\u0085\ufeff]*$/.test(source),
  );
  const timeBox = { interruptAfterTimeLimit: 3_000 };

  it('never throws, whatever the output and the literals', () => {
    fc.assert(
      fc.property(
        text,
        fc.array(literal, { maxLength: 3 }),
        fc.array(literal, { maxLength: 3 }),
        fc.array(literal, { maxLength: 3 }),
        fc.boolean(),
        (output, must, mustNot, allow, caseSensitive) => {
          const result = check(output, { must, must_not: mustNot, allow, case_sensitive: caseSensitive });
          const bytes = utf8Length(output);
          if (result.quote !== undefined) {
            expect(result.reason).toBe('contradiction');
            expect(result.quote.offset + result.quote.length).toBeLessThanOrEqual(bytes);
          }
        },
      ),
      timeBox,
    );
  });

  it('gives the same answer for other case, other white space and decomposed text', () => {
    const sentence = fc.array(fc.constantFrom('refund', 'Café', '30', 'days', 'not', 'ÄÖ', '返金'), { maxLength: 12 });
    const spaces = fc.constantFrom(' ', '  ', '\n', '\u00a0 ', '\t\r\n', '\u3000');
    fc.assert(
      fc.property(
        sentence,
        spaces,
        fc.constantFrom('30 days', 'CAFÉ', 'not 30', 'äö', '返金'),
        (words, space, wanted) => {
          const plain = words.join(' ');
          const changed = words.join(space).toUpperCase().normalize('NFD');
          expect(judged(changed, { must: [wanted] })).toBe(judged(plain, { must: [wanted] }));
        },
      ),
      timeBox,
    );
  });

  it('allow never adds a contradiction, and never changes what must finds', () => {
    const words = fc
      .array(fc.constantFrom('was', 'not', 'processed', 'refund', '14', 'days'), { maxLength: 12 })
      .map((list) => list.join(' '));
    const allowed = fc.constantFrom('not processed', 'was', '14 days', '/not (was )?processed/');
    fc.assert(
      fc.property(words, allowed, (output, allow) => {
        const shape = { must: ['refund'], must_not: ['processed', '14 days'] };
        const without = check(output, shape);
        const blanked = check(output, { ...shape, allow: [allow] });
        if (without.reason !== 'contradiction') expect(blanked.reason).toBe(without.reason);
        expect(blanked.hasEveryMust).toBe(without.hasEveryMust);
      }),
      timeBox,
    );
  });

  it('finds what RE2 finds for the same quoted text', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: fc.constantFrom('a', 'b', ' '), maxLength: 30 }),
        fc.string({ unit: fc.constantFrom('a', 'b'), minLength: 1, maxLength: 3 }),
        (output, word) => {
          const byRegex = check(output, { must_not: [`/(?:^|[^ab])${word}(?:$|[^ab])/`] }).quote !== undefined;
          expect(check(output, { must_not: [word] }).quote !== undefined).toBe(byRegex);
        },
      ),
      timeBox,
    );
  });

  it('answers on hostile text', () => {
    const hostile = [
      ' '.repeat(1_000_000),
      '('.repeat(200_000),
      'a'.repeat(1_000_000),
      'e\u0301'.repeat(100_000),
      '"'.repeat(100_000),
      '\\'.repeat(100_001),
    ];
    for (const output of hostile)
      expect(judged(output, { must: ['zz'], must_not: ['a'.repeat(2000) + 'b'], allow: ['("'] })).toBe('unsupported');
  });
});
