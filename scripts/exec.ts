/** Runs one command to its end, keeping what it printed. Nothing here throws: a crash is a result. */
import { spawn } from 'node:child_process';

export interface Command {
  readonly argv: readonly [string, ...string[]];
  readonly cwd?: string;
  readonly env?: Readonly<Record<string, string>>;
  readonly timeoutMinutes?: number;
}

export interface Finished {
  /** 0 alone is success; a signal, a timeout or a command that cannot start gives −1. */
  readonly status: number;
  /** Standard output and standard error as they came. */
  readonly output: string;
  readonly seconds: number;
}

const running = new Set<() => void>();
const SIGNALS = ['SIGINT', 'SIGTERM'] as const;

/** Only while something runs: at other times a signal means what the program that calls us says. */
function stopAll(): void {
  for (const stop of running) stop();
  process.exit(1);
}

function track(stop: () => void): void {
  if (running.size === 0) for (const signal of SIGNALS) process.once(signal, stopAll);
  running.add(stop);
}

function untrack(stop: () => void): void {
  running.delete(stop);
  if (running.size === 0) for (const signal of SIGNALS) process.off(signal, stopAll);
}

export function exec({ argv, cwd, env, timeoutMinutes = 20 }: Command): Promise<Finished> {
  const [file, ...args] = argv;
  const started = performance.now();
  return new Promise((resolve) => {
    const chunks: Buffer[] = [];
    // Its own process group, so that a stop reaches the children of npm and vitest too.
    const child = spawn(file, args, {
      cwd,
      env: { ...process.env, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
      detached: true,
    });
    const stop = (): void => {
      try {
        if (child.pid !== undefined) process.kill(-child.pid, 'SIGKILL');
      } catch {
        // It has ended by itself.
      }
    };
    track(stop);
    const timer = setTimeout(() => {
      chunks.push(Buffer.from(`\nstopped after ${timeoutMinutes} minutes\n`));
      stop();
    }, timeoutMinutes * 60_000);
    const finish = (status: number): void => {
      clearTimeout(timer);
      untrack(stop);
      resolve({
        status,
        output: Buffer.concat(chunks).toString('utf8'),
        seconds: (performance.now() - started) / 1000,
      });
    };
    child.stdout.on('data', (chunk: Buffer) => chunks.push(chunk));
    child.stderr.on('data', (chunk: Buffer) => chunks.push(chunk));
    child.on('error', (error) => {
      chunks.push(Buffer.from(`${error.message}\n`));
      finish(-1);
    });
    child.on('close', (code, signal) => {
      if (signal !== null) chunks.push(Buffer.from(`\nended by ${signal}\n`));
      finish(code ?? -1);
    });
  });
}

/** A bin of this repository's own devDependencies, run by the Node that runs us. */
export function bin(packageName: string, path: string): readonly [string, string] {
  return [process.execPath, new URL(`../node_modules/${packageName}/${path}`, import.meta.url).pathname];
}
