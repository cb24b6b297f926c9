/**
 * Judges a made file of one OTLP JSON object a line, 1 GB unless told otherwise, and prints time and
 * peak memory: `node bench/large-file.mjs [MEGABYTES]`. Needs twice that on disk, in the folder for
 * temporary files.
 */
import { spawnSync } from 'node:child_process';
import { closeSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'esbuild';

const megabytes = Number(process.argv[2] ?? 1000);
const folder = mkdtempSync(join(tmpdir(), 'ragspan-large-'));
const common = { bundle: true, platform: 'node', format: 'esm', logLevel: 'error', external: ['./demo.js'] };
const banner = {
  js: "import { createRequire as requireFor } from 'node:module'; const require = requireFor(import.meta.url);",
};

try {
  const maker = join(folder, 'make.mjs');
  const cli = join(folder, 'cli.mjs');
  await build({ ...common, entryPoints: ['test/files/large-trace.ts'], outfile: maker });
  await build({ ...common, banner, entryPoints: ['src/cli/main.ts'], outfile: cli });
  const { largeTrace } = await import(pathToFileURL(maker).href);

  const path = join(folder, 'traces.jsonl');
  const file = openSync(path, 'w');
  for (const piece of largeTrace(megabytes * 1e6)) writeSync(file, piece);
  closeSync(file);

  const report = 'process.on("exit", () => process.stderr.write(`${process.resourceUsage().maxRSS}\\n`))';
  const began = performance.now();
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    ['--import', `data:text/javascript,${encodeURIComponent(report)}`, cli, 'attribute', '--format', 'json', path],
    { maxBuffer: 1e9 },
  );
  const seconds = (performance.now() - began) / 1000;
  if (status !== 0) throw new Error(stderr.toString());
  const { runs = [] } = JSON.parse(stdout.toString());
  const peak = Number(stderr.toString().trim()) / 1024;
  console.log(`${megabytes} MB, ${runs.length} runs: ${seconds.toFixed(1)} s, peak memory ${peak.toFixed(0)} MiB`);
} finally {
  rmSync(folder, { recursive: true, force: true });
}
