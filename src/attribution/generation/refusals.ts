/**
 * Refusals (spec §6, step 3): anywhere in the output the patterns that were declared, or the
 * application's own flag; near its start one of the built-in list (data/refusals.txt).
 */
import type { FoldedText, TextPattern } from '../../model/case.js';
import { BUILTIN_REFUSALS } from './builtin-refusals.js';
import { foldedString } from '../text/fold.js';
import { isBorder, wordAt, wordBefore } from '../text/literal-pattern.js';
import { OutputText } from './output-text.js';

/** A built-in phrase counts when its match ends within these code points of the raw output. */
const OPENING_CODE_POINTS = 160;

/** `patterns`: of the case, the service and the application; `flagged`: `ragspan.refused`. */
export function isRefusal(output: string | OutputText, patterns: readonly TextPattern[], flagged: boolean): boolean {
  if (flagged) return true;
  const text = OutputText.of(output);
  if (patterns.some((pattern) => pattern.find(text.folded(false)) !== undefined)) return true;
  return opensWithRefusal(text.opening());
}

interface Phrase {
  readonly text: string;
  readonly first: number | undefined;
  readonly last: number | undefined;
}

/** Phrases under a hash of their first three units: a text is read once, whatever the length of the list. */
type Phrases = readonly (readonly Phrase[] | undefined)[];

const BUCKETS = 2048;
let phrases: Phrases | undefined;

function readPhrases(): Phrases {
  const found = new Array<Phrase[] | undefined>(BUCKETS);
  for (const line of BUILTIN_REFUSALS.split('\n')) {
    if (line === '') continue;
    const text = foldedString(line, false);
    const phrase = { text, first: wordAt(text, 0), last: wordBefore(text, text.length) };
    (found[bucketAt(text, 0)] ??= []).push(phrase);
  }
  return found;
}

function bucketAt(text: string, index: number): number {
  return (text.charCodeAt(index) * 961 + text.charCodeAt(index + 1) * 31 + text.charCodeAt(index + 2)) & (BUCKETS - 1);
}

function opensWithRefusal(text: FoldedText): boolean {
  phrases ??= readPhrases();
  const { folded, raw } = text;
  const limit = codePointIndex(raw, OPENING_CODE_POINTS);
  for (let start = 0, isInWord = false; start + 2 < folded.length; start++) {
    const unit = folded.charCodeAt(start);
    const wasInWord = isInWord;
    isInWord = unit >= 0x61 && unit <= 0x7a;
    if (wasInWord && isInWord) continue;
    const bucket = phrases[bucketAt(folded, start)];
    if (bucket === undefined) continue;
    if (text.rawStart(start) >= limit) return false;
    if (bucket.some((phrase) => standsAt(phrase, text, start, limit))) return true;
  }
  return false;
}

function standsAt({ text: phrase, first, last }: Phrase, text: FoldedText, start: number, limit: number): boolean {
  const { folded } = text;
  if (!folded.startsWith(phrase, start) || !isBorder(wordBefore(folded, start), first)) return false;
  const end = start + phrase.length;
  return isBorder(last, wordAt(folded, end)) && text.rawEnd(end) <= limit;
}

/** UTF-16 index after the first `count` code points. */
function codePointIndex(text: string, count: number): number {
  let index = 0;
  for (let n = 0; n < count && index < text.length; n++) index += (text.codePointAt(index) as number) > 0xffff ? 2 : 1;
  return index;
}
