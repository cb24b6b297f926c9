/** One Collector under one load: what it cost, what came out of it. */
import { spawn, type ChildProcess } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

export interface Load {
  readonly kind: 'rag' | 'plain' | 'mixed';
  readonly traces: number;
  readonly seed: number;
}

export interface Measured {
  readonly spans: number;
  readonly lost: number;
  /** Of the Collector alone, user and system, from its start to when the last span has left. */
  readonly cpuSeconds: number;
  readonly spansPerCoreSecond: number;
  readonly peakMebibytes: number;
}

export interface Programs {
  readonly collector: string;
  readonly load: string;
}

const HERTZ = 100;
const PATIENCE_MILLIS = 60_000;

/** @param processors the `processors:` block, empty: otlp straight to the exporter */
export async function measure(
  programs: Programs,
  processors: object,
  load: Load,
  drainMillis: number,
): Promise<Measured> {
  const folder = mkdtempSync(join(tmpdir(), 'ragspan-bench-'));
  const port = await freePort();
  const endpoint = `127.0.0.1:${port}`;
  const count = join(folder, 'count');
  const names = Object.keys(processors);
  const config = {
    receivers: { otlp: { protocols: { http: { endpoint } } } },
    processors,
    exporters: { count: { file: count } },
    service: {
      telemetry: { metrics: { level: 'none' }, logs: { level: 'error' } },
      pipelines: { traces: { receivers: ['otlp'], processors: names, exporters: ['count'] } },
    },
  };
  writeFileSync(join(folder, 'config.yaml'), JSON.stringify(config));
  const child = spawn(programs.collector, ['--config', join(folder, 'config.yaml')], {
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const said: Buffer[] = [];
  child.stderr.on('data', (chunk: Buffer) => said.push(chunk));
  try {
    await listening(endpoint, child, said);
    const started = cpuSeconds(child);
    const sent = await sendLoad(programs.load, endpoint, load);
    await sleep(drainMillis);
    const spent = cpuSeconds(child) - started;
    const peakMebibytes =
      Number(/VmHWM:\s+(\d+) kB/.exec(readFileSync(`/proc/${child.pid}/status`, 'utf8'))?.[1]) / 1024;
    await ended(child);
    const spans = Number(readFileSync(count, 'utf8'));
    return { spans: sent, lost: sent - spans, cpuSeconds: spent, spansPerCoreSecond: sent / spent, peakMebibytes };
  } catch (error) {
    throw new Error(`${names.join(', ') || 'pass-through'}: ${String(error)}\n${Buffer.concat(said).toString()}`, {
      cause: error,
    });
  } finally {
    child.kill('SIGKILL');
    rmSync(folder, { recursive: true, force: true });
  }
}

function cpuSeconds(child: ChildProcess): number {
  const fields = readFileSync(`/proc/${child.pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
  return (Number(fields[11]) + Number(fields[12])) / HERTZ;
}

async function sendLoad(program: string, endpoint: string, { kind, traces, seed }: Load): Promise<number> {
  const argv = ['-endpoint', `http://${endpoint}/v1/traces`, '-kind', kind, '-traces', `${traces}`, '-seed', `${seed}`];
  const child = spawn(program, argv, { stdio: ['ignore', 'pipe', 'inherit'] });
  const printed: Buffer[] = [];
  child.stdout.on('data', (chunk: Buffer) => printed.push(chunk));
  const status = await new Promise((resolve) => child.on('close', resolve));
  if (status !== 0) throw new Error(`the load ended with ${String(status)}`);
  const { spans, refused } = JSON.parse(Buffer.concat(printed).toString()) as { spans: number; refused: number };
  if (refused > 0) throw new Error(`${refused} requests were refused`);
  return spans;
}

async function listening(endpoint: string, child: ChildProcess, said: readonly Buffer[]): Promise<void> {
  const until = Date.now() + PATIENCE_MILLIS;
  for (;;) {
    if (child.exitCode !== null) throw new Error(`it ended with ${child.exitCode}\n${Buffer.concat(said).toString()}`);
    try {
      await fetch(`http://${endpoint}/`);
      return;
    } catch {
      if (Date.now() > until) throw new Error(`nothing listens at ${endpoint}`);
      await sleep(50);
    }
  }
}

async function ended(child: ChildProcess): Promise<void> {
  const closed = new Promise((resolve) => child.on('close', resolve));
  child.kill('SIGTERM');
  await Promise.race([closed, sleep(PATIENCE_MILLIS, undefined, { ref: false })]);
  if (child.exitCode !== 0) throw new Error(`it did not end well (${child.exitCode ?? 'still running'})`);
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.on('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => resolve(typeof address === 'object' && address !== null ? address.port : 0));
    });
  });
}
