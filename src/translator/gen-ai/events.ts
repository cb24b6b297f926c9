/**
 * Events and log records of a GenAI span: 1.36's one event per message (`gen_ai.user.message`,
 * `gen_ai.choice`), today's `…operation.details`, and the span events that came before both.
 */
import type { AttributeValue, SpanEvent } from '../../model/span.js';
import { type JsonReading, readJson } from '../json-reading.js';
import { IN_JSON, type TextReader } from '../lossy.js';
import { asShape, asText, type Shape } from '../scalars.js';

/** Log records of 1.36 carry their name in an attribute. */
export function eventName(event: SpanEvent): string {
  return event.name === '' ? (asText(event.attributes['event.name']) ?? '') : event.name;
}

/** What an event says: the body of a log record, the JSON some SDKs write, or the attributes themselves. */
export interface EventFields {
  readonly fields: Shape;
  readonly texts: TextReader;
  readonly broken: boolean;
}

export function eventFields(event: SpanEvent, values: TextReader): EventFields {
  const { attributes } = event;
  for (const held of [attributes['body'], attributes['gen_ai.event.content']]) {
    const read = fieldsOf(held);
    if (read !== undefined) return read;
  }
  return { fields: attributes, texts: values, broken: false };
}

function fieldsOf(value: AttributeValue): EventFields | undefined {
  const shape = asShape(value);
  // The value limit is for attributes: a body is not cut by it.
  if (shape !== undefined) return { fields: shape, texts: IN_JSON, broken: false };
  if (typeof value !== 'string' || value === '') return undefined;
  const read: JsonReading = readJson(value);
  if (read.kind === 'text') return { fields: { content: value }, texts: IN_JSON, broken: false };
  const parsed = asShape(read.value);
  return { fields: parsed ?? { content: read.value }, texts: IN_JSON, broken: read.kind === 'broken' };
}

/** Structured fields are JSON in a string where an event has attributes alone. */
export function parsedField(value: unknown): { readonly value: unknown; readonly broken: boolean } {
  if (typeof value !== 'string') return { value, broken: false };
  const read = readJson(value);
  if (read.kind === 'text' || (read.kind === 'json' && typeof read.value === 'string')) return { value, broken: false };
  return { value: read.value, broken: read.kind === 'broken' };
}

/** A content that is a list of parts in JSON becomes that list; any other text stays a text. */
export function parsedContent(value: unknown): { readonly value: unknown; readonly broken: boolean } {
  if (typeof value !== 'string') return { value, broken: false };
  const first = value.trimStart()[0];
  if (first !== '[') return { value, broken: false };
  const read = readJson(value);
  if (read.kind === 'text') return { value, broken: false };
  if (read.kind === 'broken') return { value: isPartList(read.value) ? read.value : value, broken: true };
  return { value: isPartList(read.value) ? read.value : value, broken: false };
}

function isPartList(value: unknown): boolean {
  return Array.isArray(value) && value.length > 0 && value.every((part) => typeof asShape(part)?.['type'] === 'string');
}
