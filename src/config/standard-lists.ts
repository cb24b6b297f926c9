/**
 * The standard variables that hold a list of names. What ragspan does not serve is left out, and
 * one line says so: an operator who reads it knows at once why nothing arrives.
 */

export type ExporterKind = 'otlp' | 'console';
export type Propagator = 'tracecontext' | 'baggage';

/** What is served, in the order given, and a line where something is not. */
export interface Chosen<T extends string> {
  readonly names: readonly T[];
  readonly unserved: string | undefined;
}

interface ListVariable<T extends string> {
  readonly variable: string;
  readonly served: readonly T[];
  /** Where the variable is not set. */
  readonly usual: readonly T[];
  /** What happens instead, for the reader of the line. */
  readonly instead: string;
  /** Where it is set and nothing of it is served. */
  readonly fallback: readonly T[];
}

const EXPORTERS: readonly ExporterKind[] = ['otlp', 'console'];

export const TRACES_EXPORTER: ListVariable<ExporterKind> = {
  variable: 'OTEL_TRACES_EXPORTER',
  served: EXPORTERS,
  usual: ['otlp'],
  instead:
    'without any of these, spans go over OTLP. Another exporter: in a provider that is registered before start()',
  fallback: ['otlp'],
};

export const METRICS_EXPORTER: ListVariable<ExporterKind> = {
  variable: 'OTEL_METRICS_EXPORTER',
  served: EXPORTERS,
  usual: ['otlp'],
  instead: 'it is left out. Another exporter: in a MeterProvider that is registered before start()',
  fallback: [],
};

export const LOGS_EXPORTER: ListVariable<ExporterKind> = {
  variable: 'OTEL_LOGS_EXPORTER',
  served: EXPORTERS,
  usual: ['otlp'],
  instead: 'it is left out. Another exporter: in a LoggerProvider that is registered before start()',
  fallback: [],
};

export const PROPAGATORS: ListVariable<Propagator> = {
  variable: 'OTEL_PROPAGATORS',
  served: ['tracecontext', 'baggage'],
  usual: ['tracecontext', 'baggage'],
  instead: 'it is left out. Another propagator: propagation.setGlobalPropagator() before start()',
  fallback: [],
};

/** `none` alone, as the standard has it, leaves nothing. */
export function choose<T extends string>(list: ListVariable<T>, value: string | undefined): Chosen<T> {
  if (value === undefined) return { names: list.usual, unserved: undefined };
  const asked = [...new Set(value.split(',').map((name) => name.trim().toLowerCase()))].filter((name) => name !== '');
  if (asked.length === 0) return { names: list.usual, unserved: undefined };
  if (asked.includes('none')) return { names: [], unserved: undefined };
  const names = asked.filter((name): name is T => (list.served as readonly string[]).includes(name));
  const others = asked.filter((name) => !(names as readonly string[]).includes(name));
  return {
    names: names.length === 0 ? list.fallback : names,
    unserved:
      others.length === 0
        ? undefined
        : `${list.variable}: ${others.join(', ')} is not served (${[...list.served, 'none'].join(', ')} are); ${list.instead}`,
  };
}
