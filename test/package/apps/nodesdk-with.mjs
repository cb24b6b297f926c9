/** NodeSDK with span processors of the application's own: ours stands before the exporting one. */
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { NodeSDK } from '@opentelemetry/sdk-node';
import { BatchSpanProcessor } from '@opentelemetry/sdk-trace';
import { assembly, generation, RagspanProcessor, retrieval, run } from 'ragspan';
import { ask } from './ask.mjs';

const batch = new BatchSpanProcessor({ exporter: new OTLPTraceExporter() });
const sdk = new NodeSDK({ spanProcessors: [new RagspanProcessor(), batch] });
sdk.start();
console.log(await ask({ assembly, generation, retrieval, run }));
await sdk.shutdown();
