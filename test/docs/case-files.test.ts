/** A case file in a document is copied: `ragspan cases check` takes each as it stands. */
import { globSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { parseCases } from '../../src/cases/index.js';

const PAGES = ['README.md', 'docs/**/*.md', 'examples/**/*.md', 'demo/**/*.md'];

const written = globSync(PAGES).flatMap((page) =>
  [...readFileSync(page, 'utf8').matchAll(/^```yaml\n(.*?)^```/gms)]
    .map(([, text = '']) => ({ page, text }))
    .filter(({ text }) => /^version: 1$/m.test(text)),
);

it('case-file.md shows one in full', () => {
  expect(written.map(({ page }) => page)).toContain('docs/case-file.md');
});

it.each(written)('the case file in $page is one', ({ page, text }) => {
  expect(parseCases(text, page)).not.toHaveProperty('problems');
});
