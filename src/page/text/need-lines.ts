/** Where needed lines stand in a text: for display, at the place the verdict names or where the bytes are equal. */
import type { CaseMessage } from '../../proto/messages.generated.js';
import { byteLength, findText, type StoredText } from './stored-text.js';
import type { Mark } from './marked-text.js';

/** Lines of a case that is worth reading; a hostile file may hold more. */
const MAX_LINES = 20;

export function needLines(declared: CaseMessage | undefined): readonly string[] {
  return (declared?.needs ?? [])
    .flatMap(({ line }) => (line === undefined || line === '' ? [] : [line]))
    .slice(0, MAX_LINES);
}

/** The first place of each line, as it is or without the white space at its edges. */
export function lineMarks(
  text: StoredText,
  lines: readonly string[],
  from = 0,
  to = text.bytes.length,
): readonly Mark[] {
  return lines.flatMap((line) => {
    for (const spelling of new Set([line, line.trim()])) {
      const start = findText(text.bytes, spelling, from);
      const end = start + byteLength(spelling);
      if (start >= 0 && end <= to) return [{ kind: 'need' as const, start, end }];
    }
    return [];
  });
}

/**
 * The line at a place where the verdict found it: as it is, or with JSON escapes up to three times
 * over. Undefined: another spelling; the place alone is known then.
 */
export function lineAt(text: StoredText, lines: readonly string[], place: number): Mark | undefined {
  for (const line of lines) {
    let spelling = line.trim();
    for (let depth = 0; depth <= 3; depth += 1) {
      // White space before a line that was found without its edges.
      const start = findText(text.bytes.subarray(place, place + byteLength(line) + byteLength(spelling)), spelling);
      if (start >= 0) return { kind: 'need', start: place + start, end: place + start + byteLength(spelling) };
      const next = JSON.stringify(spelling).slice(1, -1);
      if (next === spelling) break;
      spelling = next;
    }
  }
  return undefined;
}

/** Every place of a text, in order. */
export function everyPlace(text: StoredText, wanted: string, kind: Mark['kind'], most = 20): readonly Mark[] {
  const length = byteLength(wanted);
  const marks: Mark[] = [];
  for (let start = findText(text.bytes, wanted); start >= 0 && marks.length < most;) {
    marks.push({ kind, start, end: start + length });
    start = findText(text.bytes, wanted, start + length);
  }
  return marks;
}
