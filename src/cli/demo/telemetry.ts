/**
 * The real SDK as an application sets it up: RagspanProcessor, and behind it OTLP/HTTP export in
 * batches. The SDK packages belong to the application, so they may be missing here.
 */
import { context, trace, type ContextManager } from '@opentelemetry/api';
import type { CaseBook } from '../../model/case.js';
import type { CaseSource } from '../../processor/case-source.js';
import { RagspanProcessor } from '../../processor/index.js';
import { UsageError } from '../io.js';

export interface Telemetry {
  /** Ends the export; everything has left when it resolves. */
  shutdown(): Promise<void>;
}

const PACKAGES = '@opentelemetry/sdk-trace @opentelemetry/resources @opentelemetry/exporter-trace-otlp-http';

/** `book`: read already, where an application names its case file. */
export async function startTelemetry(endpoint: string, book: CaseBook): Promise<Telemetry> {
  const { sdk, resources, exporter, contextManager } = await loadSdk();
  const provider = new sdk.TracerProvider({
    resource: resources.resourceFromAttributes({ 'service.name': 'ragspan-demo' }),
    spanProcessors: [
      // Texts of the demo are nobody's secret: with them the exported spans can be judged once more.
      new RagspanProcessor({ captureContent: true, log: 'off' }, { cases: fixedCases(book), environment: {} }),
      new sdk.BatchSpanProcessor({ exporter: new exporter.OTLPTraceExporter({ url: `${endpoint}/v1/traces` }) }),
    ],
  });
  context.setGlobalContextManager(contextManager);
  trace.setGlobalTracerProvider(provider);
  return {
    shutdown: async () => {
      await provider.forceFlush();
      await provider.shutdown();
      trace.disable();
      context.disable();
    },
  };
}

/** The case book is at hand, and a setting of this shell is not to change the demo. */
function fixedCases(book: CaseBook): CaseSource {
  return { book, isReady: true, compileCase: () => undefined, compilePattern: () => undefined, close: () => undefined };
}

async function loadSdk() {
  try {
    const [sdk, resources, exporter] = await Promise.all([
      import('@opentelemetry/sdk-trace'),
      import('@opentelemetry/resources'),
      import('@opentelemetry/exporter-trace-otlp-http'),
    ]);
    return { sdk, resources, exporter, contextManager: await findContextManager(() => new sdk.StackContextManager()) };
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ERR_MODULE_NOT_FOUND') throw error;
    throw new UsageError(
      'the demo needs the OpenTelemetry SDK, which is not installed here',
      `Run npm install ${PACKAGES}`,
    );
  }
}

/** The demo's hand-offs begin before the first await: a stack will do where the asynchronous one is not installed. */
async function findContextManager(fallback: () => ContextManager): Promise<ContextManager> {
  try {
    const { AsyncLocalStorageContextManager } = await import('@opentelemetry/context-async-hooks');
    return new AsyncLocalStorageContextManager().enable();
  } catch {
    return fallback().enable();
  }
}
