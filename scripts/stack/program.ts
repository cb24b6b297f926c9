/** A program of the stack: started, waited for, and ended with us. */
import { spawn, type ChildProcess } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';

export interface Launch {
  readonly name: string;
  readonly argv: readonly [string, ...string[]];
  readonly env?: Readonly<Record<string, string>>;
  readonly cwd?: string;
  /** An address that answers 2xx once the program is ready. */
  readonly readyUrl?: string;
  /** Instead of `readyUrl`: ready once a line that holds this was printed. */
  readonly readyLine?: string;
  readonly readySeconds?: number;
}

export interface Program {
  readonly name: string;
  readonly pid: number;
  /** What it printed, the last 256 KiB. */
  output(): string;
  /** Ends it (SIGTERM, and SIGKILL after a time) and waits; gives the exit status, −1 for a signal. */
  stop(graceSeconds?: number): Promise<number>;
  /** SIGKILL, at once. */
  kill(): Promise<number>;
  readonly exited: Promise<number>;
}

const KEPT = 256 * 1024;
const running = new Set<ChildProcess>();
/** Whatever still runs, at once. */
export function killAll(): void {
  for (const child of running) child.kill('SIGKILL');
}
// Nothing of the stack outlives the process that started it, however that ends.
process.once('exit', killAll);

export async function startProgram(launch: Launch): Promise<Program> {
  const program = spawned(launch);
  const { name, readyUrl, readyLine, readySeconds = 60 } = launch;
  const isReady = async (): Promise<boolean> =>
    (readyUrl === undefined || (await answers(readyUrl))) &&
    (readyLine === undefined || program.output().includes(readyLine));
  let status: number | undefined;
  void program.exited.then((code) => (status = code));
  const deadline = performance.now() + readySeconds * 1000;
  while (!(await isReady())) {
    if (status !== undefined) throw new Error(`${name} ended with status ${status}:\n${tail(program.output())}`);
    if (performance.now() > deadline) {
      await program.kill();
      throw new Error(`${name} was not ready after ${readySeconds} s:\n${tail(program.output())}`);
    }
    await sleep(100);
  }
  return program;
}

function spawned({ name, argv, env, cwd }: Launch): Program {
  const [file, ...args] = argv;
  const child = spawn(file, args, { cwd, env: { ...process.env, ...env }, stdio: ['ignore', 'pipe', 'pipe'] });
  running.add(child);
  let said = '';
  const keep = (chunk: Buffer): void => {
    said = (said + chunk.toString('utf8')).slice(-KEPT);
  };
  child.stdout.on('data', keep);
  child.stderr.on('data', keep);
  const exited = new Promise<number>((resolve) => {
    const ended = (status: number): void => {
      running.delete(child);
      resolve(status);
    };
    child.on('error', (error) => {
      said += `${error.message}\n`;
      ended(-1);
    });
    child.on('close', (code) => ended(code ?? -1));
  });
  return {
    name,
    pid: child.pid ?? -1,
    output: () => said,
    exited,
    kill: () => {
      child.kill('SIGKILL');
      return exited;
    },
    stop: async (graceSeconds = 20) => {
      child.kill('SIGTERM');
      const timer = setTimeout(() => child.kill('SIGKILL'), graceSeconds * 1000);
      const status = await exited;
      clearTimeout(timer);
      return status;
    },
  };
}

async function answers(url: string): Promise<boolean> {
  try {
    const response = await fetch(url, { signal: AbortSignal.timeout(2000) });
    await response.arrayBuffer();
    return response.ok;
  } catch {
    return false;
  }
}

function tail(text: string): string {
  return text.trimEnd().split('\n').slice(-30).join('\n');
}
