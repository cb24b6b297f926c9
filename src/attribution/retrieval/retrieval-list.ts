/** One list of the log with its k and what it handed on (spec §3 "Retrieval log"). */
import type { RetrievedItem, TopKSource } from '../../model/retrieval-log.js';
import type { RunRetrieval } from '../../model/run.js';
import type { LogOptions } from './retrieval-log.js';

export interface ResolvedList {
  readonly retrieval: RunRetrieval;
  readonly items: readonly RetrievedItem[];
  /** How many of `items`, from the top, were handed on. */
  readonly handedOn: number;
  readonly candidatesSeen: number;
  readonly topK: number;
  readonly topKSource: TopKSource;
  /** The span logged a list, or ended in error (then what it returned, nothing). */
  readonly isListed: boolean;
  /** The span logged a list. */
  readonly isExplicit: boolean;
  readonly isFailed: boolean;
  /** There were more items than the list holds (arrays end at 1,000). */
  readonly isTruncated: boolean;
}

/** Identity is the digest; text stands in where it has none (invalid text). */
export function itemKey(item: RetrievedItem): string | undefined {
  return item.digest ?? (item.text === undefined ? undefined : `text:${item.text}`);
}

export function resolveList(retrieval: RunRetrieval, options: LogOptions): ResolvedList {
  const { list, span } = retrieval;
  const items = list.items ?? [];
  const [knownK, source] = knownTopK(list.topK, options);
  const handedOn = list.handedOn ?? defaultHandedOn(items, knownK, options);
  const isFailed = span.status === 'error';
  return {
    retrieval,
    items,
    handedOn: Math.min(handedOn, items.length),
    candidatesSeen: Math.max(items.length, list.count ?? 0),
    topK: knownK ?? handedOn,
    topKSource: source,
    isListed: list.items !== undefined || (isFailed && !list.lossy),
    isExplicit: list.items !== undefined,
    isFailed,
    isTruncated: list.items !== undefined && (handedOn > items.length || (list.count ?? 0) > items.length),
  };
}

function knownTopK(logged: number | undefined, options: LogOptions): [number | undefined, TopKSource] {
  if (logged !== undefined) return [logged, 'requested'];
  if (options.serviceTopK !== undefined) return [options.serviceTopK, 'case'];
  if (options.optionTopK !== undefined) return [options.optionTopK, 'option'];
  return [undefined, 'observed'];
}

/** The first k; all when k is unknown, or when an item beyond k stands whole in the sent context. */
function defaultHandedOn(items: readonly RetrievedItem[], k: number | undefined, options: LogOptions): number {
  if (k === undefined || items.length <= k) return items.length;
  const within = new Set(items.slice(0, k).map(itemKey));
  const beyond = items.slice(k).filter((item) => !within.has(itemKey(item)));
  return beyond.some(options.standsWhole) ? items.length : k;
}
