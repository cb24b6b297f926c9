/**
 * A heap of deadlines. One item may stand in it several times, as moving a deadline only adds: the
 * owner knows the deadline in force and skips the others when they come up.
 */
export class Deadlines<T> {
  readonly #heap: { readonly atMillis: number; readonly item: T }[] = [];

  get size(): number {
    return this.#heap.length;
  }

  get nextMillis(): number | undefined {
    return this.#heap[0]?.atMillis;
  }

  add(item: T, atMillis: number): void {
    const heap = this.#heap;
    let place = heap.length;
    const entry = { atMillis, item };
    heap.push(entry);
    while (place > 0) {
      const above = (place - 1) >> 1;
      const parent = heap[above];
      if (parent === undefined || parent.atMillis <= atMillis) break;
      heap[place] = parent;
      place = above;
    }
    heap[place] = entry;
  }

  /** The earliest item that is due, taken out. */
  takeDue(nowMillis: number): { readonly atMillis: number; readonly item: T } | undefined {
    const heap = this.#heap;
    const first = heap[0];
    if (first === undefined || first.atMillis > nowMillis) return undefined;
    const last = heap.pop();
    if (last !== undefined && heap.length > 0) this.#sink(last);
    return first;
  }

  clear(): void {
    this.#heap.length = 0;
  }

  #sink(entry: { readonly atMillis: number; readonly item: T }): void {
    const heap = this.#heap;
    let place = 0;
    for (;;) {
      let below = 2 * place + 1;
      let child = heap[below];
      const right = heap[below + 1];
      if (child === undefined) break;
      if (right !== undefined && right.atMillis < child.atMillis) {
        below += 1;
        child = right;
      }
      if (child.atMillis >= entry.atMillis) break;
      heap[place] = child;
      place = below;
    }
    heap[place] = entry;
  }
}
