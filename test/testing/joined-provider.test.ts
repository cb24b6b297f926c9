/** A test setup that has registered a tracer provider of its own, and no context manager. */
import { trace } from '@opentelemetry/api';
import { InMemorySpanExporter, SimpleSpanProcessor, TracerProvider } from '@opentelemetry/sdk-trace';
import { expect, it } from 'vitest';
import { generation, retrieval, run } from '../../src/instrumentation/index.js';
import { RagspanProcessor } from '../../src/processor/index.js';
import { assertHolds, ragspanTest } from '../../src/testing/index.js';

const exporter = new InMemorySpanExporter();
let judged = 0;
const other = new RagspanProcessor({ cases: false, log: 'off' }, { decided: () => void (judged += 1) });

const rag = ragspanTest({
  cases: {
    cases: [{ id: 'a', when: { input: 'q?' }, need: { line: 'refund PENDING' }, expect: { must: ['PENDING'] } }],
  },
});

async function answer(): Promise<string> {
  const hits = await retrieval({ query: 'q?' }, async () => ['refund PENDING']);
  const messages = [{ role: 'user', content: `${hits.join('')}\n\nq?` }];
  return generation({ model: 'm', messages }, async () => 'PENDING');
}

it('is joined: its exporter sees the spans, and a RagspanProcessor that was there judges none of them', async () => {
  trace.setGlobalTracerProvider(new TracerProvider({ spanProcessors: [other as never, simple()] }) as never);
  assertHolds(await rag.run(answer));
  expect(exporter.getFinishedSpans().map(({ name }) => name)).toEqual(
    expect.arrayContaining(['retrieval', 'chat m', 'ragspan test']),
  );
  await other.forceFlush();
  expect(judged).toBe(0);
  // Outside of a tested call it does as ever.
  await run({ input: 'q?' }, answer);
  await other.forceFlush();
  expect(judged).toBe(1);
  other.decideAll();
  assertHolds(await rag.run(answer));
});

/** SDK 2.x takes the exporter, 3.x everything in one object. */
function simple(): never {
  const Class = SimpleSpanProcessor as unknown as new (options: unknown) => never;
  return new Class(Object.assign(exporter, { exporter }));
}
