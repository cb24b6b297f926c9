/**
 * Text in quotation marks (spec §6 "Claim audit", `misquoted`): `"…"`, `“…”`, `„…“`, `«…»` on one
 * line; what is marked as code is skipped. Linear time.
 */

const CLOSER: Readonly<Record<string, string>> = { '"': '"', '“': '”', '„': '“', '«': '»' };
const LINE_BREAKS = /\r\n|[\n\r]/;
const FENCE = /^\s{0,3}(`{3,}|~{3,})/;

const OPENER = /["“„«]/;

/** The texts between the marks, in order. */
export function quotations(passage: string): string[] {
  const found: string[] = [];
  if (!OPENER.test(passage)) return found;
  let fence: string | undefined;
  for (const line of passage.split(LINE_BREAKS)) {
    const mark = FENCE.exec(line)?.[1];
    if (fence !== undefined) {
      // Closed by at least as many of the same character; an unclosed fence runs to the end.
      if (mark?.startsWith(fence) === true && line.trim() === mark) fence = undefined;
    } else if (mark !== undefined && !line.slice(line.indexOf(mark) + mark.length).includes('`')) fence = mark;
    else collectFromLine(line, found);
  }
  return found;
}

function collectFromLine(line: string, found: string[]): void {
  const marks = line.includes('`') ? withoutCode(line) : line;
  const nextCloser = new Map<string, number>();
  for (let index = 0; index < marks.length; index++) {
    const closer = CLOSER[marks.charAt(index)];
    if (closer === undefined) continue;
    let end = nextCloser.get(closer) ?? 0;
    if (end >= 0 && end <= index) {
      end = marks.indexOf(closer, index + 1);
      nextCloser.set(closer, end);
    }
    if (end < 0) continue;
    found.push(line.slice(index + 1, end));
    index = end;
  }
}

/** The line with its code spans blanked out, so that no mark in them counts. */
function withoutCode(line: string): string {
  const runs = [...line.matchAll(/`+/g)].map(({ 0: ticks, index }) => ({ start: index, end: index + ticks.length }));
  const nextOfLength = new Map<number, number>();
  const closers = new Array<number | undefined>(runs.length);
  for (let run = runs.length - 1; run >= 0; run--) {
    const { start, end } = runs[run] as { start: number; end: number };
    closers[run] = nextOfLength.get(end - start);
    nextOfLength.set(end - start, run);
  }
  const pieces: string[] = [];
  let copied = 0;
  for (let run = 0; run < runs.length; run++) {
    const closer = closers[run];
    if (closer === undefined) continue;
    const { start } = runs[run] as { start: number };
    const { end } = runs[closer] as { end: number };
    pieces.push(line.slice(copied, start), '\0'.repeat(end - start));
    copied = end;
    run = closer;
  }
  pieces.push(line.slice(copied));
  return pieces.join('');
}
