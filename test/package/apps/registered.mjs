/** An application that knows nothing of a set-up: `node --import …` makes it. It just ends. */
import { assembly, generation, retrieval, run } from 'ragspan';
import { ask } from './ask.mjs';

console.log(await ask({ assembly, generation, retrieval, run }));
