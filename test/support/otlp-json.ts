/** Span lines of `trace-builder.ts` as OTLP JSON: hex ids, 64-bit integers as decimal strings. */
import { sha256, type Attrs, type LogSpec, type SpanSpec, type Value } from './trace-builder.js';

const START_UNIX_NANO = 1_788_300_000_000_000_000n; // 2026-09-01
const MILLISECOND = 1_000_000n;

type Json = { [key: string]: unknown };

function anyValue(value: Value): Json {
  if (value === null) return {};
  if (typeof value === 'string') return { stringValue: value };
  if (typeof value === 'boolean') return { boolValue: value };
  if (typeof value === 'bigint') return { intValue: value.toString() };
  if (typeof value === 'number') {
    if (Number.isSafeInteger(value)) return { intValue: String(value) };
    return { doubleValue: Number.isFinite(value) ? value : String(value) };
  }
  if (Array.isArray(value)) return { arrayValue: { values: value.map(anyValue) } };
  return { kvlistValue: { values: keyValues(value as Attrs) } };
}

function keyValues(attrs: Attrs): Json[] {
  const out: Json[] = [];
  for (const [key, value] of Object.entries(attrs)) {
    if (value !== undefined) out.push({ key, value: anyValue(value) });
  }
  return out;
}

export interface Placed {
  readonly traceId: string;
  readonly spanId: string;
  readonly start: bigint;
  readonly end: bigint;
}

/** Ids and times of the spans, by label. `seed` makes the trace ids. */
export function place(spans: readonly SpanSpec[], seed: string): Map<string, Placed> {
  const parents = new Map(spans.map((one) => [one.label, parentLabel(one, spans)]));
  const ends = new Map<string, number>();
  const begins = new Map<string, number>();
  for (const [index, one] of spans.entries()) {
    begins.set(one.label, one.at?.[0] ?? index * 100);
    ends.set(one.label, one.at?.[1] ?? index * 100 + 50);
  }
  // A parent without times of its own ends ten milliseconds after the last of its descendants.
  for (let round = 0; round < spans.length; round += 1) {
    for (const one of [...spans].reverse()) {
      const parent = spans.find((other) => other.label === parents.get(one.label));
      if (parent === undefined || parent.at !== undefined || (one.trace ?? 1) !== (parent.trace ?? 1)) continue;
      const needed = (ends.get(one.label) ?? 0) + 10;
      if ((ends.get(parent.label) ?? 0) < needed) ends.set(parent.label, needed);
    }
    if (!hasCycle(parents)) continue;
    break;
  }
  const placed = new Map<string, Placed>();
  for (const [index, one] of spans.entries()) {
    placed.set(one.label, {
      traceId: traceId(seed, one.trace ?? 1),
      spanId: one.id ?? (index + 1).toString(16).padStart(16, '0'),
      start: START_UNIX_NANO + BigInt(begins.get(one.label) ?? 0) * MILLISECOND,
      end: START_UNIX_NANO + BigInt(ends.get(one.label) ?? 0) * MILLISECOND,
    });
  }
  return placed;
}

/** Trace ids keep the order of their numbers: the first hex digits count. */
export function traceId(seed: string, trace: number): string {
  return trace.toString(16).padStart(2, '0') + sha256(seed).slice(0, 30);
}

function hasCycle(parents: ReadonlyMap<string, string | undefined>): boolean {
  for (const first of parents.keys()) {
    let at = parents.get(first);
    for (let steps = 0; at !== undefined && steps <= parents.size; steps += 1) {
      if (at === first) return true;
      at = parents.get(at);
    }
  }
  return false;
}

/** Without a word on it, the parent is the file's first span; that one is a root. */
function parentLabel(one: SpanSpec, spans: readonly SpanSpec[]): string | undefined {
  if (one.parent === null || one.parentId !== undefined) return undefined;
  if (one.parent !== undefined) return one.parent;
  const first = spans[0];
  return first === undefined || first === one || (first.trace ?? 1) !== (one.trace ?? 1) ? undefined : first.label;
}

function spanJson(one: SpanSpec, spans: readonly SpanSpec[], placed: ReadonlyMap<string, Placed>): Json {
  const own = placed.get(one.label);
  if (own === undefined) throw new Error(`no span ${one.label}`);
  const parent = parentLabel(one, spans);
  if (parent !== undefined && !placed.has(parent)) throw new Error(`${one.label}: no span ${parent}`);
  const parentSpanId = one.parentId ?? (parent === undefined ? undefined : placed.get(parent)?.spanId);
  return {
    traceId: own.traceId,
    spanId: own.spanId,
    ...(parentSpanId === undefined ? {} : { parentSpanId }),
    name: one.name,
    kind: 1,
    startTimeUnixNano: own.start.toString(),
    endTimeUnixNano: own.end.toString(),
    attributes: keyValues(one.attrs),
    ...(one.droppedAttributes === undefined ? {} : { droppedAttributesCount: one.droppedAttributes }),
    ...(one.events === undefined
      ? {}
      : {
          events: one.events.map((event) => ({
            timeUnixNano: own.end.toString(),
            name: event.name,
            attributes: keyValues(event.attrs),
            ...(event.dropped === undefined ? {} : { droppedAttributesCount: event.dropped }),
          })),
        }),
    ...(one.droppedEvents === undefined ? {} : { droppedEventsCount: one.droppedEvents }),
    ...(one.error === true ? { status: { code: 2, message: 'failed' } } : {}),
  };
}

function logJson(log: LogSpec, placed: ReadonlyMap<string, Placed>): Json {
  const span = placed.get(log.span);
  if (span === undefined) throw new Error(`no span ${log.span}`);
  return {
    timeUnixNano: (span.start + MILLISECOND).toString(),
    traceId: span.traceId,
    spanId: span.spanId,
    ...(log.eventName === undefined ? {} : { eventName: log.eventName }),
    ...(log.body === undefined ? {} : { body: anyValue(log.body) }),
    attributes: keyValues(log.attrs ?? {}),
  };
}

/** The whole file. Spans of one resource and scope stand together, in the order given. */
export function otlp(spans: readonly SpanSpec[], seed: string, logs: readonly LogSpec[] = []): Json {
  const placed = place(spans, seed);
  const resources = new Map<string, { attributes: Json[]; scopes: Map<string, Json[]> }>();
  for (const one of spans) {
    const attributes = keyValues({ 'service.name': one.service ?? 'refund-bot', ...one.resource });
    const key = JSON.stringify(attributes);
    const resource = resources.get(key) ?? { attributes, scopes: new Map<string, Json[]>() };
    resources.set(key, resource);
    const scope = one.scope ?? 'app';
    const list = resource.scopes.get(scope) ?? [];
    resource.scopes.set(scope, list);
    list.push(spanJson(one, spans, placed));
  }
  return {
    resourceSpans: [...resources.values()].map((resource) => ({
      resource: { attributes: resource.attributes },
      scopeSpans: [...resource.scopes].map(([name, list]) => ({ scope: { name }, spans: list })),
    })),
    ...(logs.length === 0
      ? {}
      : {
          resourceLogs: [
            {
              resource: { attributes: keyValues({ 'service.name': 'refund-bot' }) },
              scopeLogs: [{ scope: { name: 'openai' }, logRecords: logs.map((log) => logJson(log, placed)) }],
            },
          ],
        }),
  };
}
