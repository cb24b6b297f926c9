/** Offsets through redactions, and what is folded away. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { redactText } from '../../src/incidents/redaction/redact-text.js';
import { htmlText } from '../../src/page/html.js';
import { foldPlan } from '../../src/page/text/fold-plan.js';
import { markedText, type Mark } from '../../src/page/text/marked-text.js';
import { findText, storedText, textBetween } from '../../src/page/text/stored-text.js';
import { newBudget } from '../../src/page/text/text-budget.js';
import type { TextMessage } from '../../src/proto/messages.generated.js';
import { builtInRedactors } from '../../src/incidents/redaction/built-in-redactors.js';
import { cpuClock } from '../support/cpu-time.js';

const bytes = (text: string): number => Buffer.byteLength(text, 'utf8');

function kept(original: string): TextMessage {
  const { text, redactions } = redactText(original, builtInRedactors);
  return { sha256: '0'.repeat(64), bytes: bytes(original), text, redactions };
}

function stored(message: TextMessage): NonNullable<ReturnType<typeof storedText>> {
  const found = storedText(message);
  if (found === undefined) throw new Error('no text');
  return found;
}

describe('a stored text', () => {
  it('is none when no text was kept', () => {
    expect(storedText({ sha256: '', bytes: 5 })).toBeUndefined();
    expect(storedText(undefined)).toBeUndefined();
  });

  it('finds places of the original before, in and behind what was redacted', () => {
    const original = 'Grüße an jane.doe@example.com, und an +44 20 7946 0123: Rückzahlung OFFEN.';
    const text = stored(kept(original));
    expect(text.redactions.map(({ rule }) => rule)).toEqual(['email', 'phone']);
    const at = bytes(original.slice(0, original.indexOf('Rückzahlung')));
    const end = at + bytes('Rückzahlung');
    expect(textBetween(text.bytes, text.place(at, 'start'), text.place(end, 'end'))).toBe('Rückzahlung');
    expect(text.originalOffset(text.place(at, 'start'))).toBe(at);
    const inside = bytes(original.slice(0, original.indexOf('doe')));
    const [mail] = text.redactions;
    expect([text.place(inside, 'start'), text.place(inside, 'end')]).toEqual([mail?.start, mail?.end]);
  });

  it('maps every offset that was kept there and back', () => {
    const piece = fc.constantFrom(
      'a',
      'ü',
      '漢',
      '👩‍💻',
      ' ',
      'jane@example.com',
      '+44 20 7946 0123',
      '4111 1111 1111 1111',
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 12 }), (pieces) => {
        const original = pieces.join(' ');
        const message = kept(original);
        const text = stored(message);
        const gone = (message.redactions ?? []).map(({ offset, bytes: length }) => [offset, offset + length] as const);
        for (let index = 0; index <= original.length; index += 1) {
          const offset = bytes(original.slice(0, index));
          if (gone.some(([start, end]) => offset > start && offset < end)) continue;
          if (/[\uDC00-\uDFFF]/u.test(original[index] ?? '')) continue;
          const place = text.place(offset, 'start');
          expect(text.originalOffset(place)).toBe(offset);
        }
      }),
    );
  });

  it('takes no redactions that a file cannot mean', () => {
    const text = stored({
      sha256: '',
      bytes: 3,
      text: 'abc',
      redactions: [
        { offset: 2, bytes: 5, stored_bytes: 900, rule: 'x' },
        { offset: 0, bytes: 1, stored_bytes: 1, rule: 'y' },
      ],
    });
    expect(text.place(99, 'end')).toBe(3);
    expect(text.place(0, 'start')).toBe(0);
  });

  it('finds texts by bytes', () => {
    const text = stored({ sha256: '', bytes: 0, text: 'äöü refund äöü refund' });
    expect(findText(text.bytes, 'refund')).toBe(7);
    expect(findText(text.bytes, 'refund', 8)).toBe(21);
    expect(findText(text.bytes, 'nowhere')).toBe(-1);
    expect(findText(text.bytes, '')).toBe(-1);
  });
});

describe('folding', () => {
  const options = { wholeBytes: 100, aroundBytes: 20 };

  it('shows a short text whole', () => {
    expect(foldPlan(100, [], options)).toEqual([{ start: 0, end: 100, isFolded: false }]);
  });

  it('covers the text without gaps, and keeps every mark in sight with what stands around it', () => {
    const range = fc.tuple(fc.nat(5000), fc.nat(200)).map(([start, length]) => ({ start, end: start + length }));
    fc.assert(
      fc.property(fc.nat(6000), fc.array(range, { maxLength: 8 }), fc.boolean(), (length, ranges, showsEnd) => {
        const shown = ranges.filter(({ end }) => end <= length);
        const plan = foldPlan(length, shown, { ...options, showsEnd });
        let at = 0;
        for (const { start, end } of plan) {
          expect(start).toBe(at);
          expect(end).toBeGreaterThanOrEqual(start);
          at = end;
        }
        expect(at).toBe(length);
        for (const { start, end } of shown)
          for (const one of plan) if (one.isFolded) expect(one.end <= start || one.start >= end).toBe(true);
      }),
    );
  });
});

describe('a marked text', () => {
  const fold = { wholeBytes: 1000, aroundBytes: 50 };
  const marked = (text: string, marks: readonly Mark[], budget = newBudget()): string =>
    htmlText(markedText(stored({ sha256: '', bytes: bytes(text), text }), { marks, fold, budget }));
  const withoutMarkup = (page: string): string =>
    page
      .replaceAll(/<span class="vh">[^<]*<\/span>|<[^>]+>/gu, '')
      .replaceAll('&amp;', '&')
      .replaceAll('&lt;', '<');

  it('says where a mark begins and ends to those who do not see it', () => {
    expect(marked('a refund b', [{ kind: 'need', start: 2, end: 8 }])).toBe(
      '<div class="text" dir="auto">a <mark class="need"><span class="vh">[needed evidence: </span>refund<span class="vh">]</span></mark> b</div>',
    );
  });

  it('keeps every character, whatever marks overlap', () => {
    const mark = fc.record({
      kind: fc.constantFrom('need' as const, 'quote' as const, 'rival' as const),
      start: fc.nat(40),
      end: fc.nat(40),
    });
    fc.assert(
      fc.property(fc.stringMatching(/^[a-z &<äö漢]{1,30}$/u), fc.array(mark, { maxLength: 5 }), (text, marks) => {
        const length = bytes(text);
        // Marks come from places on code point borders.
        const whole = stored({ sha256: '', bytes: length, text });
        const fitting = marks.map((one) => ({
          ...one,
          start: whole.place(Math.min(one.start, length), 'start'),
          end: whole.place(Math.min(one.end, length), 'end'),
        }));
        expect(withoutMarkup(marked(text, fitting))).toBe(text);
      }),
    );
  });

  it('shows what was redacted as a mark with its rule, and nothing of the original', () => {
    const message = kept('write to jane.doe@example.com today');
    const page = htmlText(markedText(stored(message), { fold, budget: newBudget() }));
    expect(page).toContain('<span class="redacted" title="20 bytes of the original">redacted: email</span>');
    expect(page).not.toContain('jane');
  });

  it('writes no more text than the page may hold, and says how much is missing', () => {
    const budget = newBudget(5000);
    const page = marked('x'.repeat(50_000), [], budget);
    expect(page.length).toBeLessThan(6500);
    expect(budget.leftBytes).toBe(0);
    expect(page).toMatch(/more bytes: in the file, not on this page/u);
  });

  it('is drawn in linear time: 5 MB of what must be spelt out', () => {
    const cpuMillis = cpuClock();
    const page = marked('<b>\u202E\u0000'.repeat(700_000), [{ kind: 'need', start: 2_000_000, end: 2_000_050 }]);
    expect(page.length).toBeLessThan(6_000_000);
    expect(cpuMillis()).toBeLessThan(10_000);
  });
});
