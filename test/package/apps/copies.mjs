/** Two copies in one process: ESM and CommonJS. Both may write spans; one processor judges each. */
import { createRequire } from 'node:module';
import * as esm from 'ragspan';
import { ask } from './ask.mjs';

const cjs = createRequire(import.meta.url)('ragspan');
if (cjs.RagspanProcessor === esm.RagspanProcessor) throw new Error('one copy');
const first = esm.start();
const second = cjs.start();
await ask(esm);
await ask(cjs);
await second.shutdown();
await first.shutdown();
