/**
 * Jaeger JSON, as its query API and its page export it: tags, logs, references, microseconds.
 * Lists stand in tags as JSON text, as Jaeger's own translation of OTLP writes them.
 */
import type { Attributes, AttributeValue, SpanEvent, SpanStatus } from '../../model/span.js';
import { wellFormed } from '../../model/utf8.js';
import { Unreadable } from './damage.js';
import { arrayOf, countOf, exactInteger, isObject, noneIfZero, stringOf, type JsonObject } from './json-value.js';
import { setFirst, type SpanDraft } from './span-draft.js';

function tagValue(tag: JsonObject): AttributeValue {
  const value = tag['value'];
  switch (tag['type']) {
    case 'int64':
      if (typeof value === 'string' && /^-?\d{1,19}$/u.test(value)) return exactInteger(BigInt(value));
      return typeof value === 'number' ? value : null;
    case 'float64':
      return typeof value === 'number' || typeof value === 'string' ? Number(value) : null;
    case 'bool':
      return value === true || value === 'true';
    case 'binary':
      return typeof value === 'string' ? new Uint8Array(Buffer.from(value, 'base64')) : null;
    default:
      if (typeof value === 'string') return wellFormed(value);
      return typeof value === 'number' || typeof value === 'boolean' ? value : null;
  }
}

function tags(value: unknown): Record<string, AttributeValue> {
  const out: Record<string, AttributeValue> = {};
  for (const tag of arrayOf(value)) {
    if (isObject(tag) && typeof tag['key'] === 'string') setFirst(out, wellFormed(tag['key']), tagValue(tag));
  }
  return out;
}

/** Leading zeros may be missing, and 64-bit trace ids exist. */
function jaegerId(value: unknown, digits: 16 | 32, key: string): string | undefined {
  if (value === undefined || value === null || value === '') return undefined;
  if (typeof value !== 'string' || value.length > digits || !/^[0-9a-fA-F]+$/u.test(value))
    throw new Unreadable(`is not ${digits} hex digits`, key);
  return noneIfZero(value.toLowerCase().padStart(digits, '0'));
}

/** Decimal microseconds, exact: a double holds them to 2^53. */
function microsToNanos(value: unknown, key: string): bigint {
  if (typeof value === 'string' && /^\d{1,19}$/u.test(value)) return BigInt(value) * 1000n;
  if (typeof value === 'number' && Number.isFinite(value) && value >= 0) return BigInt(Math.floor(value)) * 1000n;
  if (value === undefined || value === null) return 0n;
  throw new Unreadable('is no time in microseconds', key);
}

/** The first CHILD_OF of the same trace, else the first FOLLOWS_FROM: Jaeger's own rule. */
function parentOf(value: JsonObject, traceId: string): string | undefined {
  let followed: string | undefined;
  for (const reference of arrayOf(value['references'])) {
    if (!isObject(reference) || jaegerId(reference['traceID'], 32, 'references.traceID') !== traceId) continue;
    const spanId = jaegerId(reference['spanID'], 16, 'references.spanID');
    if (reference['refType'] === 'CHILD_OF') return spanId;
    followed ??= spanId;
  }
  return followed ?? jaegerId(value['parentSpanID'], 16, 'parentSpanID');
}

function readEvent(value: unknown): SpanEvent {
  const log: JsonObject = isObject(value) ? value : {};
  const { event, 'otel.dropped_attributes_count': dropped, ...attributes } = tags(log['fields']);
  return {
    name: typeof event === 'string' ? event : '',
    timeUnixNano: microsToNanos(log['timestamp'], 'logs.timestamp'),
    attributes,
    droppedAttributesCount: countOf(dropped),
  };
}

/** Tags that stand for parts of an OTLP span, not for attributes. */
interface TagParts {
  readonly attributes: Attributes;
  readonly status: SpanStatus;
  readonly traceState: string;
  readonly scopeName: string;
  readonly droppedAttributesCount: number;
  readonly droppedEventsCount: number;
}

function tagParts(value: unknown): TagParts {
  const {
    'otel.status_code': code,
    'w3c.tracestate': traceState,
    'otel.scope.name': scope,
    'otel.library.name': library,
    'otel.dropped_attributes_count': droppedAttributes,
    'otel.dropped_events_count': droppedEvents,
    ...attributes
  } = tags(value);
  const { error } = attributes;
  const isError = code === 'ERROR' || code === 2 || (code === undefined && (error === true || error === 'true'));
  if (code !== undefined) delete attributes['error'];
  return {
    attributes,
    status: isError ? 'error' : code === 'OK' || code === 1 ? 'ok' : 'unset',
    traceState: stringOf(traceState),
    scopeName: stringOf(scope ?? library),
    droppedAttributesCount: countOf(droppedAttributes),
    droppedEventsCount: countOf(droppedEvents),
  };
}

export function readJaegerSpan(value: unknown): SpanDraft {
  if (!isObject(value)) throw new Unreadable('is no object');
  const traceId = jaegerId(value['traceID'], 32, 'traceID');
  const spanId = jaegerId(value['spanID'], 16, 'spanID');
  if (traceId === undefined) throw new Unreadable('is missing', 'traceID');
  if (spanId === undefined) throw new Unreadable('is missing', 'spanID');
  const parentSpanId = parentOf(value, traceId);
  const { traceState, ...parts } = tagParts(value['tags']);
  const start = microsToNanos(value['startTime'], 'startTime');
  return {
    traceId,
    spanId,
    ...(parentSpanId === undefined ? {} : { parentSpanId }),
    ...(traceState === '' ? {} : { traceState }),
    name: stringOf(value['operationName']),
    startTimeUnixNano: start,
    ...(value['duration'] === undefined
      ? {}
      : { endTimeUnixNano: start + microsToNanos(value['duration'], 'duration') }),
    events: arrayOf(value['logs']).map(readEvent),
    ...parts,
  };
}

/** A process is what OTLP calls a resource. */
export function readProcess(value: unknown): Attributes {
  if (!isObject(value)) return {};
  const out = tags(value['tags']);
  const serviceName = stringOf(value['serviceName']);
  if (serviceName !== '') out['service.name'] = serviceName;
  return out;
}

/** Which process a span names: its id in `processes`, or the process itself. */
export function processOf(value: unknown): { readonly id?: string; readonly attributes?: Attributes } {
  if (!isObject(value)) return {};
  if (isObject(value['process'])) return { attributes: readProcess(value['process']) };
  return typeof value['processID'] === 'string' ? { id: value['processID'] } : {};
}
