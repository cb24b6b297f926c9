/** The processor beside a set-up of the application's own, on whichever line of the SDK is installed. */
import { context } from '@opentelemetry/api';
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { assembly, generation, retrieval, run } from 'ragspan/instrumentation';
import { RagspanProcessor } from 'ragspan/processor';
import { ask } from './ask.mjs';

const exporter = new OTLPTraceExporter();
const processor = new RagspanProcessor();
let provider;
try {
  const { BatchSpanProcessor, NodeTracerProvider } = await import('@opentelemetry/sdk-trace-node');
  provider = new NodeTracerProvider({ spanProcessors: [processor, new BatchSpanProcessor(exporter)] });
  provider.register();
} catch (error) {
  if (error.code !== 'ERR_MODULE_NOT_FOUND') throw error;
  const { BatchSpanProcessor, TracerProvider } = await import('@opentelemetry/sdk-trace');
  const { trace } = await import('@opentelemetry/api');
  provider = new TracerProvider({ spanProcessors: [processor, new BatchSpanProcessor({ exporter })] });
  trace.setGlobalTracerProvider(provider);
  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
}
console.log(await ask({ assembly, generation, retrieval, run }));
await provider.forceFlush();
await provider.shutdown();
