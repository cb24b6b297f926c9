/** The result of a declared retrieval tool as a list (spec §8 `retrieval_tools`, §3 "Retrieval log"). */
import type { RetrievalTool } from './case.js';
import type { TextHash } from './judging-options.js';
import { hasRedactionMark } from './redaction.js';
import type { RetrievalList } from './retrieval-log.js';
import { type ItemHashing, type ItemReading, retrievedItem } from './retrieved-item.js';
import { stringLeaves } from './string-leaves.js';
import { urlsIn } from './url.js';
import { wellFormed } from './utf8.js';

/** Places of one path, more of which are not read: a hostile result cannot make the list endless. */
const MAX_ITEMS = 100_000;
const MISSING_IDS: ReadonlySet<string> = new Set(['', 'undefined', 'null', 'None']);

/**
 * `result` as logged or parsed; undefined: no result was logged, the list has no items. With a
 * `text` path the items are what stands there (a result with text elsewhere logged no list); without
 * one they are its string leaves. `lossy`: telemetry may have changed the result.
 */
export function retrievalToolList(result: unknown, tool: RetrievalTool, hash: TextHash, lossy = false): RetrievalList {
  const list = { stage: 'retrieve', lossy, foreignHash: false } as const;
  if (result === undefined || result === null) return list;
  const hashing: ItemHashing = { digest: (text) => hash.digest(text), isForeign: false, trustsLogged: false };
  const value = parsed(result);
  const placed = tool.text === undefined ? undefined : placedItems(value, tool.text, tool.id);
  const readings = placed ?? leafItems(value);
  // A result without the declared place ({"error": …}) is no list: not logged is not empty.
  if (tool.text !== undefined && placed === undefined && readings.length > 0) return list;
  // An empty list out of a damaged result says nothing.
  if (readings.length === 0 && lossy) return list;
  return { ...list, items: readings.map((reading) => retrievedItem(reading, hashing)) };
}

/** A JSON object or array in a string is parsed; anything else stays. */
function parsed(value: unknown): unknown {
  if (typeof value !== 'string') return value;
  const first = value.trimStart()[0];
  if (first !== '{' && first !== '[') return value;
  try {
    return JSON.parse(value);
  } catch {
    return value;
  }
}

function textReading(raw: string): ItemReading {
  const text = wellFormed(raw);
  return { text: { text, lossy: text.endsWith('\uFFFD') || hasRedactionMark(text) }, urls: urlsIn(text) };
}

/** MCP and content-block results: the texts, not the word `text` that marks them. */
function leafItems(value: unknown): ItemReading[] {
  const blocks = contentBlocks(value);
  const leaves = blocks === undefined ? stringLeaves(value) : blocks.flatMap((text) => stringLeaves(parsed(text)));
  return leaves.filter((leaf) => leaf.trim() !== '').map(textReading);
}

function contentBlocks(value: unknown): string[] | undefined {
  const blocks = Array.isArray(value) ? value : fieldOf(value, 'content');
  if (!Array.isArray(blocks) || blocks.length === 0) return undefined;
  const texts: string[] = [];
  for (const block of blocks) {
    const text = fieldOf(block, 'type') === 'text' ? fieldOf(block, 'text') : undefined;
    if (typeof text !== 'string') return undefined;
    texts.push(text);
  }
  return texts;
}

function fieldOf(value: unknown, key: string): unknown {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[key] : undefined;
}

interface Place {
  /** Array indexes on the way, joined. */
  readonly indexes: string;
  readonly value: unknown;
}

/** Undefined: the result has no such place, not even an empty list. */
function placedItems(value: unknown, textPath: string, idPath: string | undefined): ItemReading[] | undefined {
  const texts: Place[] = [];
  if (!walk(value, steps(textPath), '', texts)) return undefined;
  const ids = new Map<string, string>();
  if (idPath !== undefined) {
    const places: Place[] = [];
    walk(value, steps(idPath), '', places);
    for (const place of places) {
      const id = idOf(place.value);
      if (id !== undefined) ids.set(place.indexes, id);
    }
  }
  return texts.flatMap((place) => {
    const id = nearestId(ids, place.indexes);
    const readings = stringLeaves(place.value).map(textReading);
    if (readings.length === 0) readings.push({});
    return readings.map((reading) =>
      id === undefined ? reading : { ...reading, id, urls: [...(reading.urls ?? []), ...urlsIn(id)] },
    );
  });
}

/** `results[].content` → `results`, `[]`, `content`. */
function steps(path: string): string[] {
  return path
    .replaceAll('[]', '.[]')
    .split('.')
    .filter((step) => step !== '');
}

/** True when the path leads somewhere, an empty list included. */
function walk(value: unknown, path: readonly string[], indexes: string, places: Place[]): boolean {
  const at = path.length === 0 ? value : parsed(value);
  const [step, ...rest] = path;
  if (places.length >= MAX_ITEMS) return true;
  if (step === undefined) {
    if (at === undefined) return false;
    places.push({ indexes, value: at });
    return true;
  }
  if (step === '[]') {
    if (!Array.isArray(at)) return false;
    const isLastList = !rest.includes('[]');
    at.forEach((item, index) => {
      const inner = `${indexes}/${index}`;
      // An element without the place keeps its rank, as an item without text.
      if (!walk(item, rest, inner, places) && isLastList) places.push({ indexes: inner, value: undefined });
    });
    return true;
  }
  if (typeof at !== 'object' || at === null) return false;
  return Object.hasOwn(at, step) ? walk((at as Record<string, unknown>)[step], rest, indexes, places) : false;
}

/** The id beside the text: on the same element, or on one around it. */
function nearestId(ids: ReadonlyMap<string, string>, indexes: string): string | undefined {
  for (let around = indexes; ; around = around.slice(0, around.lastIndexOf('/'))) {
    const id = ids.get(around);
    if (id !== undefined || around === '') return id;
  }
}

function idOf(value: unknown): string | undefined {
  if (typeof value === 'number' || typeof value === 'bigint') return String(value);
  return typeof value === 'string' && !MISSING_IDS.has(value) ? wellFormed(value) : undefined;
}
