/** The lists that a later one may be a stage of, and what all of some of them hold together (see retrieval-stages.ts). */
import type { RetrievedItem } from '../model/retrieval-log.js';
import { type ResolvedList, itemKey } from './retrieval-list.js';

/** Some lists, as one. */
export interface ListGroup {
  lists(): readonly ResolvedList[];
  /** All the keys stand in its lists, and no item of these that stands whole in the sent context is missing from them. */
  covers(keys: ReadonlySet<string>): boolean;
}

export class Reach {
  readonly all = new CountedGroup();
  readonly #byQuery = new Map<string, CountedGroup>();
  readonly #byKey = new Map<string, Set<ResolvedList>>();
  readonly #keysOf = new Map<ResolvedList, ListKeys>();
  readonly #standsWhole: (item: RetrievedItem) => boolean;

  constructor(standsWhole: (item: RetrievedItem) => boolean) {
    this.#standsWhole = standsWhole;
  }

  add(list: ResolvedList): void {
    const keys = keysOf(list, this.#standsWhole);
    this.#keysOf.set(list, keys);
    this.all.add(list, keys);
    this.#queryGroup(list)?.add(list, keys);
    for (const key of keys.all) {
      const holders = this.#byKey.get(key) ?? new Set<ResolvedList>();
      this.#byKey.set(key, holders);
      holders.add(list);
    }
  }

  delete(list: ResolvedList): void {
    const keys = this.#keysOf.get(list);
    if (keys === undefined) return;
    this.#keysOf.delete(list);
    this.all.delete(list, keys);
    this.#queryGroup(list)?.delete(list, keys);
    for (const key of keys.all) this.#byKey.get(key)?.delete(list);
  }

  sameQuery(list: ResolvedList): ListGroup | undefined {
    const query = queryOf(list);
    const group = query === undefined ? undefined : this.#byQuery.get(query);
    return group === undefined || group.size === 0 ? undefined : group;
  }

  /** Those that hold any of its items. */
  sharing(list: ResolvedList): ListGroup | undefined {
    const holders = new Set<ResolvedList>();
    for (const item of list.items) for (const holder of this.#byKey.get(itemKey(item) ?? '') ?? []) holders.add(holder);
    if (holders.size === 0) return undefined;
    const lists = [...holders];
    return {
      lists: () => lists,
      covers: (keys) =>
        [...keys].every((key) => (this.#byKey.get(key)?.size ?? 0) > 0) &&
        lists.every((holder) => (this.#keysOf.get(holder)?.whole ?? []).every((key) => keys.has(key))),
    };
  }

  #queryGroup(list: ResolvedList): CountedGroup | undefined {
    const query = queryOf(list);
    if (query === undefined) return undefined;
    const group = this.#byQuery.get(query) ?? new CountedGroup();
    this.#byQuery.set(query, group);
    return group;
  }
}

interface ListKeys {
  readonly all: readonly string[];
  /** Of the items that stand whole in the sent context. */
  readonly whole: readonly string[];
}

function keysOf(list: ResolvedList, standsWhole: (item: RetrievedItem) => boolean): ListKeys {
  const all = new Set<string>();
  const whole = new Set<string>();
  for (const item of list.items) {
    const key = itemKey(item);
    if (key === undefined) continue;
    all.add(key);
    if (standsWhole(item)) whole.add(key);
  }
  return { all: [...all], whole: [...whole] };
}

/** Counts how many of its lists hold each key. */
class CountedGroup implements ListGroup {
  readonly #lists = new Set<ResolvedList>();
  readonly #all = new Map<string, number>();
  readonly #whole = new Map<string, number>();

  get size(): number {
    return this.#lists.size;
  }

  lists(): readonly ResolvedList[] {
    return [...this.#lists];
  }

  add(list: ResolvedList, keys: ListKeys): void {
    this.#lists.add(list);
    count(this.#all, keys.all, 1);
    count(this.#whole, keys.whole, 1);
  }

  delete(list: ResolvedList, keys: ListKeys): void {
    if (!this.#lists.delete(list)) return;
    count(this.#all, keys.all, -1);
    count(this.#whole, keys.whole, -1);
  }

  covers(keys: ReadonlySet<string>): boolean {
    let whole = 0;
    for (const key of keys) {
      if (!this.#all.has(key)) return false;
      if (this.#whole.has(key)) whole++;
    }
    return whole === this.#whole.size;
  }
}

function count(counts: Map<string, number>, keys: readonly string[], by: number): void {
  for (const key of keys) {
    const left = (counts.get(key) ?? 0) + by;
    if (left === 0) counts.delete(key);
    else counts.set(key, left);
  }
}

function queryOf({ retrieval: { list } }: ResolvedList): string | undefined {
  return list.querySha256 ?? list.query;
}
