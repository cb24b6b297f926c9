/**
 * A span as any reader delivers it: the SDK's live span, or one out of a trace file. Dialects
 * (translator/) read nothing else, so a new source of spans needs no new dialect.
 */

/** What an attribute can hold. Files and SDK 3.x deliver nested values, SDK 2.x flat ones. */
export type AttributeValue =
  | string
  | number
  | bigint
  | boolean
  | null
  | undefined
  | Uint8Array
  | readonly AttributeValue[]
  | { readonly [key: string]: AttributeValue };

export type Attributes = Readonly<Record<string, AttributeValue>>;

/** One process as telemetry names it. Two spans share a resource when they share this object. */
export interface Resource {
  readonly attributes: Attributes;
  /** Same text = same resource (identity attributes in canonical order); clocks compare only inside one. */
  readonly key: string;
}

export interface SpanEvent {
  readonly name: string;
  readonly timeUnixNano: bigint;
  readonly attributes: Attributes;
  /** Attributes of this event that a limit threw away. */
  readonly droppedAttributesCount: number;
}

export type SpanStatus = 'unset' | 'ok' | 'error';

export interface SpanRecord {
  /** 32 lower-case hex characters. */
  readonly traceId: string;
  /** 16 lower-case hex characters. */
  readonly spanId: string;
  /** Absent on a root. May name a span that is not there. */
  readonly parentSpanId?: string;
  readonly traceState?: string;
  readonly name: string;
  readonly startTimeUnixNano: bigint;
  /** Absent while the span is open. */
  readonly endTimeUnixNano?: bigint;
  readonly status: SpanStatus;
  readonly attributes: Attributes;
  /** Span events, and log records that name this span (GenAI events travel either way). */
  readonly events: readonly SpanEvent[];
  readonly droppedAttributesCount: number;
  readonly droppedEventsCount: number;
  readonly resource: Resource;
  readonly scopeName: string;
}
