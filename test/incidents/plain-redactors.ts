/** The rules of the built-in redactors as plain expressions over ASCII: what they find must be found, whatever else is. */
import type { TextRange } from '../../src/model/redactor.js';

const EMAIL =
  /[A-Za-z0-9._%+-]{1,64}@(?:[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?\.){1,8}[A-Za-z]{2,24}(?![A-Za-z0-9-])/g;
const PHONE_LIKE = /(?<![\w.+/-])(?:\+|00|\(?0|\()?\d(?:[ ().\-/]{0,2}\d){6,14}(?![\w-])(?!\.\d)/g;
const DATE_LIKE = /\b\d{4}-\d{2}-\d{2}\b|\b\d{1,2}[./]\d{1,2}[./]\d{2,4}\b/;
const GROUPED_PHONE = /^\(?\d{3}\)?[ .-]\d{3}[ .-]\d{4}$/;
const CARD_LIKE = /(?<![\d.-])\d(?:[ -]?\d){12,18}(?![\d-])(?!\.\d)/g;

export function plainEmails(text: string): TextRange[] {
  return matches(EMAIL, text);
}

export function plainPhones(text: string): TextRange[] {
  return matches(PHONE_LIKE, text).filter(({ start, end }) => isPhone(text.slice(start, end)));
}

export function plainCards(text: string): TextRange[] {
  return matches(CARD_LIKE, text).filter(({ start, end }) => isCard(text.slice(start, end).replace(/\D/g, '')));
}

function matches(pattern: RegExp, text: string): TextRange[] {
  return [...text.matchAll(pattern)].map(({ 0: found, index }) => ({ start: index, end: index + found.length }));
}

function isPhone(text: string): boolean {
  if (DATE_LIKE.test(text)) return false;
  const digits = text.replace(/\D/g, '').length;
  if (digits > 15) return false;
  if (text.startsWith('+') || text.startsWith('00')) return digits >= 8;
  if (GROUPED_PHONE.test(text)) return true;
  return (text.startsWith('0') || text.startsWith('(')) && digits >= 9 && digits <= 12 && /[ ()/-]/.test(text);
}

function isCard(digits: string): boolean {
  if (digits.length > 19 || /^(\d)\1*$/.test(digits)) return false;
  const sum = [...digits].reduceRight((total, digit, index) => {
    const doubled = (digits.length - 1 - index) % 2 === 0 ? Number(digit) : Number(digit) * 2;
    return total + (doubled > 9 ? doubled - 9 : doubled);
  }, 0);
  return sum % 10 === 0;
}
