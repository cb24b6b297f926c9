/** Ends the process of a trial whose asker was killed, also while the application blocks its thread. */
import { Worker } from 'node:worker_threads';

const EVERY_MILLIS = 1_000;

/**
 * The asker's end shows as another parent; who it was is told (`asker`, a process id), as it may have
 * ended before anybody here can look. A thread of its own: a loop in the application starves every timer.
 */
export function endWith(asker: number): void {
  const watch = `setInterval(() => { if (process.ppid !== ${asker}) process.kill(process.pid, 'SIGKILL'); }, ${EVERY_MILLIS});`;
  // Without what NODE_OPTIONS would load into it.
  new Worker(watch, { eval: true, execArgv: [], env: {}, stdout: true, stderr: true }).unref();
}
