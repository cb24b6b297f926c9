/**
 * Every query that ships: in the rules and their annotations, in the dashboards, and in the pages of docs/ and of
 * collector-config/. Each with the place it stands in.
 */
import { globSync, readFileSync } from 'node:fs';
import { parse } from 'yaml';

export interface Query {
  readonly place: string;
  readonly text: string;
}

export interface AlertRule {
  readonly alert: string;
  readonly expr: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly annotations: Readonly<Record<string, string>>;
}

interface RuleFile {
  readonly groups: readonly {
    readonly rules: readonly (AlertRule | { readonly record: string; readonly expr: string })[];
  }[];
}

const read = (file: string): string => readFileSync(file, 'utf8');
const rules = globSync('collector-config/prometheus/rules/*.yaml').flatMap((file) =>
  (parse(read(file)) as RuleFile).groups.flatMap((group) => group.rules),
);

export const ALERTS: readonly AlertRule[] = rules.filter((rule) => 'alert' in rule);
export const RECORDED: readonly string[] = rules.flatMap((rule) => ('record' in rule ? [rule.record] : []));

/** Pages that may hold queries. */
const PAGES: readonly string[] = [
  'README.md',
  ...globSync('docs/**/*.md'),
  ...globSync('collector-config/**/*.md'),
].sort();

const fenced = (language: string): Query[] =>
  PAGES.flatMap((place) =>
    [...read(place).matchAll(new RegExp(`\`\`\`${language}\\n(.*?)\`\`\``, 'gs'))].map((match) => ({
      place,
      text: match[1] ?? '',
    })),
  );

/** As Prometheus fills it in for one service. */
export const filledIn = (template: string, values: Readonly<Record<string, string>>): string =>
  template.replace(/\{\{ \$labels\.(\w+) \}\}/g, (_, label: string) => values[label] ?? '');

export const SAMPLE_LABELS = {
  service: 'refund-bot',
  ragspan_finding: 'misquoted',
  ragspan_reason: 'evicted',
} as const;

/** What dashboards leave open until they are looked at. */
const withVariables = (text: string): string =>
  text
    .replace(/\[\$(__\w+|\{__\w+\})(:[^\]]*)?\]/g, '[5m]')
    .replace(/\$\{?__\w+\}?/g, '5m')
    .replace(/\$\{(\w+)(:\w+)?\}|\$\w+/g, 'x');

function* dashboardTargets(): Generator<Query & { readonly language: 'promql' | 'traceql' }> {
  for (const place of globSync('collector-config/grafana/**/*.json')) {
    const open: unknown[] = [JSON.parse(read(place))];
    for (let value = open.pop(); value !== undefined; value = open.pop()) {
      if (typeof value !== 'object' || value === null) continue;
      const { expr, query, queryType } = value as Record<string, unknown>;
      if (typeof expr === 'string') yield { place, text: withVariables(expr), language: 'promql' };
      if (typeof query === 'string' && queryType === 'traceql')
        yield { place, text: withVariables(query), language: 'traceql' };
      open.push(...Object.values(value).filter((inner) => inner !== undefined));
    }
  }
}

export const PROMQL: readonly Query[] = [
  ...rules.map((rule) => ({ place: 'alert' in rule ? rule.alert : rule.record, text: rule.expr })),
  ...fenced('promql'),
  ...[...dashboardTargets()].filter(({ language }) => language === 'promql'),
];

export const TRACEQL: readonly Query[] = [
  ...ALERTS.map(({ alert, annotations }) => ({
    place: alert,
    text: filledIn(annotations['traceql'] ?? '', SAMPLE_LABELS),
  })),
  ...fenced('traceql'),
  ...[...dashboardTargets()].filter(({ language }) => language === 'traceql'),
];
