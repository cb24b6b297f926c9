/**
 * Reads one retrieved item, whatever library it came from: its text exactly as retrieved, its id,
 * its score. An item whose text cannot be told for sure has none: better not logged than wrong.
 */
import { wellFormed } from '../model/utf8.js';
import { asList, asShape, asText, onlyText } from './shape.js';
import type { Shape } from './shape.js';

export interface Chunk {
  /** Exactly as the retriever returned it. */
  readonly text?: string | undefined;
  readonly id?: string | number | bigint | null | undefined;
  /** Display only: it never enters a verdict. */
  readonly score?: number | undefined;
}

/** The application's own reading of an item: a chunk, or its text; undefined = not known. */
export type ChunkOf<Item> = (item: Item) => Chunk | string | undefined;

/** One item as it is logged. */
export interface LoggedChunk {
  readonly text?: string;
  readonly id?: string;
  readonly score?: number;
  /** Addresses in the item's metadata: the claim audit takes them as known. */
  readonly urls?: readonly string[];
}

export function readChunk(item: unknown, chunkOf?: ChunkOf<never>): LoggedChunk {
  const read = chunkOf === undefined ? guess(item) : (chunkOf as ChunkOf<unknown>)(item);
  if (typeof read === 'string') return { text: wellFormed(read) };
  if (read === undefined) return {};
  const id = labelOf(read.id);
  const { text, score } = read;
  return {
    ...(typeof text === 'string' ? { text: wellFormed(text) } : {}),
    ...(id === undefined ? {} : { id }),
    ...(typeof score === 'number' && Number.isFinite(score) ? { score } : {}),
  };
}

const MAX_URLS = 16;
/** Longer strings are texts, not addresses. */
const MAX_URL_UNITS = 2_048;

/** Addresses beside the text: on the item, in its metadata or payload. */
export function urlsOf(item: unknown): readonly string[] | undefined {
  const shape = asShape(withoutScore(item));
  if (shape === undefined) return undefined;
  const urls = new Set<string>();
  for (const holder of [shape, ...HOLDERS.map((key) => asShape(shape[key]))]) {
    collectUrls(holder, urls);
    for (const key of METADATA) collectUrls(asShape(holder?.[key]), urls);
  }
  return urls.size === 0 ? undefined : [...urls].slice(0, MAX_URLS);
}

function collectUrls(shape: Shape | undefined, urls: Set<string>): void {
  for (const key in shape) {
    const value = shape[key];
    if (typeof value !== 'string' || value.length > MAX_URL_UNITS || TEXTS.includes(key)) continue;
    if (value.includes('://')) urls.add(value);
  }
}

/** Ids that say nothing are none (spec §2 "chunk"). */
function labelOf(id: unknown): string | undefined {
  if (typeof id === 'bigint' || Number.isSafeInteger(id)) return String(id);
  if (typeof id !== 'string') return undefined;
  return id === '' || id === 'undefined' || id === 'null' || id === 'None' ? undefined : wellFormed(id);
}

/** Fields that hold an item's text. Two of them that differ make the item unknown. */
const TEXTS = ['text', 'pageContent', 'page_content', 'content', 'chunk_text', 'chunkText', 'chunk'];
/** Where libraries put the item itself. */
export const HOLDERS = [
  'document',
  'doc',
  'node',
  'chunk',
  'payload',
  '_source',
  'fields',
  'properties',
  'entity',
  'value',
];
/** Where they put what they know of it. */
export const METADATA = ['metadata', 'attributes'];
const IDS = ['id', '_id', 'id_', 'uuid', 'chunkId', 'chunk_id', 'node_id', 'doc_id', 'key'];
const SCORES = ['score', '_score', 'similarity', 'relevanceScore', 'relevance_score', '@search.score'];

function guess(item: unknown): Chunk | string | undefined {
  if (typeof item === 'string') return item;
  const pair = scored(item);
  if (pair !== undefined) return withScore(guess(pair[0]), pair[1]);
  const shape = asShape(item);
  if (shape === undefined) return undefined;
  const inner = HOLDERS.map((key) => asShape(shape[key])).filter((held) => held !== undefined);
  return { text: guessText(shape, inner), id: firstId([shape, ...inner]), score: firstScore(shape) };
}

/** `[document, score]`, as similarity searches with scores return it. */
function scored(item: unknown): readonly [unknown, number] | undefined {
  const pair = asList(item);
  return pair?.length === 2 && typeof pair[1] === 'number' ? [pair[0], pair[1]] : undefined;
}

export function withoutScore(item: unknown): unknown {
  return scored(item)?.[0] ?? item;
}

function withScore(chunk: Chunk | string | undefined, score: number): Chunk | undefined {
  return typeof chunk === 'string' ? { text: chunk, score } : chunk === undefined ? undefined : { score, ...chunk };
}

function guessText(shape: Shape, inner: readonly Shape[]): string | undefined {
  const found = new Set<string>();
  for (const holder of [shape, ...inner]) {
    for (const key of TEXTS) {
      const text = asText(holder[key]) ?? onePartText(holder[key]);
      if (text !== undefined) found.add(text);
    }
  }
  // Stores that know only metadata keep the text there.
  if (found.size === 0) {
    for (const holder of [shape, ...inner]) {
      const metadata = asShape(holder['metadata']);
      const text = metadata === undefined ? undefined : onlyText(metadata, TEXTS);
      if (text !== undefined) found.add(text);
    }
  }
  const [text] = found;
  return found.size === 1 ? text : undefined;
}

/** Genkit documents and vector-store searches: content in parts. Only a single text is sure. */
function onePartText(content: unknown): string | undefined {
  const parts = asList(content);
  return parts?.length === 1 ? asText(asShape(parts[0])?.['text']) : undefined;
}

function firstId(holders: readonly Shape[]): Chunk['id'] {
  for (const holder of holders) {
    for (const key of IDS) if (labelOf(holder[key]) !== undefined) return holder[key] as Chunk['id'];
  }
  for (const holder of holders) {
    const id = asShape(holder['metadata'])?.['id'];
    if (labelOf(id) !== undefined) return id as Chunk['id'];
  }
  return undefined;
}

function firstScore(shape: Shape): number | undefined {
  const key = SCORES.find((name) => typeof shape[name] === 'number');
  return key === undefined ? undefined : (shape[key] as number);
}
