/**
 * Strings that look like keys: tokens whose beginning says what they are, web tokens, private keys,
 * and values that are named as secrets. A find reaches to the end of its token.
 */
import type { TextRange } from '../../model/redactor.js';

const TOKENS: readonly RegExp[] = [
  /(?<![A-Za-z0-9])(?:sk|pk|rk)[-_](?:[a-z]{2,10}[-_])?[A-Za-z0-9_-]{16,}/g,
  /(?<![A-Za-z0-9])(?:AKIA|ASIA)[A-Z0-9]{16}(?![A-Z0-9])/g,
  /(?<![A-Za-z0-9])(?:gh[pousr]_[A-Za-z0-9]{30,}|github_pat_[A-Za-z0-9_]{22,}|glpat-[A-Za-z0-9_-]{20,})/g,
  /(?<![A-Za-z0-9])xox[abposr]-[A-Za-z0-9-]{10,}/g,
  /(?<![A-Za-z0-9])AIza[A-Za-z0-9_-]{35,}/g,
  /(?<![A-Za-z0-9_-])eyJ[A-Za-z0-9_-]{8,}\.[A-Za-z0-9_-]{8,}\.[A-Za-z0-9_-]{8,}/g,
];

const QUOTE = String.raw`(?:\\{0,3}["'\u0060])?`;
const SET = String.raw`${QUOTE}\s{0,3}(?:=>|:=|[:=])\s{0,3}${QUOTE}`;
const KEY_NAME = '(?:api|(?:secret|private|access|account|encryption|signing)(?:[ _-]?access)?)[ _-]?key';
/** Names behind which a blank is enough. */
const SPOKEN_NAME = 'api[_-]?key|access[_-]?token|auth[_-]?token|client[_-]?secret|secret|bearer';
const VALUE = '([A-Za-z0-9+/_.~=-]{8,})';

interface NamedSecret {
  readonly pattern: RegExp;
  /** Of the value: a word alone is prose ("the secret sauce"). */
  readonly isSecret: (value: string) => boolean;
}

const hasDigitOrSign = (value: string): boolean => /[0-9+/_~=]/.test(value);

const NAMED: readonly NamedSecret[] = [
  {
    pattern: new RegExp(`(?:(?:${KEY_NAME}|secret|bearer)${SET}|authorization${SET}basic\\s{1,3})${VALUE}`, 'gi'),
    isSecret: hasDigitOrSign,
  },
  {
    pattern: new RegExp(`(?:${SPOKEN_NAME}|password|passwd|passphrase)\\s{1,3}${QUOTE}${VALUE}`, 'gi'),
    isSecret: hasDigitOrSign,
  },
  {
    // A folder (`PWD=/home/…`) is none.
    pattern: new RegExp(`(?:password|passwd|passphrase|pwd)${SET}(?!/)([^\\s"'\`,;&<>()[\\]{}\\\\]{4,})`, 'gi'),
    isSecret: (value) => /[0-9+/_~=!@#$%^?]/.test(value),
  },
  {
    // A count of tokens is none.
    pattern: new RegExp(`token${SET}${VALUE}`, 'gi'),
    isSecret: (value) => (/\d/.test(value) && /[A-Za-z]/.test(value)) || value.length >= 20,
  },
];

const PEM_BEGIN = '-----BEGIN ';
const PEM_END = '-----END ';

export function findKeys(text: string): TextRange[] {
  const tokens = TOKENS.flatMap((pattern) =>
    [...text.matchAll(pattern)].map(({ 0: found, index }) => ({ start: index, end: index + found.length })),
  );
  const named = NAMED.flatMap(({ pattern, isSecret }) =>
    [...text.matchAll(pattern)].flatMap(({ 0: found, 1: value = '', index }) => {
      const end = index + found.length;
      return isSecret(value) ? [{ start: end - value.length, end }] : [];
    }),
  );
  return [...tokens, ...named, ...privateKeys(text)];
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
