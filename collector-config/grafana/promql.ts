/**
 * PromQL over the recording rules of collector-config/prometheus, and over the raw series where no rule reads them.
 *
 * The counters reach Prometheus from up to three sources (connector, processor, SDK). A service is read from ONE of
 * them, in that order, or a run that several counted would stand in the graph several times.
 */

/** What the dashboard's variable `service` lets through. */
export const SERVICE = 'service=~"$service"';

export type Counter = 'verdicts' | 'runs' | 'chunks' | 'audit_findings' | 'spans' | 'dropped';

interface Read {
  readonly by: readonly string[];
  /** `rate` gives a second's worth; `increase` the count in the window. */
  readonly as: 'rate' | 'increase';
  readonly window: '$__rate_interval' | '$__range';
  /** Further label matchers. */
  readonly where?: string;
  /** Of every service, chosen or not: for what the Collector counts under its own name. */
  readonly isOfAll?: true;
}

const SOURCES = ['connector', 'processor', 'sdk'] as const;

/**
 * Sums of one counter, each service from its first source. "First" is decided before `where` filters: a connector that
 * counted no H2 has said so, and the processor is not asked.
 */
export function counted(counter: Counter, { by, as, window, where, isOfAll }: Read): string {
  const name = `ragspan:${counter}:by_source`;
  const branch = (place: number): string => {
    const matchers = [
      ...(isOfAll === true ? [] : [SERVICE]),
      `source="${SOURCES[place]}"`,
      ...(where === undefined ? [] : [where]),
    ].join(', ');
    const sum = `sum by (${['service', ...by].join(', ')}) (${as}(${name}{${matchers}}[${window}]))`;
    const before = SOURCES.slice(0, place).join('|');
    return place === 0 ? sum : `(${sum} unless on (service) ${name}{source=~"${before}"})`;
  };
  return `sum by (${['service', ...by].join(', ')}) (${SOURCES.map((_, place) => branch(place)).join(' or ')})`;
}

/** A series that rules/ragspan-recording.yaml makes. */
export const recorded = (name: string, where = ''): string =>
  `ragspan:${name}{${[SERVICE, where].filter((matcher) => matcher !== '').join(', ')}}`;

/**
 * Buckets of a histogram, as it is named over OTLP (unit in the name; the service is the job, which a scrape moves to
 * exported_job), else as the processor names it on :8888.
 */
export function buckets(name: string, unit: 'bytes' | 'seconds'): string {
  const otlp = `ragspan_${name}_${unit}_bucket`;
  const job = '=~"(.*/)?($service)"';
  const rate = (series: string): string => `rate(${series}[$__rate_interval])`;
  const sdk = `${rate(`${otlp}{exported_job${job}}`)} or ${rate(`${otlp}{exported_job="", job${job}}`)}`;
  const own = rate(`ragspan_${name}_bucket{ragspan_service_name=~"$service"}`);
  return `sum by (le) (${sdk}) or on () sum by (le) (${own})`;
}
