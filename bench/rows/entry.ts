/** What it costs to load the processor alone: time, and bytes in the package. */
import { execFileSync } from 'node:child_process';
import { pathToFileURL } from 'node:url';
import { entrySize } from '../../scripts/entry-size.ts';
import { bytes, millis, type Row } from '../table.ts';
import { median } from '../timing.ts';

const ENTRY = 'dist/processor.mjs';

export async function entryRows(): Promise<Row[]> {
  const api = importMillis(['@opentelemetry/api']);
  const both = importMillis(['@opentelemetry/api', pathToFileURL(ENTRY).href]);
  const packed = await entrySize(ENTRY);
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
      note: 'minified, gzip; the reader of case files and the pattern library are loaded apart',
    },
  ];
}

/** Medians over fresh processes; `last` is the import of the last one named. */
function importMillis(names: readonly string[]): { readonly last: number } {
  const script = `let last; for (const name of ${JSON.stringify(names)}) { const t = performance.now(); await import(name); last = performance.now() - t } console.log(last)`;
  const times = Array.from({ length: 25 }, () =>
    Number(execFileSync(process.execPath, ['--input-type=module', '-e', script], { encoding: 'utf8' })),
  );
  return { last: median(times) };
}
