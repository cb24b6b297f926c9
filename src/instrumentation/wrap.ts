/** One hand-off as a span around the application's callback: what retrieval, assembly, generation and run share. */
import { context as contextApi, isSpanContextValid, propagation, SpanStatusCode, trace } from '@opentelemetry/api';
import type { Attributes, Context, Span, SpanKind } from '@opentelemetry/api';
import { RAGSPAN, SCHEMA_URL, SCOPE_NAME } from '../semconv.js';
import { VERSION } from '../model/version.js';
import { capturesContent, nameHashKey } from './capture.js';
import { guarded } from './guard.js';
import { settle } from './settle.js';

export interface SpanOptions {
  /** Where the span hangs; default: the active context. Pass it when an async generator or a queue lost it. */
  readonly context?: Context | undefined;
}

export interface HandOff<Log> {
  readonly name: string;
  readonly kind: SpanKind;
  readonly options: SpanOptions;
  /** What span processors and samplers see when the span starts: enough to know it for ours. */
  readonly attributes: Attributes;
  /** What the callback gets when nothing is recorded. */
  readonly idleLog: Log;
  /** Adds to the context the callback runs in. */
  readonly enrich?: (inner: Context, log: Log) => Context;
  /** Writes what is known before the callback runs, and gives its log. */
  start(span: Span, live: LiveSpan): Log;
  /** Records the result and gives the value to hand on. */
  finish(log: Log, value: unknown, live: LiveSpan): Finished;
  /** The callback failed; the status is already set. */
  fail(log: Log, error: unknown, live: LiveSpan): void;
}

export interface Finished {
  readonly value: unknown;
  /** The span goes on (a stream): somebody will call `live.end`. */
  readonly isOpen?: boolean;
}

/** The span while its hand-off lasts. Ends once. */
export interface LiveSpan {
  readonly span: Span;
  readonly context: Context;
  readonly isEnded: boolean;
  /** Writes with the guard on; nothing after the end. */
  write(what: string, work: (span: Span) => void): void;
  fail(error: unknown): void;
  end(): void;
}

export function wrap<Log, T>(handOff: HandOff<Log>, call: (log: Log) => T): T {
  const given = givenContext(handOff.options);
  const parent = given ?? contextApi.active();
  const span = guarded('starting a span', () => startSpan(handOff, parent), undefined);
  if (span === undefined) return call(handOff.idleLog);
  const within = trace.setSpan(parent, span);
  if (!span.isRecording()) return unrecorded(handOff, span, within, given !== undefined, call);

  const live = new OpenSpan(span, within);
  const log = guarded(`recording ${handOff.name}`, () => handOff.start(span, live), handOff.idleLog);
  const inner = guarded('a context', () => handOff.enrich?.(within, log), undefined) ?? within;
  live.context = inner;
  const onError = (error: unknown): void => {
    if (live.isEnded) return;
    live.fail(error);
    live.write('a failure', () => handOff.fail(log, error, live));
    live.end();
  };
  let value: T;
  try {
    value = contextApi.with(inner, call, undefined, log);
  } catch (error) {
    onError(error);
    throw error;
  }
  return settle(value, {
    onValue: (settled) => {
      if (live.isEnded) return settled;
      const finished = guarded(`recording the result of ${handOff.name}`, () => handOff.finish(log, settled, live), {
        value: settled,
      });
      if (finished.isOpen !== true) live.end();
      return finished.value;
    },
    onError,
    onUnread: () => live.end(),
    run: (work) => contextApi.with(inner, work),
  });
}

function startSpan<Log>(handOff: HandOff<Log>, parent: Context): Span {
  const span = trace
    .getTracerProvider()
    .getTracer(SCOPE_NAME, VERSION, { schemaUrl: SCHEMA_URL })
    .startSpan(handOff.name, { kind: handOff.kind, attributes: handOff.attributes }, parent);
  if (span.isRecording()) {
    nameHashKey(span);
    // Below a span of this process the id is inherited; from another process only baggage brings it.
    const above = trace.getSpanContext(parent);
    const runId = propagation.getBaggage(parent)?.getEntry(RAGSPAN.RUN_ID)?.value;
    if (runId !== undefined && (above === undefined || above.isRemote === true)) {
      span.setAttribute(RAGSPAN.RUN_ID, runId);
    }
  }
  return span;
}

/** Nothing is recorded: the callback runs as it is, below the span that the trace knows, if any. */
function unrecorded<Log, T>(
  handOff: HandOff<Log>,
  span: Span,
  within: Context,
  isMoved: boolean,
  call: (log: Log) => T,
): T {
  const inner = guarded('a context', () => handOff.enrich?.(within, handOff.idleLog), undefined) ?? within;
  if (!isMoved && inner === within && !isSpanContextValid(span.spanContext())) return call(handOff.idleLog);
  return contextApi.with(inner, call, undefined, handOff.idleLog);
}

/** A request of some client may have a `context` of another kind. */
function givenContext(options: SpanOptions): Context | undefined {
  return guarded(
    'reading options',
    () => (typeof options.context?.getValue === 'function' ? options.context : undefined),
    undefined,
  );
}

class OpenSpan implements LiveSpan {
  isEnded = false;

  constructor(
    readonly span: Span,
    public context: Context,
  ) {}

  write(what: string, work: (span: Span) => void): void {
    if (!this.isEnded) guarded(`recording ${what}`, () => work(this.span), undefined);
  }

  fail(error: unknown): void {
    this.write('an error', (span) => {
      span.setStatus({ code: SpanStatusCode.ERROR });
      span.setAttribute('error.type', errorType(error));
      // A message can quote the run's text: it leaves only with content capture.
      if (capturesContent() && error instanceof Error) span.recordException(error);
    });
  }

  end(): void {
    if (this.isEnded) return;
    this.isEnded = true;
    // A span processor that throws must not reach the application through us.
    guarded('ending a span', () => this.span.end(), undefined);
  }
}

function errorType(error: unknown): string {
  return guarded(
    'an error type',
    () => (error instanceof Error && typeof error.name === 'string' ? error.name : typeof error),
    'unknown',
  );
}
