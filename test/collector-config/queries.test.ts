/** Every query that ships parses, and names only what ragspan writes. */
import { existsSync, globSync, readFileSync } from 'node:fs';
import { parser as traceql } from '@grafana/lezer-traceql';
import { parser as promql } from '@prometheus-io/lezer-promql';
import { describe, expect, it } from 'vitest';
import { ATTRIBUTES, LABELS, METRIC_NAMES } from './names.js';
import { ALERTS, PROMQL, RECORDED, SAMPLE_LABELS, TRACEQL, filledIn } from './queries.js';

interface Node {
  readonly name: string;
  readonly text: string;
}

/** All nodes of a query; a part that does not parse is named ⚠. */
function nodes(parser: typeof promql, text: string): Node[] {
  const found: Node[] = [];
  parser.parse(text).iterate({
    enter: (node) =>
      void found.push({ name: node.type.isError ? '⚠' : node.name, text: text.slice(node.from, node.to) }),
  });
  return found;
}

const named = (all: readonly Node[], name: string): string[] =>
  all.filter((node) => node.name === name).map(({ text }) => text);

/** What a matcher on __name__ stands for: the names its regular expression spells. */
const spelled = (pattern: string): string[] =>
  [...METRIC_NAMES].filter((name) => new RegExp(`^(?:${pattern})$`).test(name));

/** Labels that are not attributes of ours: Prometheus's own, the resource's, and those the rules add. */
const OTHER_LABELS = new Set([
  '__name__',
  'alertname',
  'alertstate',
  'exported_job',
  'instance',
  'job',
  'le',
  'service',
  'service_name',
  'service_namespace',
  'deployment_environment_name',
  'severity',
  'source',
  'spans',
]);
const OTHER_METRICS = new Set(['ALERTS', 'up', 'otelcol_processor_memory_limiter_refused_spans']);

describe('PromQL', () => {
  it('is found where it ships', () => {
    expect(PROMQL.length).toBeGreaterThan(50);
    expect(PROMQL.filter(({ place }) => place.startsWith('docs/alerts/')).length).toBeGreaterThan(8);
  });

  it.each(PROMQL)('$place: $text', ({ text }) => {
    const all = nodes(promql, text);
    expect(named(all, '⚠')).toEqual([]);
    const metrics = all
      .filter(({ name }) => name === 'VectorSelector')
      .map((node) => /^[\w:]*/.exec(node.text)?.[0] ?? '');
    for (const metric of metrics.filter((name) => name !== '')) {
      const known = METRIC_NAMES.has(metric) || RECORDED.includes(metric) || OTHER_METRICS.has(metric);
      expect(known, `${metric} is written by nothing`).toBe(true);
    }
    for (const matcher of named(all, 'UnquotedLabelMatcher').filter((matched) => matched.startsWith('__name__')))
      expect(spelled(/"(.*)"/.exec(matcher)?.[1] ?? ''), matcher).toHaveLength(2);
    for (const label of named(all, 'LabelName'))
      expect(LABELS.has(label) || OTHER_LABELS.has(label), `${label} is a label of nothing`).toBe(true);
  });

  it('every recorded series is read by something, or meant for dashboards', () => {
    const read = new Set(PROMQL.flatMap(({ text }) => text.match(/ragspan:[\w:]+/g) ?? []));
    expect(RECORDED.filter((name) => !read.has(name) && !name.startsWith('ragspan:chunks:'))).toEqual([]);
  });
});

describe('TraceQL', () => {
  it('is found where it ships', () => {
    expect(TRACEQL.filter(({ place }) => place === 'collector-config/tempo/queries.md').length).toBeGreaterThan(10);
    expect(TRACEQL.filter(({ place }) => place.startsWith('docs/alerts/')).length).toBeGreaterThan(8);
  });

  it.each(TRACEQL)('$place: $text', ({ text }) => {
    const all = nodes(traceql, text);
    expect(named(all, '⚠')).toEqual([]);
    for (const field of named(all, 'AttributeField')) {
      const name = field.replace(/^(span|event|resource)\./, '');
      expect(ATTRIBUTES.has(name) || field === 'resource.service.name', `${field} is written by nothing`).toBe(true);
    }
  });
});

describe('the alerts', () => {
  const BASE = 'https://github.com/ragspan/ragspan/blob/main/';

  it.each(ALERTS)('$alert leads to its page and to its traces', ({ alert, labels, annotations }) => {
    expect(Object.keys(annotations).sort()).toEqual([
      'description',
      'jaeger_query',
      'runbook_url',
      'summary',
      'traceql',
    ]);
    expect(labels['severity']).toMatch(/^(critical|warning)$/);
    const page = (annotations['runbook_url'] ?? '').replace(BASE, '');
    expect(page).toMatch(/^docs\/alerts\/[a-z0-9-]+\.md$/);
    expect(readFileSync(page, 'utf8')).toContain(`\`${alert}\``);
    // The query of the alert stands on its page as well.
    const query = filledIn(annotations['traceql'] ?? '', SAMPLE_LABELS);
    expect(readFileSync(page, 'utf8')).toContain(query);
  });

  it.each(ALERTS)('$alert asks Jaeger for tags that ragspan writes', ({ annotations }) => {
    const tags = [...(annotations['jaeger_query'] ?? '').matchAll(/\\"([a-z_.%]+)\\":/g)].map(
      (match) => match[1] ?? '',
    );
    expect(tags).toHaveLength(1);
    for (const tag of tags) expect(ATTRIBUTES.has(tag.replace('%s', SAMPLE_LABELS.ragspan_finding)), tag).toBe(true);
  });

  it('have a page each, and each page an alert', () => {
    const pages = globSync('docs/alerts/*.md').filter((page) => !page.endsWith('README.md'));
    const linked = new Set(ALERTS.map(({ annotations }) => (annotations['runbook_url'] ?? '').replace(BASE, '')));
    expect([...linked].sort()).toEqual(pages.sort());
    const index = readFileSync('docs/alerts/README.md', 'utf8');
    for (const { alert } of ALERTS) expect(index).toContain(`\`${alert}\``);
    for (const page of pages) expect(existsSync(page)).toBe(true);
  });
});
