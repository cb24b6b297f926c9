/**
 * Bare URLs in running text, by the rules of GitHub Flavored Markdown ("Autolinks (extension)"):
 * `http://`, `https://` or `www.` after a boundary, up to white space or `<`, less trailing
 * punctuation, unbalanced closing brackets and entities. A `]` that nothing in it opened ends it
 * too: it closes the label of a link.
 */

/** Part of a word before it: no URL starts there. */
const JOINED = /[A-Za-z0-9]/;
/** Ends one wherever it stands. */
const END = /[\s<]/;
const TRAILING = new Set('?!.,:;*_~\'"“”„‘’«»。，、；：！？」』）】》');
const OPENER: { readonly [closer: string]: string } = { ')': '(', ']': '[', '}': '{' };
const ENTITY_AT_END = /&[A-Za-z0-9]{1,32};$/;

/** Longer ones are cut here: a URL is looked at in bounded time wherever it is met. */
export const MAX_URL_UNITS = 8_192;

/** The end of the URL whose scheme or `www.` (of `prefix` units) starts at `start`; undefined: there is none. */
export function bareUrlEnd(text: string, start: number, prefix: number): number | undefined {
  if (start > 0 && JOINED.test(text.charAt(start - 1))) return undefined;
  const from = start + prefix;
  const limit = Math.min(text.length, start + MAX_URL_UNITS);
  let end = from;
  for (let open = 0; end < limit && !END.test(text.charAt(end)); end += 1) {
    if (text.charAt(end) === '[') open += 1;
    else if (text.charAt(end) === ']' && (open -= 1) < 0) break;
  }
  end = withoutTrailing(text, from, end);
  return end > from && isHost(hostOf(text.slice(from, end))) ? end : undefined;
}

/** Brackets are counted once, so that the way back is one pass. */
function withoutTrailing(text: string, from: number, to: number): number {
  const surplus = surplusClosers(text, from, to);
  let end = to;
  for (; end > from; end -= 1) {
    const last = text.charAt(end - 1);
    if (last === ';') {
      const entity = ENTITY_AT_END.exec(text.slice(Math.max(from, end - 34), end));
      if (entity !== null) end -= entity[0].length - 1;
    } else if (!TRAILING.has(last)) {
      const unopened = surplus.get(last) ?? 0;
      if (unopened <= 0) return end;
      surplus.set(last, unopened - 1);
    }
  }
  return end;
}

/** By closing bracket, how many more of it there are than of the one that opens it. */
function surplusClosers(text: string, from: number, to: number): Map<string, number> {
  const counts = new Map<string, number>();
  for (let at = from; at < to; at += 1) counts.set(text.charAt(at), (counts.get(text.charAt(at)) ?? 0) + 1);
  return new Map(
    Object.entries(OPENER).map(([closer, opener]) => [closer, (counts.get(closer) ?? 0) - (counts.get(opener) ?? 0)]),
  );
}

function hostOf(rest: string): string {
  return /^[^/?#]*/.exec(rest)?.[0] ?? '';
}

/** GFM asks for a period inside `www.` links alone; a scheme says clearly enough that a host follows. */
function isHost(host: string): boolean {
  return /[\p{L}\p{N}\]]/u.test(host);
}
