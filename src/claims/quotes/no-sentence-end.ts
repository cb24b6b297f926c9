/**
 * Full stops that end no sentence. One that may end it after all (`We met Acme Inc. Nobody paid.`)
 * does: a sentence that rests on no quote must not hide behind the next one.
 */

const ABBREVIATION = /(?:^|[\s(])(?:Dr|Mr|Mrs|Ms|Prof|St|Sr|Sra|Sig|No|Nr|Abs|Art|Fig|Mio|Mrd|Tsd)\.$/u;
/** In either case, as a sentence may begin with them. */
const UNCASED_ABBREVIATION =
  /(?:^|[\s(])(?:approx|vs|cf|ca|bzw|vgl|ggf|inkl|zzgl|bspw|e\.\s?g|i\.\s?e|z\.\s?B|d\.\s?h|u\.\s?a)\.$/iu;
/** The first half of one with a capital in it. */
const HALF = /(?:^|[\s(])[zZ]\.$/u;
const OTHER_HALF = /^B\./u;
/** Those that a sentence begins with, as a name does: elsewhere a capital may be its last word. */
const INITIAL = /(?:^\s*|\.\s*)\p{Lu}\.$/u;
const BEFORE_FIGURE =
  /(?:^|[\s(])(?:pp?|S|Sec|Ch|Vol|Bd|Kap|Ziff|n|nn|núm|pág|art|Jan|Feb|Mar|Apr|Jun|Jul|Aug|Sept?|Oct|Okt|Nov|Dec|Dez)\.$/u;
const FIGURE = /^\d/u;
/** A day before its month, and numbers behind words that have no number of things after them. */
const DAY = /(?:^|\s)\d{1,2}\.$/u;
const MONTH =
  /^(?:Jan(?:uar|uary)?|Jänner|Feb(?:ruar|ruary)?|März|Apr(?:il)?|Mai|Jun[ie]?|Jul[iy]?|Aug(?:ust)?|Sept?(?:ember)?|O[kc]t(?:ober)?|Nov(?:ember)?|De[zc](?:ember)?)(?!\p{L})/u;
const ORDINAL = /(?:^|\s)(?:am|im|vom|zum|beim|der|dem|den|des)\s\d{1,3}\.$/iu;
/** A number, letter or numeral of a list, behind marks of a quotation, heading or another list. */
const LIST_NUMBER = /^\s*(?:[>#*+•-]+\s*){0,3}(?:\d{1,3}|[a-z]|[ivx]{2,4})\.$/u;
/** A company's name and no more: nothing was said of it yet. */
const COMPANY = /^\s*(?:\p{Lu}[^\s.]{0,30}\s){1,4}(?:Inc|Ltd|Co|Corp)\.$/u;

const COMPANY_UNITS = 150;
/** So much of the text before the stop the others look at. */
const BEFORE_UNITS = 24;
const AFTER_UNITS = 12;

export interface FullStop {
  /** UTF-16 indexes: where the sentence begins, what follows its stop, and what follows the white space behind it. */
  readonly start: number;
  readonly stop: number;
  readonly next: number;
  /** The sentence begins a line. */
  readonly beginsLine: boolean;
  /** The mark of a quote stands behind the stop: a sentence ends there, if words came before it. */
  readonly isMarked: boolean;
}

export function endsNoSentence(text: string, { start, stop, next, beginsLine, isMarked }: FullStop): boolean {
  if (text.charAt(stop - 1) !== '.') return false;
  const before = stop - start > BEFORE_UNITS ? `x${text.slice(stop - BEFORE_UNITS, stop)}` : text.slice(start, stop);
  if (beginsLine && LIST_NUMBER.test(before)) return true;
  if (isMarked) return false;
  const after = text.slice(next, next + AFTER_UNITS);
  const isShort = ABBREVIATION.test(before) || UNCASED_ABBREVIATION.test(before) || INITIAL.test(before);
  if (isShort || ORDINAL.test(before)) return true;
  if (stop - start <= COMPANY_UNITS && COMPANY.test(text.slice(start, stop))) return true;
  if (HALF.test(before)) return OTHER_HALF.test(after);
  return FIGURE.test(after) ? BEFORE_FIGURE.test(before) : MONTH.test(after) && DAY.test(before);
}
