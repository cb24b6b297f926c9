/** Where Markdown marks code: what is written there is shown as it stands, and cites nothing for sure. */

/** UTF-16 indexes, the second one exclusive. */
export type Stretch = readonly [start: number, end: number];

const FENCE = /^ {0,3}(`{3,}|~{3,})/;

/** Fences (to the end, when one is never closed) and spans between backticks on one line, in order. */
export function codeStretches(text: string): readonly Stretch[] {
  const found: Stretch[] = [];
  if (!/`|~~~/.test(text)) return found;
  let fence: string | undefined;
  let start = 0;
  for (const [line] of text.matchAll(/[^\n]*\n?/g)) {
    const mark = FENCE.exec(line)?.[1];
    if (fence !== undefined) found.push([start, start + line.length]);
    if (mark !== undefined && fence === undefined) fence = mark;
    else if (fence === undefined) found.push(...spansIn(line, start));
    else if (mark?.startsWith(fence) === true) fence = undefined;
    start += line.length;
  }
  return found;
}

/** A run of backticks opens, the next run of that length closes. */
function spansIn(line: string, offset: number): Stretch[] {
  const runs = [...line.matchAll(/`+/g)].map(({ 0: run, index }) => ({ length: run.length, index }));
  const nextOf = new Map<number, number[]>();
  for (const [at, { length }] of [...runs.entries()].reverse()) {
    const places = nextOf.get(length);
    if (places === undefined) nextOf.set(length, [at]);
    else places.push(at);
  }
  const spans: Stretch[] = [];
  for (let at = 0; at < runs.length; at++) {
    const { length, index } = runs[at] ?? { length: 0, index: 0 };
    const places = nextOf.get(length) ?? [];
    while ((places.at(-1) ?? Infinity) <= at) places.pop();
    const closing = places.at(-1);
    if (closing === undefined) continue;
    spans.push([offset + index, offset + (runs[closing]?.index ?? 0) + length]);
    at = closing;
  }
  return spans;
}
