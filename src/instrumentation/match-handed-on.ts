/**
 * One list out of two (spec §3 "Retrieval log"): what was handed on, then the other candidates,
 * both in rank order. A returned item and a candidate are the same when the bytes are, or, for an
 * item without text, when exactly one candidate has its id.
 */
import type { LoggedChunk } from './chunk-of.js';

export function matchHandedOn(handedOn: readonly LoggedChunk[], candidates: readonly LoggedChunk[]): LoggedChunk[] {
  if (candidates.length === 0) return [...handedOn];
  const used = new Set<number>();
  const byText = group(candidates, (chunk) => chunk.text);
  const byId = group(candidates, (chunk) => chunk.id);

  const top = handedOn.map((chunk): LoggedChunk => {
    const places = chunk.text === undefined ? sole(byId.get(chunk.id ?? ''), candidates) : byText.get(chunk.text);
    const place = pick(places ?? [], chunk, candidates, used);
    if (place === undefined) return chunk;
    used.add(place);
    return { ...candidates[place], ...chunk };
  });
  return [...top, ...candidates.filter((_candidate, place) => !used.has(place))];
}

/** A text retrieved this often is a flood: its copies are taken as they come. */
const MANY_COPIES = 16;

/** A free candidate, of the same id if there is one; else one that was handed on before (a duplicate). */
function pick(
  places: number[],
  chunk: LoggedChunk,
  candidates: readonly LoggedChunk[],
  used: ReadonlySet<number>,
): number | undefined {
  if (places.length <= MANY_COPIES) {
    const free = places.filter((place) => !used.has(place));
    return free.find((place) => candidates[place]?.id === chunk.id) ?? free[0] ?? places[0];
  }
  while (places.length > 1 && used.has(places.at(-1) ?? -1)) places.pop();
  return places.at(-1);
}

function group(
  chunks: readonly LoggedChunk[],
  keyOf: (chunk: LoggedChunk) => string | undefined,
): Map<string, number[]> {
  const places = new Map<string, number[]>();
  for (const [place, chunk] of chunks.entries()) {
    const key = keyOf(chunk);
    if (key === undefined) continue;
    const held = places.get(key);
    if (held === undefined) places.set(key, [place]);
    else held.push(place);
  }
  return places;
}

/** Ids are re-used in practice: one that names different texts names none. */
function sole(places: number[] | undefined, candidates: readonly LoggedChunk[]): number[] | undefined {
  const texts = new Set(places?.map((place) => candidates[place]?.text));
  return texts.size === 1 ? places : undefined;
}
