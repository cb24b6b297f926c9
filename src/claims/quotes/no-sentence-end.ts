/**
 * Full stops that end no sentence. Those that as well may do: a sentence that rests on no quote must
 * not hide behind the next one, while one cut in two is at worst a false alarm. So no ordinals
 * (`am 30. Tag`, `I am 30. Next`) and no names of companies.
 */

/** Never the last word of a sentence. In capitals (`CA`) they are other words. */
const ABBREVIATION =
  /(?:^|[\s(])(?:Dr|Mr|Mrs|Ms|Prof|Sr|Sra|Sig|Nr|Abs|Fig|[Vv]s|[Cc]f|[Bb]zw|[Vv]gl|[Gg]gf|[Ii]nkl|[Zz]zgl|[Bb]spw|[Ee]\.\s?g|[Ii]\.\s?e|[Zz]\.\s?B|[Dd]\.\s?h)\.$/u;
/** Behind a name it is a street. */
const SAINT = /(?:^|[\s(])(?<!\p{Lu}\S*\s)St\.$/u;
/** The first half of one with a capital in it. */
const HALF = /(?:^|[\s(])[zZ]\.$/u;
const OTHER_HALF = /^B\./u;
/** Those that a sentence begins with, as a name does: elsewhere a capital may be its last word. */
const INITIALS = /^\s*(?:\p{Lu}\.\s*)*\p{Lu}\.$/u;
const BEFORE_FIGURE =
  /(?:^|[\s(])(?:[Aa]pprox|[Cc]a|No|Art|pp?|S|Sec|Ch|Vol|Bd|Kap|Ziff|n|nn|núm|pág|art|Jan|Feb|Mar|Apr|Jun|Jul|Aug|Sept?|Oct|Okt|Nov|Dec|Dez)\.$/u;
const FIGURE = /^\d/u;
const BEFORE_CURRENCY = /\d\s?(?:Mio|Mrd|Tsd)\.$/u;
const CURRENCY = /^(?:(?:Euro|EUR|USD|CHF|Dollar|Franken)(?!\p{L})|\p{Sc})/u;
/** A day before its month, and no age. */
const DAY = /(?:^|\s)(?<!(?:^|\s)I\sam\s)\d{1,2}\.$/u;
const MONTH =
  /^(?:Jan(?:uar|uary)?|Jänner|Feb(?:ruar|ruary)?|März|Apr(?:il)?|Mai|Jun[ie]?|Jul[iy]?|Aug(?:ust)?|Sept?(?:ember)?|O[kc]t(?:ober)?|Nov(?:ember)?|De[zc](?:ember)?)(?!\p{L})/u;
/** A number, letter or numeral of a list, behind marks of a quotation, heading or another list. */
const LIST_NUMBER = /^\s*(?:[>#*+•-]+\s*){0,3}(?:\d{1,3}|[a-z]|[ivx]{2,4})\.$/u;

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
  if (ABBREVIATION.test(before) || SAINT.test(before) || INITIALS.test(before)) return true;
  if (HALF.test(before)) return OTHER_HALF.test(after);
  if (FIGURE.test(after)) return BEFORE_FIGURE.test(before);
  return (MONTH.test(after) && DAY.test(before)) || (CURRENCY.test(after) && BEFORE_CURRENCY.test(before));
}
