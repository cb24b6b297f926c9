/** Retrieval and rerank spans of GenAI: documents, query, k. */
import type { ItemReading } from '../../model/retrieved-item.js';
import type { Attributes, SpanRecord } from '../../model/span.js';
import { GEN_AI } from '../../semconv.js';
import { capture } from '../capture.js';
import type { RetrievalReading } from '../dialect.js';
import { readDocument, readDocuments } from '../documents.js';
import { readJson } from '../json-reading.js';
import type { TextReader } from '../lossy.js';
import { asCount, asList, asNumber, asShape, asText, asTopK, asWord } from '../scalars.js';
import { FLATTENED, PREFIX } from './names.js';
import { detailFields } from './sent.js';
import { eventName } from './events.js';

export function readRetrieval(
  record: SpanRecord,
  flattened: ReadonlyMap<string, unknown>,
  isRerank: boolean,
  values: TextReader,
): RetrievalReading {
  const { attributes } = record;
  const documents = documentsOf(record, flattened, values);
  const ranked = isRerank && documents.items === undefined ? rankedDocuments(attributes, values) : undefined;
  const query =
    asText(attributes[GEN_AI.RETRIEVAL_QUERY_TEXT]) ?? asText(eventValue(record, GEN_AI.RETRIEVAL_QUERY_TEXT));
  // Earlier text of the conventions had `gen_ai.request.top_k` here; on inference spans that is sampling.
  const topK = asTopK(attributes[GEN_AI.RETRIEVAL_TOP_K]) ?? asTopK(attributes[GEN_AI.REQUEST_TOP_K]);
  const source = asWord(attributes[GEN_AI.DATA_SOURCE_ID]);
  return {
    ...documents,
    ...ranked,
    ...(query === undefined ? {} : { query: values.read(query) }),
    ...(topK === undefined ? {} : { topK }),
    ...(source === undefined ? {} : { source }),
  };
}

function eventValue(record: SpanRecord, key: string): unknown {
  for (const event of record.events) {
    if (!eventName(event).startsWith(PREFIX)) continue;
    const value = detailFields(event).fields[key];
    if (value !== undefined && value !== null) return value;
  }
  return undefined;
}

function documentsOf(
  record: SpanRecord,
  flattened: ReadonlyMap<string, unknown>,
  values: TextReader,
): Pick<RetrievalReading, 'items' | 'broken'> {
  const held = capture(record.attributes[GEN_AI.RETRIEVAL_DOCUMENTS], 'json', values);
  const items = held === undefined ? undefined : readDocuments(held.value, held.texts);
  if (held !== undefined && items !== undefined && !held.broken) return { items };
  const second = readDocuments(flattened.get(FLATTENED.DOCUMENTS), values) ?? ofEvent(record, values);
  if (second !== undefined) return { items: second };
  if (held === undefined) return {};
  // Of damaged JSON the last text may be cut.
  return { broken: true, ...(items === undefined ? {} : { items: withLastLossy(items) }) };
}

function ofEvent(record: SpanRecord, values: TextReader): ItemReading[] | undefined {
  const held = capture(eventValue(record, GEN_AI.RETRIEVAL_DOCUMENTS), 'json', values);
  return held === undefined || held.broken ? undefined : readDocuments(held.value, held.texts);
}

export function withLastLossy(items: readonly ItemReading[]): ItemReading[] {
  return items.map((item, index) =>
    index === items.length - 1 && item.text !== undefined ? { ...item, text: { ...item.text, lossy: true } } : item,
  );
}

/** AI SDK: `ai.documents` (each a JSON string) in the order of `ai.ranking` (`{index, relevanceScore}`). */
function rankedDocuments(attributes: Attributes, values: TextReader): Pick<RetrievalReading, 'items' | 'inputs'> {
  const documents = asList(attributes['ai.documents']);
  const ranking = asList(attributes['ai.ranking']);
  if (documents === undefined) return {};
  const inputs = documents.map((document) => readDocument(unquoted(document), values));
  if (ranking === undefined) return { inputs };
  const items = ranking.map((entry) => {
    const shape = asShape(unquoted(entry));
    const index = asCount(shape?.['index'] ?? shape?.['originalIndex']);
    const score = asNumber(shape?.['relevanceScore'] ?? shape?.['score']);
    const input = index === undefined ? undefined : inputs[index];
    return input === undefined ? { lossy: true } : { ...input, ...(score === undefined ? {} : { score }) };
  });
  return { items, inputs };
}

export function unquoted(value: unknown): unknown {
  if (typeof value !== 'string') return value;
  const read = readJson(value);
  return read.kind === 'json' ? read.value : value;
}
