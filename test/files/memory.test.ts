import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build } from 'esbuild';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { largeTrace } from './large-trace.js';

const MEGABYTE = 1_000_000;
const folder = mkdtempSync(join(tmpdir(), 'ragspan-memory-'));
const cli = join(folder, 'cli.mjs');

beforeAll(async () => {
  await build({
    entryPoints: ['src/cli/main.ts'],
    outfile: cli,
    bundle: true,
    platform: 'node',
    format: 'esm',
    target: 'node20',
    logLevel: 'silent',
    // What is not asked for here is left out of the bundle.
    external: ['./demo.js'],
    banner: {
      js: "import { createRequire as requireFor } from 'node:module'; const require = requireFor(import.meta.url);",
    },
  });
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

it('judges a large file from a pipe in memory that does not grow with it', async () => {
  const report = 'process.on("exit", () => process.stderr.write(`rss ${process.resourceUsage().maxRSS}\\n`))';
  const child = spawn(process.execPath, [
    '--max-old-space-size=160',
    '--import',
    `data:text/javascript,${encodeURIComponent(report)}`,
    cli,
    'attribute',
    '--line',
    'The refund window is 30 days',
    '--must',
    '30 days',
    '--format',
    'json',
    '-',
  ]);
  let out = '';
  let err = '';
  child.stdout.on('data', (piece: Buffer) => {
    out += piece.toString();
  });
  child.stderr.on('data', (piece: Buffer) => {
    err += piece.toString();
  });
  const isClosed = once(child, 'close');
  const lines = largeTrace(200 * MEGABYTE);
  let next = lines.next();
  for (; next.done !== true; next = lines.next()) {
    if (!child.stdin.write(next.value)) await once(child.stdin, 'drain');
  }
  child.stdin.end();
  await isClosed;
  const { runs } = JSON.parse(out) as { runs: { verdict: string; trace_id: string }[] };
  // The last retrievals have no call yet when the file ends: half a run each.
  expect(runs.filter((one) => one.verdict === 'HOLD')).toHaveLength(next.value);
  expect(new Set(runs.map((one) => one.verdict))).toEqual(new Set(['HOLD', 'UNKNOWN']));
  expect(runs.map((one) => one.trace_id)).toEqual(runs.map((one) => one.trace_id).toSorted());
  const rssKilobytes = Number(/rss (\d+)/u.exec(err)?.[1]);
  expect(rssKilobytes * 1024).toBeLessThan(280 * MEGABYTE);
}, 120_000);
