/** OTLP protobuf: the messages of opentelemetry-proto that a span or a log record is made of. */
import type { Attributes, AttributeValue, SpanEvent, SpanStatus } from '../../model/span.js';
import { Unreadable } from './damage.js';
import { exactInteger, noneIfZero } from './json-value.js';
import { logEvent, MAX_VALUE_DEPTH, setFirst, type LogDraft, type SpanDraft } from './span-draft.js';
import { LENGTH, WireReader } from './wire-reader.js';

function anyValue(reader: WireReader, depth: number): AttributeValue {
  let value: AttributeValue = null;
  while (reader.next()) {
    switch (reader.field) {
      case 1:
        value = reader.string();
        break;
      case 2:
        value = reader.varint() !== 0n;
        break;
      case 3:
        value = exactInteger(reader.int64());
        break;
      case 4:
        value = reader.double();
        break;
      case 5:
        value = arrayValue(reader.message(), depth + 1);
        break;
      case 6:
        value = keyValueList(reader.message(), depth + 1);
        break;
      case 7:
        value = new Uint8Array(reader.bytes());
        break;
      default:
        reader.skip();
    }
  }
  return value;
}

function arrayValue(reader: WireReader, depth: number): AttributeValue {
  const values: AttributeValue[] = [];
  while (reader.next()) {
    if (reader.field !== 1) reader.skip();
    else if (depth > MAX_VALUE_DEPTH) {
      reader.skip();
      values.push(null);
    } else values.push(anyValue(reader.message(), depth));
  }
  return values;
}

function keyValueList(reader: WireReader, depth: number): AttributeValue {
  const out: Record<string, AttributeValue> = {};
  while (reader.next()) {
    if (reader.field === 1) keyValue(out, reader.message(), depth);
    else reader.skip();
  }
  return out;
}

function keyValue(target: Record<string, AttributeValue>, reader: WireReader, depth = 0): void {
  let key = '';
  let value: AttributeValue = null;
  while (reader.next()) {
    if (reader.field === 1) key = reader.string();
    else if (reader.field === 2 && depth <= MAX_VALUE_DEPTH) value = anyValue(reader.message(), depth);
    else reader.skip();
  }
  setFirst(target, key, value);
}

export function decodeResource(bytes: Buffer): Attributes {
  const out: Record<string, AttributeValue> = {};
  const reader = new WireReader(bytes);
  while (reader.next()) {
    if (reader.field === 1) keyValue(out, reader.message());
    else reader.skip();
  }
  return out;
}

export function decodeScopeName(bytes: Buffer): string {
  let name = '';
  const reader = new WireReader(bytes);
  while (reader.next()) {
    if (reader.field === 1) name = reader.string();
    else reader.skip();
  }
  return name;
}

function decodeEvent(reader: WireReader): SpanEvent {
  const attributes: Record<string, AttributeValue> = {};
  let name = '';
  let timeUnixNano = 0n;
  let droppedAttributesCount = 0;
  while (reader.next()) {
    switch (reader.field) {
      case 1:
        timeUnixNano = reader.fixed64();
        break;
      case 2:
        name = reader.string();
        break;
      case 3:
        keyValue(attributes, reader.message());
        break;
      case 4:
        droppedAttributesCount = reader.uint32();
        break;
      default:
        reader.skip();
    }
  }
  return { name, timeUnixNano, attributes, droppedAttributesCount };
}

function decodeStatus(reader: WireReader): SpanStatus {
  let code = 0;
  while (reader.next()) {
    if (reader.field === 3) code = reader.uint32();
    else reader.skip();
  }
  return code === 2 ? 'error' : code === 1 ? 'ok' : 'unset';
}

function idOf(bytes: Buffer, length: 8 | 16, key: string): string | undefined {
  if (bytes.length === 0) return undefined;
  if (bytes.length !== length) throw new Unreadable(`is ${bytes.length} bytes long instead of ${length}`, key);
  return noneIfZero(bytes.toString('hex'));
}

/** A Span begins with its trace id, a LogRecord with its time: their fields 1 differ in wire type. */
export function isLogRecord(bytes: Buffer): boolean {
  const reader = new WireReader(bytes);
  return reader.next() && !(reader.field === 1 && reader.wireType === LENGTH);
}

export function decodeSpan(bytes: Buffer): SpanDraft {
  const reader = new WireReader(bytes);
  const attributes: Record<string, AttributeValue> = {};
  const events: SpanEvent[] = [];
  let traceId: string | undefined;
  let spanId: string | undefined;
  let parentSpanId: string | undefined;
  let traceState = '';
  let name = '';
  let start = 0n;
  let end = 0n;
  let status: SpanStatus = 'unset';
  let droppedAttributesCount = 0;
  let droppedEventsCount = 0;
  while (reader.next()) {
    switch (reader.field) {
      case 1:
        traceId = idOf(reader.bytes(), 16, 'trace_id');
        break;
      case 2:
        spanId = idOf(reader.bytes(), 8, 'span_id');
        break;
      case 3:
        traceState = reader.string();
        break;
      case 4:
        parentSpanId = idOf(reader.bytes(), 8, 'parent_span_id');
        break;
      case 5:
        name = reader.string();
        break;
      case 7:
        start = reader.fixed64();
        break;
      case 8:
        end = reader.fixed64();
        break;
      case 9:
        keyValue(attributes, reader.message());
        break;
      case 10:
        droppedAttributesCount = reader.uint32();
        break;
      case 11:
        events.push(decodeEvent(reader.message()));
        break;
      case 12:
        droppedEventsCount = reader.uint32();
        break;
      case 15:
        status = decodeStatus(reader.message());
        break;
      default:
        reader.skip();
    }
  }
  if (traceId === undefined) throw new Unreadable('is missing', 'trace_id');
  if (spanId === undefined) throw new Unreadable('is missing', 'span_id');
  return {
    traceId,
    spanId,
    ...(parentSpanId === undefined ? {} : { parentSpanId }),
    ...(traceState === '' ? {} : { traceState }),
    name,
    startTimeUnixNano: start,
    ...(end === 0n ? {} : { endTimeUnixNano: end }),
    status,
    attributes,
    events,
    droppedAttributesCount,
    droppedEventsCount,
  };
}

/** Undefined: the record names no span. */
export function decodeLog(bytes: Buffer): LogDraft | undefined {
  const reader = new WireReader(bytes);
  const attributes: Record<string, AttributeValue> = {};
  let traceId: string | undefined;
  let spanId: string | undefined;
  let body: AttributeValue = null;
  let time = 0n;
  let observed = 0n;
  let dropped = 0;
  let eventName = '';
  while (reader.next()) {
    switch (reader.field) {
      case 1:
        time = reader.fixed64();
        break;
      case 5:
        body = anyValue(reader.message(), 0);
        break;
      case 6:
        keyValue(attributes, reader.message());
        break;
      case 7:
        dropped = reader.uint32();
        break;
      case 9:
        traceId = idOf(reader.bytes(), 16, 'trace_id');
        break;
      case 10:
        spanId = idOf(reader.bytes(), 8, 'span_id');
        break;
      case 11:
        observed = reader.fixed64();
        break;
      case 12:
        eventName = reader.string();
        break;
      default:
        reader.skip();
    }
  }
  if (traceId === undefined || spanId === undefined) return undefined;
  return { traceId, spanId, event: logEvent(eventName, time === 0n ? observed : time, attributes, body, dropped) };
}
