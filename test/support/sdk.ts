/**
 * The OpenTelemetry SDK as the tests use it. Every import of the SDK stands here: the lane for
 * SDK 3.x runs the same tests with these packages in their other version.
 */
import * as api from '@opentelemetry/api';
import type { Tracer } from '@opentelemetry/api';
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks';
import { resourceFromAttributes } from '@opentelemetry/resources';
import {
  InMemoryLogRecordExporter,
  LoggerProvider,
  SimpleLogRecordProcessor,
  type LogRecordProcessor,
} from '@opentelemetry/sdk-logs';
import {
  AggregationTemporality,
  InMemoryMetricExporter,
  MeterProvider,
  PeriodicExportingMetricReader,
} from '@opentelemetry/sdk-metrics';
import {
  AlwaysOnSampler,
  BatchSpanProcessor,
  InMemorySpanExporter,
  SimpleSpanProcessor,
  TracerProvider,
  TraceIdRatioBasedSampler,
  type ReadableSpan,
  type Sampler,
  type SpanExporter,
  type SpanLimits,
  type SpanProcessor,
} from '@opentelemetry/sdk-trace';

interface LogsApi {
  setGlobalLoggerProvider(provider: object): unknown;
  disable(): void;
}

/** Part of the API since 1.10, a package of its own before. */
const packaged = '@opentelemetry/api-logs';
export const logs: LogsApi =
  (api as { readonly logs?: LogsApi }).logs ?? ((await import(/* @vite-ignore */ packaged)) as { logs: LogsApi }).logs;

const { context, propagation, trace } = api;

export { AlwaysOnSampler, InMemorySpanExporter, TraceIdRatioBasedSampler, TracerProvider };
export type { ReadableSpan, Sampler, SpanExporter, SpanProcessor };

export const batch = (exporter: SpanExporter): SpanProcessor => new BatchSpanProcessor({ exporter });
export const simple = (exporter: SpanExporter): SpanProcessor => new SimpleSpanProcessor({ exporter });

export interface ProviderOptions {
  readonly limits?: SpanLimits;
  readonly sampler?: Sampler;
  readonly serviceName?: string;
}

export interface TestProvider {
  readonly provider: TracerProvider;
  readonly tracer: Tracer;
  readonly exporter: InMemorySpanExporter;
  /** Of all finished spans, the one with this name. */
  spanNamed(name: string): ReadableSpan;
}

/** A provider of its own (not registered) that ends in an in-memory exporter behind a batch processor. */
export function testProvider(
  processors: (batched: SpanProcessor) => SpanProcessor[],
  options: ProviderOptions = {},
): TestProvider {
  const exporter = new InMemorySpanExporter();
  const provider = new TracerProvider({
    resource: resourceFromAttributes({ 'service.name': options.serviceName ?? 'test' }),
    spanProcessors: processors(batch(exporter)),
    ...(options.limits === undefined ? {} : { spanLimits: options.limits }),
    ...(options.sampler === undefined ? {} : { sampler: options.sampler }),
  });
  return {
    provider,
    tracer: provider.getTracer('test'),
    exporter,
    spanNamed: (name) => {
      const found = exporter.getFinishedSpans().filter((span) => span.name === name);
      if (found.length !== 1 || found[0] === undefined) throw new Error(`${found.length} spans named ${name}`);
      return found[0];
    },
  };
}

/** Spans of the code under test nest as in an application. */
export function enableContext(): void {
  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
}

/** Undoes every global registration. */
export function disableGlobals(): void {
  trace.disable();
  context.disable();
  propagation.disable();
  logs.disable();
}

export interface TestMetrics {
  readonly provider: MeterProvider;
  /** Sum of the points of a counter whose attributes include these. */
  sum(name: string, attributes?: Record<string, unknown>): Promise<number>;
  /** Attribute sets of all points of an instrument. */
  points(name: string): Promise<{ readonly attributes: Record<string, unknown>; readonly value: unknown }[]>;
}

export function testMetrics(): TestMetrics {
  const exporter = new InMemoryMetricExporter(AggregationTemporality.CUMULATIVE);
  const reader = new PeriodicExportingMetricReader({ exporter, exportIntervalMillis: 3_600_000 });
  const provider = new MeterProvider({ readers: [reader] });
  const points = async (name: string): Promise<{ attributes: Record<string, unknown>; value: unknown }[]> => {
    exporter.reset();
    await provider.forceFlush();
    return exporter
      .getMetrics()
      .flatMap((one) => one.scopeMetrics)
      .flatMap((scope) => scope.metrics)
      .filter((metric) => metric.descriptor.name === name)
      .flatMap((metric) =>
        metric.dataPoints.map((point) => ({ attributes: { ...point.attributes }, value: point.value })),
      );
  };
  return {
    provider,
    points,
    sum: async (name, attributes = {}) => {
      let sum = 0;
      for (const point of await points(name)) {
        const isMeant = Object.entries(attributes).every(([key, value]) => point.attributes[key] === value);
        if (isMeant && typeof point.value === 'number') sum += point.value;
      }
      return sum;
    },
  };
}

export function testLogs(processors: LogRecordProcessor[] = []): {
  provider: LoggerProvider;
  exporter: InMemoryLogRecordExporter;
} {
  const exporter = new InMemoryLogRecordExporter();
  const provider = new LoggerProvider({ processors: [...processors, new SimpleLogRecordProcessor({ exporter })] });
  return { provider, exporter };
}
