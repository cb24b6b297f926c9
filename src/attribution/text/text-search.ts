/** Exact search in linear time, hostile text included. */

/** Up to this length the host's own search is fast, and its worst case is a small constant. */
const SHORT_UNITS = 64;

/** A needle made ready once; indexes are UTF-16 units. */
export interface Needle {
  readonly text: string;
  /** Start of the leftmost occurrence at or after `from` that `accepts`; −1 when there is none. */
  find(haystack: string, from: number, accepts: (start: number) => boolean): number;
}

export function prepareNeedle(text: string): Needle {
  return text.length <= SHORT_UNITS ? { text, find: findShort } : { text, find: longFinder(text) };
}

function findShort(this: Needle, haystack: string, from: number, accepts: (start: number) => boolean): number {
  for (let start = haystack.indexOf(this.text, from); start >= 0; start = haystack.indexOf(this.text, start + 1)) {
    if (accepts(start)) return start;
  }
  return -1;
}

/** Knuth–Morris–Pratt: no unit of the haystack is read twice. */
function longFinder(needle: string): Needle['find'] {
  let fallback: Int32Array | undefined;
  return (haystack, from, accepts) => {
    // Most long needles are absent and not hostile: their first units decide at native speed.
    let index = haystack.indexOf(needle.slice(0, SHORT_UNITS), from);
    if (index < 0) return -1;
    fallback ??= fallbackTable(needle);
    let matched = 0;
    for (; index < haystack.length; index++) {
      const unit = haystack.charCodeAt(index);
      while (matched > 0 && needle.charCodeAt(matched) !== unit) matched = fallback[matched - 1] as number;
      if (needle.charCodeAt(matched) === unit) matched++;
      if (matched < needle.length) continue;
      const start = index - needle.length + 1;
      if (accepts(start)) return start;
      matched = fallback[matched - 1] as number;
    }
    return -1;
  };
}

/** Length of the longest proper border of each prefix. */
function fallbackTable(needle: string): Int32Array {
  const table = new Int32Array(needle.length);
  for (let index = 1, matched = 0; index < needle.length; index++) {
    const unit = needle.charCodeAt(index);
    while (matched > 0 && needle.charCodeAt(matched) !== unit) matched = table[matched - 1] as number;
    if (needle.charCodeAt(matched) === unit) matched++;
    table[index] = matched;
  }
  return table;
}
