import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { MappedTextBuilder } from '../../src/attribution/text/mapped-text.js';
import { normalizeNfc } from '../../src/attribution/text/nfc.js';
import { isAssigned } from '../../src/attribution/text/unicode.js';
import { utf8Length } from '../../src/attribution/text/utf8.js';

describe('normalizeNfc', () => {
  it('composes, and leads back to the start and end of the raw group', () => {
    const mapped = normalizeNfc('xCafe\u0301 y');
    expect(mapped.text).toBe('xCaf\u00e9 y');
    expect([mapped.rawStart(4), mapped.rawEnd(5), mapped.rawStart(5), mapped.rawStart(7), mapped.rawEnd(7)]).toEqual([
      4, 6, 6, 8, 8,
    ]);
  });

  it('composes Hangul and replaces singletons', () => {
    expect(normalizeNfc('\u1112\u1161\u11ab\u212b').text).toBe('한\u00c5');
    expect(normalizeNfc('\uac00\u11a8').text).toBe('각');
  });

  it('leaves a group of more than 30 code points, and composes one of 30', () => {
    const long = `e\u0301${'\u0323'.repeat(29)}`;
    expect(normalizeNfc(long).text).toBe(long);
    const short = `e\u0301${'\u0323'.repeat(28)}`;
    expect(normalizeNfc(short).text).toBe(short.normalize('NFC'));
  });

  it('leaves a group with a code point that Unicode 15.0 does not know', () => {
    expect(normalizeNfc('\u0378e\u0301').text).toBe('\u0378\u00e9');
    expect(normalizeNfc('\u0378\u0301\u0323').text).toBe('\u0378\u0301\u0323');
  });

  it('agrees with the host wherever all code points are assigned in 15.0 and groups are short', () => {
    const codePoint = fc.oneof(
      fc.constantFrom(0x61, 0x301, 0x323, 0x1100, 0x1161, 0x11a8, 0xac00, 0x958, 0x2126),
      fc.integer({ min: 0, max: 0x2fff }),
    );
    fc.assert(
      fc.property(fc.array(codePoint.filter(isAssigned), { maxLength: 25 }), (codePoints) => {
        const raw = String.fromCodePoint(...codePoints);
        const mapped = normalizeNfc(raw);
        expect(mapped.text).toBe(raw.normalize('NFC'));
        expect(mapped.rawStart(mapped.text.length)).toBe(raw.length);
      }),
      { interruptAfterTimeLimit: 2_000 },
    );
  });

  it('stays linear on a million combining marks', () => {
    const raw = `e${'\u0301'.repeat(1_000_000)}`;
    expect(normalizeNfc(raw).text.length).toBe(raw.length);
  });
});

describe('MappedTextBuilder', () => {
  it('maps over replaced, emptied and copied pieces', () => {
    const builder = new MappedTextBuilder('ab\r\ncd');
    builder.replace(1, 2, '');
    builder.replace(2, 4, '\n');
    const mapped = builder.finish();
    expect(mapped.text).toBe('a\ncd');
    expect([0, 1, 2, 3, 4].map((index) => mapped.rawStart(index))).toEqual([0, 2, 4, 5, 6]);
    expect([0, 1, 2, 3, 4].map((index) => mapped.rawEnd(index))).toEqual([0, 1, 4, 5, 6]);
  });
});

describe('utf8Length', () => {
  it('counts what an encoder writes, lone surrogates as U+FFFD', () => {
    const encoder = new TextEncoder();
    fc.assert(fc.property(fc.string({ unit: 'binary' }), (text) => utf8Length(text) === encoder.encode(text).length));
    expect(utf8Length('a\ud800b\udc00')).toBe(encoder.encode('a\ud800b\udc00').length);
  });
});
