/** NodeSDK that takes its exporter from the environment: `start()` after it joins its processors. */
import { NodeSDK } from '@opentelemetry/sdk-node';
import { assembly, generation, retrieval, run, start } from 'ragspan';
import { ask } from './ask.mjs';

const sdk = new NodeSDK();
sdk.start();
const ragspan = start();
if (ragspan.mode !== 'joined') throw new Error(`mode ${ragspan.mode}`);
console.log(await ask({ assembly, generation, retrieval, run }));
await ragspan.forceFlush();
await sdk.shutdown();
