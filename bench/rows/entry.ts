/** What it costs to load the processor alone: time, and bytes in the package. */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { gzipSync } from 'node:zlib';
import { bytes, millis, type Row } from '../table.ts';
import { median } from '../timing.ts';

const ENTRY = 'dist/processor.mjs';

export function entryRows(): Row[] {
  const api = importMillis(['@opentelemetry/api']);
  const both = importMillis(['@opentelemetry/api', pathToFileURL(ENTRY).href]);
  const files = [...reachable(ENTRY)];
  const packed = gzipSync(Buffer.concat(files.map((file) => readFileSync(file)))).length;
  return [
    {
      what: 'import of ragspan/processor',
      value: both.last,
      goal: 20,
      show: millis,
      note: `@opentelemetry/api itself, before it, ${millis(api.last)}`,
    },
    {
      what: 'packed size of ragspan/processor',
      value: packed,
      goal: 40 * 1024,
      show: bytes,
      note: `gzip of ${files.length} files, pattern and YAML libraries apart`,
    },
  ];
}

/** Medians over fresh processes; `last` is the import of the last one named. */
function importMillis(names: readonly string[]): { readonly last: number } {
  const script = `let last; for (const name of ${JSON.stringify(names)}) { const t = performance.now(); await import(name); last = performance.now() - t } console.log(last)`;
  const times = Array.from({ length: 15 }, () =>
    Number(execFileSync(process.execPath, ['--input-type=module', '-e', script], { encoding: 'utf8' })),
  );
  return { last: median(times) };
}

/** The files that a static import of this one loads. */
function reachable(file: string, seen = new Set<string>()): Set<string> {
  if (seen.has(file)) return seen;
  seen.add(file);
  for (const [, name] of readFileSync(file, 'utf8').matchAll(/^(?:import|export)\b[^;]*?from\s*"(\.[^"]+)"/gm)) {
    reachable(join(dirname(file), name ?? ''), seen);
  }
  return seen;
}
