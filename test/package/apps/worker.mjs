/** A worker thread sets itself up: the SDK of the main thread does not reach into it. */
import { isMainThread, Worker } from 'node:worker_threads';

if (isMainThread) {
  const worker = new Worker(new URL(import.meta.url));
  worker.on('exit', (code) => {
    process.exitCode = code;
  });
} else {
  const { assembly, generation, retrieval, run, start } = await import('ragspan');
  const { ask } = await import('./ask.mjs');
  const ragspan = start();
  console.log(await ask({ assembly, generation, retrieval, run }));
  await ragspan.shutdown();
}
