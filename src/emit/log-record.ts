/**
 * The verdict as a log record (spec §10): parented to the answering call. It needs no package of
 * the Logs API: whichever LoggerProvider the application registered stands on globalThis under the
 * API's own symbol, and the record is the plain object its Logger takes.
 */
import { ROOT_CONTEXT, trace, TraceFlags, type Context, type TraceState } from '@opentelemetry/api';
import { VERSION } from '../model/version.js';
import { SCHEMA_URL, SCOPE_NAME, VERDICT } from '../semconv.js';
import type { FlatAttributes } from './verdict-attributes.js';

/** The part of a LoggerProvider that is used; those of the SDK fit. */
export interface LoggerProviderLike {
  getLogger(name: string, version?: string, options?: { readonly schemaUrl?: string }): LoggerLike;
}

export interface LoggerLike {
  emit(record: never): void;
}

export interface LogTarget {
  readonly traceId: string;
  readonly spanId: string;
  readonly traceFlags?: number | undefined;
  readonly traceState?: TraceState | undefined;
}

const SEVERITY_INFO = 9;
/** `@opentelemetry/api-logs` keeps a getter here; since 1.10 `@opentelemetry/api` has logs of its own. */
const LOGS_API = Symbol.for('io.opentelemetry.js.api.logs');
const LOGS_API_VERSION = 1;
const API = Symbol.for('opentelemetry.js.api.1');

/** The registered LoggerProvider, of either Logs API; undefined when there is none. */
export function globalLoggerProvider(): LoggerProviderLike | undefined {
  const globals = globalThis as Record<symbol, unknown>;
  const get = globals[LOGS_API];
  const ofPackage = typeof get === 'function' ? (get as (version: number) => unknown)(LOGS_API_VERSION) : undefined;
  return asProvider(ofPackage) ?? asProvider((globals[API] as { readonly logs?: unknown } | undefined)?.logs);
}

function asProvider(value: unknown): LoggerProviderLike | undefined {
  const provider = value as LoggerProviderLike | undefined;
  return typeof provider?.getLogger === 'function' ? provider : undefined;
}

/** False: no LoggerProvider, nothing was emitted. */
export function emitLogRecord(
  provider: LoggerProviderLike | undefined,
  target: LogTarget,
  attributes: FlatAttributes,
): boolean {
  const found = provider ?? globalLoggerProvider();
  if (found === undefined) return false;
  found.getLogger(SCOPE_NAME, VERSION, { schemaUrl: SCHEMA_URL }).emit({
    eventName: VERDICT.EVENT_NAME,
    severityNumber: SEVERITY_INFO,
    severityText: 'INFO',
    attributes,
    context: contextOf(target),
  } as never);
  return true;
}

function contextOf(target: LogTarget): Context {
  return trace.setSpanContext(ROOT_CONTEXT, {
    traceId: target.traceId,
    spanId: target.spanId,
    traceFlags: target.traceFlags ?? TraceFlags.SAMPLED,
    ...(target.traceState === undefined ? {} : { traceState: target.traceState }),
  });
}
