/**
 * The SDK's span as we touch it. Declared here, by shape, so that the types of this package need
 * no SDK package: the spans of SDK 2.x and 3.x fit, and so do those of other makers.
 */
import type { Attributes as ApiAttributes, HrTime, SpanContext } from '@opentelemetry/api';
import { privateAttributes } from '../model/private-attributes.js';
import type { Attributes, AttributeValue, Resource, SpanEvent, SpanRecord, SpanStatus } from '../model/span.js';
import type { ParentName } from '../storage/recent-spans.js';

export interface TimedEventLike {
  readonly name: string;
  readonly time: HrTime;
  readonly attributes?: ApiAttributes | undefined;
  readonly droppedAttributesCount?: number | undefined;
}

export interface ResourceLike {
  readonly attributes: unknown;
  readonly asyncAttributesPending?: boolean | undefined;
  getRawAttributes?(): unknown;
}

/** A span that has ended, or an open one as far as it is told. */
export interface ReadableSpanLike {
  readonly name: string;
  spanContext(): SpanContext;
  readonly parentSpanContext?: SpanContext | undefined;
  readonly startTime: HrTime;
  readonly endTime: HrTime;
  readonly status: { readonly code: number };
  readonly attributes: ApiAttributes;
  readonly events: readonly TimedEventLike[];
  readonly droppedAttributesCount: number;
  readonly droppedEventsCount: number;
  readonly resource: ResourceLike;
  readonly instrumentationScope: { readonly name: string };
}

/** A span that can still be written. */
export interface LiveSpan extends ReadableSpanLike {
  isRecording(): boolean;
  setAttribute(key: string, value: never): unknown;
  addEvent(name: string, attributes?: never): unknown;
}

const STATUS: readonly SpanStatus[] = ['unset', 'ok', 'error'];
const NANOS_PER_SECOND = 1_000_000_000n;

export function nanos(time: HrTime | undefined): bigint {
  if (time === undefined) return 0n;
  const [seconds, rest] = time;
  return Number.isInteger(seconds) && Number.isInteger(rest) ? BigInt(seconds) * NANOS_PER_SECOND + BigInt(rest) : 0n;
}

export function parentOf(span: ReadableSpanLike): ParentName | undefined {
  const parent = span.parentSpanContext;
  if (parent !== undefined) return parent;
  // SDK 1.x, and vendors that stayed with it, tell the id alone.
  const spanId = (span as { readonly parentSpanId?: unknown }).parentSpanId;
  return typeof spanId === 'string' && spanId !== '' ? { spanId } : undefined;
}

/** What is known of a span beside the span itself. */
export interface Told {
  readonly resource: Resource;
  readonly logEvents: readonly SpanEvent[];
  readonly start: bigint;
  /** Absent while it is open; in `onEnding` its end time stands already. */
  readonly end: bigint | undefined;
}

/** The span as translators read it. Private attributes win over exported ones of the same name. */
export function spanRecord(span: ReadableSpanLike, told: Told): SpanRecord {
  const context = span.spanContext();
  const parent = parentOf(span);
  const traceState = context.traceState?.serialize();
  const hidden = privateAttributes(span);
  const attributes = span.attributes as Attributes;
  return {
    traceId: context.traceId,
    spanId: context.spanId,
    ...(parent === undefined ? {} : { parentSpanId: parent.spanId }),
    ...(traceState === undefined ? {} : { traceState }),
    name: span.name,
    startTimeUnixNano: told.start,
    ...(told.end === undefined ? {} : { endTimeUnixNano: told.end }),
    status: statusOf(span),
    attributes: hidden === undefined ? attributes : { ...attributes, ...hidden },
    events: spanEvents(span, told.logEvents),
    droppedAttributesCount: span.droppedAttributesCount,
    droppedEventsCount: span.droppedEventsCount,
    resource: told.resource,
    scopeName: scopeName(span),
  };
}

/** Where the SDK keeps the limit (both lines); undefined: none, or another maker's span. */
export function valueLengthLimit(span: object): number | undefined {
  const limits = (span as { readonly _spanLimits?: { readonly attributeValueLengthLimit?: unknown } })._spanLimits;
  const limit = limits?.attributeValueLengthLimit;
  return typeof limit === 'number' && Number.isFinite(limit) && limit > 0 ? limit : undefined;
}

/** Whether the start time was handed to the SDK; undefined: it does not say. */
export function hasGivenTimes(span: object): boolean | undefined {
  const given = (span as { readonly _startTimeProvided?: unknown })._startTimeProvided;
  return typeof given === 'boolean' ? given : undefined;
}

export function statusOf(span: ReadableSpanLike): SpanStatus {
  return STATUS[span.status.code] ?? 'unset';
}

function scopeName(span: ReadableSpanLike): string {
  const scope = span.instrumentationScope as { readonly name: string } | undefined;
  const library = (span as { readonly instrumentationLibrary?: { readonly name?: string } }).instrumentationLibrary;
  return scope?.name ?? library?.name ?? '';
}

function spanEvents(span: ReadableSpanLike, logEvents: readonly SpanEvent[]): readonly SpanEvent[] {
  if (span.events.length === 0) return logEvents;
  const own = span.events.map((event) => ({
    name: event.name,
    timeUnixNano: nanos(event.time),
    attributes: (event.attributes ?? {}) as Attributes,
    droppedAttributesCount: event.droppedAttributesCount ?? 0,
  }));
  return logEvents.length === 0 ? own : [...own, ...logEvents];
}

/** One `Resource` per resource object of the SDK, so that spans of one provider share it. */
export class Resources {
  readonly #known = new WeakMap<object, Resource>();
  readonly #keys = new WeakMap<object, string>();
  #count = 0;

  of(given: ResourceLike | undefined): Resource {
    if (typeof given !== 'object' || given === null) return { attributes: {}, key: 'none' };
    const known = this.#known.get(given);
    if (known !== undefined) return known;
    const resource = { attributes: quietAttributes(given), key: this.#keyOf(given) };
    // Detectors still at work: the key stands, the attributes are read again next time.
    if (given.asyncAttributesPending !== true) this.#known.set(given, resource);
    return resource;
  }

  #keyOf(given: object): string {
    let key = this.#keys.get(given);
    if (key === undefined) {
      this.#count += 1;
      key = `process-${this.#count}`;
      this.#keys.set(given, key);
    }
    return key;
  }
}

/** Reading `attributes` while detectors are at work makes the SDK log an error each time. */
function quietAttributes(resource: ResourceLike): Attributes {
  const raw = resource.asyncAttributesPending === true ? resource.getRawAttributes?.() : undefined;
  if (!Array.isArray(raw))
    return (resource.asyncAttributesPending === true ? {} : (resource.attributes ?? {})) as Attributes;
  const attributes: Record<string, AttributeValue> = {};
  for (const entry of raw as readonly unknown[]) {
    if (!Array.isArray(entry)) continue;
    const [key, value] = entry as readonly unknown[];
    if (typeof key !== 'string' || Object.hasOwn(attributes, key)) continue;
    if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean') attributes[key] = value;
  }
  return attributes;
}
