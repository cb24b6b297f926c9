/** Every command of docs/ledger.md, run in order in one folder, prints what the page says. */
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build } from 'esbuild';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CASES, FIVE, traceText, type TraceSpec } from './traces.js';

const root = join(import.meta.dirname, '../..');
/** Inside node_modules, so that it finds what is installed here. */
const cache = join(root, 'node_modules/.cache');
mkdirSync(cache, { recursive: true });
const program = mkdtempSync(join(cache, 'ragspan-document-'));
const desk = mkdtempSync(join(tmpdir(), 'ragspan-document-'));

const TRACES: { readonly [id: string]: TraceSpec } = {
  ...FIVE,
  'INC-120': { order: 9001, rank: 30, topK: 20, hour: 24 },
};

beforeAll(async () => {
  await build({
    entryPoints: [join(root, 'src/cli/main.ts')],
    bundle: true,
    platform: 'node',
    format: 'esm',
    packages: 'external',
    splitting: true,
    outdir: program,
    outExtension: { '.js': '.mjs' },
    logLevel: 'error',
  });
  mkdirSync(join(desk, 'traces'));
  for (const [id, spec] of Object.entries(TRACES))
    writeFileSync(join(desk, `traces/${id.replace('INC-', '')}.json`), traceText(spec));
  writeFileSync(join(desk, 'ragspan.cases.yaml'), CASES);
});

afterAll(() => {
  rmSync(program, { recursive: true, force: true });
  rmSync(desk, { recursive: true, force: true });
});

interface Step {
  readonly command: string;
  readonly printed: string;
}

/** `$ command`, and the lines up to the next. */
function stepsOf(page: string): readonly Step[] {
  return [...page.matchAll(/^```console\n([\s\S]*?)^```$/gm)].flatMap(([, block = '']) =>
    block
      .split(/^\$ /m)
      .filter((one) => one !== '')
      .map((one) => {
        const end = one.indexOf('\n');
        return { command: one.slice(0, end), printed: one.slice(end + 1) };
      }),
  );
}

/** Without what differs from run to run: times, and the hash over them. */
const steady = (text: string): string =>
  text.replaceAll(/\d{4}-\d\d-\d\d \d\d:\d\d:\d\d\.\d{3} UTC/g, 'TIME').replaceAll(/head [0-9a-f]{64}/g, 'head HASH');

const page = readFileSync(join(root, 'docs/ledger.md'), 'utf8');

describe('docs/ledger.md', () => {
  it('prints what it shows', () => {
    const steps = stepsOf(page);
    expect(steps.length).toBeGreaterThan(14);
    for (const { command, printed } of steps) {
      const { stdout, stderr } = spawnSync(
        'bash',
        ['--norc', '-c', `ragspan() { "$NODE" "$RAGSPAN" "$@"; }\n${command} 2>&1`],
        {
          cwd: desk,
          encoding: 'utf8',
          env: {
            PATH: process.env['PATH'],
            NODE: process.execPath,
            RAGSPAN: join(program, 'main.mjs'),
            COLUMNS: '100',
          },
        },
      );
      expect({ command, stderr }).toEqual({ command, stderr: '' });
      // What freezing says is told in docs/incidents.md.
      if (command.startsWith('ragspan incident freeze')) expect(stdout).toContain(' frozen: ');
      else expect(`$ ${command}\n${steady(stdout)}`).toBe(`$ ${command}\n${steady(printed)}`);
    }
  }, 600_000);

  it('names every action', () => {
    for (const action of ['add', 'list', 'why', 'pair', 'confirm', 'expire'])
      expect(page).toContain(`ragspan ledger ${action}`);
  });
});
