/** A handler is called again and again; each call flushes once before it returns, and the process may freeze then. */
import { assembly, generation, retrieval, run, start } from 'ragspan';
import { ask } from './ask.mjs';

const ragspan = start();

async function handler() {
  const answer = await ask({ assembly, generation, retrieval, run });
  await ragspan.forceFlush();
  return answer;
}

for (const call of [1, 2]) console.log(call, await handler());
// Frozen: nothing of ours runs after the last flush.
process.kill(process.pid, 'SIGKILL');
