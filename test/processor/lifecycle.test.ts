import { diag, DiagLogLevel } from '@opentelemetry/api';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { RagspanProcessor } from '../../src/processor/index.js';
import { testLogs, testMetrics, testProvider, type SpanProcessor, type TestMetrics } from '../support/sdk.js';
import { CALL, generate, retrieve, run, start, testProcessor } from './support.js';

let metrics: TestMetrics;
beforeEach(() => {
  metrics = testMetrics();
});
afterEach(() => diag.disable());

const setUp = () => {
  const logs = testLogs();
  const test = testProcessor({ meterProvider: metrics.provider, loggerProvider: logs.provider });
  return { ...test, logs: logs.exporter, ...testProvider((batched) => [test.processor, batched]) };
};

describe('the processor', () => {
  it('is a span processor of the SDK', () => {
    const processor: SpanProcessor = testProcessor().processor;
    expect(processor).toBeInstanceOf(RagspanProcessor);
  });

  it('goes through the environment when constructed bare', async () => {
    process.env['RAGSPAN_ENABLED'] = 'false';
    try {
      const processor = new RagspanProcessor();
      const { provider, tracer, spanNamed } = testProvider((batched) => [processor, batched]);
      run(tracer);
      await provider.forceFlush();
      expect(spanNamed('answer').attributes).not.toHaveProperty('ragspan.verdict');
    } finally {
      delete process.env['RAGSPAN_ENABLED'];
    }
  });
});

describe('forceFlush', () => {
  it('once leaves the exporter with the spans and the verdict of a run that has ended (B6)', async () => {
    const { provider, tracer, exporter, spanNamed } = setUp();
    const root = start(tracer, 'answer', undefined, { 'input.value': 'How long?' });
    retrieve(tracer, root);
    const call = generate(tracer, root);
    expect(call.isRecording()).toBe(false);
    root.end();
    await provider.forceFlush();
    expect(exporter.getFinishedSpans()).toHaveLength(3);
    expect(spanNamed('answer').attributes['ragspan.verdict']).toBe('HOLD');
  });

  it('leaves a run with an open span pending, and forwards what has ended', async () => {
    const { processor, provider, tracer, exporter, spanNamed } = setUp();
    const root = start(tracer, 'answer', undefined, { 'input.value': 'How long?' });
    retrieve(tracer, root);
    generate(tracer, root);
    await provider.forceFlush();
    await provider.forceFlush();
    expect(processor.pendingCount).toBe(1);
    expect(exporter.getFinishedSpans()).toHaveLength(2);
    expect(await metrics.sum('ragspan.verdicts')).toBe(0);
    root.end();
    await provider.forceFlush();
    expect(spanNamed('answer').attributes['ragspan.verdict']).toBe('HOLD');
    expect(await metrics.sum('ragspan.verdicts')).toBe(1);
  });
});

describe('shutdown', () => {
  it('decides all, once, and in time (B39)', async () => {
    const { processor, provider, tracer, logs } = setUp();
    for (let i = 0; i < 200; i += 1) run(tracer);
    for (let i = 0; i < 300; i += 1) {
      const root = start(tracer, 'answer', undefined, { 'input.value': 'How long?' });
      retrieve(tracer, root);
      start(tracer, 'chat m1', root, CALL);
    }
    await provider.shutdown();
    await processor.shutdown();
    expect(processor.pendingCount).toBe(0);
    expect(await metrics.sum('ragspan.verdicts', { 'ragspan.verdict': 'HOLD' })).toBe(200);
    expect(await metrics.sum('ragspan.verdicts', { 'ragspan.reason': 'shutdown' })).toBe(300);
    expect(logs.getFinishedLogRecords()).toHaveLength(300);
    expect(await metrics.sum('ragspan.pending')).toBe(0);
  });

  it('lets later spans pass untouched', async () => {
    const { processor, provider, tracer, spanNamed } = setUp();
    await processor.shutdown();
    run(tracer);
    await provider.forceFlush();
    await processor.forceFlush();
    expect(spanNamed('answer').attributes).not.toHaveProperty('ragspan.verdict');
    expect(processor.pendingCount).toBe(0);
  });

  it('cancels the timer', async () => {
    const { processor, clock, tracer } = setUp();
    retrieve(tracer, start(tracer, 'answer'));
    expect(clock.timers).toBe(1);
    await processor.shutdown();
    expect(clock.timers).toBe(0);
  });

  it('writes on a root that is still open, in case it ends after all', async () => {
    const { processor, provider, tracer, spanNamed } = setUp();
    const root = start(tracer, 'answer', undefined, { 'ragspan.input': 'How long?' });
    retrieve(tracer, root);
    generate(tracer, root);
    await processor.shutdown();
    root.end();
    await provider.forceFlush();
    expect(spanNamed('answer').attributes['ragspan.verdict']).toBe('HOLD');
    expect(await metrics.sum('ragspan.verdicts')).toBe(1);
  });
});

describe('the verdict metric', () => {
  it('counts every run even though export fails, and nothing again on retry (B14)', async () => {
    const { provider, tracer, exporter } = setUp();
    vi.spyOn(exporter, 'export').mockImplementation((_spans, done) => done({ code: 1, error: new Error('413') }));
    diag.setLogger(
      { error: vi.fn(), warn: vi.fn(), info: vi.fn(), debug: vi.fn(), verbose: vi.fn() },
      DiagLogLevel.ERROR,
    );
    for (let i = 0; i < 61; i += 1) {
      const root = start(tracer, 'answer', undefined, { 'input.value': 'How long?' });
      retrieve(tracer, root);
      generate(tracer, root, `Context:\n${'x'.repeat(100_000)}`, 'no');
      if (i === 30) root.addEvent('y'.repeat(11_000_000));
      root.end();
    }
    await provider.forceFlush().catch(() => undefined);
    await provider.forceFlush().catch(() => undefined);
    expect(await metrics.sum('ragspan.verdicts')).toBe(61);
  });
});
