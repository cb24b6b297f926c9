/** Sets up a tracer provider of its own, with an exporter that would reach the user's backend. */
import { trace } from '@opentelemetry/api';
import { SimpleSpanProcessor, TracerProvider } from '@opentelemetry/sdk-trace';
import { generation, retrieval, run } from 'ragspan/instrumentation';

const exported = [];
const exporter = {
  export: (spans, done) => {
    exported.push(...spans);
    done({ code: 0 });
  },
  forceFlush: async () => undefined,
  shutdown: async () => undefined,
};
const provider = new TracerProvider({ spanProcessors: [new SimpleSpanProcessor({ exporter })] });
trace.setGlobalTracerProvider(provider);

export async function answer(input, { direct = false } = {}) {
  if (direct) {
    provider.getTracer('app').startSpan('retrieval').end();
    return `exported ${exported.length}`;
  }
  const text = run({ input }, () => {
    const [hit] = retrieval({ query: input, topK: 1 }, () => [{ text: 'all quiet on the pier' }]);
    const messages = [{ role: 'user', content: `${hit.text} ${input}` }];
    return generation({ model: 'm', messages }, () => hit.text);
  });
  return `${text}; exported ${exported.length}`;
}
