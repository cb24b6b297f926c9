import { expect, test } from 'vitest';
import { hasRedactionMark, isRedactionMark } from '../../src/model/redaction.js';
import { urlsIn } from '../../src/model/url.js';

test.each([
  '__REDACTED__',
  'a [redacted] b',
  '<ReDaCtEd>',
  'x[FILTERED]',
  '[masked]',
  '***',
  ' *** ',
  'card: ***, thanks',
  'Contact *** now',
  '[1, 2, … 3 more items]',
  '[…12 more items]',
  '[ 1,\n … 1 more item\n]',
])('%j carries a mark', (text) => {
  expect(hasRedactionMark(text)).toBe(true);
});

test.each([
  '',
  'redacted',
  '[redact]',
  '__REDACTED_',
  '**',
  '****',
  '***bold***',
  'a***b',
  'line\n***\nline',
  '  ***  \nline',
  '3 more items',
  '… more items]',
  '… 3 more items',
  'İ[REDACTEȧ]',
])('%j does not', (text) => {
  expect(hasRedactionMark(text)).toBe(false);
});

test('a mark alone says only that there was a text', () => {
  expect(['__REDACTED__', ' [Filtered] ', '***', '<redacted>'].every(isRedactionMark)).toBe(true);
  expect(['a [FILTERED]', '', 'x'].some(isRedactionMark)).toBe(false);
});

test('hostile text costs one look per character', () => {
  for (const unit of ['[', '<', '__', '*', ' ***', '… ', '1 more item', '[redacte', ' *** \n'])
    hasRedactionMark(unit.repeat(300_000));
});

test('URLs end before white space and brackets, less their trailing punctuation', () => {
  expect(urlsIn('see https://x.test/a?b=1., (http://y.test/) <https://z.test> ftp://no')).toEqual([
    'https://x.test/a?b=1',
    'http://y.test/',
    'https://z.test',
  ]);
});
