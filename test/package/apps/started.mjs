/** The one line. */
import { assembly, generation, retrieval, run, start } from 'ragspan';
import { ask } from './ask.mjs';

const ragspan = start();
console.log(await ask({ assembly, generation, retrieval, run }));
await ragspan.shutdown();
