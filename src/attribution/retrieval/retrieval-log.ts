/**
 * A run's retrieval log out of its lists (spec §3 "Retrieval log"): what was handed on, the other
 * candidates, and what a later stage or an enclosing list dropped.
 */
import type { RetrievedItem, RetrievalStage, TopKSource } from '../../model/retrieval-log.js';
import type { Run, RunRetrieval } from '../../model/run.js';
import type { UnknownReason } from '../../model/verdict.js';
import { type ResolvedList, itemKey, resolveList } from './retrieval-list.js';
import { replaceEarlierStages } from './retrieval-stages.js';
import { trimWhiteSpace } from '../text/unicode.js';

export interface LogItem {
  readonly item: RetrievedItem;
  /** 1-based, within the log (union) or, for a dropped one, within its own list. */
  readonly rank: number;
  readonly stage: RetrievalStage;
  readonly candidatesSeen: number;
  readonly topK: number;
  readonly topKSource: TopKSource;
  /** Its digest was made with a key that is not ours. */
  readonly isForeignHash: boolean;
}

export interface RunLog {
  /** A retrieval was seen. */
  readonly isLogged: boolean;
  /** A list was: only then there is something to count ("not logged is not empty"). */
  readonly isListed: boolean;
  /** Every retrieval's was, or stands in an enclosing one's. */
  readonly isWhollyListed: boolean;
  /** Handed on, in rank order, without blank items. */
  readonly handedOn: readonly LogItem[];
  /** Candidates that were not handed on, of the lists that count. */
  readonly below: readonly LogItem[];
  /** Candidates that an earlier stage did not hand on. */
  readonly belowEarlier: readonly LogItem[];
  /** Handed on by an earlier stage or an inner list, dropped by the later or enclosing one; latest first. */
  readonly rerankedOut: readonly LogItem[];
  /** Explicit lists, all of them empty, at least one. */
  readonly isExplicitlyEmpty: boolean;
  /** A retrieval ended in error and none for the same query succeeded after it. */
  readonly hasFailed: boolean;
  readonly candidatesSeen: number;
  readonly topK?: number;
  readonly topKSource?: TopKSource;
  /** Why "not found" in the lists themselves (not their items) proves nothing. */
  readonly gaps: readonly UnknownReason[];
  /** Snapshots logged, distinct. */
  readonly snapshots: readonly string[];
}

export interface LogOptions {
  readonly serviceTopK: number | undefined;
  readonly optionTopK: number | undefined;
  /** The item stands whole in the sent context. */
  readonly standsWhole: (item: RetrievedItem) => boolean;
}

export function buildRunLog(run: Run, options: LogOptions): RunLog {
  const resolved = new Map<RunRetrieval, ResolvedList>();
  for (const retrieval of run.retrievals) resolved.set(retrieval, resolveList(retrieval, options));
  const lists = [...resolved.values()];
  const inner = lists.filter((list) => list.retrieval.enclosing !== undefined);
  const outer = lists.filter((list) => list.retrieval.enclosing === undefined && list.isListed);
  const stages = replaceEarlierStages(outer, options.standsWhole);
  const counting = stages.counting;
  const replaced = [...inner.filter((list) => list.isListed), ...stages.replaced].sort((a, b) => compareEnds(b, a));

  const union = unite(counting);
  const handedKeys = new Set(union.handedOn.map(({ item }) => itemKey(item)));
  const isHandedOn = (entry: LogItem): boolean => {
    const key = itemKey(entry.item);
    return key !== undefined && handedKeys.has(key);
  };
  const earlier = replaced.flatMap((list) => ranked(list));
  return {
    isLogged: run.retrievals.length > 0,
    isListed: counting.length > 0,
    isWhollyListed:
      counting.length > 0 && lists.every((list) => list.isListed || list.retrieval.enclosing !== undefined),
    handedOn: union.handedOn.filter(({ item }) => !isBlank(item)),
    below: union.below,
    belowEarlier: earlier.filter((entry) => !entry.isHandedOn && !isHandedOn(entry)),
    rerankedOut: earlier.filter((entry) => entry.isHandedOn && !isHandedOn(entry)),
    isExplicitlyEmpty: isExplicitlyEmpty(lists, counting),
    hasFailed: hasFailedForGood(lists),
    candidatesSeen: counting.reduce((sum, list) => sum + list.candidatesSeen, 0),
    ...kOf(counting.length > 0 ? counting : lists.filter((list) => list.topKSource === 'requested')),
    gaps: gapsOf(lists.filter((list) => list.retrieval.enclosing === undefined)),
    snapshots: distinct(run.retrievals.map(({ list }) => list.snapshot)),
  };
}

/** What counts is explicit empty lists: nothing was found, or a later stage kept nothing. */
function isExplicitlyEmpty(lists: readonly ResolvedList[], counting: readonly ResolvedList[]): boolean {
  const isEmpty = ({ isExplicit, items, candidatesSeen, retrieval }: ResolvedList): boolean =>
    isExplicit && items.length === 0 && candidatesSeen === 0 && !retrieval.list.lossy;
  const isTold = ({ isExplicit, retrieval }: ResolvedList): boolean => isExplicit || retrieval.enclosing !== undefined;
  return counting.length > 0 && counting.every(isEmpty) && lists.every(isTold);
}

function kOf(lists: readonly ResolvedList[]): { readonly topK?: number; readonly topKSource?: TopKSource } {
  const order: readonly TopKSource[] = ['requested', 'case', 'option', 'observed'];
  const source = order.find((name) => lists.some((list) => list.topKSource === name));
  return source === undefined ? {} : { topK: lists.reduce((sum, list) => sum + list.topK, 0), topKSource: source };
}

function unite(lists: readonly ResolvedList[]): { handedOn: LogItem[]; below: LogItem[] } {
  /** Key → the first list that has it: a text twice in one list keeps both places. */
  const seen = new Map<string, ResolvedList>();
  const handed = new Set<string>();
  const handedOn: LogItem[] = [];
  const below: LogItem[] = [];
  const add = (to: LogItem[], list: ResolvedList, items: readonly RetrievedItem[]): void => {
    for (const item of items) {
      const key = itemKey(item);
      const first = key === undefined ? list : (seen.get(key) ?? list);
      if (first !== list || (key !== undefined && to === below && handed.has(key))) continue;
      if (key !== undefined) seen.set(key, list);
      to.push({ ...place(list, item), rank: 0 });
    }
  };
  for (const list of lists) add(handedOn, list, list.items.slice(0, list.handedOn));
  for (const key of seen.keys()) handed.add(key);
  for (const list of lists) add(below, list, list.items.slice(list.handedOn));
  // Ranks run through the union, so the counts beside them are the union's.
  const candidatesSeen = lists.reduce((sum, list) => sum + list.candidatesSeen, 0);
  const whole = { candidatesSeen, ...kOf(lists) };
  const rank = (entry: LogItem, index: number): LogItem => ({ ...entry, ...whole, rank: index + 1 });
  return { handedOn: handedOn.map(rank), below: below.map((entry, index) => rank(entry, handedOn.length + index)) };
}

function ranked(list: ResolvedList): (LogItem & { readonly isHandedOn: boolean })[] {
  return list.items.map((item, index) => ({
    ...place(list, item),
    rank: index + 1,
    isHandedOn: index < list.handedOn,
  }));
}

function place(list: ResolvedList, item: RetrievedItem): Omit<LogItem, 'rank'> {
  return {
    item,
    stage: list.retrieval.list.stage,
    candidatesSeen: list.candidatesSeen,
    topK: list.topK,
    topKSource: list.topKSource,
    isForeignHash: list.retrieval.list.foreignHash && item.text === undefined,
  };
}

/** An item that is empty after trimming is not counted. */
export function isBlank(item: RetrievedItem): boolean {
  return item.text === undefined ? item.length === 0 : trimWhiteSpace(item.text) === '';
}

function compareEnds(a: ResolvedList, b: ResolvedList): number {
  const x = a.retrieval.span.endTimeUnixNano ?? a.retrieval.span.startTimeUnixNano;
  const y = b.retrieval.span.endTimeUnixNano ?? b.retrieval.span.startTimeUnixNano;
  return x < y ? -1 : x > y ? 1 : 0;
}

/** One ended in error, and none for the same query has succeeded after it. */
function hasFailedForGood(lists: readonly ResolvedList[]): boolean {
  const lastSuccess = new Map<string, ResolvedList>();
  for (const list of lists) {
    const query = queryKey(list);
    if (list.isFailed || query === undefined) continue;
    const known = lastSuccess.get(query);
    if (known === undefined || compareEnds(list, known) > 0) lastSuccess.set(query, list);
  }
  return lists.some((list) => {
    if (!list.isFailed) return false;
    const query = queryKey(list);
    const later = query === undefined ? undefined : lastSuccess.get(query);
    return later === undefined || compareEnds(later, list) < 0;
  });
}

function queryKey(list: ResolvedList): string | undefined {
  return list.retrieval.list.querySha256 ?? list.retrieval.list.query;
}

function gapsOf(lists: readonly ResolvedList[]): UnknownReason[] {
  const gaps = new Set<UnknownReason>();
  for (const { isListed, isTruncated, retrieval } of lists) {
    if (retrieval.list.lossy || isTruncated) gaps.add('lossy_capture');
    else if (!isListed) gaps.add('content_off');
  }
  return [...gaps];
}

function distinct(values: readonly (string | undefined)[]): string[] {
  return [...new Set(values.filter((value) => value !== undefined))];
}
