/**
 * Refusals (spec §6, step 3): anywhere in the output the patterns that were declared, or the
 * application's own flag; near its start one of the built-in list (data/refusals.txt).
 */
import type { FoldedText, TextPattern } from '../model/case.js';
import { BUILTIN_REFUSALS } from './builtin-refusals.js';
import { foldedString } from './fold.js';
import { isBorder, wordAt, wordBefore } from './literal-pattern.js';
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

/** Phrases under their first two units: a text is read once, whatever the length of the list. */
type Phrases = ReadonlyMap<number, readonly Phrase[]>;

interface Phrase {
  readonly text: string;
  readonly first: number | undefined;
  readonly last: number | undefined;
}

let phrases: Phrases | undefined;

function readPhrases(): Phrases {
  const found = new Map<number, Phrase[]>();
  for (const line of BUILTIN_REFUSALS.split('\n')) {
    if (line === '') continue;
    const text = foldedString(line, false);
    const key = pairAt(text, 0);
    const bucket = found.get(key);
    const phrase = { text, first: wordAt(text, 0), last: wordBefore(text, text.length) };
    if (bucket === undefined) found.set(key, [phrase]);
    else bucket.push(phrase);
  }
  return found;
}

function pairAt(text: string, index: number): number {
  return text.charCodeAt(index) * 0x10000 + text.charCodeAt(index + 1);
}

function opensWithRefusal(text: FoldedText): boolean {
  phrases ??= readPhrases();
  const { folded, raw } = text;
  const limit = codePointIndex(raw, OPENING_CODE_POINTS);
  for (let start = 0; start + 1 < folded.length; start++) {
    const bucket = phrases.get(pairAt(folded, start));
    if (bucket === undefined) continue;
    if (text.rawStart(start) >= limit) return false;
    for (const { text: phrase, first, last } of bucket) {
      const end = start + phrase.length;
      if (!folded.startsWith(phrase, start)) continue;
      if (!isBorder(wordBefore(folded, start), first) || !isBorder(last, wordAt(folded, end))) continue;
      if (text.rawEnd(end) <= limit) return true;
    }
  }
  return false;
}

/** UTF-16 index after the first `count` code points. */
function codePointIndex(text: string, count: number): number {
  let index = 0;
  for (let n = 0; n < count && index < text.length; n++) index += (text.codePointAt(index) as number) > 0xffff ? 2 : 1;
  return index;
}
