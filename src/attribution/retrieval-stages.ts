/**
 * Later stages (spec §3): a list of stage fuse, rerank or filter, or for the same query, that starts
 * after others ended and whose items all stand in them replaces them, unless an item it lacks stands
 * whole in the sent context.
 */
import type { RetrievedItem } from '../model/retrieval-log.js';
import { type ResolvedList, itemKey } from './retrieval-list.js';

export interface Stages {
  /** The lists that make the log, in order of start, then span id. */
  readonly counting: readonly ResolvedList[];
  readonly replaced: readonly ResolvedList[];
}

export function replaceEarlierStages(lists: readonly ResolvedList[], anyStandsWhole: (items: readonly RetrievedItem[]) => boolean): Stages {
  let active: ResolvedList[] = [];
  const replaced: ResolvedList[] = [];
  for (const list of lists) {
    const earlier = active.filter((other) => startsAfter(list, other));
    const stages = candidates(list, earlier).find((others) => follows(list, others, anyStandsWhole));
    if (stages !== undefined) {
      const gone = new Set(stages);
      active = active.filter((other) => !gone.has(other));
      replaced.push(...stages);
    }
    active.push(list);
  }
  return { counting: active, replaced };
}

/**
 * Which earlier lists may be the ones it follows, tried in turn. Sub-questions rerank their own
 * lists, so the same query comes before all; fusion joins rewritten queries, so there all come first.
 */
function candidates(list: ResolvedList, earlier: readonly ResolvedList[]): ResolvedList[][] {
  if (earlier.length === 0) return [];
  const query = queryOf(list);
  const sameQuery = query === undefined ? [] : earlier.filter((other) => queryOf(other) === query);
  if (list.retrieval.list.stage === 'retrieve') return sameQuery.length > 0 ? [sameQuery] : [];
  const keys = keysOf(list.items);
  const sharing = earlier.filter((other) => other.items.some((item) => keys.has(itemKey(item))));
  const all = [...earlier];
  const ordered = list.retrieval.list.stage === 'fuse' ? [all, sameQuery, sharing] : [sameQuery, all, sharing];
  return ordered.filter((others) => others.length > 0);
}

function follows(list: ResolvedList, others: readonly ResolvedList[], anyStandsWhole: (items: readonly RetrievedItem[]) => boolean): boolean {
  const there = new Set(others.flatMap((other) => other.items.map(itemKey)));
  if (list.items.some((item) => itemKey(item) === undefined || !there.has(itemKey(item)))) return false;
  const own = keysOf(list.items);
  return !anyStandsWhole(others.flatMap((other) => other.items.filter((item) => !own.has(itemKey(item)))));
}

function keysOf(items: readonly RetrievedItem[]): ReadonlySet<string | undefined> {
  return new Set(items.map(itemKey));
}

function queryOf(list: ResolvedList): string | undefined {
  return list.retrieval.list.querySha256 ?? list.retrieval.list.query;
}

/** Inside one resource by the clock; over two a later stage is one by its stage alone. */
function startsAfter(list: ResolvedList, other: ResolvedList): boolean {
  const a = list.retrieval.span;
  const b = other.retrieval.span;
  if (a.resource.key !== b.resource.key) return list.retrieval.list.stage !== 'retrieve' && other.retrieval.list.stage === 'retrieve';
  return b.endTimeUnixNano !== undefined && b.endTimeUnixNano <= a.startTimeUnixNano;
}
