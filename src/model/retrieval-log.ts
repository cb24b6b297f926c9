/** What one retrieval span logged (spec §3 "Retrieval log"). */

export type RetrievalStage = 'retrieve' | 'fuse' | 'rerank' | 'filter';
export type TopKSource = 'requested' | 'case' | 'option' | 'observed';

/** One item, in rank order. A null in a logged list keeps its place as an item without digest and text. */
export interface RetrievedItem {
  /** 32 hex characters: logged, or computed by the translator from valid, not lossy `text`. */
  readonly digest?: string;
  readonly text?: string;
  /** UTF-8 bytes of the text. */
  readonly length?: number;
  /** Label only; `""`, `undefined`, `null`, `None` are left out; integers in decimal. */
  readonly id?: string;
  /** Display only: never read by attribution. */
  readonly score?: number;
  /** Text as telemetry may have changed it, or a null in a list of digests or texts. */
  readonly lossy: boolean;
  /** The text holds U+FFFD. */
  readonly invalid: boolean;
  /** URLs found in the item's metadata: the claim audit's `unknown_url` accepts them. */
  readonly urls?: readonly string[];
}

export interface RetrievalList {
  readonly stage: RetrievalStage;
  /** The query's text, when captured. */
  readonly query?: string;
  /** 64 hex. Computed from `query` by the translator when only the text is there. */
  readonly querySha256?: string;
  /** The requested k, when logged. */
  readonly topK?: number;
  /** `ragspan.retrieval.handed_on`: how many of `items`, from the top, were handed on. */
  readonly handedOn?: number;
  /** `ragspan.retrieval.chunk.count`: all items, when the list itself is shorter (1,000 at most). */
  readonly count?: number;
  /**
   * Absent: the span logged no list (`content_off` when it has neither text, hash nor record).
   * Empty: an explicit empty list, the only thing that means "zero items".
   */
  readonly items?: readonly RetrievedItem[];
  /**
   * What a reranker was given, where its span logs that beside `items`: an item in here and not in
   * `items` was dropped by this stage.
   */
  readonly inputs?: readonly RetrievedItem[];
  /** The list itself may be incomplete (unparseable JSON, dropped attributes or events on the span). */
  readonly lossy: boolean;
  /** Index version, for pins and `case_stale`. */
  readonly snapshot?: string;
  readonly source?: string;
  /** Name of the key the digests were made with: 8 hex; absent = plain SHA-256. */
  readonly hashKey?: string;
  /** The logged digests were made with a key that is not ours and no text is at hand. */
  readonly foreignHash: boolean;
}
