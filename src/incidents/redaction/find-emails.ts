/** E-mail addresses, in the letters of every script: from each `@` outwards, so that no character is looked at twice. */
import type { TextRange } from '../../model/redactor.js';

const LOCAL = /[\p{L}\p{N}\p{M}._%+'-]/u;
const LABELS = String.raw`(?:[\p{L}\p{N}](?:[\p{L}\p{N}\p{M}-]{0,61}[\p{L}\p{N}\p{M}])?\.){1,8}`;
/**
 * What comes last ends where its script does: `max@firma.de请联系我们`, `max@example.comまで`. In scripts
 * written without spaces nothing says where an address ends: then at the longest there is.
 */
const LAST = String.raw`(?:xn--[a-z0-9-]{1,59}|[a-z]{2,24}(?![a-z0-9]|-[a-z0-9])|(?:(?![a-z])[\p{L}\p{M}]){2,24})`;
const DOMAIN = new RegExp(LABELS + LAST, 'iuy');

export function findEmails(text: string): TextRange[] {
  const found: TextRange[] = [];
  for (let at = text.indexOf('@'); at >= 0; at = text.indexOf('@', at + 1)) {
    const start = localStart(text, at);
    if (start === at) continue;
    DOMAIN.lastIndex = at + 1;
    const domain = DOMAIN.exec(text);
    if (domain !== null) found.push({ start, end: at + 1 + domain[0].length });
  }
  return found;
}

function localStart(text: string, at: number): number {
  let start = at;
  while (start > 0) {
    const isPair = isLow(text, start - 1) && start > 1;
    const before = text.slice(isPair ? start - 2 : start - 1, start);
    if (!LOCAL.test(before)) break;
    start -= before.length;
  }
  // A quotation mark before the address is no part of it.
  while (start < at && text.charAt(start) === "'") start += 1;
  return start;
}

function isLow(text: string, index: number): boolean {
  const code = text.charCodeAt(index);
  return code >= 0xdc00 && code <= 0xdfff;
}
