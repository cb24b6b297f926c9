import { context, ROOT_CONTEXT, trace, type Span } from '@opentelemetry/api';
import fc from 'fast-check';
import { beforeEach, describe, expect, it } from 'vitest';
import { testLogs, testMetrics, testProvider, type ReadableSpan, type TestMetrics } from '../support/sdk.js';
import {
  C1,
  CALL,
  CHUNKS,
  generate,
  messages,
  OUTPUT,
  QUESTION,
  retrieve,
  RETRIEVAL,
  run,
  SENT,
  start,
  testProcessor,
} from './support.js';

let metrics: TestMetrics;
beforeEach(() => {
  metrics = testMetrics();
});

const setUp = () => {
  const test = testProcessor({ meterProvider: metrics.provider, loggerProvider: testLogs().provider });
  return { ...test, ...testProvider((batched) => [test.processor, batched]) };
};
const label = (span: ReadableSpan): unknown => span.attributes['ragspan.verdict'];

describe('a large trace', () => {
  it('of ten thousand spans side by side is one run', async () => {
    const { processor, tracer } = setUp();
    const root = start(tracer, 'answer', undefined, { 'input.value': QUESTION });
    retrieve(tracer, root);
    for (let i = 0; i < 10_000; i += 1) start(tracer, `step ${i}`, root).end();
    generate(tracer, root);
    root.end();
    expect(await metrics.sum('ragspan.verdicts', { 'ragspan.verdict': 'HOLD' })).toBe(1);
    expect(processor.pendingCount).toBe(0);
  });

  it('of ten thousand spans inside each other, a retrieval at each, does bounded work', async () => {
    const { processor, tracer } = setUp();
    const chain: Span[] = [start(tracer, 'answer', undefined, { 'input.value': QUESTION })];
    for (let i = 1; i < 5_000; i += 1) chain.push(start(tracer, 'step', chain[i - 1]));
    for (const span of chain.reverse()) {
      retrieve(tracer, span, [C1]);
      span.end();
    }
    expect(processor.pendingCount).toBe(0);
    expect(await metrics.sum('ragspan.verdicts', { 'ragspan.verdict': 'H1' })).toBe(0);
  });

  it('of many requests under one trace id, as a client may send it, has a verdict for each', async () => {
    const { processor, tracer } = setUp();
    const parent = trace.setSpanContext(ROOT_CONTEXT, {
      traceId: '0af7651916cd43dd8448eb211c80319c',
      spanId: 'b7ad6b7169203331',
      traceFlags: 1,
      isRemote: true,
    });
    for (let i = 0; i < 300; i += 1) {
      const request = tracer.startSpan('POST /ask', {}, parent);
      run(tracer, { parent: request });
      request.end();
    }
    expect(await metrics.sum('ragspan.verdicts', { 'ragspan.verdict': 'HOLD' })).toBe(300);
    expect(processor.pendingCount).toBe(0);
  });
});

describe('large values', () => {
  it('such as ten thousand chunks are judged', async () => {
    const { provider, tracer, spanNamed } = setUp();
    const chunks = Array.from({ length: 10_000 }, (_, index) => `chunk ${index} of the corpus`);
    run(tracer, { retrieved: [...chunks, C1], sent: `Context: ${C1}` });
    await provider.forceFlush();
    expect(label(spanNamed('answer'))).toBeDefined();
  });

  it('such as chunks of a megabyte are judged', async () => {
    const { provider, tracer, spanNamed } = setUp();
    run(tracer, { retrieved: ['x'.repeat(1_000_000), C1], sent: `Context: ${C1}` });
    await provider.forceFlush();
    expect(label(spanNamed('answer'))).toBe('HOLD');
  });

  it('and empty ones, everywhere, are no fault', async () => {
    const { provider, tracer, exporter } = setUp();
    run(tracer, { retrieved: [], sent: '', output: '' });
    run(tracer, { retrieved: ['', ' '], sent: ' ', output: ' ' });
    await provider.forceFlush();
    expect(exporter.getFinishedSpans()).toHaveLength(8);
    expect(await metrics.sum('ragspan.dropped', { 'ragspan.reason': 'internal_error' })).toBe(0);
  });
});

describe('strange shapes', () => {
  it('such as links instead of parents join nothing', async () => {
    const { provider, tracer, spanNamed } = setUp();
    const root = start(tracer, 'answer', undefined, { 'input.value': QUESTION });
    const search = tracer.startSpan(
      'retrieval',
      { attributes: RETRIEVAL, links: [{ context: root.spanContext() }] },
      ROOT_CONTEXT,
    );
    search.end();
    generate(tracer, root);
    root.end();
    await provider.forceFlush();
    expect([label(spanNamed('answer')), spanNamed('answer').attributes['ragspan.reason']]).toEqual([
      'UNKNOWN',
      'retrieval_unlogged',
    ]);
  });

  it('such as clocks that run backwards and spans that end before they start are judged', async () => {
    const { provider, tracer, spanNamed } = setUp();
    const root = tracer.startSpan(
      'answer',
      { attributes: { 'input.value': QUESTION }, startTime: [2_000, 0] },
      ROOT_CONTEXT,
    );
    const inside = trace.setSpan(ROOT_CONTEXT, root);
    const search = tracer.startSpan(
      'retrieval',
      {
        attributes: { ...RETRIEVAL, 'gen_ai.retrieval.documents': JSON.stringify([{ content: C1 }]) },
        startTime: [3_000, 0],
      },
      inside,
    );
    search.end([1_000, 0]);
    const call = tracer.startSpan(
      'chat',
      { attributes: { ...CALL, ...messages(SENT, OUTPUT) }, startTime: [3_500, 0] },
      inside,
    );
    call.end([2_500, 0]);
    root.end([1_500, 0]);
    await provider.forceFlush();
    expect(label(spanNamed('answer'))).toBe('HOLD');
  });

  it('such as a cycle of parents end with the flush', async () => {
    const { processor } = setUp();
    const span = (spanId: string, parentId: string, attributes: object): never =>
      ({
        name: spanId,
        spanContext: () => ({ traceId: '0af7651916cd43dd8448eb211c80319c', spanId, traceFlags: 1 }),
        parentSpanContext: { traceId: '0af7651916cd43dd8448eb211c80319c', spanId: parentId, traceFlags: 1 },
        startTime: [1, 0],
        endTime: [1, 1],
        status: { code: 0 },
        attributes,
        events: [],
        droppedAttributesCount: 0,
        droppedEventsCount: 0,
        resource: { attributes: {} },
        instrumentationScope: { name: 'x' },
        isRecording: () => true,
        setAttribute: () => undefined,
        addEvent: () => undefined,
      }) as never;
    const cycle = [
      span('000000000000000a', '000000000000000b', { ...RETRIEVAL }),
      span('000000000000000b', '000000000000000a', { ...CALL }),
    ];
    for (const one of cycle) processor.onStart(one, context.active());
    for (const one of cycle) processor.onEnding(one);
    await processor.forceFlush();
    expect(processor.pendingCount).toBe(0);
  });

  it('never throw, lose no span and leave nothing pending, whatever the tree', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(
          fc.record({ parent: fc.nat(), kind: fc.integer({ min: 0, max: 5 }), order: fc.nat(), fails: fc.boolean() }),
          { minLength: 1, maxLength: 25 },
        ),
        async (shape) => {
          const { processor, provider, tracer, exporter } = setUp();
          const spans: Span[] = [];
          for (const [index, { parent, kind, fails }] of shape.entries()) {
            const above = index === 0 || parent % (index + 1) === index ? undefined : spans[parent % index];
            const attributes = [
              {},
              { ...RETRIEVAL, 'gen_ai.retrieval.documents': JSON.stringify(CHUNKS.map((content) => ({ content }))) },
              { ...CALL, ...messages(SENT, OUTPUT) },
              { 'gen_ai.operation.name': 'execute_tool' },
              { 'ragspan.run.id': `run ${parent % 3}` },
              { 'ragspan.assembly.budget': 10 },
            ][kind];
            const span = start(tracer, `span ${index}`, above, attributes);
            if (fails) span.setStatus({ code: 2 });
            spans.push(span);
          }
          const order = shape.map(({ order }, index) => ({ order, index })).sort((a, b) => a.order - b.order);
          for (const { index } of order) spans[index]?.end();
          await provider.forceFlush();
          expect(exporter.getFinishedSpans()).toHaveLength(shape.length);
          expect(processor.pendingCount).toBe(0);
          const runs = exporter.getFinishedSpans().filter((span) => label(span) !== undefined).length;
          expect(runs).toBeLessThanOrEqual(shape.length);
          expect(await metrics.sum('ragspan.dropped', { 'ragspan.reason': 'internal_error' })).toBe(0);
          await processor.shutdown();
        },
      ),
      { numRuns: 150, interruptAfterTimeLimit: 15_000 },
    );
  });
});
