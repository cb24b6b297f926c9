/** Bundles the bench with the sources, as an application is bundled, and runs it in a Node of its own. */
import { spawnSync } from 'node:child_process';
import { build } from 'esbuild';

const outfile = 'node_modules/.cache/ragspan-bench/main.mjs';
await build({
  entryPoints: ['bench/main.ts'],
  outfile,
  bundle: true,
  platform: 'node',
  format: 'esm',
  target: 'node24',
  packages: 'external',
});
const { status } = spawnSync(process.execPath, ['--expose-gc', outfile, ...process.argv.slice(2)], {
  stdio: 'inherit',
});
process.exitCode = status ?? 1;
