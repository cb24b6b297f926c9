/** Every block of claims.md runs as it stands, and prints what stands below it. */
import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'esbuild';
import { describe, expect, it } from 'vitest';
import { CLAIM_PROBLEM_KINDS } from '../../src/claims/index.js';
import { CLAIMS } from '../../src/semconv.js';

const page = readFileSync('docs/claims.md', 'utf8');
const blocks = [...page.matchAll(/```ts\n([\s\S]*?)```\n\n```text\n([\s\S]*?)```/g)].map(
  ([, code = '', printed = '']) => ({ code, printed }),
);
/** Inside the repository, so that packages are found; never committed. */
const folder = 'node_modules/.cache/docs-claims';

describe('claims.md', () => {
  it('shows code with its output alone', () => {
    expect(blocks).toHaveLength([...page.matchAll(/```ts\n/g)].length);
    expect(blocks.length).toBeGreaterThan(4);
  });

  it.each(blocks.map((block, index) => [index + 1, block] as const))(
    'block %i prints what it says',
    async (number, block) => {
      mkdirSync(folder, { recursive: true });
      const outfile = join(folder, `block-${number}.mjs`);
      await build({
        stdin: { contents: block.code, loader: 'ts', resolveDir: process.cwd() },
        bundle: true,
        platform: 'node',
        format: 'esm',
        outfile,
        logLevel: 'silent',
        alias: { 'ragspan/claims': './src/claims/index.ts', ragspan: './src/instrumentation/index.ts' },
        packages: 'external',
      });
      expect(execFileSync(process.execPath, [outfile], { encoding: 'utf8' })).toBe(block.printed);
    },
  );

  it('names every kind of problem and every attribute', () => {
    for (const kind of CLAIM_PROBLEM_KINDS) expect(page).toContain(`| \`${kind}\` |`);
    for (const name of Object.values(CLAIMS)) {
      const short = name.replace('ragspan.claims.', '…');
      expect(page.includes(`\`${name}\``) || page.includes(`\`${short}\``)).toBe(true);
    }
  });
});
