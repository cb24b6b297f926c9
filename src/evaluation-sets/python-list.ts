/** A list of texts and numbers as Python prints it: `['a', "b's", None, 1]`. Data frames hold lists so. Linear time. */

const ESCAPES: { readonly [letter: string]: string } = {
  n: '\n',
  t: '\t',
  r: '\r',
  '\\': '\\',
  "'": "'",
  '"': '"',
  a: '\u0007',
  b: '\b',
  f: '\f',
  v: '\v',
};
const DIGITS: { readonly [letter: string]: number } = { x: 2, u: 4, U: 8 };
const WORD = /[^\s,\]]+/y;

/** Undefined: it is none. `None` is null. */
export function pythonList(text: string): readonly unknown[] | undefined {
  const items: unknown[] = [];
  let at = afterSpace(text, 1);
  if (!text.startsWith('[')) return undefined;
  while (text.charAt(at) !== ']') {
    const quote = text.charAt(at);
    if (quote === "'" || quote === '"') {
      const read = readText(text, at + 1, quote);
      if (read === undefined) return undefined;
      items.push(read.text);
      at = read.end;
    } else {
      WORD.lastIndex = at;
      const word = WORD.exec(text)?.[0];
      if (word === undefined || !(word === 'None' || word === 'nan' || /^-?\d+(?:\.\d+)?$/.test(word)))
        return undefined;
      items.push(word === 'None' || word === 'nan' ? null : word);
      at += word.length;
    }
    at = afterSpace(text, at);
    // Two texts without a comma are one in Python, and two as NumPy prints them: not to be told.
    if (text.charAt(at) === ',') at = afterSpace(text, at + 1);
    else if (text.charAt(at) !== ']') return undefined;
  }
  return afterSpace(text, at + 1) === text.length ? items : undefined;
}

function afterSpace(text: string, from: number): number {
  let at = from;
  while (at < text.length && /\s/.test(text.charAt(at))) at += 1;
  return at;
}

function readText(
  text: string,
  from: number,
  quote: string,
): { readonly text: string; readonly end: number } | undefined {
  const parts: string[] = [];
  let copied = from;
  for (let at = from; at < text.length; at += 1) {
    const one = text.charAt(at);
    if (one === quote) return { text: parts.join('') + text.slice(copied, at), end: at + 1 };
    if (one !== '\\') continue;
    const letter = text.charAt(at + 1);
    const digits = DIGITS[letter];
    let decoded = ESCAPES[letter];
    let length = 2;
    if (digits !== undefined) {
      const hex = text.slice(at + 2, at + 2 + digits);
      const code = /^[0-9a-fA-F]+$/.test(hex) && hex.length === digits ? Number.parseInt(hex, 16) : -1;
      if (code < 0 || code > 0x10ffff) return undefined;
      decoded = String.fromCodePoint(code);
      length += digits;
    }
    if (decoded === undefined) return undefined;
    parts.push(text.slice(copied, at), decoded);
    copied = at + length;
    at = copied - 1;
  }
  return undefined;
}
