/** Spans as OTLP protobuf: one export request, or several after their lengths. */
import type { Attributes, AttributeValue, SpanEvent, SpanRecord } from '../../model/span.js';
import { byOrigin } from './by-origin.js';
import { WireWriter } from './wire-writer.js';

function anyValue(value: AttributeValue): WireWriter {
  const writer = new WireWriter();
  if (value === null || value === undefined) return writer;
  if (typeof value === 'string') return writer.string(1, value);
  if (typeof value === 'boolean') return writer.varint(2, value ? 1 : 0);
  if (typeof value === 'bigint') return writer.varint(3, value);
  if (typeof value === 'number')
    return Number.isSafeInteger(value) && !Object.is(value, -0) ? writer.varint(3, value) : writer.double(4, value);
  if (value instanceof Uint8Array) return writer.bytes(7, value);
  if (!Array.isArray(value)) return writer.message(6, attributes(new WireWriter(), 1, value as Attributes));
  const list = new WireWriter();
  for (const one of value as readonly AttributeValue[]) list.message(1, anyValue(one));
  return writer.message(5, list);
}

function attributes(writer: WireWriter, field: number, values: Attributes): WireWriter {
  for (const [key, value] of Object.entries(values)) {
    if (value !== undefined) writer.message(field, new WireWriter().string(1, key).message(2, anyValue(value)));
  }
  return writer;
}

function eventMessage(event: SpanEvent): WireWriter {
  const writer = attributes(new WireWriter().fixed64(1, event.timeUnixNano).string(2, event.name), 3, event.attributes);
  return event.droppedAttributesCount === 0 ? writer : writer.varint(4, event.droppedAttributesCount);
}

function spanMessage(span: SpanRecord): WireWriter {
  const writer = new WireWriter().bytes(1, Buffer.from(span.traceId, 'hex')).bytes(2, Buffer.from(span.spanId, 'hex'));
  if (span.traceState !== undefined) writer.string(3, span.traceState);
  if (span.parentSpanId !== undefined) writer.bytes(4, Buffer.from(span.parentSpanId, 'hex'));
  writer.string(5, span.name).fixed64(7, span.startTimeUnixNano);
  if (span.endTimeUnixNano !== undefined) writer.fixed64(8, span.endTimeUnixNano);
  attributes(writer, 9, span.attributes);
  if (span.droppedAttributesCount > 0) writer.varint(10, span.droppedAttributesCount);
  for (const event of span.events) writer.message(11, eventMessage(event));
  if (span.droppedEventsCount > 0) writer.varint(12, span.droppedEventsCount);
  if (span.status !== 'unset') writer.message(15, new WireWriter().varint(3, span.status === 'error' ? 2 : 1));
  return writer;
}

/** One TracesData message (equal on the wire to an export request). */
export function otlpProtobuf(spans: readonly SpanRecord[]): Buffer {
  const file = new WireWriter();
  for (const { resource, scopes } of byOrigin(spans)) {
    const one = new WireWriter().message(1, attributes(new WireWriter(), 1, resource.attributes));
    for (const { name, spans: own } of scopes) {
      const scope = new WireWriter().message(1, new WireWriter().string(1, name));
      for (const span of own) scope.message(2, spanMessage(span));
      one.message(2, scope);
    }
    file.message(1, one);
  }
  return file.finish();
}

/** Each message after its length in four bytes, big-endian, as the Collector's file exporter writes. */
export function lengthPrefixed(messages: Iterable<Uint8Array>): Buffer {
  const parts: Uint8Array[] = [];
  for (const message of messages) {
    const length = Buffer.allocUnsafe(4);
    length.writeUInt32BE(message.length);
    parts.push(length, message);
  }
  return Buffer.concat(parts);
}
