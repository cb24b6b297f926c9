/** The two ways an application reaches the Collector: judged already, or with its text for the Collector to judge. */
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { resourceFromAttributes } from '@opentelemetry/resources';
import { BatchSpanProcessor, NodeTracerProvider } from '@opentelemetry/sdk-trace-node';
import type * as Library from '../src/index.ts';

export type Ragspan = typeof Library;

export interface Sending {
  /** Sends what has ended. A Collector that is away is no reason to stop answering. */
  flush(): Promise<void>;
  end(): Promise<void>;
}

export function sdkJudges(ragspan: Ragspan): Sending {
  const running = ragspan.start();
  return { flush: () => quietly(running.forceFlush()), end: () => quietly(running.shutdown()) };
}

/** The SDK as anybody has it. */
export function collectorJudges(serviceName: string): Sending {
  const resource = resourceFromAttributes({ 'service.name': serviceName });
  const provider = new NodeTracerProvider({
    resource,
    spanProcessors: [new BatchSpanProcessor(new OTLPTraceExporter())],
  });
  provider.register();
  return { flush: () => quietly(provider.forceFlush()), end: () => quietly(provider.shutdown()) };
}

async function quietly(work: Promise<void>): Promise<void> {
  try {
    await work;
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
  }
}
