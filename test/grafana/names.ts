/** What a query may name: metrics and attributes of src/semconv.ts, and the series that the recording rules make. */
import { readdirSync, readFileSync } from 'node:fs';
import { parse } from 'yaml';
import { FATES, FINDINGS, LOSSES } from '../../src/model/verdict.ts';
import { GEN_AI, METRIC, METRIC_ATTRIBUTE, RAGSPAN, VERDICT } from '../../src/semconv.ts';

const RULES = 'collector-config/prometheus/rules';

export interface RuleFile {
  readonly groups: readonly {
    readonly rules: readonly {
      readonly record?: string;
      readonly alert?: string;
      readonly annotations?: Readonly<Record<string, string>>;
    }[];
  }[];
}

export const rules = readdirSync(RULES)
  .filter((file) => file.endsWith('.yaml'))
  .flatMap((file) => (parse(readFileSync(`${RULES}/${file}`, 'utf8')) as RuleFile).groups)
  .flatMap((group) => group.rules);

const prometheusName = (name: string): string => name.replaceAll('.', '_');

/** Unit and kind add to a name, more over OTLP than on the Collector's own :8888. */
const SUFFIXES: Readonly<Record<string, readonly string[]>> = {
  [METRIC.CONTEXT_SIZE]: ['', '_bytes'].flatMap((unit) => ['bucket', 'sum', 'count'].map((part) => `${unit}_${part}`)),
  [METRIC.JOIN_DURATION]: ['', '_seconds'].flatMap((unit) =>
    ['bucket', 'sum', 'count'].map((part) => `${unit}_${part}`),
  ),
  [METRIC.PENDING]: [''],
};

export const SERIES: ReadonlySet<string> = new Set([
  ...Object.values(METRIC).flatMap((name) =>
    (SUFFIXES[name] ?? ['', '_total']).map((end) => prometheusName(name) + end),
  ),
  ...rules.flatMap(({ record }) => record ?? []),
  'ALERTS',
]);

export const ALERTS: ReadonlySet<string> = new Set(rules.flatMap(({ alert }) => alert ?? []));

export const LABELS: ReadonlySet<string> = new Set([
  ...[...Object.values(VERDICT), ...Object.values(METRIC_ATTRIBUTE)].map(prometheusName),
  // The rules add these, the alerts carry these, Prometheus itself adds these.
  ...['service', 'source', 'ragspan_service_name'],
  ...['alertname', 'alertstate', 'severity'],
  ...['job', 'instance', 'exported_job', 'le', '__name__'],
]);

export const ATTRIBUTES: ReadonlySet<string> = new Set<string>([
  ...[...Object.values(VERDICT), ...Object.values(RAGSPAN), ...Object.values(GEN_AI)],
  ...FATES.map((fate) => `${VERDICT.CHUNKS_PREFIX}${fate}`),
  ...FINDINGS.map((finding) => `${VERDICT.AUDIT_PREFIX}${finding}`),
  'service.name',
]);

/** Closed sets of values, by label or attribute: a misspelt value finds nothing, for ever and silently. */
const VERDICTS = ['H1', 'H2', 'H3', 'H3a', 'H3b', 'HOLD', 'UNKNOWN', 'UNDECLARED'];
export const VALUES: Readonly<Record<string, ReadonlySet<string>>> = {
  [VERDICT.VERDICT]: new Set(VERDICTS),
  ragspan_verdict: new Set(VERDICTS),
  [VERDICT.LOSS]: new Set<string>(LOSSES),
  ragspan_loss: new Set<string>(LOSSES),
  source: new Set(['connector', 'processor', 'sdk']),
};
