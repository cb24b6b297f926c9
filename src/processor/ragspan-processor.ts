/**
 * The span processor: lifecycle and order, nothing else (spec §9, §11).
 *
 * How it works: of every span only the names of its attributes are looked at. The first span with a
 * part in a run makes its trace *held*; from then on all spans of that trace are recorded, and what
 * ended shortly before is taken from a ring. `onEnding` is where spans are read and verdicts
 * written, as the span can still be written there and no exporter has seen it. SDKs without
 * `onEnding` are served in `onEnd`, for the processors after this one. One unref'ed timer decides
 * what never ends. Whatever goes wrong in here, the span goes on.
 */
import { trace as traceApi, TraceFlags, type Context, type SpanContext } from '@opentelemetry/api';
import type { SpanEvent } from '../model/span.js';
import { FaultGuard } from './fault-guard.js';
import { ForeignScopes } from './foreign-scopes.js';
import type { LiveSpan, ReadableSpanLike } from './live-span.js';
import { liveProcessors, takeSpan } from './one-attacher.js';
import { createParts, type ProcessorOptions, type ProcessorParts, type Seams } from './processor-parts.js';
import { REPORT_SPANS } from './sightings-report.js';
import { TraceKeeper } from './trace-keeper.js';

const NEVER = Number.POSITIVE_INFINITY;

export class RagspanProcessor {
  readonly #guard: FaultGuard;
  readonly #parts: ProcessorParts | undefined;
  readonly #keeper: TraceKeeper | undefined;
  readonly #processors = liveProcessors();
  readonly #foreignScopes = new ForeignScopes();
  /** The SDK calls `onEnding`: then `onEnd` has nothing to do. */
  #onEndingSeen = false;
  #isShutDown = false;
  #toldOfCopy = false;
  #toldOfOnEnd = false;
  #cancelTimer: (() => void) | undefined;
  #timerAtMillis = NEVER;

  /**
   * @param options option > environment > default, for each of them (spec §12).
   * @param seams for tests: clock, stages, case file.
   */
  constructor(options: ProcessorOptions = {}, seams: Seams = {}) {
    this.#guard = new FaultGuard(() => this.#parts?.metrics.countDropped('internal_error'));
    const parts = this.#guard.run('construction', () => createParts(options, seams, () => this.#casesReady()));
    if (parts === undefined) return;
    this.#parts = parts;
    this.#keeper = new TraceKeeper(parts, this.#guard);
    this.#processors.add(this);
    this.#guard.run('construction', () => this.#schedule(parts));
  }

  /** Traces that hold an undecided run. */
  get pendingCount(): number {
    return this.#parts?.store.pendingCount ?? 0;
  }

  onStart(span: LiveSpan, parentContext: Context): void {
    const parts = this.#parts;
    const keeper = this.#keeper;
    if (parts === undefined || keeper === undefined || this.#isShutDown) return;
    try {
      const context = span.spanContext();
      if (!this.#isOurs(span, context, parts)) return;
      let trace = keeper.find(context.traceId);
      if (trace === undefined) {
        if (this.#foreignScopes.has(span.instrumentationScope) || !parts.concerns(span)) return;
        this.#foreignScopes.sawOurs(span.instrumentationScope);
        trace = keeper.open(span);
        this.#schedule(parts);
      }
      keeper.started(trace, span, () => traceApi.getSpan(parentContext)?.isRecording() === true);
      keeper.keepBounds();
    } catch (error) {
      this.#guard.report('onStart', error);
    }
  }

  onEnding(span: LiveSpan): void {
    this.#onEndingSeen = true;
    this.#ending(span, true);
  }

  onEnd(span: ReadableSpanLike): void {
    if (!this.#onEndingSeen) this.#ending(span, false);
  }

  /** Decides the runs that have no open span; the others stay pending. Done when it returns, but for incidents being written. */
  forceFlush(): Promise<void> {
    const keeper = this.#keeper;
    if (keeper !== undefined && !this.#isShutDown) this.#guard.run('forceFlush', () => keeper.flush());
    return this.#parts?.incidents?.drained() ?? Promise.resolve();
  }

  /** Decides everything, as it stands. What comes later passes as if ragspan were not there. */
  shutdown(): Promise<void> {
    this.decideAll();
    return this.#parts?.incidents?.drained() ?? Promise.resolve();
  }

  /** The whole of `shutdown`, at once: for the `exit` of a process, where nothing can be awaited. */
  decideAll(): void {
    const keeper = this.#keeper;
    if (keeper === undefined || this.#isShutDown) return;
    this.#isShutDown = true;
    this.#cancelTimer?.();
    this.#guard.run('shutdown', () => keeper.decideAll());
    this.#guard.run('shutdown', () => this.#reportLast());
    this.#guard.run('shutdown', () => this.#parts?.cases.close());
    this.#processors.delete(this);
  }

  /** For the `exit` of a process: incidents that are not written yet are lost, which is counted and told. */
  loseIncidents(): void {
    this.#guard.run('shutdown', () => this.#parts?.incidents?.lose());
  }

  /** A GenAI event that travels as a log record: it belongs to the span it names. */
  addLogEvent(traceId: string, spanId: string, event: SpanEvent): void {
    const parts = this.#parts;
    const keeper = this.#keeper;
    if (parts === undefined || keeper === undefined || this.#isShutDown) return;
    this.#guard.run('log record', () => {
      const trace = keeper.find(traceId);
      const held = trace?.spans.get(spanId);
      if (trace !== undefined && held?.facts !== undefined) {
        keeper.told(trace, held, event);
        return;
      }
      const dropped = parts.logEvents.add(traceId, spanId, event, parts.clock.nowMillis());
      if (dropped > 0) parts.metrics.countDropped('log_record', dropped);
      this.#schedule(parts);
    });
  }

  #ending(span: ReadableSpanLike, isWritable: boolean): void {
    const parts = this.#parts;
    const keeper = this.#keeper;
    if (parts === undefined || keeper === undefined || this.#isShutDown) return;
    try {
      const context = span.spanContext();
      if (!this.#isOurs(span, context, parts)) return;
      parts.sightings.spans += 1;
      if (parts.sightings.spans === REPORT_SPANS) this.#report(parts);
      let trace = keeper.find(context.traceId);
      if (trace === undefined) {
        if (!parts.concerns(span) && !parts.logEvents.has(context.traceId, context.spanId)) {
          parts.recent.add(span);
          this.#foreignScopes.sawForeign(span.instrumentationScope);
          return;
        }
        this.#foreignScopes.sawOurs(span.instrumentationScope);
        trace = keeper.open(span);
      }
      if (!isWritable) this.#tellOfOnEnd(parts);
      keeper.ended(trace, span, isWritable ? { kind: 'open', span: span as LiveSpan } : { kind: 'ended', span });
      this.#schedule(parts);
    } catch (error) {
      this.#guard.report(isWritable ? 'onEnding' : 'onEnd', error);
    }
  }

  #isOurs(span: ReadableSpanLike, context: SpanContext, parts: ProcessorParts): boolean {
    if ((context.traceFlags & TraceFlags.SAMPLED) === 0 && !parts.settings.judgeUnsampled) return false;
    if (this.#processors.size < 2 || takeSpan(span, this)) return true;
    if (!this.#toldOfCopy) {
      this.#toldOfCopy = true;
      parts.say(
        'two RagspanProcessors see the same spans (two copies of the package?): the first one judges, this one stands by',
      );
    }
    return false;
  }

  #tellOfOnEnd(parts: ProcessorParts): void {
    if (this.#toldOfOnEnd) return;
    this.#toldOfOnEnd = true;
    parts.say(
      'this tracer never calls onEnding: verdicts are written after the end of the span, for the span processors after RagspanProcessor',
    );
  }

  #schedule(parts: ProcessorParts): void {
    if (this.#isShutDown) return;
    const next = Math.min(
      parts.store.nextMillis ?? NEVER,
      parts.report.atMillis ?? NEVER,
      parts.logEvents.nextMillis ?? NEVER,
    );
    if (next >= this.#timerAtMillis) return;
    this.#cancelTimer?.();
    this.#timerAtMillis = next;
    this.#cancelTimer = parts.clock.setTimer(() => this.#tick(parts), Math.max(0, next - parts.clock.nowMillis()));
  }

  #tick(parts: ProcessorParts): void {
    this.#timerAtMillis = NEVER;
    this.#cancelTimer = undefined;
    if (this.#isShutDown) return;
    this.#guard.run('timer', () => {
      const now = parts.clock.nowMillis();
      this.#keeper?.timeOut(now);
      const expired = parts.logEvents.expire(now);
      if (expired > 0) parts.metrics.countDropped('log_record', expired);
      this.#report(parts);
    });
    this.#guard.run('timer', () => this.#schedule(parts));
  }

  #casesReady(): void {
    void this.forceFlush();
  }

  #reportLast(): void {
    const line = this.#parts?.report.takeLast();
    if (line !== undefined) this.#parts?.say(line);
  }

  #report(parts: ProcessorParts): void {
    const line = parts.report.take(parts.clock.nowMillis());
    if (line !== undefined) parts.say(line);
  }
}
