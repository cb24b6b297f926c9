import { beforeEach, describe, expect, it } from 'vitest';
import { testLogs, testMetrics, testProvider, type ReadableSpan, type TestMetrics } from '../support/sdk.js';
import { CALL, CHUNKS, generate, messages, OUTPUT, retrieve, run, SENT, start, testProcessor } from './support.js';
import type { ProcessorOptions } from '../../src/processor/processor-parts.js';

let metrics: TestMetrics;
beforeEach(() => {
  metrics = testMetrics();
});

const setUp = (options: ProcessorOptions = {}) => {
  const logs = testLogs();
  const test = testProcessor({ meterProvider: metrics.provider, loggerProvider: logs.provider, ...options });
  return { ...test, logs: logs.exporter, ...testProvider((batched) => [test.processor, batched]) };
};
const attributesOf = (records: readonly { readonly attributes: object }[]) =>
  records.map((record) => record.attributes);
const finding = (span: ReadableSpan): unknown[] => [
  span.attributes['ragspan.verdict'],
  span.attributes['ragspan.reason'],
];

describe('what never ends', () => {
  it('is decided at the timeout, in the log record and the metric, and freed (B16)', async () => {
    const { processor, clock, tracer, logs } = setUp({ timeoutMillis: 60_000 });
    const root = start(tracer, 'answer', undefined, { 'input.value': 'How long?' });
    retrieve(tracer, root);
    start(tracer, 'chat m1', root, CALL);
    clock.advance(59_000);
    expect(processor.pendingCount).toBe(1);
    clock.advance(2_000);
    expect(processor.pendingCount).toBe(0);
    expect(attributesOf(logs.getFinishedLogRecords())).toMatchObject([{ 'gen_ai.evaluation.score.label': 'UNKNOWN' }]);
    const reason = logs.getFinishedLogRecords()[0]?.attributes['ragspan.reason'];
    expect(['timeout', 'output_incomplete']).toContain(reason);
    expect(await metrics.sum('ragspan.verdicts', { 'ragspan.verdict': 'UNKNOWN' })).toBe(1);
    expect(await metrics.sum('ragspan.pending')).toBe(0);
  });

  it('is never HOLD by what had streamed in so far', async () => {
    const { clock, tracer } = setUp({ timeoutMillis: 60_000 });
    for (const streamed of [undefined, OUTPUT]) {
      const root = start(tracer, 'answer', undefined, { 'input.value': 'How long?' });
      retrieve(tracer, root);
      start(tracer, 'chat m1', root, { ...CALL, ...messages(SENT, streamed) });
    }
    clock.advance(61_000);
    expect(await metrics.sum('ragspan.verdicts', { 'ragspan.reason': 'timeout' })).toBe(1);
    expect(await metrics.sum('ragspan.verdicts', { 'ragspan.reason': 'output_incomplete' })).toBe(1);
    expect(await metrics.sum('ragspan.verdicts', { 'ragspan.verdict': 'HOLD' })).toBe(0);
  });

  it('and ends after all has no second count', async () => {
    const { clock, processor, provider, tracer, exporter } = setUp({ timeoutMillis: 60_000 });
    const root = start(tracer, 'answer', undefined, { 'input.value': 'How long?' });
    retrieve(tracer, root);
    const call = start(tracer, 'chat m1', root, CALL);
    clock.advance(61_000);
    call.setAttributes(messages(SENT, OUTPUT));
    call.end();
    root.end();
    await provider.forceFlush();
    expect(await metrics.sum('ragspan.verdicts')).toBe(1);
    expect(exporter.getFinishedSpans().map((span) => span.attributes['ragspan.verdict'])).not.toContain('H1');
    clock.advance(200_000);
    expect(processor.pendingCount).toBe(0);
  });

  it('does not hold back the runs of a trace that goes on for days', async () => {
    const { clock, processor, tracer } = setUp({ timeoutMillis: 60_000 });
    const worker = start(tracer, 'worker loop', undefined, { 'gen_ai.agent.name': 'loop' });
    for (let job = 0; job < 50; job += 1) {
      run(tracer, { parent: worker });
      clock.advance(10_000);
    }
    expect(await metrics.sum('ragspan.verdicts', { 'ragspan.verdict': 'HOLD' })).toBe(50);
    expect(processor.pendingCount).toBeLessThanOrEqual(1);
    worker.end();
    expect(processor.pendingCount).toBe(0);
    expect(worker.isRecording()).toBe(false);
  });

  it('uses one timer, whatever is pending', () => {
    const { clock, tracer } = setUp();
    for (let i = 0; i < 100; i += 1) retrieve(tracer, start(tracer, 'answer'));
    expect(clock.timers).toBe(1);
  });
});

describe('bounds', () => {
  it('by count decide the oldest as evicted; all are counted, none stays (B7)', async () => {
    const { processor, clock, tracer, logs } = setUp({ maxRuns: 100 });
    for (let i = 0; i < 2_000; i += 1) {
      const root = start(tracer, 'answer', undefined, { 'input.value': 'How long?' });
      retrieve(tracer, root);
      start(tracer, 'chat m1', root, CALL);
      expect(processor.pendingCount).toBeLessThanOrEqual(100);
    }
    expect(await metrics.sum('ragspan.verdicts', { 'ragspan.reason': 'evicted' })).toBe(1_900);
    clock.advance(700_000);
    expect(processor.pendingCount).toBe(0);
    expect(await metrics.sum('ragspan.verdicts', { 'ragspan.reason': 'timeout' })).toBe(100);
    expect(await metrics.sum('ragspan.dropped', { 'ragspan.reason': 'evicted' })).toBe(1_900);
    expect(logs.getFinishedLogRecords()).toHaveLength(2_000);
    expect(await metrics.sum('ragspan.pending')).toBe(0);
  });

  it('by bytes hold', () => {
    const { processor, tracer } = setUp({ maxBytes: 200_000 });
    const chunk = 'x'.repeat(10_000);
    for (let i = 0; i < 100; i += 1) retrieve(tracer, start(tracer, 'answer'), [chunk]);
    expect(processor.pendingCount).toBeLessThanOrEqual(20);
    expect(processor.pendingCount).toBeGreaterThan(10);
  });

  it('by spans hold, settled traces first', () => {
    const { processor, tracer } = setUp({ maxSpans: 50 });
    for (let i = 0; i < 30; i += 1) run(tracer);
    expect(processor.pendingCount).toBe(0);
    for (let i = 0; i < 60; i += 1) retrieve(tracer, start(tracer, 'answer'));
    expect(processor.pendingCount).toBeLessThanOrEqual(50);
  });

  it('never make a conviction out of what was thrown away', async () => {
    const { provider, tracer, spanNamed } = setUp({ maxRuns: 1 });
    const victim = start(tracer, 'victim', undefined, { 'input.value': 'How long?' });
    retrieve(tracer, victim);
    retrieve(tracer, start(tracer, 'another'), CHUNKS);
    // The victim's retrieval is gone; a second one that lacks the line must not say H1.
    retrieve(tracer, victim, [CHUNKS[1] as string], { 'gen_ai.retrieval.query.text': 'other' });
    generate(tracer, victim, 'Context: nothing', 'no idea');
    victim.end();
    await provider.forceFlush();
    expect(finding(spanNamed('victim'))).toEqual(['UNKNOWN', 'evicted']);
    expect(await metrics.sum('ragspan.verdicts', { 'ragspan.verdict': 'H1' })).toBe(0);
  });

  it('do not touch a burst of good runs (B5)', { timeout: 240_000 }, async () => {
    const { processor, provider, tracer } = setUp();
    for (let i = 0; i < 10_000; i += 1) run(tracer);
    expect(processor.pendingCount).toBe(0);
    expect(await metrics.sum('ragspan.verdicts', { 'ragspan.verdict': 'HOLD' })).toBe(10_000);
    await provider.shutdown();
  });
});
