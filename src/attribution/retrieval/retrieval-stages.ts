/**
 * Later stages (spec §3): a list of stage fuse, rerank or filter, or for the same query, that starts
 * after others ended and whose items all stand in them replaces them, unless an item it lacks stands
 * whole in the sent context.
 *
 * How it works: lists are taken in order of start, those that have ended by then having been put
 * into a `Reach`, which knows for all of them together, and per query, which items they hold and
 * which of these stand whole. So one list costs its own items. Over several resources clocks tell
 * nothing: there the stages alone tell which is the later one, and this is looked at first.
 */
import type { RetrievalStage, RetrievedItem } from '../../model/retrieval-log.js';
import { type ResolvedList, itemKey } from './retrieval-list.js';
import { type ListGroup, Reach } from './stage-reach.js';

export interface Stages {
  /** The lists that make the log, in order of start, then span id. */
  readonly counting: readonly ResolvedList[];
  readonly replaced: readonly ResolvedList[];
}

const STAGES: readonly RetrievalStage[] = ['retrieve', 'fuse', 'rerank', 'filter'];

/** `lists`: in order of start, then span id. */
export function replaceEarlierStages(
  lists: readonly ResolvedList[],
  standsWhole: (item: RetrievedItem) => boolean,
): Stages {
  const gone = new Set<ResolvedList>();
  const byResource = new Map<string, ResolvedList[]>();
  for (const list of lists) {
    const { key } = list.retrieval.span.resource;
    const own = byResource.get(key);
    if (own === undefined) byResource.set(key, [list]);
    else own.push(list);
  }
  if (byResource.size > 1) replaceOverResources(lists, gone, standsWhole);
  for (const own of byResource.values()) replaceByClock(own, gone, standsWhole);
  return { counting: lists.filter((list) => !gone.has(list)), replaced: lists.filter((list) => gone.has(list)) };
}

function replaceByClock(
  lists: readonly ResolvedList[],
  gone: Set<ResolvedList>,
  standsWhole: (item: RetrievedItem) => boolean,
): void {
  const reach = new Reach(standsWhole);
  const byEnd = lists.flatMap((list, order) => {
    const end = endOf(list);
    return end === undefined ? [] : [{ list, order, end: end > startOf(list) ? end : startOf(list) }];
  });
  byEnd.sort((a, b) => (a.end < b.end ? -1 : a.end > b.end ? 1 : a.order - b.order));
  let next = 0;
  lists.forEach((list, order) => {
    if (gone.has(list)) return;
    for (
      let one = byEnd[next];
      one !== undefined && one.end <= startOf(list) && one.order < order;
      one = byEnd[++next]
    ) {
      if (!gone.has(one.list)) reach.add(one.list);
    }
    replace(list, reach, gone, () => true);
  });
}

/** A later stage here of what was found there, whatever the clocks say. */
function replaceOverResources(
  lists: readonly ResolvedList[],
  gone: Set<ResolvedList>,
  standsWhole: (item: RetrievedItem) => boolean,
): void {
  const reach = new Reach(standsWhole);
  for (const stage of STAGES) {
    const here = lists.filter(({ retrieval }) => retrieval.list.stage === stage);
    if (stage !== 'retrieve')
      for (const list of here) replace(list, reach, gone, (other) => isElsewhereOrEnded(list, other));
    // A rerank and a filter have no order among them.
    if (stage !== 'rerank') for (const list of here) if (!gone.has(list)) reach.add(list);
  }
}

function isElsewhereOrEnded(list: ResolvedList, other: ResolvedList): boolean {
  const end = endOf(other);
  return (
    list.retrieval.span.resource.key !== other.retrieval.span.resource.key ||
    (end !== undefined && end <= startOf(list))
  );
}

/** Which earlier lists it follows is tried in turn; those are gone then. */
function replace(
  list: ResolvedList,
  reach: Reach,
  gone: Set<ResolvedList>,
  isEarlier: (other: ResolvedList) => boolean,
): void {
  const keys = new Set(list.items.map(itemKey));
  if (keys.has(undefined)) return;
  for (const group of groupsFor(list, reach)) {
    if (!group.covers(keys as ReadonlySet<string>) || !group.lists().every(isEarlier)) continue;
    for (const other of group.lists()) {
      gone.add(other);
      reach.delete(other);
    }
    return;
  }
}

/**
 * Sub-questions rerank their own lists, so the same query comes before all; fusion joins rewritten
 * queries, so there all come first.
 */
function* groupsFor(list: ResolvedList, reach: Reach): Iterable<ListGroup> {
  const { stage } = list.retrieval.list;
  const sameQuery = reach.sameQuery(list);
  if (stage === 'retrieve') {
    // Nothing found is no choice among what was found before.
    if (list.items.length > 0 && sameQuery !== undefined) yield sameQuery;
    return;
  }
  if (stage !== 'fuse' && sameQuery !== undefined) yield sameQuery;
  const all = reach.allFor(list);
  if (all !== undefined) yield all;
  if (stage === 'fuse' && sameQuery !== undefined) yield sameQuery;
  const sharing = reach.sharing(list);
  if (sharing !== undefined) yield sharing;
}

function startOf({ retrieval }: ResolvedList): bigint {
  return retrieval.span.startTimeUnixNano;
}

function endOf({ retrieval }: ResolvedList): bigint | undefined {
  return retrieval.span.endTimeUnixNano;
}
