/** The lists that a later one may be a stage of, and what all of some of them hold together (see retrieval-stages.ts). */
import type { RetrievedItem } from '../../model/retrieval-log.js';
import { type ResolvedList, itemKey } from './retrieval-list.js';

/** Some lists, as one. */
export interface ListGroup {
  lists(): readonly ResolvedList[];
  /** All the keys stand in its lists, and no item of these that stands whole in the sent context is missing from them. */
  covers(keys: ReadonlySet<string>): boolean;
}

export class Reach {
  readonly #all = new CountedGroup();
  /** Of stage retrieve. */
  readonly #found = new CountedGroup();
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
    this.#all.add(list, keys);
    if (isFound(list)) this.#found.add(list, keys);
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
    this.#all.delete(list, keys);
    this.#found.delete(list, keys);
    this.#queryGroup(list)?.delete(list, keys);
    for (const key of keys.all) this.#byKey.get(key)?.delete(list);
  }

  sameQuery(list: ResolvedList): ListGroup | undefined {
    const query = queryOf(list);
    const group = query === undefined ? undefined : this.#byQuery.get(query);
    return group === undefined || group.size === 0 ? undefined : group;
  }

  /**
   * All, but for the later stages of other questions: a reranked list with which it shares nothing
   * was no input of it (sub-questions one after another, without a query).
   */
  allFor(list: ResolvedList): ListGroup | undefined {
    if (list.items.length === 0) return this.#all.size === 0 ? undefined : this.#all;
    const staged = this.#holders(list).filter((holder) => !isFound(holder));
    if (staged.length === 0) return this.#found.size === 0 ? undefined : this.#found;
    return {
      lists: () => [...this.#found.lists(), ...staged],
      covers: (keys) => this.#areHeld(keys) && this.#found.lacksNothing(keys) && this.#lackNothing(staged, keys),
    };
  }

  /** Those that hold any of its items. */
  sharing(list: ResolvedList): ListGroup | undefined {
    const lists = this.#holders(list);
    if (lists.length === 0) return undefined;
    return { lists: () => lists, covers: (keys) => this.#areHeld(keys) && this.#lackNothing(lists, keys) };
  }

  #holders(list: ResolvedList): readonly ResolvedList[] {
    const holders = new Set<ResolvedList>();
    for (const item of list.items) for (const holder of this.#byKey.get(itemKey(item) ?? '') ?? []) holders.add(holder);
    return [...holders];
  }

  #areHeld(keys: ReadonlySet<string>): boolean {
    return [...keys].every((key) => (this.#byKey.get(key)?.size ?? 0) > 0);
  }

  #lackNothing(lists: readonly ResolvedList[], keys: ReadonlySet<string>): boolean {
    return lists.every((list) => (this.#keysOf.get(list)?.whole ?? []).every((key) => keys.has(key)));
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
    for (const key of keys) if (!this.#all.has(key)) return false;
    return this.lacksNothing(keys);
  }

  /** Every item that stands whole is among the keys. */
  lacksNothing(keys: ReadonlySet<string>): boolean {
    let whole = 0;
    for (const key of keys) if (this.#whole.has(key)) whole++;
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

function isFound({ retrieval }: ResolvedList): boolean {
  return retrieval.list.stage === 'retrieve';
}

function queryOf({ retrieval: { list } }: ResolvedList): string | undefined {
  return list.querySha256 ?? list.query;
}
