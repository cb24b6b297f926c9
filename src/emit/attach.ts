/**
 * Writes a verdict on a span that can still be written, and says what took. The SDK drops what goes
 * beyond its limits without a word, so everything is looked at again after it was set.
 */
import type { SpanContext } from '@opentelemetry/api';
import { VERDICT } from '../semconv.js';
import type { FlatAttributes } from './verdict-attributes.js';

/** Links a revision to the span of the verdict it revises; APIs before 1.9 have no such call. */
export function addLink(span: WritableSpan, context: SpanContext): void {
  if (span.isRecording()) span.addLink?.({ context } as never);
}

/** What any SDK's live span has; limits are read where the SDK keeps them. */
export interface WritableSpan {
  isRecording(): boolean;
  setAttribute(key: string, value: never): unknown;
  addEvent(name: string, attributes?: never): unknown;
  addLink?(link: never): unknown;
  readonly attributes?: unknown;
  readonly events?: unknown;
}

export interface Attached {
  readonly attributes: boolean;
  readonly event: boolean;
}

export const NOT_ATTACHED: Attached = { attributes: false, event: false };

/**
 * @param attributes undefined: this carrier is not chosen.
 * @param event undefined: this carrier is not chosen.
 */
export function attach(
  span: WritableSpan,
  attributes: FlatAttributes | undefined,
  event: FlatAttributes | undefined,
): Attached {
  if (!span.isRecording()) return NOT_ATTACHED;
  const eventTook = event !== undefined && addEvent(span, event);
  const attributesTook = attributes !== undefined && setAttributes(span, attributes);
  return { attributes: attributesTook, event: eventTook };
}

/** All of them or none: a part of a verdict is no verdict. */
export function setAttributes(span: WritableSpan, attributes: FlatAttributes): boolean {
  if (!hasRoom(span, attributes)) return false;
  for (const key of Object.keys(attributes)) span.setAttribute(key, attributes[key] as never);
  const written = record(span.attributes);
  return written === undefined || Object.keys(attributes).every((key) => Object.hasOwn(written, key));
}

function hasRoom(span: WritableSpan, attributes: FlatAttributes): boolean {
  const limit = record(record(span)?.['_spanLimits'])?.['attributeCountLimit'];
  const written = record(span.attributes);
  if (typeof limit !== 'number' || written === undefined) return true;
  const added = Object.keys(attributes).filter((key) => !Object.hasOwn(written, key)).length;
  return Object.keys(written).length + added <= limit;
}

function addEvent(span: WritableSpan, attributes: FlatAttributes): boolean {
  span.addEvent(VERDICT.EVENT_NAME, attributes as never);
  const events = span.events;
  if (!Array.isArray(events)) return true;
  return record(events[events.length - 1])?.['name'] === VERDICT.EVENT_NAME;
}

/**
 * For SDKs that never call `onEnding`: the span has ended and takes nothing any more, but the
 * processors after ours still see the object. Fails quietly where it is frozen.
 */
export function attachAfterEnd(
  span: { readonly attributes?: unknown; readonly events?: unknown; readonly endTime?: unknown },
  attributes: FlatAttributes | undefined,
  event: FlatAttributes | undefined,
): Attached {
  let attributesTook = false;
  let eventTook = false;
  const written = record(span.attributes);
  if (attributes !== undefined && written !== undefined && Object.isExtensible(written)) {
    Object.assign(written, attributes);
    attributesTook = true;
  }
  if (event !== undefined && Array.isArray(span.events) && Object.isExtensible(span.events)) {
    (span.events as unknown[]).push({
      name: VERDICT.EVENT_NAME,
      attributes: event,
      time: span.endTime ?? [0, 0],
      droppedAttributesCount: 0,
    });
    eventTook = true;
  }
  return { attributes: attributesTook, event: eventTook };
}

function record(value: unknown): Record<string, unknown> | undefined {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : undefined;
}
