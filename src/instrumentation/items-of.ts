/** Where the list of items stands in what a retriever returned. */
import { asList, asShape, type Shape } from './shape.js';

const LISTS = [
  'documents',
  'docs',
  'hits',
  'matches',
  'results',
  'points',
  'nodes',
  'chunks',
  'items',
  'data',
  'value',
  'objects',
  'records',
  'rows',
  'ranking',
];

/** Undefined: no list that could be told for sure. An explicit empty list is a list. */
export function itemsOf(result: unknown): readonly unknown[] | undefined {
  const list = asList(result) ?? (result instanceof Set ? [...result] : undefined);
  if (list !== undefined) return list;
  const shape = asShape(result);
  if (shape === undefined) return undefined;
  const rows = chromaRows(shape);
  if (rows !== undefined) return rows;
  // Elasticsearch holds {hits: {hits: […]}}.
  const held = LISTS.map((key) => asList(shape[key]) ?? asList(asShape(shape[key])?.[key])).filter(
    (one) => one !== undefined,
  );
  return held.length === 1 ? held[0] : undefined;
}

/** Chroma answers by columns, one inner list per query: {ids: [[…]], documents: [[…]]}. One query only. */
function chromaRows({ documents, ids, metadatas }: Shape): readonly unknown[] | undefined {
  const columns = asList(documents);
  const texts = columns?.length === 1 ? asList(columns[0]) : undefined;
  if (texts === undefined) return undefined;
  const [labels = [], metadata = []] = [ids, metadatas].map((column) => asList(asList(column)?.[0]));
  return texts.map((text, index) => ({ text, id: labels[index], metadata: metadata[index] }));
}
