/**
 * Redactors for what should stand in no file: e-mail addresses, phone numbers, payment cards and
 * strings that look like keys. Each finds its candidates by bounded expressions: linear time.
 */
import type { Redactor, TextRange } from '../../model/redactor.js';

const EMAIL =
  /[A-Za-z0-9._%+-]{1,64}@(?:[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?\.){1,8}[A-Za-z]{2,24}(?![A-Za-z0-9-])/g;

/** Digits with the separators people write; a date (2026-09-02) and a decimal are none. */
const PHONE_LIKE = /(?<![\w.+/-])(?:\+|00|\(?0|\()?\d(?:[ ().\-/]{0,2}\d){6,14}(?![\w-])(?!\.\d)/g;
const DATE_LIKE = /\b\d{4}-\d{2}-\d{2}\b|\b\d{1,2}[./]\d{1,2}[./]\d{2,4}\b/;
const GROUPED_PHONE = /^\(?\d{3}\)?[ .-]\d{3}[ .-]\d{4}$/;

const CARD_LIKE = /(?<![\d.-])\d(?:[ -]?\d){12,18}(?![\d-])(?!\.\d)/g;

/** Tokens whose beginning says what they are, web tokens, private keys, and values named as secrets. */
const KEY_LIKE: readonly RegExp[] = [
  /(?<![A-Za-z0-9])(?:sk|pk|rk)[-_](?:[a-z]{2,10}[-_])?[A-Za-z0-9_-]{16,200}/g,
  /(?<![A-Za-z0-9])(?:AKIA|ASIA)[A-Z0-9]{16}(?![A-Z0-9])/g,
  /(?<![A-Za-z0-9])(?:gh[pousr]_[A-Za-z0-9]{30,255}|github_pat_[A-Za-z0-9_]{22,255}|glpat-[A-Za-z0-9_-]{20,64})/g,
  /(?<![A-Za-z0-9])xox[abposr]-[A-Za-z0-9-]{10,200}/g,
  /(?<![A-Za-z0-9])AIza[A-Za-z0-9_-]{35}(?![A-Za-z0-9_-])/g,
  /(?<![A-Za-z0-9_-])eyJ[A-Za-z0-9_-]{8,4000}\.[A-Za-z0-9_-]{8,8000}\.[A-Za-z0-9_-]{8,4000}/g,
];
const SECRET_VALUE =
  /(?<![A-Za-z0-9])(?:api[_-]?key|access[_-]?token|auth[_-]?token|client[_-]?secret|secret|password|passwd|bearer)["']?\s{0,3}[:= ]\s{0,3}["']?([A-Za-z0-9+/_.~=-]{8,500})/gi;
const PEM_BEGIN = '-----BEGIN ';
const PEM_END = '-----END ';

/** By name, as the command line chooses among them. */
export const BUILT_IN_REDACTORS: { readonly [rule: string]: Redactor } = {
  email: { rule: 'email', find: (text) => (text.includes('@') ? matches(EMAIL, text) : []) },
  phone: { rule: 'phone', find: (text) => matches(PHONE_LIKE, text).filter((range) => isPhone(cut(text, range))) },
  card: { rule: 'card', find: (text) => matches(CARD_LIKE, text).filter((range) => isCard(cut(text, range))) },
  key: { rule: 'key', find: findKeys },
};

export const builtInRedactors: readonly Redactor[] = Object.values(BUILT_IN_REDACTORS);

function matches(pattern: RegExp, text: string): TextRange[] {
  return [...text.matchAll(pattern)].map(({ 0: found, index }) => ({ start: index, end: index + found.length }));
}

function cut(text: string, { start, end }: TextRange): string {
  return text.slice(start, end);
}

/** With a country or trunk prefix, or grouped as 555-123-4567: a bare number is an order number as often as not. */
function isPhone(text: string): boolean {
  if (DATE_LIKE.test(text)) return false;
  const digits = text.replace(/\D/g, '').length;
  if (digits < 7 || digits > 15) return false;
  if (text.startsWith('+') || text.startsWith('00')) return digits >= 8;
  if (GROUPED_PHONE.test(text)) return true;
  return (text.startsWith('0') || text.startsWith('(')) && digits >= 9 && digits <= 12 && /[ ()/-]/.test(text);
}

/** 13 to 19 digits that pass Luhn's check. */
function isCard(text: string): boolean {
  const digits = text.replace(/\D/g, '');
  if (digits.length < 13 || digits.length > 19 || /^(\d)\1*$/.test(digits)) return false;
  let sum = 0;
  for (let index = 0; index < digits.length; index += 1) {
    const digit = Number(digits[digits.length - 1 - index]);
    const doubled = index % 2 === 0 ? digit : digit * 2;
    sum += doubled > 9 ? doubled - 9 : doubled;
  }
  return sum % 10 === 0;
}

function findKeys(text: string): TextRange[] {
  const found = KEY_LIKE.flatMap((pattern) => matches(pattern, text));
  for (const match of text.matchAll(SECRET_VALUE)) {
    const value = match[1] as string;
    const end = match.index + match[0].length;
    // A word alone is prose ("the secret sauce"): a value of this kind holds a digit or a sign.
    if (/[0-9+/_~=]/.test(value)) found.push({ start: end - value.length, end });
  }
  return [...found, ...privateKeys(text)];
}

/** Each end is looked for once, by the key that is open: begins without end are no more work than text. */
function privateKeys(text: string): TextRange[] {
  const found: TextRange[] = [];
  for (let start = text.indexOf(PEM_BEGIN); start >= 0;) {
    const label = text.slice(start, start + 80).split('\n')[0] ?? '';
    if (!label.includes('PRIVATE KEY')) {
      start = text.indexOf(PEM_BEGIN, start + PEM_BEGIN.length);
      continue;
    }
    const close = text.indexOf(PEM_END, start);
    const end = close < 0 ? text.length : Math.min(text.length, close + label.length - 2);
    found.push({ start, end });
    start = text.indexOf(PEM_BEGIN, end);
  }
  return found;
}
