/** OTLP JSON: hex ids, 64-bit integers as decimal strings, enums as numbers (protobuf's own JSON spellings are taken too). */
import type { Attributes, AttributeValue, SpanEvent, SpanStatus } from '../../model/span.js';
import { wellFormed } from '../../model/utf8.js';
import { Unreadable } from './damage.js';
import {
  arrayOf,
  countOf,
  exactInteger,
  idOf,
  isObject,
  member,
  nanosOf,
  stringOf,
  type JsonObject,
} from './json-value.js';
import { logEvent, MAX_VALUE_DEPTH, setFirst, type LogDraft, type SpanDraft } from './span-draft.js';

function anyValue(value: unknown, depth: number): AttributeValue {
  if (!isObject(value) || depth > MAX_VALUE_DEPTH) return null;
  const string = member(value, 'stringValue', 'string_value');
  if (string !== undefined) return typeof string === 'string' ? wellFormed(string) : null;
  const bool = member(value, 'boolValue', 'bool_value');
  if (bool !== undefined) return bool === true || bool === 'true';
  const integer = member(value, 'intValue', 'int_value');
  if (integer !== undefined) return integerValue(integer);
  const double = member(value, 'doubleValue', 'double_value');
  // The JavaScript exporter writes NaN and the infinities as null.
  if (double !== undefined) return double === null ? Number.NaN : Number(double);
  const array = member(value, 'arrayValue', 'array_value');
  if (array !== undefined)
    return isObject(array) ? arrayOf(array['values']).map((one) => anyValue(one, depth + 1)) : [];
  const list = member(value, 'kvlistValue', 'kvlist_value');
  if (list !== undefined) return isObject(list) ? keyValues(list['values'], depth + 1) : {};
  const bytes = member(value, 'bytesValue', 'bytes_value');
  if (typeof bytes === 'string') return new Uint8Array(Buffer.from(bytes, 'base64'));
  return null;
}

function integerValue(value: unknown): AttributeValue {
  if (typeof value === 'string' && /^-?\d{1,19}$/u.test(value)) return exactInteger(BigInt(value));
  return typeof value === 'number' ? value : null;
}

function keyValues(value: unknown, depth = 0): Record<string, AttributeValue> {
  const out: Record<string, AttributeValue> = {};
  for (const pair of arrayOf(value)) {
    if (isObject(pair) && typeof pair['key'] === 'string')
      setFirst(out, wellFormed(pair['key']), anyValue(pair['value'], depth));
  }
  return out;
}

export function readResource(value: unknown): Attributes {
  return isObject(value) ? keyValues(value['attributes']) : {};
}

export function readScopeName(value: unknown): string {
  return isObject(value) ? stringOf(value['name']) : '';
}

function readStatus(value: unknown): SpanStatus {
  const code = isObject(value) ? value['code'] : undefined;
  if (code === 2 || code === 'STATUS_CODE_ERROR') return 'error';
  return code === 1 || code === 'STATUS_CODE_OK' ? 'ok' : 'unset';
}

function readEvent(value: unknown): SpanEvent {
  const event: JsonObject = isObject(value) ? value : {};
  return {
    name: stringOf(event['name']),
    timeUnixNano: nanosOf(member(event, 'timeUnixNano', 'time_unix_nano'), 'events.timeUnixNano') ?? 0n,
    attributes: keyValues(event['attributes']),
    droppedAttributesCount: countOf(member(event, 'droppedAttributesCount', 'dropped_attributes_count')),
  };
}

export function readSpan(value: unknown): SpanDraft {
  if (!isObject(value)) throw new Unreadable('is no object');
  const traceId = idOf(member(value, 'traceId', 'trace_id'), 16, 'traceId');
  const spanId = idOf(member(value, 'spanId', 'span_id'), 8, 'spanId');
  if (traceId === undefined) throw new Unreadable('is missing', 'traceId');
  if (spanId === undefined) throw new Unreadable('is missing', 'spanId');
  const parentSpanId = idOf(member(value, 'parentSpanId', 'parent_span_id'), 8, 'parentSpanId');
  const traceState = stringOf(member(value, 'traceState', 'trace_state'));
  const end = nanosOf(member(value, 'endTimeUnixNano', 'end_time_unix_nano'), 'endTimeUnixNano');
  return {
    traceId,
    spanId,
    ...(parentSpanId === undefined ? {} : { parentSpanId }),
    ...(traceState === '' ? {} : { traceState }),
    name: stringOf(value['name']),
    startTimeUnixNano: nanosOf(member(value, 'startTimeUnixNano', 'start_time_unix_nano'), 'startTimeUnixNano') ?? 0n,
    ...(end === undefined || end === 0n ? {} : { endTimeUnixNano: end }),
    status: readStatus(value['status']),
    attributes: keyValues(value['attributes']),
    events: arrayOf(value['events']).map(readEvent),
    droppedAttributesCount: countOf(member(value, 'droppedAttributesCount', 'dropped_attributes_count')),
    droppedEventsCount: countOf(member(value, 'droppedEventsCount', 'dropped_events_count')),
  };
}

/** Undefined: the record names no span. */
export function readLog(value: unknown): LogDraft | undefined {
  if (!isObject(value)) throw new Unreadable('is no object');
  const traceId = idOf(member(value, 'traceId', 'trace_id'), 16, 'traceId');
  const spanId = idOf(member(value, 'spanId', 'span_id'), 8, 'spanId');
  if (traceId === undefined || spanId === undefined) return undefined;
  const time = nanosOf(member(value, 'timeUnixNano', 'time_unix_nano'), 'timeUnixNano') ?? 0n;
  const observed =
    nanosOf(member(value, 'observedTimeUnixNano', 'observed_time_unix_nano'), 'observedTimeUnixNano') ?? 0n;
  const dropped = countOf(member(value, 'droppedAttributesCount', 'dropped_attributes_count'));
  const name = stringOf(member(value, 'eventName', 'event_name'));
  return {
    traceId,
    spanId,
    event: logEvent(
      name,
      time === 0n ? observed : time,
      keyValues(value['attributes']),
      anyValue(value['body'], 0),
      dropped,
    ),
  };
}
