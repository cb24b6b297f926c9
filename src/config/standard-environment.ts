/**
 * The standard `OTEL_…` variables that matter where ragspan sets the SDK up itself. What exporters
 * and detectors read by themselves (endpoint, headers, service name) is theirs.
 */
import type { Environment } from './read-options.js';
import {
  choose,
  LOGS_EXPORTER,
  METRICS_EXPORTER,
  PROPAGATORS,
  TRACES_EXPORTER,
  type ExporterKind,
  type Propagator,
} from './standard-lists.js';

type Signal = 'traces' | 'metrics' | 'logs';

const SAMPLERS: readonly string[] = [
  'always_on',
  'always_off',
  'traceidratio',
  'parentbased_always_on',
  'parentbased_always_off',
  'parentbased_traceidratio',
];

export interface StandardEnvironment {
  /** `OTEL_SDK_DISABLED`. */
  readonly isDisabled: boolean;
  /** `OTEL_TRACES_EXPORTER` and its like: `otlp` unless said otherwise, empty for `none`. */
  readonly exporters: Readonly<Record<Signal, readonly ExporterKind[]>>;
  /** `OTEL_EXPORTER_OTLP_TRACES_PROTOCOL` and its like, else `OTEL_EXPORTER_OTLP_PROTOCOL`. */
  readonly protocols: Readonly<Record<Signal, string | undefined>>;
  /** `OTEL_PROPAGATORS`. */
  readonly propagators: readonly Propagator[];
  /** A line for each choice that is not served, for whoever sets the SDK up. */
  readonly unserved: readonly string[];
  /** `OTEL_TRACES_SAMPLER` and `…_ARG`. */
  readonly sampler: string | undefined;
  readonly samplerRatio: number | undefined;
  /** `OTEL_SPAN_…_COUNT_LIMIT`, as far as set. */
  readonly attributeCountLimit: number | undefined;
  readonly eventCountLimit: number | undefined;
  readonly attributeValueLengthLimit: number | undefined;
  /** `OTEL_BSP_…`, as far as set. */
  readonly batch: {
    readonly scheduledDelayMillis?: number;
    readonly maxQueueSize?: number;
    readonly maxExportBatchSize?: number;
    readonly exportTimeoutMillis?: number;
  };
}

export function readStandardEnvironment(environment: Environment = process.env): StandardEnvironment {
  const text = (...names: readonly string[]): string | undefined => {
    for (const name of names) {
      const value = environment[name]?.trim();
      if (value !== undefined && value !== '') return value;
    }
    return undefined;
  };
  const count = (...names: readonly string[]): number | undefined => {
    const value = text(...names);
    return value !== undefined && /^\d{1,15}$/.test(value) ? Number(value) : undefined;
  };
  const traces = choose(TRACES_EXPORTER, text('OTEL_TRACES_EXPORTER'));
  const metrics = choose(METRICS_EXPORTER, text('OTEL_METRICS_EXPORTER'));
  const logs = choose(LOGS_EXPORTER, text('OTEL_LOGS_EXPORTER'));
  const propagators = choose(PROPAGATORS, text('OTEL_PROPAGATORS'));
  const protocol = (signal: string): string | undefined =>
    text(`OTEL_EXPORTER_OTLP_${signal}_PROTOCOL`, 'OTEL_EXPORTER_OTLP_PROTOCOL');
  const sampler = text('OTEL_TRACES_SAMPLER');
  const unknownSampler =
    sampler === undefined || SAMPLERS.includes(sampler)
      ? []
      : [
          `OTEL_TRACES_SAMPLER: ${sampler} is not served (${SAMPLERS.join(', ')} are); parentbased_always_on takes its place`,
        ];
  const ratio = Number(text('OTEL_TRACES_SAMPLER_ARG') ?? Number.NaN);
  return {
    isDisabled: text('OTEL_SDK_DISABLED')?.toLowerCase() === 'true',
    exporters: { traces: traces.names, metrics: metrics.names, logs: logs.names },
    protocols: { traces: protocol('TRACES'), metrics: protocol('METRICS'), logs: protocol('LOGS') },
    propagators: propagators.names,
    unserved: [traces, metrics, logs, propagators].flatMap(({ unserved }) => unserved ?? []).concat(unknownSampler),
    sampler,
    samplerRatio: ratio >= 0 && ratio <= 1 ? ratio : undefined,
    attributeCountLimit: count('OTEL_SPAN_ATTRIBUTE_COUNT_LIMIT', 'OTEL_ATTRIBUTE_COUNT_LIMIT'),
    eventCountLimit: count('OTEL_SPAN_EVENT_COUNT_LIMIT'),
    attributeValueLengthLimit: count('OTEL_SPAN_ATTRIBUTE_VALUE_LENGTH_LIMIT', 'OTEL_ATTRIBUTE_VALUE_LENGTH_LIMIT'),
    batch: withoutUndefined({
      scheduledDelayMillis: count('OTEL_BSP_SCHEDULE_DELAY'),
      maxQueueSize: count('OTEL_BSP_MAX_QUEUE_SIZE'),
      maxExportBatchSize: count('OTEL_BSP_MAX_EXPORT_BATCH_SIZE'),
      exportTimeoutMillis: count('OTEL_BSP_EXPORT_TIMEOUT'),
    }),
  };
}

function withoutUndefined(value: Readonly<Record<string, number | undefined>>): Record<string, number> {
  return Object.fromEntries(Object.entries(value).filter((entry): entry is [string, number] => entry[1] !== undefined));
}
