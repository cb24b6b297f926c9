import { describe, expect, it } from 'vitest';
import {
  findInText,
  findPresent,
  holdsPart,
  isSelfReport,
  whichHeld,
  whichPresent,
} from '../../src/attribution/sent/presence.js';
import { C1, C2, C3, T0, message, scanCall, sent } from '../support/sent.js';

const find = (texts: string | readonly string[], text: string): ReturnType<typeof findPresent> =>
  findPresent(sent(texts).context, text);

describe('presence', () => {
  it('is the bytes, with their offset in bytes and their place as sent', () => {
    expect(find(T0, C1)).toEqual({ form: 'exact', offset: 9, message: 0, part: 0, segment: 0 });
    expect(find(['Grüße', T0], C3)).toEqual({ form: 'exact', offset: 7 + 1 + 96, message: 1, part: 0, segment: 1 });
  });

  it('is bytes inside another chunk or a parent', () => {
    expect(find(`Returns.\n${C1}\nExceptions apply.`, C1)?.offset).toBe(9);
  });

  it('is the first occurrence, in the first segment that has one', () => {
    expect(find(['x', `${C1}${C1}`, C1], C1)).toMatchObject({ offset: 2, segment: 1 });
  });

  it('takes an exact occurrence anywhere before a trimmed one', () => {
    const padded = `  ${C1}\n`;
    expect(find([C1, `[${padded}]`], padded)).toMatchObject({ form: 'exact', segment: 1 });
    expect(find([`[${C1}]`], padded)).toMatchObject({ form: 'trim', offset: 1 });
  });

  it.each(['\u0085', '\uFEFF', '\u00A0', '\u3000', '\u2028', '\u000B'])('trims white space %j', (space) => {
    expect(find(C1, `${space}${C1}${space}`)?.form).toBe('trim');
  });

  it('does not trim what is no white space of the specification', () => {
    expect(find(C1, `\u200B${C1}`)).toBeUndefined();
    expect(find(C1, `\u0000${C1}`)).toBeUndefined();
  });

  it('never matches across two segments, nor over the LF between them', () => {
    expect(find([C1.slice(0, 20), C1.slice(20)], C1)).toBeUndefined();
    expect(find(['alpha', 'beta'], 'alpha\nbeta')).toBeUndefined();
  });

  it('is nothing for a text that is empty after trimming', () => {
    expect(find(' \n ', '\n')).toBeUndefined();
    expect(find('x', '')).toBeUndefined();
  });

  it('is nothing for letters of another case, or words in another order', () => {
    expect(find(T0.toUpperCase(), C1)).toBeUndefined();
  });

  it('finds what only the assistant said, or what is only the question, as a self-report', () => {
    const { context } = scanCall([message('assistant', T0), message('user', C2)], { question: C2 });
    expect(findPresent(context, C1)).toBeUndefined();
    expect(isSelfReport(context, C1)).toBe(true);
    expect(isSelfReport(context, C2)).toBe(true);
    expect(isSelfReport(context, 'Nothing of it')).toBe(false);
  });
});

describe('the form json', () => {
  const text = 'Größe: "5\\6"\n\tJerry’s 😀 a/b';

  it.each([
    ['once', JSON.stringify({ a: text })],
    ['twice', JSON.stringify({ a: JSON.stringify({ b: text }) })],
    ['three times', JSON.stringify(JSON.stringify(JSON.stringify(text)))],
    [
      'with every character as \\u',
      `"${Array.from({ length: text.length }, (_, at) => `\\u${text.charCodeAt(at).toString(16).toUpperCase().padStart(4, '0')}`).join('')}"`,
    ],
    ['with \\/', JSON.stringify(text).replaceAll('/', '\\/')],
  ])('is read %s', (_, raw) => {
    expect(find(raw, text)?.form).toBe('json');
  });

  it('is not read four times', () => {
    expect(find(JSON.stringify(JSON.stringify(JSON.stringify(JSON.stringify(text)))), text)).toBeUndefined();
  });

  it("reads Python's escapes", () => {
    expect(find("{'a': 'it\\'s \\xe9t\\xE9 \\U0001F600'}", "it's été 😀")?.form).toBe('json');
  });

  it('reads an escaped lone surrogate as U+FFFD, and leaves what is no escape', () => {
    expect(find('say "\\ud83d" now', 'say "\uFFFD" now')?.form).toBe('json');
    expect(find('C:\\data\\q and "\\""', 'C:\\data\\q and """')?.form).toBe('json');
    expect(find('\\u12 \\xg1 \\U00110000 \\"', '\\u12 \\xg1 \\U00110000 "')?.form).toBe('json');
  });

  it('has the raw offset: the start of the escape', () => {
    expect(find('é{"a":"\\u0042ig\\nlines"}', 'Big\nlines')).toMatchObject({ form: 'json', offset: 8 });
    expect(find('["x\\\\n\\"yes\\"\\\\n"]', '"yes"')).toMatchObject({ form: 'json', offset: 6 });
  });

  it('comes after exact and trim', () => {
    expect(find(['"a\\nb c"', 'a\nb c'], 'a\nb c')).toMatchObject({ form: 'exact', segment: 1 });
  });
});

describe('many texts at once', () => {
  const context = sent([`${C1.slice(0, 30)} and ${JSON.stringify(`${C2}\n`)}`]).context;

  it('are found whole as one by one', () => {
    const texts = [C1, `${C2}\n`, C3, '', C2];
    expect(whichPresent(context, texts)).toEqual([false, true, false, false, true]);
    expect(whichPresent(context, texts)).toEqual(texts.map((text) => findPresent(context, text) !== undefined));
  });

  it('are held whole or by 16 bytes of their start or end', () => {
    expect(whichHeld(context, [C1, C2, C3])).toEqual([true, true, false]);
    expect(holdsPart(context, C1, [C2, C3])).toBe(true);
    expect(holdsPart(context, C1, [`${C1.slice(0, 20)} was another one`])).toBe(false);
  });
});

describe('a line in the log', () => {
  it.each([
    ['exact', 'a b', 'say a b.', 'a b'],
    ['trim', ' a b\n', 'say a b.', 'a b'],
    ['json', 'a\nb', '{"x":"a\\nb"}', 'a\\nb'],
    ['html', 'Ben & Jerry', 'by Ben &amp; Jerry!', 'Ben &amp; Jerry'],
    ['html', '5 < 6', 'is 5&nbsp;&#x3C; 6 or 5 &#0060; 6?', '5 &#0060; 6'],
    ['crlf', 'one\ntwo', 'zero\r\none\r\ntwo', 'one\r\ntwo'],
    ['crlf', 'one\r\ntwo', 'zero\none\ntwo', 'one\ntwo'],
    ['nfc', 'Café open', 'The Cafe\u0301 open now', 'Cafe\u0301 open'],
    ['nfc', 'Cafe\u0301 open', 'The Café open now', 'Café open'],
    ['ws', 'one two three', 'so one\n  two\u00A0three.', 'one\n  two\u00A0three'],
  ])('is found in the form %s with the bytes of the log', (form, line, text, matched) => {
    expect(findInText(text, line)).toEqual({ form, matched });
  });

  it('is not found where only two forms together would', () => {
    expect(findInText('Ben &amp;\n Jerry', 'Ben & Jerry')).toBeUndefined();
    expect(findInText('Cafe\u0301  open', 'Café open')).toBeUndefined();
    expect(findInText('nothing', '  ')).toBeUndefined();
  });

  it('is not decoded from entities that are none', () => {
    for (const text of ['a &copy; b', 'a &#xD800; b', 'a &#0; b', 'a &lt b', 'a &#99999999; b', 'a &#; b', 'a &; b']) {
      expect(findInText(text, 'a < b')).toBeUndefined();
      expect(findInText(text, 'a © b')).toBeUndefined();
    }
  });
});
