/** Which of many texts stand in none of the segments. Linear, however many texts a hostile output makes. */
import { PatternSearch } from './pattern-search.js';
import { prepareNeedle } from '../text/text-search.js';

/** Up to so many are looked for one by one, at the host's own speed. */
const FEW = 16;

const always = (): boolean => true;

export function absentTexts(texts: readonly string[], segments: readonly string[]): string[] {
  const distinct = [...new Set(texts)].filter((text) => text !== '');
  if (distinct.length <= FEW) {
    return distinct.filter((text) => {
      const needle = prepareNeedle(text);
      return !segments.some((segment) => needle.find(segment, 0, always) >= 0);
    });
  }
  const encoder = new TextEncoder();
  const search = new PatternSearch(distinct.map((text) => encoder.encode(text)));
  const isFound = distinct.map(() => false);
  for (const segment of segments) {
    const bytes = encoder.encode(segment);
    search.search(bytes, [{ from: 0, to: bytes.length }]).first.forEach((at, index) => {
      if (at >= 0) isFound[index] = true;
    });
  }
  return distinct.filter((_, index) => isFound[index] !== true);
}
