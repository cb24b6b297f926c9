/** An answer as sentences, each with the quotes that it names: `[Q1]`, `[Q1][Q2]`, `[Q1, Q2]`. */

export interface Sentence {
  /** As it stands in the answer, marks included, without white space at the edges. */
  readonly text: string;
  /** UTF-16 indexes in the answer. */
  readonly start: number;
  readonly end: number;
  /** Distinct, in the order named. */
  readonly quotes: readonly number[];
}

const MARK = /\[ ?Q\d{1,4}(?: ?[,;] ?Q\d{1,4})* ?\]/gi;
const WORD = /[\p{L}\p{N}]/u;
const HEADING = /^#{1,6}\s/;
/** After these a full stop ends nothing. */
const ABBREVIATION = /(?:^|[\s(])(?:\p{Lu}|Dr|Mr|Mrs|Ms|Prof|St|No|Nr|Abs|Art|Fig|vs|cf|ca|bzw)\.\s*$/u;

/** Headings are no sentences. Deterministic for one version of the host's Unicode data. */
export function sentencesOf(answer: string): readonly Sentence[] {
  // A bracket after a full stop would be taken for its closing one: as white space a mark ends the sentence before.
  const masked = answer.replace(MARK, (mark) => ' '.repeat(mark.length));
  const ends = sentenceEnds(masked);
  const sentences: Sentence[] = [];
  let start = 0;
  for (const [index, bound] of ends.entries()) {
    const end = index + 1 < ends.length ? ownEnd(answer, masked, start, bound) : bound;
    const text = answer.slice(start, end);
    const trimmed = text.trim();
    if (trimmed !== '' && !HEADING.test(trimmed)) {
      const from = start + text.indexOf(trimmed);
      sentences.push({ text: trimmed, start: from, end: from + trimmed.length, quotes: namedQuotes(trimmed) });
    }
    start = end;
  }
  return sentences;
}

/** What holds no word belongs to the sentence before. */
function sentenceEnds(masked: string): number[] {
  const ends: number[] = [];
  let start = 0;
  for (const { segment, index } of new Intl.Segmenter('en', { granularity: 'sentence' }).segment(masked)) {
    const isJoined = ends.length > 0 && (!WORD.test(segment) || isAbbreviated(masked.slice(start, index)));
    if (isJoined) ends.pop();
    else start = index;
    ends.push(index + segment.length);
  }
  return ends;
}

function isAbbreviated(before: string): boolean {
  return !before.endsWith('\n') && ABBREVIATION.test(before.slice(-12));
}

/** Marks behind the full stop of a sentence that has marks of its own are those of the next one. */
function ownEnd(answer: string, masked: string, start: number, bound: number): number {
  const words = start + masked.slice(start, bound).trimEnd().length;
  const hasOwn = namedQuotes(answer.slice(start, words)).length > 0;
  return hasOwn && words > start ? words : bound;
}

/** Numbers of the quotes that a text names. */
export function namedQuotes(text: string): readonly number[] {
  const numbers = [...text.matchAll(MARK)].flatMap(([mark]) =>
    [...mark.matchAll(/\d+/g)].map(([digits]) => Number(digits)),
  );
  return [...new Set(numbers)];
}
