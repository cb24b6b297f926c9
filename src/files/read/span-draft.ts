/** What the decoders of the formats give: a span or a log record without its resource and scope. */
import type { Attributes, AttributeValue, SpanEvent, SpanRecord } from '../../model/span.js';

export interface SpanDraft extends Omit<SpanRecord, 'resource' | 'scopeName'> {
  /** Where the format keeps it on the span (Jaeger); else the origin says it. */
  readonly scopeName?: string;
}

/** A log record that names a span: it becomes one more event of that span. */
export interface LogDraft {
  readonly traceId: string;
  readonly spanId: string;
  readonly event: SpanEvent;
}

/** Deeper values are null: nothing that anyone logs on purpose is that deep. */
export const MAX_VALUE_DEPTH = 100;

/** Sets a key of any name. The first of two equal keys counts, as in the Collector. */
export function setFirst(target: Record<string, AttributeValue>, key: string, value: AttributeValue): void {
  if (Object.hasOwn(target, key)) return;
  if (key === '__proto__')
    Object.defineProperty(target, key, { value, enumerable: true, configurable: true, writable: true });
  else target[key] = value;
}

/** Name and attributes of a log record as an event: its name, and its body under `body`. */
export function logEvent(
  eventName: string,
  timeUnixNano: bigint,
  attributes: Attributes,
  body: AttributeValue,
  droppedAttributesCount: number,
): SpanEvent {
  const named = attributes['event.name'];
  const name = eventName !== '' ? eventName : typeof named === 'string' ? named : '';
  const all: Record<string, AttributeValue> = { ...attributes };
  if (body !== null && body !== undefined) all['body'] = body;
  return { name, timeUnixNano, attributes: all, droppedAttributesCount };
}
