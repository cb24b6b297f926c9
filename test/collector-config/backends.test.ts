/** Prometheus, Alertmanager, Jaeger and Tempo agree with the Collector and with what ragspan writes. */
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { COLLECTOR_CONFIGS, CONFIG_DIR } from './configs.js';
import { METRIC } from '../../src/semconv.js';
import { ATTRIBUTES, METRIC_LABELS, METRIC_NAMES } from './names.js';
import { ALERTS } from './queries.js';

const read = (file: string): string => readFileSync(`collector-config/${file}`, 'utf8');

describe('Prometheus', () => {
  interface Relabel {
    readonly action?: 'labelmap' | 'labeldrop';
    readonly source_labels?: readonly string[];
    readonly regex: string;
    readonly target_label?: string;
    readonly replacement?: string;
  }
  interface Job {
    readonly job_name: string;
    readonly static_configs: readonly { readonly targets: readonly string[] }[];
    readonly honor_labels?: boolean;
    readonly metric_relabel_configs?: readonly Relabel[];
  }
  const config = parse(read('prometheus/prometheus.yaml'), { merge: true }) as {
    readonly scrape_configs: readonly Job[];
  };
  const job = (name: string): Job => config.scrape_configs.find((one) => one.job_name === name) as Job;
  const portOf = (name: string): string => job(name).static_configs[0]?.targets[0]?.replace('collector:', '') ?? '';

  /** Prometheus's relabelling, as far as the file uses it. */
  function relabelled(labels: Readonly<Record<string, string>>, rules: readonly Relabel[]): Record<string, string> {
    return rules.reduce<Record<string, string>>(
      (now, { action, source_labels: sources = [], regex, target_label: target = '', replacement = '' }) => {
        const pattern = new RegExp(`^(?:${regex})$`);
        const put = replacement.replace(/\$\{(\d)\}/g, '$$$1');
        if (action === 'labeldrop')
          return Object.fromEntries(Object.entries(now).filter(([name]) => !pattern.test(name)));
        if (action === 'labelmap') {
          const mapped = Object.entries(now).filter(([name]) => pattern.test(name));
          return { ...now, ...Object.fromEntries(mapped.map(([name, value]) => [name.replace(pattern, put), value])) };
        }
        const joined = sources.map((name) => now[name] ?? '').join(';');
        return pattern.test(joined) ? { ...now, [target]: joined.replace(pattern, put) } : now;
      },
      labels,
    );
  }

  it('reads the same names of the Collector, whether Prometheus asks for dots or for underscores', () => {
    const rules = job('ragspan-collector').metric_relabel_configs ?? [];
    const underscored = (name: string): string => name.replaceAll('.', '_');
    for (const metric of Object.values(METRIC)) {
      const dotted = Object.fromEntries([...METRIC_LABELS].map((name) => [name, 'x']));
      const read = relabelled({ __name__: metric, ...dotted }, rules);
      const plain = Object.fromEntries([...METRIC_LABELS].map((name) => [underscored(name), 'x']));
      expect(read).toEqual({ __name__: underscored(metric), ...plain });
      expect(relabelled(read, rules)).toEqual(read);
    }
  });

  it('scrapes the ports that the Collector exposes', () => {
    for (const { file } of COLLECTOR_CONFIGS.filter(({ judges }) => judges)) {
      const text = readFileSync(`${CONFIG_DIR}/${file}`, 'utf8');
      expect(text).toContain(`port: ${portOf('ragspan-collector')}`);
      expect(text).toMatch(new RegExp(`prometheus/ragspan:\\n    endpoint: \\S+:${portOf('ragspan-connector')}\\n`));
    }
    for (const file of ['agent.yaml', 'gateway.yaml', 'two-tier-agent.yaml', 'kafka-agent.yaml'])
      expect(readFileSync(`${CONFIG_DIR}/${file}`, 'utf8')).toMatch(
        new RegExp(`prometheus/sdk:\\n    endpoint: \\S+:${portOf('ragspan-sdk')}\\n`),
      );
  });

  it('says whose the counters without an origin are, under both spellings', () => {
    for (const name of ['ragspan-collector', 'ragspan-connector']) {
      const relabel = job(name).metric_relabel_configs?.at(-1);
      expect(relabel?.target_label).toBe('ragspan_origin');
      // Joined with the origin by ";": only those without one are relabelled.
      const pattern = new RegExp(`^(?:${relabel?.regex})$`);
      for (const metric of ['ragspan_chunks', 'ragspan_spans', 'ragspan_audit_findings', 'ragspan_dropped'])
        for (const spelling of [metric, `${metric}_total`]) {
          expect(METRIC_NAMES.has(spelling)).toBe(true);
          expect(pattern.test(`${spelling};`)).toBe(true);
          expect(pattern.test(`${spelling};sdk`)).toBe(false);
        }
      expect(job(name).honor_labels).toBeUndefined();
    }
    expect(job('ragspan-sdk').metric_relabel_configs).toBeUndefined();
  });
});

describe('Alertmanager', () => {
  interface Inhibition {
    readonly source_matchers: readonly string[];
    readonly target_matchers: readonly string[];
    readonly equal: readonly string[];
  }
  const config = parse(read('alertmanager/alertmanager.yaml')) as {
    readonly route: { readonly group_by: readonly string[] };
    readonly inhibit_rules: readonly Inhibition[];
  };

  it('groups by service, and names only alerts that there are', () => {
    expect(config.route.group_by).toEqual(['service']);
    const known = new Set(ALERTS.map(({ alert }) => alert));
    const names = read('alertmanager/alertmanager.yaml').match(/Ragspan\w+/g) ?? [];
    expect(names.filter((name) => !known.has(name))).toEqual([]);
  });

  it('silences every ratio of a service whose verdicts stopped', () => {
    const rule = config.inhibit_rules.find(({ source_matchers: [source] }) => source?.includes('VerdictsStopped'));
    expect(rule?.equal).toEqual(['service']);
    const ratios = ALERTS.filter(({ expr }) => expr.includes(':ratio1h')).map(({ alert }) => alert);
    const silenced = rule?.target_matchers.join() ?? '';
    expect(ratios.filter((alert) => !silenced.includes(alert))).toEqual([]);
  });

  it('its templates read annotations that every alert has', () => {
    const annotations = [...read('alertmanager/templates/ragspan.tmpl').matchAll(/\.Annotations\.(\w+)/g)].map(
      (match) => match[1] ?? '',
    );
    expect(annotations.length).toBeGreaterThan(3);
    for (const { annotations: has } of ALERTS) expect(annotations.filter((name) => !(name in has))).toEqual([]);
  });
});

describe('Jaeger', () => {
  interface Link {
    readonly type: string;
    readonly key: string;
    readonly url: string;
    readonly text: string;
  }
  const ui = JSON.parse(read('jaeger/ui.json')) as { readonly topTagPrefixes: string[]; readonly linkPatterns: Link[] };

  it('shows our attributes first, and links each verdict to a place that exists', () => {
    expect(ui.topTagPrefixes).toEqual(['ragspan.']);
    const link = ui.linkPatterns.find(({ key }) => key === 'ragspan.verdict');
    expect(link?.type).toBe('tags');
    for (const verdict of ['H1', 'H2', 'H3', 'H3a', 'H3b', 'HOLD', 'UNKNOWN', 'UNDECLARED']) {
      const url = link?.url.replace('#{ragspan.verdict}', verdict) ?? '';
      const [page = '', anchor] = url.replace('https://github.com/ragspan/ragspan/blob/main/', '').split('#');
      expect(readFileSync(page, 'utf8')).toContain(`<a id="${anchor}"></a>`);
      expect(anchor).toBe(verdict);
    }
  });

  it('jaeger.yaml shows this page', () => {
    expect(read('jaeger/jaeger.yaml')).toContain('config_file: ${env:JAEGER_UI_CONFIG:-/etc/jaeger/ui.json}');
  });
});

describe('Tempo', () => {
  interface Tempo {
    readonly distributor: { readonly max_attribute_bytes: number };
    readonly metrics_generator: {
      readonly processor: { readonly local_blocks: { readonly filter_server_spans: boolean } };
    };
    readonly storage: {
      readonly trace: {
        readonly block: { readonly parquet_dedicated_columns: readonly { name: string; scope: string }[] };
      };
    };
  }
  const config = parse(read('tempo/tempo.yaml')) as Tempo;

  it('keeps verdicts whole: our strings are at most 2,000 bytes', () => {
    expect(config.distributor.max_attribute_bytes).toBeGreaterThanOrEqual(2000);
  });

  it('has columns for attributes that ragspan writes on spans, the verdict among them', () => {
    const columns = config.storage.trace.block.parquet_dedicated_columns;
    expect(columns.map(({ name }) => name)).toContain('ragspan.verdict');
    expect(columns.filter(({ name, scope }) => !ATTRIBUTES.has(name) || scope !== 'span')).toEqual([]);
    expect(columns.length).toBeLessThanOrEqual(10);
  });

  it('counts runs whose root is no server span', () => {
    expect(config.metrics_generator.processor.local_blocks.filter_server_spans).toBe(false);
  });
});
