/** Which of many texts stand in none of the segments. Linear, however many texts a hostile output makes. */
import { ManyTexts } from './many-texts.js';

export function absentTexts(texts: readonly string[], segments: readonly string[]): string[] {
  const distinct = [...new Set(texts)].filter((text) => text !== '');
  const many = new ManyTexts(distinct);
  const isFound = distinct.map(() => false);
  for (const segment of segments)
    for (const number of many.standingIn(segment, (asked) => isFound[asked] !== true)) isFound[number] = true;
  return distinct.filter((_, index) => isFound[index] !== true);
}
