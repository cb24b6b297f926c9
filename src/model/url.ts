/** URLs in text, as the claim audit reads them (spec §6 "Claim audit"). */

const URL_PATTERN = /https?:\/\/[^\s<>"')\]}]+/g;
const TRAILING = '.,;:!?';

/** In order of place; less trailing `.,;:!?`. Linear time. */
export function urlsIn(text: string): string[] {
  if (!text.includes('://')) return [];
  return (text.match(URL_PATTERN) ?? []).map(withoutTrailing);
}

function withoutTrailing(url: string): string {
  let end = url.length;
  while (end > 0 && TRAILING.includes(url[end - 1] as string)) end -= 1;
  return url.slice(0, end);
}
