/**
 * The automaton of Aho and Corasick over the items of a log: one walk over a text tells, for every
 * item and every length, where its prefix of that length stands first. It is what keeps the search
 * for kept parts linear whatever the text is (spec §4 "Parts": hostile text included).
 *
 * How it works: a node is a prefix of one or more items; `fail` names the longest proper suffix of
 * it that is a node too. While a text is walked, the node is the longest prefix of any item that
 * ends here; it and its fail chain are stamped with the place, unless they are already. As places
 * only go forward, the first stamp is the first place, and an already stamped node ends the chain:
 * all of it costs one step per byte.
 *
 * The mirrored automaton reads items and texts from the end: suffixes, and their last place.
 */

const ROOT = 0;

export interface Bounds {
  readonly from: number;
  readonly to: number;
}

export class PrefixAutomaton {
  readonly isMirrored: boolean;
  readonly #rootChildren = new Int32Array(256);
  readonly #label: Uint8Array;
  readonly #child: Int32Array;
  readonly #sibling: Int32Array;
  readonly #fail: Int32Array;
  /** Length of the longest whole item that ends at the node (by itself or along its fail chain). */
  readonly #whole: Int32Array;
  /** Another item than the one that made the node passes it. */
  readonly #isShared: Uint8Array;
  readonly #stamp: Int32Array;
  readonly #place: Int32Array;
  readonly #watched: Int32Array;
  #size = 1;
  #scan = 0;

  /** `patterns`: distinct and not empty. */
  constructor(patterns: readonly Uint8Array[], isMirrored: boolean) {
    this.isMirrored = isMirrored;
    const capacity = patterns.reduce((sum, pattern) => sum + pattern.length, 1);
    this.#label = new Uint8Array(capacity);
    this.#child = new Int32Array(capacity);
    this.#sibling = new Int32Array(capacity);
    this.#fail = new Int32Array(capacity);
    this.#whole = new Int32Array(capacity);
    this.#isShared = new Uint8Array(capacity);
    this.#stamp = new Int32Array(capacity);
    this.#place = new Int32Array(capacity);
    this.#watched = new Int32Array(capacity).fill(-1);
    for (const pattern of patterns) this.#insert(pattern);
    this.#link();
  }

  /** Another item, which is only looked at for what it shares with those in here. */
  share(other: Uint8Array): void {
    for (let node = ROOT, depth = 0; depth < other.length; depth++) {
      node = this.#step(node, this.#byteAt(other, depth));
      if (node === ROOT) return;
      this.#isShared[node] = 1;
    }
  }

  /** Bytes of the longest start (mirrored: end) that the pattern shares with another one. */
  sharedLength(pattern: Uint8Array): number {
    let depth = 0;
    for (let node = ROOT; depth < pattern.length; depth++) {
      node = this.#step(node, this.#byteAt(pattern, depth));
      if (this.#isShared[node] !== 1) break;
    }
    return depth;
  }

  /** `walk` reports `value` when the prefix of that length stands in the text. One value per node. */
  watch(pattern: Uint8Array, length: number, value: number): void {
    let node = ROOT;
    for (let depth = 0; depth < length; depth++) node = this.#step(node, this.#byteAt(pattern, depth));
    this.#watched[node] = value;
  }

  /** Walks the given parts of a text, in order; returns the watched values that were reached, each once. */
  walk(text: Uint8Array, parts: readonly Bounds[]): readonly number[] {
    this.#scan++;
    const reached: number[] = [];
    if (this.isMirrored)
      for (let index = parts.length - 1; index >= 0; index--) this.#walkBackward(text, parts[index] as Bounds, reached);
    else for (const part of parts) this.#walkForward(text, part, reached);
    return reached;
  }

  /**
   * Places of the pattern's prefixes (mirrored: suffixes) in the text walked last: `places[i]` is
   * the end (mirrored: start) of the first (last) one of length `from + i`. As far as any stands.
   */
  places(pattern: Uint8Array, from: number): readonly number[] {
    const places: number[] = [];
    for (let node = ROOT, depth = 0; depth < pattern.length; depth++) {
      node = this.#step(node, this.#byteAt(pattern, depth));
      if (this.#stamp[node] !== this.#scan) break;
      if (depth + 1 >= from) places.push(this.#place[node] as number);
    }
    return places;
  }

  /** Like `walk`; also every stretch that whole patterns cover, joined, in order. Forward only. */
  cover(
    text: Uint8Array,
    parts: readonly Bounds[],
  ): { readonly covered: readonly Bounds[]; readonly reached: readonly number[] } {
    this.#scan++;
    const covered: Bounds[] = [];
    const reached: number[] = [];
    for (const { from, to } of parts) {
      let node = ROOT;
      for (let at = from; at < to; at++) {
        node = this.#next(node, text[at] as number);
        if (node === ROOT) continue;
        this.#stampChain(node, at + 1, reached);
        const length = this.#whole[node] as number;
        if (length > 0) joinStretch(covered, at + 1 - length, at + 1);
      }
    }
    return { covered, reached };
  }

  #byteAt(pattern: Uint8Array, depth: number): number {
    return pattern[this.isMirrored ? pattern.length - 1 - depth : depth] as number;
  }

  #insert(pattern: Uint8Array): void {
    let node = ROOT;
    for (let depth = 0; depth < pattern.length; depth++) {
      const byte = this.#byteAt(pattern, depth);
      const child = this.#step(node, byte);
      if (child !== ROOT) {
        this.#isShared[child] = 1;
        node = child;
        continue;
      }
      const added = this.#size++;
      this.#label[added] = byte;
      if (node === ROOT) this.#rootChildren[byte] = added;
      this.#sibling[added] = this.#child[node] as number;
      this.#child[node] = added;
      node = added;
    }
    this.#whole[node] = pattern.length;
  }

  /** Breadth first, so that a node's fail is ready before the node. */
  #link(): void {
    const order = new Int32Array(this.#size);
    let filled = 1;
    for (let next = 0; next < filled; next++) {
      const node = order[next] as number;
      for (let child = this.#child[node] as number; child !== ROOT; child = this.#sibling[child] as number) {
        order[filled++] = child;
        const fail = node === ROOT ? ROOT : this.#next(this.#fail[node] as number, this.#label[child] as number);
        this.#fail[child] = fail;
        if (this.#whole[child] === 0) this.#whole[child] = this.#whole[fail] as number;
      }
    }
  }

  /** The child by that byte, or the root. */
  #step(node: number, byte: number): number {
    if (node === ROOT) return this.#rootChildren[byte] as number;
    let child = this.#child[node] as number;
    while (child !== ROOT && this.#label[child] !== byte) child = this.#sibling[child] as number;
    return child;
  }

  #next(node: number, byte: number): number {
    for (let from = node; from !== ROOT; from = this.#fail[from] as number) {
      const child = this.#step(from, byte);
      if (child !== ROOT) return child;
    }
    return this.#rootChildren[byte] as number;
  }

  #walkForward(text: Uint8Array, { from, to }: Bounds, reached: number[]): void {
    let node = ROOT;
    for (let at = from; at < to; at++) {
      node = this.#next(node, text[at] as number);
      if (node !== ROOT) this.#stampChain(node, at + 1, reached);
    }
  }

  #walkBackward(text: Uint8Array, { from, to }: Bounds, reached: number[]): void {
    let node = ROOT;
    for (let at = to - 1; at >= from; at--) {
      node = this.#next(node, text[at] as number);
      if (node !== ROOT) this.#stampChain(node, at, reached);
    }
  }

  #stampChain(node: number, place: number, reached: number[]): void {
    for (let at = node; at !== ROOT && this.#stamp[at] !== this.#scan; at = this.#fail[at] as number) {
      this.#stamp[at] = this.#scan;
      this.#place[at] = place;
      const watched = this.#watched[at] as number;
      if (watched >= 0) reached.push(watched);
    }
  }
}

/** Adds a stretch that lies at or behind the last one, or overlaps it. */
export function joinStretch(stretches: Bounds[], from: number, to: number): void {
  let start = from;
  let end = to;
  for (let last = stretches.at(-1); last !== undefined && last.to >= start; last = stretches.at(-1)) {
    start = Math.min(start, last.from);
    end = Math.max(end, last.to);
    stretches.pop();
  }
  stretches.push({ from: start, to: end });
}
