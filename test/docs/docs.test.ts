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
import { findSdk } from '../../src/init/sdk-line.js';

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

  const pages = [
    'README.md',
    'CHANGELOG.md',
    'CONTRIBUTING.md',
    ...readdirSync('docs', { recursive: true, encoding: 'utf8' }).map((name) => `docs/${name}`),
    ...readdirSync('collector-config', { recursive: true, encoding: 'utf8' }).map((name) => `collector-config/${name}`),
  ].filter((file) => file.endsWith('.md'));

  it.each(pages)('every link of %s leads somewhere', (page) => {
    const links = [...read(page).matchAll(/\]\(([^)\s]+)\)/g)].map((match) => match[1] ?? '');
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
