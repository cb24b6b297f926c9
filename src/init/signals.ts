/**
 * Metrics and logs beside the traces: where the application has no provider for them and the
 * packages are installed, the verdict metrics and GenAI events have somewhere to go.
 */
import { createNoopMeter, metrics } from '@opentelemetry/api';
import type { StandardEnvironment } from '../config/index.js';
import { globalLoggerProvider } from '../emit/log-record.js';
import { constructorOf, type Package, type PackageFinder } from './find-package.js';
import { otlpExporter, type Sent } from './otlp-exporter.js';
import { construct, type Flushable } from './own-provider.js';

export interface SignalOptions {
  readonly finder: PackageFinder;
  readonly standard: StandardEnvironment;
  readonly resource: unknown;
  readonly onExporter: (sent: Sent) => void;
}

/** Undefined: there is one already, it is switched off, or the packages are not installed. */
export function registerOwnMetrics(options: SignalOptions): Flushable | undefined {
  if (!isNoopMeterProvider()) return undefined;
  const { finder, standard, resource } = options;
  const sdk = finder.find('@opentelemetry/sdk-metrics');
  const MeterProvider = constructorOf(sdk, 'MeterProvider');
  const Reader = constructorOf(sdk, 'PeriodicExportingMetricReader');
  if (MeterProvider === undefined || Reader === undefined) return undefined;
  const readers = standard.exporters.metrics
    .flatMap((kind) => (kind === 'otlp' ? (otlp('metrics', options) ?? []) : console(sdk, 'ConsoleMetricExporter')))
    .map((exporter) => construct(Reader, { exporter }));
  if (readers.length === 0) return undefined;
  const provider = construct(MeterProvider, { resource, readers }) as Flushable &
    Parameters<typeof metrics.setGlobalMeterProvider>[0];
  metrics.setGlobalMeterProvider(provider);
  return provider;
}

function isNoopMeterProvider(): boolean {
  return metrics.getMeterProvider().getMeter('ragspan') === createNoopMeter();
}

/**
 * As for metrics; GenAI events reach the processor whether or not they are exported.
 * @param processor undefined: nothing is judged.
 */
export function registerOwnLogs(options: SignalOptions, processor: object | undefined): Flushable | undefined {
  if (globalLoggerProvider() !== undefined) return undefined;
  const { finder, standard, resource } = options;
  const sdk = finder.find('@opentelemetry/sdk-logs');
  const LoggerProvider = constructorOf(sdk, 'LoggerProvider');
  const setGlobal = globalLoggerSetter(finder, sdk);
  if (LoggerProvider === undefined || setGlobal === undefined) return undefined;
  const exporting = standard.exporters.logs.flatMap((kind) =>
    kind === 'otlp'
      ? logProcessor(sdk, 'BatchLogRecordProcessor', otlp('logs', options))
      : console(sdk, 'ConsoleLogRecordExporter').flatMap((one) => logProcessor(sdk, 'SimpleLogRecordProcessor', one)),
  );
  const processors = [...(processor === undefined ? [] : [processor]), ...exporting];
  if (processors.length === 0) return undefined;
  const provider = construct(LoggerProvider, { resource, processors }) as Flushable;
  setGlobal(provider);
  return provider;
}

function logProcessor(sdk: Package | undefined, name: string, exporter: object | undefined): unknown[] {
  const Processor = constructorOf(sdk, name);
  if (Processor === undefined || exporter === undefined) return [];
  // Releases differ, the exporter alone or in an object: one that names itself is both.
  return [construct(Processor, Object.assign(exporter, { exporter }))];
}

function otlp(signal: 'metrics' | 'logs', options: SignalOptions): object | undefined {
  const asked = options.standard.protocols[signal];
  const found = otlpExporter(options.finder, signal, asked);
  if (found === undefined) return undefined;
  options.onExporter({ signal, asked, protocol: found.protocol });
  return construct(found.Exporter) as object;
}

/** On standard output: an exporter of the SDK itself. */
function console(sdk: Package | undefined, name: string): object[] {
  const Console = constructorOf(sdk, name);
  return Console === undefined ? [] : [construct(Console) as object];
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
