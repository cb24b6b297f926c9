/**
 * Retrieved documents in the spelling of any framework (spec §3 "Retrieval log"): OpenTelemetry's
 * `{id, content, score}`, LangChain's `{pageContent, metadata, id}`, LlamaIndex's
 * `{node: {id_, text}, score}`, Genkit's `{content: [{text}]}`, OpenInference's `{document: …}`.
 */
import type { ItemReading } from '../model/retrieved-item.js';
import { stringLeaves } from '../model/string-leaves.js';
import { urlsIn } from '../model/url.js';
import { readJson } from './json-reading.js';
import type { TextReader } from './lossy.js';
import { asId, asList, asNumber, asShape, asText, firstOf, type Shape } from './scalars.js';

const LIST_KEYS = ['documents', 'nodes', 'results', 'source_nodes', 'source_documents', 'matches', 'hits', 'chunks'];
const TEXT_KEYS = ['content', 'text', 'page_content', 'pageContent'];
const ID_KEYS = ['id', 'id_', 'node_id', 'nodeId', 'chunk_id', 'doc_id', '_id'];
const MAX_URLS = 64;

/** Undefined: no list of documents is there. An empty list is one. */
export function readDocuments(value: unknown, texts: TextReader): ItemReading[] | undefined {
  const list = asList(value) ?? listIn(asShape(value));
  return list?.map((item) => readDocument(item, texts));
}

function listIn(shape: Shape | undefined): readonly unknown[] | undefined {
  if (shape === undefined) return undefined;
  for (const key of LIST_KEYS) {
    const list = asList(shape[key]);
    if (list !== undefined) return list;
  }
  return undefined;
}

/** A null keeps its rank, as an item that telemetry lost. */
export function readDocument(value: unknown, texts: TextReader): ItemReading {
  if (typeof value === 'string') return { text: texts.read(value) };
  // [document, score], as some vector stores return it.
  const pair = asList(value);
  if (pair !== undefined) {
    const score = asNumber(pair[1]);
    return pair.length === 2 && asShape(pair[0]) !== undefined
      ? { ...readDocument(pair[0], texts), ...(score === undefined ? {} : { score }) }
      : { lossy: true };
  }
  const outer = asShape(value);
  if (outer === undefined) return { lossy: true };
  const held = asShape(outer['document']) ?? asShape(outer['node']) ?? outer;
  const shape = asShape(held['kwargs']) ?? held;
  const raw = textOf(shape);
  const id = firstId(shape) ?? firstId(outer);
  const score = asNumber(outer['score'] ?? shape['score'] ?? shape['distance']);
  const urls = urlsOf(outer, shape);
  return {
    ...(raw === undefined ? {} : { text: texts.read(raw) }),
    ...(id === undefined ? {} : { id }),
    ...(score === undefined ? {} : { score }),
    ...(urls.length === 0 ? {} : { urls }),
  };
}

function textOf(shape: Shape): string | undefined {
  for (const key of TEXT_KEYS) {
    const value = shape[key];
    if (typeof value === 'string') return value;
    const parts = asList(value);
    if (parts !== undefined && parts.length > 0) {
      const found = parts.flatMap((part) => asText(asShape(part)?.['text']) ?? asText(part) ?? []);
      if (found.length > 0) return found.join('');
    }
  }
  return undefined;
}

function firstId(shape: Shape): string | undefined {
  for (const key of ID_KEYS) {
    const id = asId(shape[key]);
    if (id !== undefined) return id;
  }
  return undefined;
}

/** URLs in what stands beside the text: the claim audit takes them as known. */
function urlsOf(outer: Shape, shape: Shape): string[] {
  const urls: string[] = [];
  for (const held of outer === shape ? [shape] : [outer, shape]) {
    for (const key of Object.keys(held)) {
      if (TEXT_KEYS.includes(key) || (held !== shape && asShape(held[key]) === shape)) continue;
      collectUrls(held[key], urls);
    }
  }
  return urls.slice(0, MAX_URLS);
}

function collectUrls(value: unknown, urls: string[]): void {
  if (urls.length >= MAX_URLS) return;
  if (typeof value === 'number' || typeof value === 'boolean' || value === null || value === undefined) return;
  if (typeof value === 'string') {
    if (value.includes('://')) urls.push(...urlsIn(unescaped(value)));
    return;
  }
  for (const leaf of stringLeaves(value)) if (leaf.includes('://')) urls.push(...urlsIn(leaf));
}

/** Metadata is JSON in a string in some formats. */
function unescaped(value: string): string {
  const read = readJson(value);
  return read.kind === 'json' ? stringLeaves(read.value).join(' ') : value;
}

/** Items of `first`, with ids, scores and texts that only `second` has; both in the same rank order. */
export function completedBy(first: readonly ItemReading[], second: readonly ItemReading[]): ItemReading[] {
  if (first.length !== second.length) return [...first];
  return first.map((item, index) => {
    const other = second[index] as ItemReading;
    const { lossy: _lossy, ...rest } = other;
    return { ...rest, ...item };
  });
}

/** The query that JSON arguments of a retriever hold, with the k beside it (Haystack). */
export function readQueryArguments(value: unknown): { readonly query?: string; readonly topK?: unknown } {
  const shape = asShape(value);
  if (shape === undefined) return {};
  const query = asText(firstOf(shape, ['query', 'query_str', 'queryText', 'question', 'input', 'text']));
  const topK = firstOf(shape, ['top_k', 'topK', 'k', 'similarity_top_k']);
  return { ...(query === undefined ? {} : { query }), ...(topK === undefined ? {} : { topK }) };
}
