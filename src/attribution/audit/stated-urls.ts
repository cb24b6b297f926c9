/** URLs that an answer states (spec §6 "Claim audit", `unknown_url`): `https?://[^\s<>"')\]}]+` less trailing `.,;:!?`. */
import { isWhiteSpace } from '../text/unicode.js';

const END_CHARACTERS = new Set('<>"\')]}');
const TRAILING = new Set('.,;:!?');

export function statedUrls(passage: string): string[] {
  const urls: string[] = [];
  for (let start = passage.indexOf('http'), next: number; start >= 0; start = passage.indexOf('http', next)) {
    const scheme = schemeLength(passage, start);
    next = start + Math.max(scheme, 4);
    if (scheme === 0) continue;
    while (
      next < passage.length &&
      !END_CHARACTERS.has(passage.charAt(next)) &&
      !isWhiteSpace(passage.charCodeAt(next))
    )
      next++;
    let end = next;
    while (end > start + scheme && TRAILING.has(passage.charAt(end - 1))) end--;
    if (end > start + scheme) urls.push(passage.slice(start, end));
  }
  return urls;
}

function schemeLength(text: string, start: number): number {
  if (text.startsWith('https://', start)) return 8;
  return text.startsWith('http://', start) ? 7 : 0;
}
