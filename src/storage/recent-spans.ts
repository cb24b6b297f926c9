/**
 * The spans that ended last, whatever trace they are of: a small fixed ring. A span without a part
 * in a run costs one store here and nothing else; when the first part of its trace shows up, the
 * ring still knows what stands between that part and the root.
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

/** The ring keeps its spans alive, so it is small. */
const CAPACITY = 256;

export class RecentSpans<S> {
  readonly #ring: (S | undefined)[];
  #next = 0;

  constructor(capacity: number = CAPACITY) {
    this.#ring = Array.from({ length: capacity }, () => undefined);
  }

  add(span: S): void {
    const at = this.#next;
    this.#ring[at] = span;
    this.#next = at + 1 === this.#ring.length ? 0 : at + 1;
  }

  /** Those that are meant, oldest first. */
  matching(isMeant: (span: S) => boolean): S[] {
    const ring = this.#ring;
    return [...ring.slice(this.#next), ...ring.slice(0, this.#next)].filter(
      (span): span is S => span !== undefined && isMeant(span),
    );
  }

  clear(): void {
    this.#ring.fill(undefined);
  }
}

export function placeOf(name: SpanName, parent: ParentName | undefined): SpanPlace {
  return {
    spanId: name.spanId,
    parentSpanId: parent?.spanId,
    isLocalRoot: parent === undefined || parent.isRemote === true,
  };
}
