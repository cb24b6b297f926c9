/** A configuration in a document is copied: one that samples must wait for the verdict, as those that ship do. */
import { globSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { parse } from 'yaml';

interface Documented {
  readonly page: string;
  readonly processors: Readonly<Record<string, { readonly decision_wait?: string } | null>>;
}

const PAGES = ['README.md', 'docs/**/*.md', 'collector/*/README.md', 'collector-config/**/*.md', 'demo/**/*.md'];
/** Of the two components, in seconds. */
const DEFAULT_WAITS = { ragspan: 300, tail_sampling: 30 } as const;
const SECONDS: Readonly<Record<string, number>> = { s: 1, m: 60 };

function documented(page: string): Documented[] {
  return [...readFileSync(page, 'utf8').matchAll(/^```yaml\n(.*?)^```/gms)].flatMap(([, text = '']) => {
    const { processors } = (parse(text) ?? {}) as Partial<Documented>;
    return processors === undefined ? [] : [{ page, processors }];
  });
}

function waitOf({ processors }: Documented, component: keyof typeof DEFAULT_WAITS): number {
  const text = processors[component]?.decision_wait;
  if (text === undefined) return DEFAULT_WAITS[component];
  const [, count, unit = ''] = /^(\d+)([sm])$/u.exec(text) ?? [];
  return Number(count) * (SECONDS[unit] ?? Number.NaN);
}

const sampling = globSync(PAGES)
  .flatMap(documented)
  .filter(({ processors }) => 'ragspan' in processors && 'tail_sampling' in processors);

it('both components are documented with a sampler behind them', () => {
  expect(sampling.map(({ page }) => page)).toEqual(
    expect.arrayContaining(['collector/ragspanprocessor/README.md', 'collector/ragspanconnector/README.md']),
  );
});

it.each(sampling)('the sampler in $page waits longer than ragspan does', (one) => {
  expect(waitOf(one, 'tail_sampling')).toBeGreaterThan(waitOf(one, 'ragspan'));
});
