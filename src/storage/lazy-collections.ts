/** A Map and a Set that cost nothing while they are empty, as most of those of a pending trace stay. */

const NO_ENTRIES: ReadonlyMap<never, never> = new Map<never, never>();
const NO_MEMBERS: ReadonlySet<never> = new Set();

export class LazyMap<K, V> {
  #map: Map<K, V> | undefined;

  get size(): number {
    return this.#map?.size ?? 0;
  }

  has(key: K): boolean {
    return this.#map?.has(key) === true;
  }

  get(key: K): V | undefined {
    return this.#map?.get(key);
  }

  set(key: K, value: V): void {
    (this.#map ??= new Map()).set(key, value);
  }

  delete(key: K): void {
    this.#map?.delete(key);
  }

  keys(): Iterable<K> {
    return this.#map?.keys() ?? NO_ENTRIES.keys();
  }

  values(): Iterable<V> {
    return this.#map?.values() ?? NO_ENTRIES.values();
  }

  [Symbol.iterator](): Iterator<[K, V]> {
    return (this.#map ?? NO_ENTRIES)[Symbol.iterator]();
  }
}

export class LazySet<T> {
  #set: Set<T> | undefined;

  get size(): number {
    return this.#set?.size ?? 0;
  }

  has(member: T): boolean {
    return this.#set?.has(member) === true;
  }

  add(member: T): void {
    (this.#set ??= new Set()).add(member);
  }

  delete(member: T): void {
    this.#set?.delete(member);
  }

  [Symbol.iterator](): Iterator<T> {
    return (this.#set ?? NO_MEMBERS)[Symbol.iterator]();
  }
}
