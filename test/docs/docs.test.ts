/** The documents name everything a user can meet, and their links lead somewhere. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import {
  FATES,
  FINDINGS,
  H1_REASONS,
  H2_REASONS,
  H3_REASONS,
  LOSSES,
  UNKNOWN_REASONS,
} from '../../src/model/verdict.js';
import { METRIC, METRIC_ATTRIBUTE } from '../../src/semconv.js';
import { METRIC_ATTRIBUTES } from '../../src/config/settings.js';
import { readStandardEnvironment } from '../../src/config/index.js';
import * as index from '../../src/index.js';
import { findSdk } from '../../src/init/sdk-line.js';
import * as instrumentation from '../../src/instrumentation/index.js';
import * as processor from '../../src/processor/index.js';

const read = (file: string): string => readFileSync(file, 'utf8');
const missing = (file: string, words: readonly string[]): string[] => {
  const text = read(file);
  return words.filter((word) => !text.includes(`\`${word}\``));
};

describe('the documents', () => {
  it('metrics.md names every metric and attribute', () => {
    const names = [...Object.values(METRIC), ...Object.values(METRIC_ATTRIBUTE), ...METRIC_ATTRIBUTES];
    expect(missing('docs/metrics.md', names)).toEqual([]);
  });

  it('verdicts.md names every verdict, reason, fate, loss and finding', () => {
    const verdicts = ['H1', 'H2', 'H3', 'H3a', 'H3b', 'HOLD', 'UNKNOWN', 'UNDECLARED'];
    const words = [...verdicts, ...H1_REASONS, ...H2_REASONS, ...H3_REASONS, ...FATES, ...LOSSES, ...FINDINGS];
    expect(missing('docs/verdicts.md', words)).toEqual([]);
  });

  it('troubleshooting.md says what to do for every reason of UNKNOWN', () => {
    expect(missing('docs/troubleshooting.md', UNKNOWN_REASONS)).toEqual([]);
  });

  it.each([2, 3] as const)('what start() says to install for SDK %i.x is what README and setup.md say', (line) => {
    const found = findSdk({ find: () => undefined }, undefined, line);
    const packages = 'missing' in found ? found.missing.replace('npm install ', 'npm i ragspan ') : '';
    expect(packages).toContain('@opentelemetry/');
    expect(read('README.md')).toContain(packages);
    expect(read('docs/setup.md')).toContain(packages);
  });

  it('setup.md names everything that `ragspan` and `ragspan/processor` add to the wrappers', () => {
    const wrappers = Object.keys(instrumentation);
    const names = [...Object.keys(index), ...Object.keys(processor)].filter((name) => !wrappers.includes(name));
    const text = read('docs/setup.md');
    expect(names.filter((name) => name !== 'VERSION' && !text.includes(name))).toEqual([]);
    // What start() takes beside the table of options.
    const start = ['serviceName', 'packages', 'meterProvider', 'loggerProvider', 'onDecided', 'mode'];
    expect(missing('docs/setup.md', start)).toEqual([]);
  });

  it('setup.md names every standard variable whose values start() chooses from', () => {
    const { exporters, propagators } = readStandardEnvironment({ OTEL_TRACES_EXPORTER: 'otlp,console' });
    expect(missing('docs/setup.md', ['OTEL_TRACES_EXPORTER', 'OTEL_METRICS_EXPORTER', 'OTEL_LOGS_EXPORTER'])).toEqual(
      [],
    );
    expect(missing('docs/setup.md', [...exporters.traces, propagators.join(), 'OTEL_PROPAGATORS'])).toEqual([]);
    expect(missing('docs/setup.md', ['OTEL_EXPORTER_OTLP_PROTOCOL', 'http/json', 'http/protobuf', 'grpc'])).toEqual([]);
  });

  it('leads from the registry, where links out of the package have no other base, to the repository that runbooks name', () => {
    const { repository, homepage } = JSON.parse(read('package.json')) as {
      readonly repository: { readonly url: string };
      readonly homepage: string;
    };
    const rules = read('collector-config/prometheus/rules/ragspan-alerts.yaml');
    const named = /runbook_url: "?(https:\/\/github\.com\/[^/]+\/[^/]+)\//.exec(rules)?.[1];
    expect(repository.url).toBe(`git+${named}.git`);
    expect(homepage).toBe(`${named}#readme`);
  });

  const pages = [
    'README.md',
    'CHANGELOG.md',
    'CONTRIBUTING.md',
    ...readdirSync('docs', { recursive: true, encoding: 'utf8' }).map((name) => `docs/${name}`),
    ...readdirSync('collector-config', { recursive: true, encoding: 'utf8' }).map((name) => `collector-config/${name}`),
  ].filter((file) => file.endsWith('.md'));

  it.each(pages)('every link of %s leads somewhere', (page) => {
    // What stands in code is no link.
    const text = read(page)
      .replace(/^```.*?^```$/gms, '')
      .replace(/`[^`\n]+`/g, '');
    const links = [...text.matchAll(/\]\(([^)\s]+)\)/g)].map((match) => match[1] ?? '');
    const broken = links.filter((link) => {
      if (/^https?:/.test(link)) return false;
      const [file = '', anchor] = link.split('#');
      const target = file === '' ? page : join(dirname(page), file);
      return !existsSync(target) || (anchor !== undefined && !anchorsOf(read(target)).has(anchor));
    });
    expect(broken).toEqual([]);
  });
});

/** What a page can be entered at: its headings, as GitHub names them, and anchors set by hand. */
function anchorsOf(text: string): Set<string> {
  const headings = [...text.matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replace(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-'),
  );
  return new Set([...headings, ...[...text.matchAll(/<a id="([^"]+)">/g)].map((match) => match[1] ?? '')]);
}
