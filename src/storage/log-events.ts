/**
 * GenAI events that came as log records and wait for their span to end. Bounded like everything
 * held: what names a span that nobody ends is dropped, oldest first.
 */
import type { SpanEvent } from '../model/span.js';
import { roughSize } from './facts-size.js';

interface Waiting {
  readonly atMillis: number;
  readonly events: SpanEvent[];
  bytes: number;
}

export interface LogEventBounds {
  readonly maxSpans: number;
  readonly maxBytes: number;
  readonly timeoutMillis: number;
}

export class LogEvents {
  readonly #bounds: LogEventBounds;
  readonly #waiting = new Map<string, Waiting>();
  #bytes = 0;

  constructor(bounds: LogEventBounds) {
    this.#bounds = bounds;
  }

  get size(): number {
    return this.#waiting.size;
  }

  has(traceId: string, spanId: string): boolean {
    return this.#waiting.size > 0 && this.#waiting.has(keyOf(traceId, spanId));
  }

  /** Returns how many spans' events were dropped to make room. */
  add(traceId: string, spanId: string, event: SpanEvent, nowMillis: number): number {
    const key = keyOf(traceId, spanId);
    const waiting = this.#waiting.get(key) ?? { atMillis: nowMillis, events: [], bytes: 0 };
    const bytes = roughSize(event.attributes) + 100;
    waiting.events.push(event);
    waiting.bytes += bytes;
    this.#bytes += bytes;
    this.#waiting.set(key, waiting);
    let dropped = 0;
    while (
      this.#waiting.size > 0 &&
      (this.#waiting.size > this.#bounds.maxSpans || this.#bytes > this.#bounds.maxBytes)
    ) {
      this.#dropOldest();
      dropped += 1;
    }
    return dropped;
  }

  /** The events of one span, in the order they came; forgotten from then on. */
  take(traceId: string, spanId: string): readonly SpanEvent[] | undefined {
    if (this.#waiting.size === 0) return undefined;
    const key = keyOf(traceId, spanId);
    const waiting = this.#waiting.get(key);
    if (waiting === undefined) return undefined;
    this.#waiting.delete(key);
    this.#bytes -= waiting.bytes;
    return waiting.events;
  }

  /** For a look at a span that is still open. */
  peek(traceId: string, spanId: string): readonly SpanEvent[] | undefined {
    return this.#waiting.get(keyOf(traceId, spanId))?.events;
  }

  expire(nowMillis: number): number {
    let dropped = 0;
    for (const waiting of this.#waiting.values()) {
      if (waiting.atMillis + this.#bounds.timeoutMillis > nowMillis) break;
      this.#dropOldest();
      dropped += 1;
    }
    return dropped;
  }

  /** When `expire` next has something to do. */
  get nextMillis(): number | undefined {
    const oldest = this.#waiting.values().next();
    return oldest.done === true ? undefined : oldest.value.atMillis + this.#bounds.timeoutMillis;
  }

  clear(): void {
    this.#waiting.clear();
    this.#bytes = 0;
  }

  #dropOldest(): void {
    const oldest = this.#waiting.entries().next();
    if (oldest.done === true) return;
    this.#waiting.delete(oldest.value[0]);
    this.#bytes -= oldest.value[1].bytes;
  }
}

const keyOf = (traceId: string, spanId: string): string => `${traceId}/${spanId}`;
