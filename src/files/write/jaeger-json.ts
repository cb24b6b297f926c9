/** Spans as Jaeger's query API gives them. Times lose what is below a microsecond; lists become JSON text. */
import type { Attributes, AttributeValue, SpanRecord } from '../../model/span.js';

type Json = { readonly [key: string]: unknown };

function tag(key: string, value: AttributeValue): Json | undefined {
  if (value === null || value === undefined) return undefined;
  if (typeof value === 'string') return { key, type: 'string', value };
  if (typeof value === 'boolean') return { key, type: 'bool', value };
  if (typeof value === 'bigint') return { key, type: 'int64', value: value.toString() };
  if (typeof value === 'number') {
    if (Number.isSafeInteger(value)) return { key, type: 'int64', value };
    return { key, type: 'float64', value: Number.isFinite(value) ? value : String(value) };
  }
  if (value instanceof Uint8Array) return { key, type: 'binary', value: Buffer.from(value).toString('base64') };
  return { key, type: 'string', value: JSON.stringify(value, bigintAsNumber) };
}

function bigintAsNumber(_key: string, value: unknown): unknown {
  return typeof value === 'bigint' ? value.toString() : value;
}

function tags(attributes: Attributes): Json[] {
  return Object.entries(attributes)
    .map(([key, value]) => tag(key, value))
    .filter((one) => one !== undefined);
}

function spanTags(span: SpanRecord): Json[] {
  const parts: Attributes = {
    ...(span.scopeName === '' ? {} : { 'otel.scope.name': span.scopeName }),
    ...(span.traceState === undefined ? {} : { 'w3c.tracestate': span.traceState }),
    ...(span.status === 'unset' ? {} : { 'otel.status_code': span.status.toUpperCase() }),
    ...(span.status === 'error' ? { error: true } : {}),
    ...(span.droppedAttributesCount === 0 ? {} : { 'otel.dropped_attributes_count': span.droppedAttributesCount }),
    ...(span.droppedEventsCount === 0 ? {} : { 'otel.dropped_events_count': span.droppedEventsCount }),
  };
  return [...tags(span.attributes), ...tags(parts)];
}

function spanJson(span: SpanRecord, processID: string): Json {
  const { traceId: traceID, parentSpanId } = span;
  return {
    traceID,
    spanID: span.spanId,
    operationName: span.name,
    references: parentSpanId === undefined ? [] : [{ refType: 'CHILD_OF', traceID, spanID: parentSpanId }],
    startTime: Number(span.startTimeUnixNano / 1000n),
    ...(span.endTimeUnixNano === undefined
      ? {}
      : { duration: Math.max(0, Number(span.endTimeUnixNano / 1000n - span.startTimeUnixNano / 1000n)) }),
    tags: spanTags(span),
    logs: span.events.map((event) => ({
      timestamp: Number(event.timeUnixNano / 1000n),
      fields: tags({
        event: event.name,
        ...event.attributes,
        ...(event.droppedAttributesCount === 0
          ? {}
          : { 'otel.dropped_attributes_count': event.droppedAttributesCount }),
      }),
    })),
    processID,
  };
}

/** `{ data: [trace, …] }`, one entry a trace id in order of appearance. */
export function jaegerJson(spans: readonly SpanRecord[]): Json {
  const traces = new Map<string, { readonly spans: Json[]; readonly processes: Map<string, SpanRecord> }>();
  for (const span of spans) {
    const trace = traces.get(span.traceId) ?? { spans: [], processes: new Map<string, SpanRecord>() };
    traces.set(span.traceId, trace);
    if (!trace.processes.has(span.resource.key)) trace.processes.set(span.resource.key, span);
    trace.spans.push(spanJson(span, `p${[...trace.processes.keys()].indexOf(span.resource.key) + 1}`));
  }
  return {
    data: [...traces].map(([traceID, trace]) => ({
      traceID,
      spans: trace.spans,
      processes: Object.fromEntries(
        [...trace.processes.values()].map((span, index) => [`p${index + 1}`, processJson(span)]),
      ),
    })),
  };
}

function processJson(span: SpanRecord): Json {
  const { 'service.name': serviceName, ...rest } = span.resource.attributes;
  return { serviceName: typeof serviceName === 'string' ? serviceName : '', tags: tags(rest) };
}
