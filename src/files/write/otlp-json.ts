/** Spans as OTLP JSON: what the reader of this folder and every OTLP receiver take. */
import type { Attributes, AttributeValue, SpanRecord } from '../../model/span.js';
import { byOrigin } from './by-origin.js';

type Json = { readonly [key: string]: unknown };

function anyValueJson(value: AttributeValue): Json {
  if (value === null || value === undefined) return {};
  if (typeof value === 'string') return { stringValue: value };
  if (typeof value === 'boolean') return { boolValue: value };
  if (typeof value === 'bigint') return { intValue: value.toString() };
  if (typeof value === 'number') {
    if (Number.isSafeInteger(value) && !Object.is(value, -0)) return { intValue: value.toString() };
    return { doubleValue: Number.isFinite(value) && !Object.is(value, -0) ? value : numberText(value) };
  }
  if (value instanceof Uint8Array) return { bytesValue: Buffer.from(value).toString('base64') };
  if (Array.isArray(value)) return { arrayValue: { values: (value as readonly AttributeValue[]).map(anyValueJson) } };
  return { kvlistValue: { values: attributesJson(value as Attributes) } };
}

/** What JSON has no number for, as proto3 JSON spells it. */
function numberText(value: number): string {
  return Object.is(value, -0) ? '-0' : String(value);
}

function attributesJson(attributes: Attributes): readonly Json[] {
  return Object.entries(attributes)
    .filter(([, value]) => value !== undefined)
    .map(([key, value]) => ({ key, value: anyValueJson(value) }));
}

function spanJson(span: SpanRecord): Json {
  return {
    traceId: span.traceId,
    spanId: span.spanId,
    ...(span.parentSpanId === undefined ? {} : { parentSpanId: span.parentSpanId }),
    ...(span.traceState === undefined ? {} : { traceState: span.traceState }),
    name: span.name,
    startTimeUnixNano: span.startTimeUnixNano.toString(),
    ...(span.endTimeUnixNano === undefined ? {} : { endTimeUnixNano: span.endTimeUnixNano.toString() }),
    attributes: attributesJson(span.attributes),
    ...(span.droppedAttributesCount === 0 ? {} : { droppedAttributesCount: span.droppedAttributesCount }),
    ...(span.events.length === 0
      ? {}
      : {
          events: span.events.map((event) => ({
            timeUnixNano: event.timeUnixNano.toString(),
            name: event.name,
            attributes: attributesJson(event.attributes),
            ...(event.droppedAttributesCount === 0 ? {} : { droppedAttributesCount: event.droppedAttributesCount }),
          })),
        }),
    ...(span.droppedEventsCount === 0 ? {} : { droppedEventsCount: span.droppedEventsCount }),
    ...(span.status === 'unset' ? {} : { status: { code: span.status === 'error' ? 2 : 1 } }),
  };
}

/** One OTLP object (an export request) that holds all the spans. */
export function otlpJson(spans: readonly SpanRecord[]): Json {
  return {
    resourceSpans: byOrigin(spans).map(({ resource, scopes }) => ({
      resource: { attributes: attributesJson(resource.attributes) },
      scopeSpans: scopes.map(({ name, spans: own }) => ({ scope: { name }, spans: own.map(spanJson) })),
    })),
  };
}
