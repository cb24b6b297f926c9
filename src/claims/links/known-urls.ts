/**
 * The URLs that stand in what a model was given. One counts where it ends there, too: the beginning
 * of a longer one (`…/order/44` of `…/order/4411`) is another URL.
 *
 * How it works: from each place where a URL may start, every end that a reader could see is taken,
 * as a text does not say which of them is meant (`https://a.example/x,https://…`, `…/A_(b)`).
 */
import { isLetterOrDigit, isWhiteSpace, isWrittenWithoutSpaces } from '../../attribution/text/unicode.js';
import { urlKey } from './url-key.js';

const START = /(?:https?:)?\/\/(?=[\p{L}\p{N}[])|(?<![\p{L}\p{N}.@-])www\./giu;
/** URLs hold URLs (`…?to=https://…`): so many starts one may reach over. Together with the next it keeps this linear. */
const MAX_HELD = 4;
const MAX_URL_UNITS = 2_048;
const MAX_ENDS = 32;

export class KnownUrls {
  readonly #full = new Set<string>();
  /** Without their schemes: all of them, and those that had none. */
  readonly #rests = new Set<string>();
  readonly #bare = new Set<string>();

  constructor(texts: Iterable<string>) {
    for (const text of texts) this.#read(text);
  }

  has(url: string): boolean {
    const { scheme, rest } = urlKey(url);
    return scheme === undefined ? this.#rests.has(rest) : this.#full.has(scheme + rest) || this.#bare.has(rest);
  }

  #read(text: string): void {
    const starts = [...text.matchAll(START)];
    for (const [number, { 0: prefix, index }] of starts.entries()) {
      const limit = Math.min(index + MAX_URL_UNITS, starts[number + MAX_HELD]?.index ?? text.length);
      for (const end of endsOf(text, index + prefix.length, limit)) this.#add(text.slice(index, end));
    }
  }

  #add(url: string): void {
    const { scheme, rest } = urlKey(url);
    this.#rests.add(rest);
    if (scheme === undefined) this.#bare.add(rest);
    else this.#full.add(scheme + rest);
  }
}

/** The first of them, and the last. */
function endsOf(text: string, from: number, limit: number): readonly number[] {
  const ends: number[] = [];
  let end = from;
  for (; end < limit && !endsAlways(text, end); end++) if (ends.length < MAX_ENDS && mayEnd(text, end)) ends.push(end);
  ends.push(end);
  return ends;
}

function endsAlways(text: string, at: number): boolean {
  return '<>"'.includes(text.charAt(at)) || isWhiteSpace(text.charCodeAt(at));
}

/** Of a URL and of a sentence alike: they end it where nothing of a URL follows. */
const TRAILING = /[.!?:*_~]{0,16}/y;
const ENTITY = /&(?:quot|lt|gt|nbsp|apos|#0{0,5}3[49]|#0{0,5}6[02]|#x0{0,5}[23][27CE]);/iy;

function mayEnd(text: string, at: number): boolean {
  TRAILING.lastIndex = at;
  TRAILING.test(text);
  const next = Math.max(at, TRAILING.lastIndex);
  if (next >= text.length || endsAlways(text, next)) return true;
  const character = text.charAt(next);
  if (",;|`'()[]{}#".includes(character)) return character !== '#' || next === at;
  if (character === '\\') return !'u/'.includes(text.charAt(next + 1));
  if (character === '&') {
    ENTITY.lastIndex = next;
    return ENTITY.test(text);
  }
  const codePoint = text.codePointAt(next) ?? 0;
  if (codePoint < 0x80) return false;
  return !isLetterOrDigit(codePoint) || isWrittenWithoutSpaces(codePoint);
}
