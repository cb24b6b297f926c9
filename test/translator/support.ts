/** Span records out of a few attributes. */
import { textHash } from '../../src/model/digest.js';
import type { Attributes, SpanEvent, SpanRecord } from '../../src/model/span.js';
import type { ModelCall } from '../../src/model/model-call.js';
import type { RetrievalList } from '../../src/model/retrieval-log.js';
import type { SpanFacts } from '../../src/model/span-facts.js';
import { inferValueLimits, NO_VALUE_LIMIT, type TranslateContext, translateSpan } from '../../src/translator/index.js';

export const C1 = 'The refund window is 30 days from delivery.';
export const C2 = 'Items over $1,000 need manager approval.';
export const C3 = 'Warranty claims close after 24 months.';
export const CONTEXT = `Context:\n${C1}\n\n${C2}\n\n${C3}`;

export const hash = textHash();
export const inProcess: TranslateContext = { hash, limits: NO_VALUE_LIMIT };

const RESOURCE = { key: 'refund-bot', attributes: { 'service.name': 'refund-bot' } };

export function record(attributes: Attributes, more: Partial<SpanRecord> = {}): SpanRecord {
  return {
    traceId: '0123456789abcdef0123456789abcdef',
    spanId: '0000000000000001',
    name: 'span',
    startTimeUnixNano: 1n,
    endTimeUnixNano: 2n,
    status: 'unset',
    attributes,
    events: [],
    droppedAttributesCount: 0,
    droppedEventsCount: 0,
    resource: RESOURCE,
    scopeName: 'app',
    ...more,
  };
}

export function event(name: string, attributes: Attributes, droppedAttributesCount = 0): SpanEvent {
  return { name, timeUnixNano: 1n, attributes, droppedAttributesCount };
}

/** A log record of 1.36: its name in an attribute, what it says in the body. */
export function log(name: string, body: Attributes): SpanEvent {
  return event('', { 'event.name': name, body });
}

export function translate(
  attributes: Attributes,
  more: Partial<SpanRecord> = {},
  context: TranslateContext = inProcess,
): SpanFacts {
  return translateSpan(record(attributes, more), context);
}

/** As a reader of files does: the value limit comes out of the values. */
export function translateFile(attributes: Attributes, more: Partial<SpanRecord> = {}): SpanFacts {
  const one = record(attributes, more);
  return translateSpan(one, { hash, limits: inferValueLimits([one]) });
}

export function modelOf(facts: SpanFacts): ModelCall {
  if (facts.model === undefined) throw new Error(`no model call: ${facts.kind}`);
  return facts.model;
}

export function listOf(facts: SpanFacts): RetrievalList {
  if (facts.retrieval === undefined) throw new Error(`no retrieval: ${facts.kind}`);
  return facts.retrieval;
}

/** The segments that were sent, as `role: text`. */
export function sentTexts(facts: SpanFacts): string[] | undefined {
  return facts.model?.messages?.flatMap((message) =>
    message.parts.flatMap((part) => part.leaves.map((leaf) => `${message.role}: ${leaf}`)),
  );
}

export function itemTexts(facts: SpanFacts): (string | undefined)[] | undefined {
  return facts.retrieval?.items?.map((item) => item.text);
}

export const text = (content: string): Attributes => ({ type: 'text', content });
export const json = (value: unknown): string => JSON.stringify(value);
