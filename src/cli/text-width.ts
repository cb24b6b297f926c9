/** Columns that text takes in a terminal, and lines no wider than so many. */

/** East Asian wide and emoji: two columns. */
const WIDE =
  /[\u1100-\u115f\u2e80-\u303e\u3041-\ua4cf\ua960-\ua97f\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6\u{1f300}-\u{1f64f}\u{1f680}-\u{1f6ff}\u{1f900}-\u{1faff}\u{20000}-\u{3fffd}]/u;
const ZERO = /\p{M}|\u200d/u;

export function textWidth(text: string): number {
  // Plain ASCII is the common case.
  if (/^[ -~]*$/u.test(text)) return text.length;
  let width = 0;
  for (const character of text) width += ZERO.test(character) ? 0 : WIDE.test(character) ? 2 : 1;
  return width;
}

export function padEnd(text: string, width: number): string {
  return text + ' '.repeat(Math.max(0, width - textWidth(text)));
}

/** At most `width` columns; what is left out shows as `…`. */
export function clip(text: string, width: number): string {
  if (textWidth(text) <= width) return text;
  let kept = '';
  let used = 0;
  for (const character of text) {
    const next = ZERO.test(character) ? 0 : WIDE.test(character) ? 2 : 1;
    if (used + next > width - 1) break;
    kept += character;
    used += next;
  }
  return `${kept}…`;
}

/** Breaks at spaces; a word wider than the line is broken where it must be. */
export function wrap(text: string, width: number): string[] {
  const lines: string[] = [];
  let line = '';
  let used = 0;
  for (const word of text.split(' ')) {
    const size = textWidth(word);
    if (line !== '' && used + 1 + size > width) {
      lines.push(line);
      line = '';
      used = 0;
    }
    if (size <= width) {
      used += (line === '' ? 0 : 1) + size;
      line += (line === '' ? '' : ' ') + word;
      continue;
    }
    for (const piece of pieces(line === '' ? word : `${line} ${word}`, width)) {
      if (line !== '') lines.push(line);
      line = piece;
    }
    used = textWidth(line);
  }
  lines.push(line);
  return lines;
}

function pieces(word: string, width: number): string[] {
  const out: string[] = [];
  let piece = '';
  let used = 0;
  for (const character of word) {
    const size = textWidth(character);
    if (used + size > width && piece !== '') {
      out.push(piece);
      piece = '';
      used = 0;
    }
    piece += character;
    used += size;
  }
  out.push(piece);
  return out;
}
