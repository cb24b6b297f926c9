import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build } from 'esbuild';
import { describe, expect, it } from 'vitest';
import { candidatesOf, FRAME, INCIDENTS, LINE } from '../../src/cli/demo/incidents.js';
import { countWords } from '../../src/cli/demo/words.js';
import { textWidth } from '../../src/cli/text-width.js';
import { run } from './support.js';

describe('ragspan demo', () => {
  it('shows the canonical three with their numbers, judged in process and again from what was exported', async () => {
    const { status, out, err } = await run(['demo'], { env: { COLUMNS: '120' } });
    expect({ status, err }).toEqual({ status: 0, err: '' });
    const rows = out
      .slice(out.indexOf('The same sentence'), out.indexOf('What the backend'))
      .split('\n')
      .map((line) => line.trim().replaceAll(/\s+/gu, ' '));
    expect(rows).toContain('A absent, rank 47 of 50 absent H1 below_k');
    expect(rows).toContain('B present, rank 3 of 50 absent, cut at 8,192 H2 cut');
    expect(rows).toContain('C present, rank 2 of 50 present, planned at 1,204 H3a contradiction');
    expect(out).toContain('ragspan.explanation = rank 47/50 below k=5');
    expect(out).toContain('ragspan.explanation = rank 3/50 within k=5; cut at 8192 token, chunk at 9104');
    expect(out).toMatch(
      /ragspan\.explanation = rank 2\/50 within k=5; sent at byte \d+; contradicted at output byte 12/u,
    );
    expect(out).toContain('12 spans arrived over OTLP/HTTP');
    expect(out).toContain('ledger/8120');
  });

  it.each([40, 80])('keeps within %i columns', async (columns) => {
    const { out } = await run(['demo'], { env: { COLUMNS: String(columns) } });
    for (const line of out.split('\n'))
      expect({ line, fits: textWidth(line) <= columns }).toEqual({ line, fits: true });
  });

  it('puts the evidence where it says, and nowhere else', () => {
    for (const incident of INCIDENTS) {
      const candidates = candidatesOf(incident);
      expect(candidates).toHaveLength(50);
      expect(candidates.flatMap(({ text }, index) => (text.includes(LINE) ? [index + 1] : []))).toEqual([
        incident.rank,
      ]);
      const before =
        countWords(FRAME) + candidates.slice(0, incident.rank - 1).reduce((sum, { text }) => sum + countWords(text), 0);
      if (incident.plannedAt !== undefined) expect(before).toBe(incident.plannedAt);
    }
  });

  it('takes no word for something else', async () => {
    expect(await run(['demo', 'foo'])).toMatchObject({
      status: 2,
      out: '',
      err: 'ragspan: demo takes no argument, and "foo" was given\nLeave it out.\n',
    });
  });

  it('says what to install where the SDK is missing', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'ragspan-demo-'));
    const cli = join(folder, 'cli.mjs');
    await build({
      entryPoints: ['src/cli/main.ts'],
      outfile: cli,
      bundle: true,
      platform: 'node',
      format: 'esm',
      target: 'node20',
      logLevel: 'silent',
      external: [
        '@opentelemetry/sdk-trace',
        '@opentelemetry/resources',
        '@opentelemetry/exporter-trace-otlp-http',
        '@opentelemetry/context-async-hooks',
      ],
      banner: {
        js: "import { createRequire as requireFor } from 'node:module'; const require = requireFor(import.meta.url);",
      },
    });
    const { status, stderr, stdout } = spawnSync(process.execPath, [cli, 'demo'], { encoding: 'utf8' });
    expect({ status, stdout }).toEqual({ status: 2, stdout: '' });
    expect(stderr).toContain('Run npm install @opentelemetry/sdk-trace');
    rmSync(folder, { recursive: true, force: true });
  });
});
