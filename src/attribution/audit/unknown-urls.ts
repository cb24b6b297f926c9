/** URLs of an answer that stand in neither sent context nor metadata (spec §6 "Claim audit", `unknown_url`). */
import type { OutputText } from '../generation/output-text.js';
import { absentTexts } from '../search/absent-texts.js';
import { decodedTexts } from './quoted-words.js';
import { statedUrls } from './stated-urls.js';

/** Distinct ones, in order of place. `urls`: those of metadata. Linear time. */
export function unknownUrls(output: OutputText, segments: readonly string[], urls: readonly string[]): string[] {
  const stated = output.passages.flatMap(statedUrls);
  if (stated.length === 0) return [];
  const unseen = absentTexts(stated, [...segments, ...urls]);
  return unseen.length === 0 ? [] : absentTexts(unseen, decodedTexts(segments));
}
