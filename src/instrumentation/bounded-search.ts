/**
 * Substring search that stays linear on hostile text: a short anchor is searched by the engine,
 * the rest is compared in place, and after too many false starts the search gives up.
 */

const ANCHOR_UNITS = 32;
const MAX_FALSE_STARTS = 64;

/** Index, −1 = surely absent, undefined = gave up. */
export function boundedIndexOf(text: string, part: string, from = 0): number | undefined {
  if (part.length <= ANCHOR_UNITS) return text.indexOf(part, from);
  // The middle of a text is more its own than its start, which templates and headings share.
  const anchorAt = (part.length - ANCHOR_UNITS) >> 1;
  const anchor = part.slice(anchorAt, anchorAt + ANCHOR_UNITS);
  let at = text.indexOf(anchor, from + anchorAt);
  for (let falseStarts = 0; at >= 0; falseStarts++) {
    const start = at - anchorAt;
    // Engines compare two strings of one length at once, and `startsWith` unit by unit.
    if (start >= 0 && text.slice(start, start + part.length) === part) return start;
    if (falseStarts >= MAX_FALSE_STARTS) return undefined;
    at = text.indexOf(anchor, at + 1);
  }
  return -1;
}
