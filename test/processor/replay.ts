/** Plays a trace file as the SDK would: every span starts, ends and is exported, in order of time. */
import { ROOT_CONTEXT, trace, type Context, type HrTime } from '@opentelemetry/api';
import type { SpanRecord } from '../../src/model/span.js';
import type { RagspanProcessor } from '../../src/processor/index.js';
import type { LiveSpan } from '../../src/processor/live-span.js';

const STATUS = { unset: 0, ok: 1, error: 2 };

const hrTime = (nanos: bigint): HrTime => [Number(nanos / 1_000_000_000n), Number(nanos % 1_000_000_000n)];

export interface ReplayedSpan extends LiveSpan {
  readonly written: Record<string, unknown>;
  readonly verdicts: Record<string, unknown>[];
}

/** Parents that are not in the file lived in another process. */
function liveSpan(record: SpanRecord, resources: Map<string, object>, isParentHere: boolean): ReplayedSpan {
  let resource = resources.get(record.resource.key);
  if (resource === undefined) {
    resource = { attributes: record.resource.attributes };
    resources.set(record.resource.key, resource);
  }
  const context = {
    traceId: record.traceId,
    spanId: record.spanId,
    traceFlags: 1,
    ...(record.traceState === undefined ? {} : { traceState: { serialize: () => record.traceState } }),
  };
  const written: Record<string, unknown> = {};
  const verdicts: Record<string, unknown>[] = [];
  const end = record.endTimeUnixNano ?? record.startTimeUnixNano;
  return {
    name: record.name,
    spanContext: () => context as never,
    ...(record.parentSpanId === undefined
      ? {}
      : {
          parentSpanContext: {
            traceId: record.traceId,
            spanId: record.parentSpanId,
            traceFlags: 1,
            isRemote: !isParentHere,
          },
        }),
    startTime: hrTime(record.startTimeUnixNano),
    endTime: hrTime(end < record.startTimeUnixNano ? record.startTimeUnixNano : end),
    status: { code: STATUS[record.status] },
    attributes: { ...record.attributes } as never,
    events: record.events.map((event) => ({
      name: event.name,
      time: hrTime(event.timeUnixNano),
      attributes: event.attributes as never,
      droppedAttributesCount: event.droppedAttributesCount,
    })),
    droppedAttributesCount: record.droppedAttributesCount,
    droppedEventsCount: record.droppedEventsCount,
    resource: resource as never,
    instrumentationScope: { name: record.scopeName },
    isRecording: () => true,
    setAttribute: (key: string, value: never) => {
      written[key] = value;
    },
    addEvent: (_name: string, attributes?: never) => {
      verdicts.push(attributes ?? {});
    },
    written,
    verdicts,
    _startTimeProvided: true,
  } as ReplayedSpan;
}

/** @returns the spans in the order in which they ended. */
export async function replay(processor: RagspanProcessor, records: readonly SpanRecord[]): Promise<ReplayedSpan[]> {
  const ids = new Set(records.map((record) => `${record.traceId}/${record.spanId}`));
  const resources = new Map<string, object>();
  const depth = depths(records);
  const spans = records.map((record, index) => ({
    record,
    index,
    depth: depth.get(record) ?? 0,
    live: liveSpan(record, resources, ids.has(`${record.traceId}/${record.parentSpanId ?? ''}`)),
  }));
  const moments = spans.flatMap((span) => [
    { at: span.record.startTimeUnixNano, isStart: true, order: span.depth, span },
    { at: span.record.endTimeUnixNano ?? span.record.startTimeUnixNano, isStart: false, order: -span.depth, span },
  ]);
  // At one moment children end before their parents end, and parents start before their children.
  moments.sort(
    (a, b) =>
      Number(a.at - b.at) || Number(a.isStart) - Number(b.isStart) || a.order - b.order || a.span.index - b.span.index,
  );
  const byId = new Map(spans.map((span) => [`${span.record.traceId}/${span.record.spanId}`, span.live]));
  const contextOf = (record: SpanRecord): Context => {
    const parent = byId.get(`${record.traceId}/${record.parentSpanId ?? ''}`);
    return parent === undefined ? ROOT_CONTEXT : trace.setSpan(ROOT_CONTEXT, parent as never);
  };
  const started = new Set<object>();
  const ended: ReplayedSpan[] = [];
  for (const { isStart, span } of moments) {
    if (isStart || !started.has(span)) {
      if (!started.has(span)) processor.onStart(span.live, contextOf(span.record));
      started.add(span);
      if (isStart) continue;
    }
    processor.onEnding(span.live);
    processor.onEnd(span.live);
    ended.push(span.live);
  }
  await processor.forceFlush();
  await processor.shutdown();
  return ended;
}

function depths(records: readonly SpanRecord[]): Map<SpanRecord, number> {
  const byId = new Map(records.map((record) => [`${record.traceId}/${record.spanId}`, record]));
  return new Map(
    records.map((record) => {
      let depth = 0;
      for (let up: SpanRecord | undefined = record; up !== undefined && depth < 100; depth += 1)
        up = byId.get(`${up.traceId}/${up.parentSpanId ?? ''}`);
      return [record, depth];
    }),
  );
}
