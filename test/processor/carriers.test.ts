import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  disableGlobals,
  logs as logsApi,
  testLogs,
  testMetrics,
  testProvider,
  type ReadableSpan,
  type TestMetrics,
} from '../support/sdk.js';
import { C1, run, SENT, start, testProcessor } from './support.js';

const verdictEvents = (span: ReadableSpan) => span.events.filter((event) => event.name === 'gen_ai.evaluation.result');

let metrics: TestMetrics;
beforeEach(() => {
  metrics = testMetrics();
});
afterEach(() => disableGlobals());

describe('a run that ends', () => {
  it('carries its verdict on its root before any exporter sees it', async () => {
    const { processor } = testProcessor({ meterProvider: metrics.provider });
    const { provider, tracer, spanNamed } = testProvider((batched) => [processor, batched]);
    run(tracer);
    await provider.forceFlush();
    const root = spanNamed('answer');
    expect(root.attributes).toMatchObject({
      'ragspan.verdict': 'HOLD',
      'ragspan.case.id': 't0',
      'ragspan.pattern': 'present/present/passes',
      'ragspan.loss': 'none',
      'ragspan.outcome': 'answered',
    });
    expect(root.events.map((event) => event.name)).toEqual(['gen_ai.evaluation.result']);
    expect(root.events[0]?.attributes).toMatchObject({
      'gen_ai.evaluation.name': 'ragspan.attribution',
      'gen_ai.evaluation.score.label': 'HOLD',
      'gen_ai.response.id': 'resp-1',
      'ragspan.need.offset': SENT.indexOf(C1),
      'ragspan.top_k': 3,
      'ragspan.chunks.sent': 3,
      'ragspan.origin': 'sdk',
    });
    expect(processor.pendingCount).toBe(0);
    expect(await metrics.sum('ragspan.verdicts', { 'ragspan.verdict': 'HOLD', 'ragspan.case.id': 't0' })).toBe(1);
    expect(await metrics.sum('ragspan.runs', { 'ragspan.loss': 'none', 'ragspan.outcome': 'answered' })).toBe(1);
    expect(await metrics.sum('ragspan.chunks', { 'ragspan.fate': 'sent' })).toBe(3);
    expect(await metrics.sum('ragspan.spans', { 'ragspan.kind': 'model', 'ragspan.dialect': 'gen_ai' })).toBe(1);
    expect(await metrics.points('ragspan.context.size')).toMatchObject([{ value: { sum: SENT.length, count: 1 } }]);
    expect(await metrics.points('ragspan.join.duration')).toMatchObject([{ value: { count: 1 } }]);
    expect(await metrics.sum('ragspan.pending')).toBe(0);
  });

  it('keeps every value flat, finite and short, and the event below 2 KB without a word of the run (B13, B14, B42)', async () => {
    const { processor } = testProcessor();
    const { provider, tracer, spanNamed } = testProvider((batched) => [processor, batched]);
    run(tracer, { sent: `${SENT}\n${'x'.repeat(100_000)}`, output: `14 days ${'y'.repeat(50_000)}` });
    await provider.forceFlush();
    const root = spanNamed('answer');
    const event = verdictEvents(root)[0];
    expect(root.attributes['ragspan.verdict']).toBe('H3a');
    const written = {
      ...event?.attributes,
      ...Object.fromEntries(Object.entries(root.attributes).filter(([key]) => key.startsWith('ragspan.'))),
    };
    for (const value of Object.values(written)) {
      for (const one of Array.isArray(value) ? value : [value]) {
        expect(['string', 'number', 'boolean']).toContain(typeof one);
        if (typeof one === 'number') expect(Number.isFinite(one)).toBe(true);
      }
    }
    expect(Buffer.byteLength(JSON.stringify(event?.attributes))).toBeLessThan(2_048);
    expect(JSON.stringify(written)).not.toMatch(/refund|xxxx|yyyy/);
    expect(Object.keys(root.attributes).filter((key) => key.startsWith('ragspan.')).length).toBeLessThanOrEqual(12);
  });
});

describe('carriers', () => {
  it('are those that `emit` names', async () => {
    const logs = testLogs();
    const { processor } = testProcessor({ emit: ['log_event'], loggerProvider: logs.provider });
    const { provider, tracer, spanNamed } = testProvider((batched) => [processor, batched]);
    run(tracer);
    await provider.forceFlush();
    const root = spanNamed('answer');
    expect(root.attributes).not.toHaveProperty('ragspan.verdict');
    expect(root.events).toEqual([]);
    const records = logs.exporter.getFinishedLogRecords();
    expect(records).toHaveLength(1);
    expect(records[0]?.eventName).toBe('gen_ai.evaluation.result');
    expect(records[0]?.attributes).toMatchObject({ 'gen_ai.evaluation.score.label': 'HOLD' });
    expect(records[0]?.instrumentationScope.name).toBe('ragspan');
    // Parented to the answering call.
    expect(records[0]?.spanContext?.spanId).toBe(spanNamed('chat m1').spanContext().spanId);
    expect(records[0]?.spanContext?.traceId).toBe(root.spanContext().traceId);
  });

  it('may be none: then only the metrics tell', async () => {
    const logs = testLogs();
    const { processor } = testProcessor({ emit: [], loggerProvider: logs.provider, meterProvider: metrics.provider });
    const { provider, tracer, spanNamed } = testProvider((batched) => [processor, batched]);
    run(tracer);
    await provider.forceFlush();
    expect(Object.keys(spanNamed('answer').attributes).filter((key) => key.startsWith('ragspan.'))).toEqual([]);
    expect(logs.exporter.getFinishedLogRecords()).toEqual([]);
    expect(await metrics.sum('ragspan.verdicts')).toBe(1);
  });

  it('leave the event alone on a root that is full (B11)', async () => {
    const { processor } = testProcessor();
    const { provider, tracer, spanNamed } = testProvider((batched) => [processor, batched], {
      limits: { attributeCountLimit: 12 },
    });
    const filler = Object.fromEntries(Array.from({ length: 11 }, (_, index) => [`app.${index}`, index]));
    run(tracer, { attributes: filler });
    await provider.forceFlush();
    const root = spanNamed('answer');
    expect(Object.keys(root.attributes).filter((key) => key.startsWith('ragspan.'))).toEqual([]);
    expect(verdictEvents(root)[0]?.attributes).toMatchObject({
      'gen_ai.evaluation.score.label': 'HOLD',
      'ragspan.case.id': 't0',
    });
  });

  it('fall back to the event on a full root even when only attributes are chosen', async () => {
    const { processor } = testProcessor({ emit: ['attributes'] });
    const { provider, tracer, spanNamed } = testProvider((batched) => [processor, batched], {
      limits: { attributeCountLimit: 5 },
    });
    run(tracer, { attributes: { 'app.1': 1, 'app.2': 2, 'app.3': 3, 'app.4': 4 } });
    await provider.forceFlush();
    expect(verdictEvents(spanNamed('answer'))).toHaveLength(1);
  });

  it('are the attributes where the SDK takes no events, the log record where it takes neither (B43)', async () => {
    const logs = testLogs();
    const { processor } = testProcessor({ loggerProvider: logs.provider });
    const noEvents = testProvider((batched) => [processor, batched], { limits: { eventCountLimit: 0 } });
    run(noEvents.tracer);
    await noEvents.provider.forceFlush();
    expect(noEvents.spanNamed('answer').attributes['ragspan.verdict']).toBe('HOLD');
    expect(logs.exporter.getFinishedLogRecords()).toEqual([]);

    const nothing = testProvider((batched) => [processor, batched], {
      limits: { eventCountLimit: 0, attributeCountLimit: 12 },
    });
    run(nothing.tracer, {
      attributes: Object.fromEntries(Array.from({ length: 11 }, (_, index) => [`app.${index}`, index])),
    });
    expect(logs.exporter.getFinishedLogRecords()).toHaveLength(1);
    expect(logs.exporter.getFinishedLogRecords()[0]?.attributes).toMatchObject({
      'gen_ai.evaluation.score.label': 'HOLD',
    });
  });

  it('survive later events on the local root: the verdict stands on the run root (B43)', async () => {
    const { processor } = testProcessor();
    const { provider, tracer, spanNamed } = testProvider((batched) => [processor, batched]);
    const request = start(tracer, 'request');
    run(tracer, { parent: request });
    for (let i = 0; i < 200; i += 1) request.addEvent(`later ${i}`);
    request.end();
    await provider.forceFlush();
    expect(verdictEvents(spanNamed('answer'))).toHaveLength(1);
  });

  it('count what nobody carries', async () => {
    const { processor } = testProcessor({ meterProvider: metrics.provider });
    const { tracer } = testProvider((batched) => [processor, batched], {
      limits: { eventCountLimit: 0, attributeCountLimit: 1 },
    });
    run(tracer);
    expect(await metrics.sum('ragspan.dropped', { 'ragspan.reason': 'no_carrier' })).toBe(1);
  });

  it('use the global providers when none is handed in, whenever they come', async () => {
    const { metrics: api } = await import('@opentelemetry/api');
    const { processor } = testProcessor({ emit: ['log_event'] });
    const { tracer } = testProvider((batched) => [processor, batched]);
    run(tracer);
    const logs = testLogs();
    api.setGlobalMeterProvider(metrics.provider);
    logsApi.setGlobalLoggerProvider(logs.provider);
    try {
      run(tracer);
      expect(await metrics.sum('ragspan.verdicts')).toBe(1);
      expect(logs.exporter.getFinishedLogRecords()).toHaveLength(1);
    } finally {
      api.disable();
    }
  });
});

describe('the local root', () => {
  it('says how many runs its trace holds and which went wrong first', async () => {
    const { processor } = testProcessor();
    const { provider, tracer, exporter } = testProvider((batched) => [processor, batched]);
    const request = start(tracer, 'POST /ask');
    run(tracer, { parent: request });
    run(tracer, { parent: request, output: 'It is 14 days.' });
    run(tracer, { parent: request });
    request.end();
    await provider.forceFlush();
    const root = exporter.getFinishedSpans().find((span) => span.name === 'POST /ask');
    expect(root?.attributes).toMatchObject({ 'ragspan.trace.verdict': 'H3a', 'ragspan.trace.runs': 3 });
    expect(root?.attributes).not.toHaveProperty('ragspan.verdict');
  });

  it('says nothing more when it is the run root itself', async () => {
    const { processor } = testProcessor();
    const { provider, tracer, spanNamed } = testProvider((batched) => [processor, batched]);
    run(tracer);
    await provider.forceFlush();
    expect(spanNamed('answer').attributes).not.toHaveProperty('ragspan.trace.runs');
  });
});
