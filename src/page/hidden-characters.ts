/**
 * Characters that are not seen and change what is: control characters, bidi controls, invisible
 * formatting, lone surrogates. ZWJ stays (emoji need it), and so do tab and line feed.
 */

/** The same set that the terminal output spells out, less LF and tab. */
const HIDDEN =
  /(?![\n\t])\p{Cc}|(?!\u200d)\p{Cf}|\p{Zl}|\p{Zp}|\p{Cs}|[\u115f\u1160\u3164\uffa0\ufffe\uffff]|[\u{e0000}-\u{e0fff}]/gu;

const NAMES: { readonly [codePoint: number]: string } = {
  0x00: 'NUL',
  0x0d: 'CR',
  0x1b: 'ESC',
  0xad: 'SHY',
  0x200b: 'ZWSP',
  0x200e: 'LRM',
  0x200f: 'RLM',
  0x202a: 'LRE',
  0x202b: 'RLE',
  0x202c: 'PDF',
  0x202d: 'LRO',
  0x202e: 'RLO',
  0x2066: 'LRI',
  0x2067: 'RLI',
  0x2068: 'FSI',
  0x2069: 'PDI',
  0xfeff: 'BOM',
};

/** `NUL`, `RLO`, else `U+00A0`. */
export function hiddenName(character: string): string {
  const codePoint = character.codePointAt(0) as number;
  return NAMES[codePoint] ?? `U+${codePoint.toString(16).toUpperCase().padStart(4, '0')}`;
}

/** Each hidden character becomes `⟨RLO⟩`. */
export function spellHidden(text: string): string {
  return text.replace(HIDDEN, (character) => `⟨${hiddenName(character)}⟩`);
}

export interface Stretch {
  readonly text: string;
  /** Undefined: seen as it is. Else how many of the one hidden character stand here. */
  readonly hidden?: { readonly name: string; readonly count: number };
}

/** The text cut at its hidden characters; a row of the same one is one stretch. */
export function stretches(text: string): readonly Stretch[] {
  const found: Stretch[] = [];
  let at = 0;
  let last: { readonly character: string; readonly end: number } | undefined;
  for (const match of text.matchAll(HIDDEN)) {
    const [character] = match;
    if (match.index > at) found.push({ text: text.slice(at, match.index) });
    const before = found.at(-1)?.hidden;
    if (before !== undefined && last?.character === character && last.end === match.index)
      found[found.length - 1] = { text: character, hidden: { name: before.name, count: before.count + 1 } };
    else found.push({ text: character, hidden: { name: hiddenName(character), count: 1 } });
    at = match.index + character.length;
    last = { character, end: at };
  }
  if (at < text.length) found.push({ text: text.slice(at) });
  return found;
}
