/** The images, built as far as that goes without an engine: every COPY and RUN line is done, and what comes out runs. */
import { execFileSync, spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Replay } from '../docker/replay.ts';

/** Cold, the Collector takes four minutes, on an idle machine. */
const LONG = 20 * 60_000;

const folder = mkdtempSync(join(tmpdir(), 'ragspan-images-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }), LONG);

describe('the Collector image', () => {
  const image = new Replay('docker/collector.Dockerfile', join(folder, 'collector'));
  const program = image.path('collector', '/ragspan-collector');

  beforeAll(() => {
    for (const stage of ['build', 'probe', 'collector']) image.build(stage);
  }, LONG);

  it('holds the Collector and the probe, which run without libraries of this machine', () => {
    for (const [path, args, said] of [
      [program, ['--version'], 'ragspan-collector version'],
      [image.path('collector', '/probe/probe'), [], 'usage'],
      [image.path('probe', '/probe/probe'), [], 'usage'],
    ] as const) {
      expect(execFileSync(path, args, { encoding: 'utf8' })).toContain(said);
      // A program that is linked to libraries names the loader that finds them.
      expect(readFileSync(path).includes('/lib64/ld-linux')).toBe(false);
    }
  });

  const manifest = readFileSync('collector/distribution/manifest.yaml', 'utf8');
  it.skipIf(!manifest.includes('ragspanconnector'))('takes the configuration that the containers give it', () => {
    const configs = [image.path('collector', '/etc/ragspan/gateway.yaml'), 'docker/both-backends.yaml'];
    const STORAGE_DIR = image.path('collector', '/var/lib/ragspan');
    const validate = (): Buffer =>
      execFileSync(program, ['validate', ...configs.map((file) => `--config=${file}`)], {
        env: { ...process.env, STORAGE_DIR, RAGSPAN_CASES: 'demo/ragspan.cases.yaml' },
        stdio: 'pipe',
      });
    expect(validate).not.toThrow();
  });
});

describe('the application image', () => {
  const image = new Replay('docker/app.Dockerfile', join(folder, 'app'));

  beforeAll(() => {
    for (const stage of ['build', 'final']) image.build(stage);
  }, LONG);

  it('holds all that the application needs to listen', async () => {
    const child = spawn(process.execPath, ['docker/app/main.ts'], {
      cwd: image.path('final', '/app'),
      env: { PATH: process.env['PATH'], PORT: '0', TRAFFIC_INTERVAL_MILLIS: '0', RAGSPAN_LOG: 'off' },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    try {
      const lines: string[] = [];
      for await (const line of createInterface({ input: child.stdout })) {
        lines.push(line);
        if (line.startsWith('listening')) break;
      }
      expect(lines.join('\n')).toMatch(/^listening on \d+$/m);
    } finally {
      child.kill('SIGKILL');
    }
  });
});
