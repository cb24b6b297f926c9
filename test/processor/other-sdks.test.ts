import { context, ROOT_CONTEXT, SpanStatusCode, trace, type SpanContext } from '@opentelemetry/api';
import { beforeEach, describe, expect, it } from 'vitest';
import {
  testMetrics,
  testProvider,
  TraceIdRatioBasedSampler,
  type SpanProcessor,
  type TestMetrics,
} from '../support/sdk.js';
import {
  CALL,
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
  documents,
  CHUNKS,
} from './support.js';

let metrics: TestMetrics;
beforeEach(() => {
  metrics = testMetrics();
});

/** Passes on start and end alone, as some vendors' processors chains do. */
const withoutOnEnding = (inner: SpanProcessor): SpanProcessor => ({
  onStart: (span, parent) => inner.onStart(span, parent),
  onEnd: (span) => inner.onEnd(span),
  forceFlush: () => inner.forceFlush(),
  shutdown: () => inner.shutdown(),
});

describe('an SDK that never calls onEnding', () => {
  it('has the verdict written in onEnd for the processors after ours, counted and said once', async () => {
    const { processor, lines } = testProcessor({ meterProvider: metrics.provider });
    const { provider, tracer, spanNamed, exporter } = testProvider((batched) => [withoutOnEnding(processor), batched]);
    run(tracer);
    await provider.forceFlush();
    const root = spanNamed('answer');
    expect(root.attributes['ragspan.verdict']).toBe('HOLD');
    expect(root.events.map((event) => event.name)).toEqual(['gen_ai.evaluation.result']);
    exporter.reset();
    run(tracer);
    await provider.forceFlush();
    expect(await metrics.sum('ragspan.verdicts')).toBe(2);
    expect(await metrics.sum('ragspan.dropped', { 'ragspan.reason': 'written_after_end' })).toBe(2);
    expect(lines.filter((line) => line.includes('never calls onEnding'))).toHaveLength(1);
  });

  it('and freezes its spans still has the metric', async () => {
    const { processor } = testProcessor({ meterProvider: metrics.provider });
    const frozen = (name: string, spanId: string, parentSpanId: string | undefined, attributes: object): never => {
      const spanContext: SpanContext = { traceId: '0af7651916cd43dd8448eb211c80319c', spanId, traceFlags: 1 };
      return Object.freeze({
        name,
        spanContext: () => spanContext,
        parentSpanId,
        startTime: [1, Number.parseInt(spanId, 16) * 10],
        endTime: [1, Number.parseInt(spanId, 16) * 10 + 5],
        status: { code: 0 },
        attributes: Object.freeze(attributes),
        events: Object.freeze([]),
        droppedAttributesCount: 0,
        droppedEventsCount: 0,
        resource: { attributes: {} },
        instrumentationLibrary: { name: 'vendor' },
      }) as never;
    };
    const root = frozen('answer', '0000000000000001', undefined, { 'input.value': QUESTION });
    const search = frozen('retrieval', '0000000000000002', '0000000000000001', { ...RETRIEVAL, ...documents(CHUNKS) });
    const call = frozen('chat', '0000000000000003', '0000000000000001', { ...CALL, ...messages(SENT, OUTPUT) });
    for (const span of [root, search, call]) processor.onStart(span, ROOT_CONTEXT);
    for (const span of [search, call, root]) processor.onEnd(span);
    expect(await metrics.sum('ragspan.verdicts', { 'ragspan.verdict': 'HOLD' })).toBe(1);
  });
});

describe('sampling', () => {
  const never = new TraceIdRatioBasedSampler(0);
  const recordOnly = { shouldSample: () => ({ decision: 1 }), toString: () => 'record only' };

  it('leaves what the sampler dropped alone', async () => {
    const { processor } = testProcessor({ meterProvider: metrics.provider });
    const { tracer } = testProvider((batched) => [processor, batched], { sampler: never });
    run(tracer);
    const recorded = testProvider((batched) => [processor, batched], { sampler: recordOnly });
    run(recorded.tracer);
    expect(await metrics.sum('ragspan.verdicts')).toBe(0);
    expect(processor.pendingCount).toBe(0);
  });

  it('judges what is recorded but not sampled when asked to, each with weight one', async () => {
    const { processor } = testProcessor({ meterProvider: metrics.provider, judgeUnsampled: true });
    const { provider, tracer, exporter } = testProvider((batched) => [processor, batched], { sampler: recordOnly });
    for (let i = 0; i < 5; i += 1) run(tracer);
    await provider.forceFlush();
    expect(exporter.getFinishedSpans()).toHaveLength(0);
    expect(await metrics.sum('ragspan.verdicts', { 'ragspan.verdict': 'HOLD' })).toBe(5);
  });

  it('weighs a sampled run by the threshold in its trace state', async () => {
    const { processor } = testProcessor({ meterProvider: metrics.provider });
    const { createTraceState } = await import('@opentelemetry/api');
    const quarter = {
      shouldSample: () => ({ decision: 2, traceState: createTraceState('ot=th:c') }),
      toString: () => 'quarter',
    };
    const { tracer } = testProvider((batched) => [processor, batched], { sampler: quarter });
    run(tracer);
    expect(await metrics.sum('ragspan.verdicts', { 'ragspan.verdict': 'HOLD' })).toBe(4);
    expect(await metrics.sum('ragspan.chunks', { 'ragspan.fate': 'sent' })).toBe(12);
  });
});

describe('two copies of the package', () => {
  it('attach one verdict to one run, count it once and say so once', async () => {
    const first = testProcessor({ meterProvider: metrics.provider });
    const second = testProcessor({ meterProvider: metrics.provider });
    const { provider, tracer, spanNamed, exporter } = testProvider((batched) => [
      first.processor,
      second.processor,
      batched,
    ]);
    run(tracer);
    await provider.forceFlush();
    expect(spanNamed('answer').events).toHaveLength(1);
    expect(await metrics.sum('ragspan.verdicts')).toBe(1);
    exporter.reset();
    run(tracer);
    expect(await metrics.sum('ragspan.verdicts')).toBe(2);
    expect([...first.lines, ...second.lines].filter((line) => line.includes('two RagspanProcessors'))).toHaveLength(1);
    await first.processor.shutdown();
    run(tracer);
    expect(await metrics.sum('ragspan.verdicts')).toBe(3);
    await second.processor.shutdown();
  });

  it('on two providers each judge their own', async () => {
    const first = testProcessor({ meterProvider: metrics.provider });
    const second = testProcessor({ meterProvider: metrics.provider });
    run(testProvider((batched) => [first.processor, batched]).tracer);
    run(testProvider((batched) => [second.processor, batched]).tracer);
    expect(await metrics.sum('ragspan.verdicts')).toBe(2);
    await first.processor.shutdown();
    await second.processor.shutdown();
  });
});

describe('metric attributes', () => {
  it('are those opted in, capped at fifty values', async () => {
    const { processor } = testProcessor({
      meterProvider: metrics.provider,
      metricAttributes: ['gen_ai.request.model', 'gen_ai.data_source.id', 'ragspan.traffic'],
    });
    const { tracer } = testProvider((batched) => [processor, batched]);
    for (let i = 0; i < 60; i += 1) {
      const root = start(tracer, 'answer', undefined, { 'input.value': QUESTION, 'ragspan.traffic': `tenant ${i}` });
      retrieve(tracer, root, CHUNKS, { 'gen_ai.data_source.id': 'ledger' });
      generate(tracer, root);
      root.end();
    }
    const points = await metrics.points('ragspan.verdicts');
    expect(points).toHaveLength(51);
    expect(points[0]?.attributes).toMatchObject({ 'gen_ai.request.model': 'm1', 'gen_ai.data_source.id': 'ledger' });
    expect(await metrics.sum('ragspan.verdicts', { 'ragspan.traffic': 'overflow' })).toBe(10);
  });

  it('otherwise hold no id, hash or text (B40)', async () => {
    const { processor } = testProcessor({ meterProvider: metrics.provider });
    const { tracer } = testProvider((batched) => [processor, batched]);
    for (let i = 0; i < 200; i += 1)
      run(tracer, { attributes: { 'app.tenant': `t${i}` }, output: `answer ${i}: 30 days` });
    for (const name of [
      'ragspan.verdicts',
      'ragspan.runs',
      'ragspan.chunks',
      'ragspan.spans',
      'ragspan.context.size',
    ]) {
      expect((await metrics.points(name)).length).toBeLessThan(8);
    }
  });
});

describe('a failed call', () => {
  it('with an error status is judged as the spans say', async () => {
    const { processor } = testProcessor();
    const { provider, tracer, spanNamed } = testProvider((batched) => [processor, batched]);
    const root = start(tracer, 'answer', undefined, { 'input.value': QUESTION });
    retrieve(tracer, root);
    const failed = tracer.startSpan(
      'chat m1',
      { attributes: { 'gen_ai.operation.name': 'chat' } },
      trace.setSpan(context.active(), root),
    );
    failed.setStatus({ code: SpanStatusCode.ERROR });
    failed.end();
    generate(tracer, root);
    root.end();
    await provider.forceFlush();
    expect(spanNamed('answer').attributes['ragspan.verdict']).toBe('HOLD');
  });
});
