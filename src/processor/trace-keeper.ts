/** Holds, settles, times out and evicts traces: what the hooks do once a span concerns us. */
import { TraceFlags } from '@opentelemetry/api';
import { setAttributes, traceVerdictAttributes, type Target } from '../emit/index.js';
import type { SpanEvent } from '../model/span.js';
import type { SpanFacts } from '../model/span-facts.js';
import { factsSize } from '../storage/facts-size.js';
import type { SpanPlace } from '../storage/held-span.js';
import { placeOf } from '../storage/recent-spans.js';
import type { FaultGuard } from './fault-guard.js';
import { parentOf, type LiveSpan, type ReadableSpanLike } from './live-span.js';
import { isPart } from './pipeline.js';
import type { ProcessorParts } from './processor-parts.js';
import { RAGSPAN } from '../semconv.js';
import type { Ending } from './run-publisher.js';
import type { Held, Trace } from './run-search.js';

const ERROR = 2;

export class TraceKeeper {
  readonly #parts: ProcessorParts;
  readonly #guard: FaultGuard;

  constructor(parts: ProcessorParts, guard: FaultGuard) {
    this.#parts = parts;
    this.#guard = guard;
  }

  /** Undefined: no part of a run was seen in this trace. */
  find(traceId: string): Trace | undefined {
    const { store } = this.#parts;
    return store.isEmpty ? undefined : store.get(traceId);
  }

  /** Holds a trace, with what of it has ended shortly before. */
  open(span: ReadableSpanLike): Trace {
    const { store, metrics, recent, intake, clock } = this.#parts;
    const { traceId } = span.spanContext();
    const trace = store.open(traceId, clock.nowMillis());
    metrics.addPending(1);
    for (const ended of recent.matching((one) => one.spanContext().traceId === traceId)) {
      const held = this.#hold(trace, placeOf(ended.spanContext(), parentOf(ended)));
      this.#tell(trace, held, intake.passedBy(ended));
    }
    return trace;
  }

  started(trace: Trace, span: LiveSpan, isParentLive: () => boolean): void {
    const place = placeOf(span.spanContext(), parentOf(span));
    const endsHere = place.isLocalRoot || trace.spans.has(place.parentSpanId ?? '') || isParentLive();
    const held = this.#hold(trace, endsHere ? place : { ...place, isLocalRoot: true });
    if (held.facts !== undefined) return;
    trace.opened(held, span);
    held.startSeenNano = this.#parts.intake.startSeen();
    const runId: unknown = span.attributes[RAGSPAN.RUN_ID];
    if (typeof runId === 'string') this.#parts.store.joinRun(trace, held, runId);
  }

  ended(trace: Trace, span: ReadableSpanLike, target: Target): void {
    const { store, intake, logEvents, decider, metrics, clock } = this.#parts;
    const { traceId, spanId, traceFlags } = span.spanContext();
    const held = this.#hold(trace, placeOf(span.spanContext(), parentOf(span)));
    // Told twice: the first that succeeded counts, else the first (spec §9).
    const isTwice = held.facts !== undefined;
    if (isTwice && !(held.facts?.status === 'error' && span.status.code !== ERROR)) return;
    const { facts, record } = intake.ended(span, held.startSeenNano, logEvents.take(traceId, spanId), !isTwice);
    intake.release(span);
    held.record = record;
    held.startSeenNano = undefined;
    this.#tell(trace, held, facts);
    if (isTwice) trace.changed(spanId);
    const now = clock.nowMillis();
    if (held.isPart) this.#reopen(trace, now);
    const ending: Ending = { spanId, target, hasVerdict: false, traceFlags };
    decider.spanEnded(trace, held, ending, now);
    if (trace.countAtMillis < trace.deadlineMillis) store.setDeadline(trace, trace.countAtMillis);
    if (held.isLocalRoot) writeTraceVerdict(trace, ending);
    if (target.kind === 'ended' && ending.hasVerdict) metrics.countDropped('written_after_end');
    this.settle(trace);
    this.keepBounds();
  }

  /** A log record that names a span which has ended: what was made of the span is made again. */
  told(trace: Trace, held: Held, event: SpanEvent): void {
    const { intake, decider, metrics, clock } = this.#parts;
    if (held.record === undefined) {
      metrics.countDropped('late_log_record');
      return;
    }
    held.record = { ...held.record, events: [...held.record.events, event] };
    this.#tell(trace, held, intake.again(held.record));
    trace.changed(held.spanId);
    const now = clock.nowMillis();
    this.#reopen(trace, now);
    const ending: Ending = { spanId: '', target: { kind: 'none' }, hasVerdict: false, traceFlags: TraceFlags.SAMPLED };
    decider.spanEnded(trace, held, ending, now);
    this.settle(trace);
    this.keepBounds();
  }

  /** Decides every run without an open span; the others stay. */
  flush(): void {
    const { store, decider, clock } = this.#parts;
    const now = clock.nowMillis();
    for (const trace of store.pending()) {
      trace.countAll();
      if (trace.isOpen) continue;
      this.#guard.run('forceFlush', () => decider.decideEnded(trace, now));
      this.settle(trace);
    }
  }

  /** Decides everything, as it stands, and forgets it. */
  decideAll(): void {
    const { store, decider, metrics, clock, recent, logEvents } = this.#parts;
    const now = clock.nowMillis();
    for (const trace of store.pending()) {
      this.#guard.run('shutdown', () => decider.decideNow(trace, 'shutdown', now));
      metrics.addPending(-1);
    }
    store.clear();
    recent.clear();
    logEvents.clear();
  }

  /** Decides what is too old, and frees it; a trace that goes on keeps what is younger. */
  timeOut(now: number): void {
    const { store, metrics, settings } = this.#parts;
    const before = now - settings.timeoutMillis;
    store.expireSettled(now);
    for (const trace of store.due(now)) {
      if (trace.countAtMillis <= now) trace.countAll();
      const oldest = trace.oldestHeldMillis(Number.NEGATIVE_INFINITY) ?? now;
      if (oldest <= before) this.#dropOlder(trace, now, before);
      if (trace.spans.size === 0) {
        store.evict(trace);
        metrics.addPending(-1);
      } else
        store.setDeadline(
          trace,
          Math.min(trace.countAtMillis, (trace.oldestHeldMillis(before) ?? now) + settings.timeoutMillis),
        );
    }
  }

  #dropOlder(trace: Trace, now: number, before: number): void {
    const { store, decider } = this.#parts;
    this.#guard.run('timeout', () => decider.decideNow(trace, 'timeout', now, before));
    store.dropOlder(trace, before);
  }

  /** Traces that share a run id settle together. */
  settle(trace: Trace): void {
    const { store, metrics, cases, clock } = this.#parts;
    if (trace.isOpen || trace.isSettled || !cases.isReady) return;
    const together = store.connected(trace);
    if (together.some((one) => one.isOpen)) return;
    for (const one of together) {
      if (one.isSettled) continue;
      if (one.partCount === 0 && one.published.size === 0) store.discard(one);
      else store.settle(one, clock.nowMillis());
      metrics.addPending(-1);
    }
  }

  /** Whoever is beyond the bounds is decided as it stands and forgotten (spec §11). */
  keepBounds(): void {
    const { store, decider, metrics, clock } = this.#parts;
    for (let trace = store.overflowing(); trace !== undefined; trace = store.overflowing()) {
      const victim = trace;
      this.#guard.run('eviction', () => decider.decideNow(victim, 'evicted', clock.nowMillis()));
      store.evict(victim);
      metrics.addPending(-1);
      metrics.countDropped('evicted');
    }
  }

  #reopen(trace: Trace, now: number): void {
    if (!trace.isSettled) return;
    this.#parts.store.reopen(trace, now);
    this.#parts.metrics.addPending(1);
  }

  #hold(trace: Trace, place: SpanPlace): Held {
    const before = trace.spans.size;
    const held = trace.hold(place, this.#parts.clock.nowMillis());
    if (trace.spans.size > before) this.#parts.store.grew(trace, 1, 0);
    return held;
  }

  #tell(trace: Trace, held: Held, facts: SpanFacts): void {
    const { store } = this.#parts;
    store.grew(trace, 0, trace.ended(held, facts, isPart(facts), factsSize(facts)));
    if (facts.runId !== undefined) store.joinRun(trace, held, facts.runId);
  }
}

/** What the local root says of runs that stand on other spans (spec §10). */
function writeTraceVerdict(trace: Trace, { spanId, target }: Ending): void {
  const runs = [...trace.published.values()].sort((a, b) => (a.startTimeUnixNano < b.startTimeUnixNano ? -1 : 1));
  if (!runs.some((run) => run.verdict.span_id !== spanId) && trace.pruned.size === 0) return;
  let count = runs.length;
  for (const more of trace.pruned.values()) count += more;
  const attributes = traceVerdictAttributes([...trace.pruned.keys(), ...runs.map((run) => run.verdict.verdict)], count);
  if (target.kind === 'open') setAttributes(target.span, attributes);
  else if (target.kind === 'ended') Object.assign((target.span as ReadableSpanLike).attributes, attributes);
}
