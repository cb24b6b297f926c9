/** What docs/collector.md says of the configurations and distributions, against the files themselves. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { COLLECTOR_CONFIGS, CONFIG_DIR } from './configs.js';

const page = readFileSync('docs/collector.md', 'utf8');

it('names every variable that a configuration reads, with its default', () => {
  const read = COLLECTOR_CONFIGS.flatMap(({ file }) => {
    const text = readFileSync(join(CONFIG_DIR, file), 'utf8').replaceAll(/^\s*#.*$/gm, '');
    return [...text.matchAll(/\$\{env:(\w+):-([^}]*)\}/g)].map(([, name = '', usual = '']) => ({ name, usual }));
  });
  expect(read.length).toBeGreaterThan(20);
  const defaultsOf = (variable: string): string =>
    new RegExp(`^\\| \`${variable}\` \\| ([^|]+) \\|`, 'm').exec(page)?.[1] ?? 'no row';
  const wrong = read.filter(({ name, usual }) => !defaultsOf(name).includes(usual === '' ? 'none' : `\`${usual}\``));
  expect(wrong).toEqual([]);
});

describe.each([
  ['default', 'manifest.yaml', []],
  ['gateway', 'gateway.yaml', ['load_balancing', 'kafka']],
] as const)('the %s distribution', (name, manifest, own) => {
  const sections = parse(readFileSync(join('collector/distribution', manifest), 'utf8')) as Record<string, unknown>;
  /** `…/processor/tailsamplingprocessor` → `tailsampling`; ours are told of in words. */
  const built = ['receivers', 'processors', 'connectors', 'exporters', 'extensions'].flatMap((section) =>
    (sections[section] as { readonly gomod: string }[]).flatMap(({ gomod }) => {
      const module = /\/(\w+) v/.exec(gomod)?.[1] ?? '';
      if (module === 'collector') return [];
      return module === 'otlpexporter'
        ? ['otlpgrpc']
        : [module.replace(/(receiver|processor|connector|exporter|extension)$/, '')];
    }),
  );

  it('has what its row of the table says, and nothing else', () => {
    const rowOf = (distribution: string): string =>
      new RegExp(`^\\| ${distribution} \\(.*?\\) \\| (.+?) \\|`, 'm').exec(page)?.[1] ?? '';
    const shared = rowOf('default').split(', ');
    expect(own.every((one) => rowOf(name).includes(one))).toBe(true);
    const told = [...shared, ...own].map((one) => one.replaceAll('_', ''));
    expect([...new Set(told)].sort()).toEqual([...new Set(built)].sort());
  });
});
