/** RETRIEVER and RERANKER spans: documents, query, k. */
import type { ItemReading } from '../../model/retrieved-item.js';
import type { Attributes, SpanRecord } from '../../model/span.js';
import type { ReadingContext, RetrievalReading } from '../dialect.js';
import { completedBy, readDocument, readDocuments, readQueryArguments } from '../documents.js';
import { unquoted, withLastLossy } from '../gen-ai/retrieved.js';
import type { TextReader } from '../lossy.js';
import { asCount, asList, asNumber, asShape, asText, asTopK } from '../scalars.js';
import { unflatten } from '../unflatten.js';
import { readBlob } from './blob.js';
import * as names from './names.js';

export function readRetriever(record: SpanRecord, context: ReadingContext): RetrievalReading {
  const { attributes } = record;
  const { values } = context;
  const flattened = unflatten(attributes, [names.FLATTENED.DOCUMENTS]);
  const { query, topK } = readQuery(attributes, values);
  return {
    ...documentsOf(attributes, flattened.get(names.FLATTENED.DOCUMENTS), values),
    ...(query === undefined ? {} : { query }),
    ...(topK === undefined ? {} : { topK }),
  };
}

/** The blob's documents where it is whole and holds their text, completed by what only the keys have. */
function documentsOf(
  attributes: Attributes,
  flattened: unknown,
  values: TextReader,
): Pick<RetrievalReading, 'items' | 'broken'> {
  const ofKeys = asList(flattened)?.map((document) => readDocument(document, values));
  const blob = readBlob(attributes[names.OUTPUT_VALUE], attributes[names.OUTPUT_MIME], values);
  const ofBlob =
    blob.kind === 'structure' || blob.kind === 'broken'
      ? readDocuments(blob.capture.value, blob.capture.texts)
      : undefined;
  if (ofBlob !== undefined && blob.kind === 'structure') {
    if (ofKeys === undefined || hasAllTexts(ofBlob) || !hasAllTexts(ofKeys))
      return { items: ofKeys === undefined ? ofBlob : completedBy(ofBlob, ofKeys) };
  }
  if (ofKeys !== undefined) return { items: ofBlob === undefined ? ofKeys : completedBy(ofKeys, ofBlob) };
  if (blob.kind === 'redacted') return { broken: true };
  if (blob.kind !== 'broken') return {};
  return { broken: true, ...(ofBlob === undefined ? {} : { items: withLastLossy(ofBlob) }) };
}

function hasAllTexts(items: readonly ItemReading[]): boolean {
  return items.every((item) => item.text !== undefined);
}

/** A plain query, or the arguments of the call in JSON (Haystack), k beside it. */
function readQuery(attributes: Attributes, values: TextReader): Pick<RetrievalReading, 'query' | 'topK'> {
  const blob = readBlob(attributes[names.INPUT_VALUE], attributes[names.INPUT_MIME], values);
  if (blob.kind === 'text') return { query: values.read(blob.raw) };
  if (blob.kind !== 'structure') return {};
  const { query, topK } = readQueryArguments(blob.capture.value);
  const k = asTopK(topK);
  return {
    ...(query === undefined ? {} : { query: blob.capture.texts.read(query) }),
    ...(k === undefined ? {} : { topK: k }),
  };
}

export function readReranker(record: SpanRecord, context: ReadingContext): RetrievalReading {
  const { attributes } = record;
  const { values } = context;
  const flattened = unflatten(attributes, [names.FLATTENED.RERANKED, names.FLATTENED.RERANKER_INPUTS]);
  const inputs = asList(flattened.get(names.FLATTENED.RERANKER_INPUTS))?.map((document) =>
    inputDocument(document, values),
  );
  const ranked = asList(flattened.get(names.FLATTENED.RERANKED));
  const query = asText(attributes[names.RERANKER_QUERY]);
  const topK = asTopK(attributes[names.RERANKER_TOP_K]);
  return {
    ...(ranked === undefined
      ? documentsOf(attributes, undefined, values)
      : { items: ranked.map((document) => outputDocument(document, inputs ?? [], values)) }),
    ...(inputs === undefined ? {} : { inputs }),
    ...(query === undefined ? {} : { query: values.read(query) }),
    ...(topK === undefined ? {} : { topK }),
  };
}

/** The AI SDK converter writes the document as a JSON string. */
function inputDocument(document: unknown, values: TextReader): ItemReading {
  const held = asShape(asShape(document)?.['document']);
  const text = unquoted(held?.['content']);
  return held !== undefined && typeof text === 'string' && text !== held['content']
    ? readDocument({ ...held, content: text }, values)
    : readDocument(document, values);
}

/** … and the result as `{"index": …, "relevanceScore": …}`: a place among the inputs, no text. */
function outputDocument(document: unknown, inputs: readonly ItemReading[], values: TextReader): ItemReading {
  const held = asShape(asShape(document)?.['document']);
  const entry = asShape(unquoted(held?.['content']));
  const index = asCount(entry?.['index']);
  if (entry === undefined || index === undefined || entry['relevanceScore'] === undefined)
    return readDocument(document, values);
  const score = asNumber(entry['relevanceScore']);
  const input = inputs[index];
  return input === undefined ? { lossy: true } : { ...input, ...(score === undefined ? {} : { score }) };
}
