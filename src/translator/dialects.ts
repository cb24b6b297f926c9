/** The dialects, in the order in which they are believed. A new one is its file and a line here. */
import type { SpanRecord } from '../model/span.js';
import type { Dialect } from './dialect.js';
import { genAi } from './gen-ai/gen-ai.js';
import { openinference } from './openinference/openinference.js';
import { ragspan } from './ragspan.js';

export const DIALECTS: readonly Dialect[] = [ragspan, genAi, openinference];

/** A span with none of these among its attribute keys, and no event below, speaks no dialect. */
export const ATTRIBUTE_PREFIXES: readonly string[] = [
  ...new Set(DIALECTS.flatMap((dialect) => dialect.attributePrefixes)),
];
export const EVENT_PREFIXES: readonly string[] = [...new Set(DIALECTS.flatMap((dialect) => dialect.eventPrefix ?? []))];

interface PrefixEntry {
  readonly prefix: string;
  readonly bit: number;
}

/** Prefixes by the first unit of a key: most keys of most spans are done after one look. */
const byFirstUnit: PrefixEntry[][] = [];
for (const [index, dialect] of DIALECTS.entries()) {
  for (const prefix of dialect.attributePrefixes)
    (byFirstUnit[prefix.charCodeAt(0)] ??= []).push({ prefix, bit: 1 << index });
}
const ALL = (1 << DIALECTS.length) - 1;

/** A bit per dialect of `DIALECTS` that has something on the span. */
export function dialectsOn(record: Pick<SpanRecord, 'attributes' | 'events'>): number {
  let found = 0;
  for (const key in record.attributes) {
    const entries = byFirstUnit[key.charCodeAt(0)];
    if (entries === undefined) continue;
    for (const entry of entries) if ((found & entry.bit) === 0 && key.startsWith(entry.prefix)) found |= entry.bit;
    if (found === ALL) return found;
  }
  for (const event of record.events)
    found |= dialectsOfEvent(event.name === '' ? event.attributes['event.name'] : event.name);
  return found;
}

function dialectsOfEvent(name: unknown): number {
  if (typeof name !== 'string') return 0;
  let found = 0;
  for (const [index, { eventPrefix }] of DIALECTS.entries()) {
    if (eventPrefix !== undefined && name.startsWith(eventPrefix)) found |= 1 << index;
  }
  return found;
}
