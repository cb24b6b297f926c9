/**
 * The URLs that a reader of an answer gets to see as links, without a Markdown parser: `https://…`
 * in any case, `www.…`, and what links and attributes of HTML lead to (`](//host`). What looks so
 * in code is taken, too.
 */
import { isWhiteSpace } from '../../attribution/text/unicode.js';

/**
 * Links may leave out the scheme, or what follows it: a host with a dot, or an IPv6 address, tells
 * them from a comment of some code. What comes before such a link is the first group.
 */
const START =
  /https?:\/\/|(?<![\p{L}\p{N}./@-])www\.(?=[^\s/]{1,253}?\.[\p{L}\p{N}])|((?:\]\(|\]:|=)\s*(?:["'<]\s*)?)(?:https?:[\\/]{0,9}|[\\/]{2,9})(?=[^\s/\\<>"')\]=]{0,253}(?:[^\s/\\<>"')\]=]\.[\p{L}\p{N}]|\[(?=[\da-f.]{0,4}:)[\da-f:.]{2,45}\]))/giu;
/** An IPv6 address, whose bracket ends no URL. */
const BRACKETED = /[^\s/\\<>"')\]=]{0,253}\[(?=[\da-f.]{0,4}:)[\da-f:.]{2,45}\]/iy;
const END_CHARACTERS = new Set('<>"\')]}');
/** Of the sentence, or of emphasis around the URL. */
const TRAILING = new Set('.,;:!?*_~`|');

/** As they stand there, in order. */
export function writtenUrls(text: string): readonly string[] {
  const urls: string[] = [];
  let read = 0;
  for (const { 0: prefix, 1: before = '', index } of text.matchAll(START)) {
    const start = index + before.length;
    if (start < read) continue;
    const from = index + prefix.length;
    BRACKETED.lastIndex = from;
    let end = BRACKETED.test(text) ? BRACKETED.lastIndex : from;
    while (end < text.length && !END_CHARACTERS.has(text.charAt(end)) && !isWhiteSpace(text.charCodeAt(end))) end++;
    read = end;
    while (end > from && TRAILING.has(text.charAt(end - 1))) end--;
    if (end > from) urls.push(text.slice(start, end));
  }
  return urls;
}

/** Those that an address is hidden with; browsers drop tabs and line ends inside of one. */
const NAMED: Readonly<Record<string, string>> = {
  amp: '&',
  colon: ':',
  sol: '/',
  bsol: '\\',
  lsqb: '[',
  lbrack: '[',
  rsqb: ']',
  rbrack: ']',
  period: '.',
  commat: '@',
  quest: '?',
  equals: '=',
  num: '#',
  lowbar: '_',
  Tab: '',
  NewLine: '',
};
const ESCAPED = /\\([!-/:-@[-`{-~])|&(?:#(\d{1,7})|#[xX]([\dA-Fa-f]{1,6})|([A-Za-z]{2,9}));/g;

/** What Markdown makes of a text: its escapes and entities decoded. */
export function asRendered(text: string): string {
  return text.replace(ESCAPED, (whole: string, escaped?: string, decimal?: string, hex?: string, name?: string) => {
    if (escaped !== undefined) return escaped;
    if (name !== undefined) return Object.hasOwn(NAMED, name) ? (NAMED[name] ?? whole) : whole;
    const codePoint = decimal === undefined ? Number.parseInt(hex ?? '', 16) : Number(decimal);
    if (codePoint === 9 || codePoint === 10 || codePoint === 13) return '';
    return codePoint <= 0x10ffff ? String.fromCodePoint(codePoint) : whole;
  });
}
