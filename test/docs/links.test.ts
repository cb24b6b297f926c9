import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

it('docs/links.md names every option and reason', () => {
  const page = readFileSync('docs/links.md', 'utf8');
  const options =
    readFileSync('src/claims/links/link-options.ts', 'utf8').split('export interface LinkSettings')[0] ?? '';
  const names = [...options.matchAll(/^ {2}readonly (\w+)\?:/gm)].map(([, name]) => name ?? '');
  const reasons = [...readFileSync('src/claims/links/url-outcome.ts', 'utf8').matchAll(/^ {2}\| '(\w+)'/gm)];
  expect(names.length).toBeGreaterThan(10);
  expect(reasons.length).toBeGreaterThan(14);
  const words = [...names, ...reasons.map(([, reason]) => reason ?? '')];
  expect(words.filter((word) => !page.includes(`\`${word}\``))).toEqual([]);
});
