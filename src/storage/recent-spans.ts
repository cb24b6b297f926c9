/**
 * The places of the spans that ended last, whatever trace they are of: a fixed ring of ids. A span
 * without a part in a run costs three stores here and nothing else; when the first part of its trace
 * shows up, the ring still knows what stands between that part and the root.
 */
import type { SpanPlace } from './held-span.js';

export interface SpanName {
  readonly traceId: string;
  readonly spanId: string;
}

export interface ParentName {
  readonly spanId: string;
  readonly isRemote?: boolean | undefined;
}

/** Seconds and nanoseconds, as the SDK keeps time. */
export type StartTime = readonly [number, number];

export interface RecentSpan {
  readonly place: SpanPlace;
  readonly startTime: StartTime | undefined;
}

const CAPACITY = 1024;

export class RecentSpans {
  readonly #names: (SpanName | undefined)[];
  readonly #parents: (ParentName | undefined)[];
  readonly #startTimes: (StartTime | undefined)[];
  #next = 0;

  constructor(capacity: number = CAPACITY) {
    this.#names = Array.from({ length: capacity }, () => undefined);
    this.#parents = Array.from({ length: capacity }, () => undefined);
    this.#startTimes = Array.from({ length: capacity }, () => undefined);
  }

  add(name: SpanName, parent: ParentName | undefined, startTime?: StartTime): void {
    const at = this.#next;
    this.#names[at] = name;
    this.#parents[at] = parent;
    this.#startTimes[at] = startTime;
    this.#next = at + 1 === this.#names.length ? 0 : at + 1;
  }

  /** The spans of one trace, oldest first. */
  ofTrace(traceId: string): RecentSpan[] {
    const found: RecentSpan[] = [];
    const size = this.#names.length;
    for (let i = 0; i < size; i += 1) {
      const at = (this.#next + i) % size;
      const name = this.#names[at];
      if (name === undefined || name.traceId !== traceId) continue;
      found.push({ place: placeOf(name, this.#parents[at]), startTime: this.#startTimes[at] });
    }
    return found;
  }

  clear(): void {
    this.#names.fill(undefined);
    this.#parents.fill(undefined);
  }
}

export function placeOf(name: SpanName, parent: ParentName | undefined): SpanPlace {
  return {
    spanId: name.spanId,
    parentSpanId: parent?.spanId,
    isLocalRoot: parent === undefined || parent.isRemote === true,
  };
}
