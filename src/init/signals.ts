/**
 * Metrics and logs beside the traces: where the application has no provider for them and the
 * packages are installed, the verdict metrics and GenAI events have somewhere to go.
 */
import { createNoopMeter, metrics } from '@opentelemetry/api';
import type { StandardEnvironment } from '../config/index.js';
import { globalLoggerProvider } from '../emit/log-record.js';
import type { Package, PackageFinder } from './find-package.js';
import { construct, type Flushable } from './own-provider.js';
import { constructorOf } from './sdk-line.js';

export interface SignalOptions {
  readonly finder: PackageFinder;
  readonly standard: StandardEnvironment;
  readonly resource: unknown;
}

/** Undefined: there is one already, it is switched off, or the packages are not installed. */
export function registerOwnMetrics({ finder, standard, resource }: SignalOptions): Flushable | undefined {
  if (standard.exporters.metrics !== 'otlp' || !isNoopMeterProvider()) return undefined;
  const sdk = finder.find('@opentelemetry/sdk-metrics');
  const MeterProvider = constructorOf(sdk, 'MeterProvider');
  const Reader = constructorOf(sdk, 'PeriodicExportingMetricReader');
  const Exporter = constructorOf(finder.find('@opentelemetry/exporter-metrics-otlp-http'), 'OTLPMetricExporter');
  if (MeterProvider === undefined || Reader === undefined || Exporter === undefined) return undefined;
  const reader = construct(Reader, { exporter: construct(Exporter) });
  const provider = construct(MeterProvider, { resource, readers: [reader] }) as Flushable &
    Parameters<typeof metrics.setGlobalMeterProvider>[0];
  metrics.setGlobalMeterProvider(provider);
  return provider;
}

function isNoopMeterProvider(): boolean {
  return metrics.getMeterProvider().getMeter('ragspan') === createNoopMeter();
}

/** As for metrics; GenAI events reach the processor whether or not they are exported. */
export function registerOwnLogs(
  { finder, standard, resource }: SignalOptions,
  processor: object,
): Flushable | undefined {
  if (globalLoggerProvider() !== undefined) return undefined;
  const sdk = finder.find('@opentelemetry/sdk-logs');
  const LoggerProvider = constructorOf(sdk, 'LoggerProvider');
  const setGlobal = globalLoggerSetter(finder, sdk);
  if (LoggerProvider === undefined || setGlobal === undefined) return undefined;
  const exporting = standard.exporters.logs === 'otlp' ? logExportProcessor(finder, sdk) : undefined;
  const provider = construct(LoggerProvider, {
    resource,
    processors: [processor, ...(exporting === undefined ? [] : [exporting])],
  }) as Flushable;
  setGlobal(provider);
  return provider;
}

function logExportProcessor(finder: PackageFinder, sdk: Package | undefined): unknown {
  const Batch = constructorOf(sdk, 'BatchLogRecordProcessor');
  const Exporter = constructorOf(finder.find('@opentelemetry/exporter-logs-otlp-http'), 'OTLPLogExporter');
  if (Batch === undefined || Exporter === undefined) return undefined;
  // Releases differ, the exporter alone or in an object: one that names itself is both.
  const exporter = construct(Exporter) as object;
  return construct(Batch, Object.assign(exporter, { exporter }));
}

type SetGlobal = (provider: object) => void;

/** Since 1.10 the API has logs of its own; before, they are a package. */
function globalLoggerSetter(finder: PackageFinder, sdk: Package | undefined): SetGlobal | undefined {
  if (sdk === undefined) return undefined;
  const beside = '@opentelemetry/sdk-logs';
  const api = finder.find('@opentelemetry/api', beside) as
    | { logs?: { setGlobalLoggerProvider?: SetGlobal } }
    | undefined;
  const packaged = finder.find('@opentelemetry/api-logs', beside) as typeof api;
  const logs = api?.logs ?? packaged?.logs;
  return logs?.setGlobalLoggerProvider === undefined
    ? undefined
    : (provider) => logs.setGlobalLoggerProvider?.(provider);
}
