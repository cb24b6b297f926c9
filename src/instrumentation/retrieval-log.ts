/** What a retrieval's callback says about its candidates, and how the whole list is written on the span. */
import type { Span } from '@opentelemetry/api';
import type { RetrievalStage } from '../model/retrieval-log.js';
import type { AttributeValue } from '../model/span.js';
import { isInvalidText } from '../model/text.js';
import { utf8Length, wellFormed } from '../model/utf8.js';
import { GEN_AI, RAGSPAN } from '../semconv.js';
import { currentHash, writeText } from './capture.js';
import { readChunk, urlsOf } from './chunk-of.js';
import type { Chunk, ChunkOf, LoggedChunk } from './chunk-of.js';
import { guarded } from './guard.js';
import type { SpanOptions } from './wrap.js';

/** Items written on one span (spec §10); `chunk.count` says how many there were. */
const MAX_LOGGED_CHUNKS = 1_000;
const MAX_HELD_CHUNKS = 20_000;

export interface RetrievalOptions<Item = unknown> extends SpanOptions {
  /** Name of the index or store: `gen_ai.data_source.id`. */
  readonly source?: string | undefined;
  /** The query's text. Its hash goes on the span; the text only with content capture. */
  readonly query?: string | undefined;
  /** The k that was asked for. Not given: the number handed on is taken, and marked as observed. */
  readonly topK?: number | undefined;
  /** Version of the index. */
  readonly snapshot?: string | undefined;
  /** Default `retrieve`. A later stage (`fuse`, `rerank`, `filter`) replaces the lists it was made of. */
  readonly stage?: RetrievalStage | undefined;
  /** Text, id and score of one of your items, where the common shapes do not fit. */
  readonly chunkOf?: ChunkOf<Item> | undefined;
}

export interface RetrievalLog {
  /**
   * All candidates in rank order, before the cut to k: what tells "below k" from "not retrieved".
   * Give chunks (`{ id, text, score }`) or items that `chunkOf` or the common shapes can read.
   */
  candidates(ranked: readonly (Chunk | string | object)[]): void;
  /** What is handed on, in rank order, when the callback returns something else than the list (a formatted text). */
  handedOn(ranked: readonly (Chunk | string | object)[]): void;
}

export const IDLE_RETRIEVAL_LOG: RetrievalLog = { candidates: () => undefined, handedOn: () => undefined };

/** The log of one live span. */
export class LiveRetrievalLog implements RetrievalLog {
  readonly ranked: LoggedChunk[] = [];
  /** Said by the application; else read from the callback's result. */
  handed: LoggedChunk[] | undefined;
  readonly #chunkOf: ChunkOf<never> | undefined;

  constructor(chunkOf: ChunkOf<never> | undefined) {
    this.#chunkOf = chunkOf;
  }

  candidates(ranked: readonly (Chunk | string | object)[]): void {
    guarded(
      'retrieval candidates',
      () => {
        for (const item of ranked) this.ranked.push(readItem(item, this.#chunkOf));
      },
      undefined,
    );
  }

  handedOn(ranked: readonly (Chunk | string | object)[]): void {
    guarded(
      'handed-on items',
      () => {
        this.handed = [...ranked].map((item) => readItem(item, this.#chunkOf));
      },
      undefined,
    );
  }
}

/** The application's mapper first; what it does not know may still be a plain chunk. */
function readItem(item: unknown, chunkOf: ChunkOf<never> | undefined): LoggedChunk {
  const mapped = readRetrieved(item, chunkOf);
  return mapped.text !== undefined || chunkOf === undefined ? mapped : readRetrieved(item, undefined);
}

/** With the addresses in its metadata, which the claim audit takes as known. */
export function readRetrieved(item: unknown, chunkOf: ChunkOf<never> | undefined): LoggedChunk {
  const chunk = readSafely(item, chunkOf);
  const urls = guarded('reading metadata', () => urlsOf(item), undefined);
  return urls === undefined ? chunk : { ...chunk, urls };
}

/** An item that cannot be read keeps its rank. */
export function readSafely(item: unknown, chunkOf: ChunkOf<never> | undefined): LoggedChunk {
  return guarded('reading a retrieved item', () => readChunk(item, chunkOf), {});
}

export function writeRequest(span: Span, options: RetrievalOptions<never>): void {
  span.setAttribute(RAGSPAN.RETRIEVAL_STAGE, options.stage ?? 'retrieve');
  if (options.source !== undefined) span.setAttribute(GEN_AI.DATA_SOURCE_ID, options.source);
  if (Number.isSafeInteger(options.topK)) span.setAttribute(GEN_AI.RETRIEVAL_TOP_K, options.topK ?? 0);
  if (options.snapshot !== undefined) span.setAttribute(RAGSPAN.RETRIEVAL_SNAPSHOT, options.snapshot);
  if (typeof options.query === 'string') {
    const query = wellFormed(options.query);
    span.setAttribute(RAGSPAN.RETRIEVAL_QUERY_SHA256, currentHash().sha256(query));
    writeText(span, GEN_AI.RETRIEVAL_QUERY_TEXT, query);
  }
}

/** `chunks`: what was handed on, then the other candidates, in rank order. */
export function writeList(span: Span, chunks: readonly LoggedChunk[], handedOn: number): void {
  const hash = currentHash();
  const logged = chunks.slice(0, MAX_LOGGED_CHUNKS);
  // `""` and −1 keep the rank of an item whose digest, id or length is not known.
  const digests = logged.map(({ text }) => (text === undefined || isInvalidText(text) ? '' : hash.digest(text)));
  span.setAttribute(RAGSPAN.RETRIEVAL_CHUNK_DIGESTS, digests);
  span.setAttribute(
    RAGSPAN.RETRIEVAL_CHUNK_BYTES,
    logged.map(({ text }) => (text === undefined ? -1 : utf8Length(text))),
  );
  if (logged.some(({ id }) => id !== undefined)) {
    span.setAttribute(
      RAGSPAN.RETRIEVAL_CHUNK_IDS,
      logged.map(({ id }) => id ?? ''),
    );
  }
  span.setAttribute(RAGSPAN.RETRIEVAL_CHUNK_COUNT, chunks.length);
  span.setAttribute(RAGSPAN.RETRIEVAL_HANDED_ON, handedOn);
  // In this process every item is judged, however many were written.
  const documents = chunks.slice(0, MAX_HELD_CHUNKS).map(documentOf);
  writeText(span, GEN_AI.RETRIEVAL_DOCUMENTS, documents, documents.slice(0, MAX_LOGGED_CHUNKS));
}

function documentOf({ text, id, score, urls }: LoggedChunk): AttributeValue {
  return {
    ...(id === undefined ? {} : { id }),
    ...(text === undefined ? {} : { content: text }),
    ...(score === undefined ? {} : { score }),
    ...(urls === undefined ? {} : { urls }),
  };
}
