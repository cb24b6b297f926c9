/** docs/incidents.md, run as a reader would: every command in its order, in a copy of the example. */
import { execFile } from 'node:child_process';
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join, resolve } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { vectorRuns } from '../support/judge-vector.js';
import { judgeFiles } from '../../src/files/judge-files.js';
import { fileSource } from '../../src/files/read/trace-file.js';
import { parseCases } from '../../src/cases/index.js';
import { Readable } from 'node:stream';

const PAGE = 'docs/incidents.md';
const page = readFileSync(PAGE, 'utf8');
const blocks = [...page.matchAll(/^```(sh|text)\n(.*?)^```$/gmsu)].map(([, kind, body = '']) => ({ kind, body }));

let folder: string;
/** Everything that was printed, in order. */
let printed = '';

async function run(command: string): Promise<{ readonly code: number; readonly output: string }> {
  return new Promise((done) => {
    execFile(
      'sh',
      ['-c', `${command} 2>&1`],
      {
        cwd: folder,
        maxBuffer: 2 ** 24,
        env: { ...process.env, PATH: `${join(folder, 'bin')}${delimiter}${process.env['PATH'] ?? ''}`, COLUMNS: '80' },
      },
      (error, output) => done({ code: typeof error?.code === 'number' ? error.code : error === null ? 0 : -1, output }),
    );
  });
}

beforeAll(() => {
  if (!existsSync('dist/cli.mjs')) throw new Error('npm run build comes first');
  folder = mkdtempSync(join(tmpdir(), 'ragspan-walk-'));
  cpSync('examples/refunds', folder, { recursive: true });
  mkdirSync(join(folder, 'node_modules'));
  symlinkSync(resolve('.'), join(folder, 'node_modules', 'ragspan'));
  symlinkSync(resolve('node_modules/@opentelemetry'), join(folder, 'node_modules', '@opentelemetry'));
  mkdirSync(join(folder, 'bin'));
  // What `npx ragspan` starts in an application that has it installed.
  writeFileSync(
    join(folder, 'bin', 'npx'),
    `#!/bin/sh\n[ "$1" = ragspan ] && shift && exec '${process.execPath}' '${resolve('dist/cli.mjs')}' "$@"\nexit 127\n`,
  );
  chmodSync(join(folder, 'bin', 'npx'), 0o755);
});

describe('docs/incidents.md', () => {
  it('has commands to run', () => {
    expect(
      blocks.filter(({ kind }) => kind === 'sh').flatMap(({ body }) => body.trim().split('\n')).length,
    ).toBeGreaterThan(15);
  });

  it('walks the canonical three from trace to golden case', { timeout: 300_000 }, async () => {
    for (const { kind, body } of blocks) {
      if (kind !== 'sh') continue;
      for (const command of body.trim().split('\n')) {
        const { code, output } = await run(command);
        expect(code, `${command}\n${output}`).toBe(0);
        printed += output;
      }
    }
    // What the page shows is what was printed, but for times and hashes of the day.
    const stable = (line: string): string => line.replace(/\d{4}-\d\d-\d\dT[\d:.]+Z/gu, 'TIME').trimEnd();
    const lines = new Set(printed.split('\n').map(stable));
    for (const { kind, body } of blocks)
      if (kind === 'text')
        for (const line of body.split('\n')) expect(lines, `the page shows: ${line}`).toContain(stable(line));
  });

  it('has shown the matrix, the pairs and the boundaries convicted', () => {
    expect(printed).toMatch(/INC-4711 +H1 \(below_k\) +0\/3 +3\/3 +0\/3 +0\/3/u);
    expect(printed).toMatch(/INC-5120 +H2 \(cut\) +0\/3 +0\/3 +3\/3 +0\/3/u);
    expect(printed).toMatch(/INC-8814 +H3a \(contradiction\) +0\/3 +0\/3 +0\/3 +3\/3/u);
    for (const repair of ['top-k-50', 'count-tokens', 'ground'])
      expect(printed).toMatch(new RegExp(`${repair} +discriminant`, 'u'));
    for (const boundary of ['retrieval', 'assembly', 'generation'])
      expect(printed).toContain(`first divergence ${boundary}`);
    expect(printed).toContain('offered for INC-4712, not applied');
    expect(readFileSync(join(folder, 'golden.cases.yaml'), 'utf8')).toMatch(/^version: 1\ncases:\n/u);
    expect(readFileSync(join(folder, 'INC-5120.html'), 'utf8')).toContain('<!doctype html>');
  });

  it('the code on the page reads an incident and prints its paper form and its case', async () => {
    const [, code = ''] = /^```js\n(.*?)^```$/msu.exec(page) ?? [];
    writeFileSync(join(folder, 'in-code.mjs'), code);
    const made = await run(`'${process.execPath}' in-code.mjs`);
    expect(made.code, made.output).toBe(0);
    expect(made.output).toContain('INC-5120');
    expect(made.output).toContain('planned at 9104 ≥ cut at 8192 token');
    expect(made.output).toContain('  - id: "inc-5120"');
  });

  it('golden cases convict the frozen runs, each at its boundary', async () => {
    const { code, output } = await run(
      'npx ragspan attribute --cases golden.cases.yaml --format json traces/*.json.gz',
    );
    expect(code).toBe(0);
    const { runs } = JSON.parse(output) as { runs: { verdict: string; case?: string }[] };
    expect(runs.map((one) => `${one.case ?? ''} ${one.verdict}`).sort()).toEqual([
      ' UNDECLARED',
      ' UNDECLARED',
      'inc-4711 H1',
      'inc-5120 H2',
      'inc-8814 H3a',
    ]);
  });

  it('the traces of the example are what the application gives today', { timeout: 120_000 }, async () => {
    const { code, output } = await run('node record-traces.mjs again');
    expect(code, output).toBe(0);
    const cases = parseCases(readFileSync('examples/refunds/ragspan.cases.yaml', 'utf8'), 'cases');
    if (!('book' in cases)) throw new Error('the case file of the example is not valid');
    const judged = async (path: string): Promise<unknown> => {
      const [one] = await collect(path, cases.book);
      const {
        trace_id: _trace,
        span_id: _span,
        run_id: _run,
        answered_by: _by,
        ...verdict
      } = (one ?? {}) as Record<string, unknown>;
      return verdict;
    };
    for (const order of ['4711', '4712', '5120', '5121', '8814'])
      expect(await judged(join(folder, 'again', `${order}.json.gz`))).toEqual(
        await judged(`examples/refunds/traces/${order}.json.gz`),
      );
  });
});

async function collect(path: string, book: Parameters<typeof judgeFiles>[1]['book']): Promise<unknown[]> {
  const [run] = await vectorRuns('test/vectors/canonical-a');
  if (run === undefined || book === undefined) throw new Error('no run');
  const verdicts: unknown[] = [];
  for await (const { verdict } of judgeFiles([fileSource(path, Readable.from([]))], {
    book,
    judging: run.basis.options,
    onDamage: ({ problem }) => {
      throw new Error(problem);
    },
  }))
    verdicts.push(verdict);
  return verdicts;
}
