import { context, ROOT_CONTEXT, trace } from '@opentelemetry/api';
import { describe, expect, it } from 'vitest';
import { RagspanLogRecordProcessor } from '../../src/processor/index.js';
import { testLogs, testMetrics, testProvider } from '../support/sdk.js';
import { OUTPUT, QUESTION, retrieve, SENT, start, testProcessor } from './support.js';

const setUp = () => {
  const metrics = testMetrics();
  const test = testProcessor({ meterProvider: metrics.provider });
  const logs = testLogs([new RagspanLogRecordProcessor(test.processor)]);
  const logger = logs.provider.getLogger('openai');
  return { ...test, metrics, logger, logs, ...testProvider((batched) => [test.processor, batched]) };
};

const CHAT = { 'gen_ai.operation.name': 'chat', 'gen_ai.system': 'openai' };

describe('GenAI events in log records', () => {
  it('are the text of the call that they name', async () => {
    const { logger, logs, provider, tracer, spanNamed } = setUp();
    const root = start(tracer, 'answer', undefined, { 'input.value': QUESTION });
    retrieve(tracer, root);
    const call = start(tracer, 'chat gpt', root, CHAT);
    const inside = trace.setSpan(ROOT_CONTEXT, call);
    logger.emit({ context: inside, attributes: { 'event.name': 'gen_ai.user.message' }, body: { content: SENT } });
    logger.emit({
      context: inside,
      attributes: { 'event.name': 'gen_ai.choice' },
      body: { index: 0, finish_reason: 'stop', message: { content: OUTPUT } },
    });
    call.end();
    root.end();
    await provider.forceFlush();
    expect(spanNamed('answer').attributes['ragspan.verdict']).toBe('HOLD');
    // They pass on to the exporter untouched.
    expect(logs.exporter.getFinishedLogRecords()).toHaveLength(2);
  });

  it('of the new kind too, from the active span', async () => {
    const { logger, provider, tracer, spanNamed } = setUp();
    const root = start(tracer, 'answer', undefined, { 'input.value': QUESTION });
    retrieve(tracer, root);
    const call = start(tracer, 'chat gpt', root, CHAT);
    logger.emit({
      eventName: 'gen_ai.client.inference.operation.details',
      context: trace.setSpan(context.active(), call),
      attributes: {
        'gen_ai.input.messages': [{ role: 'user', parts: [{ type: 'text', content: SENT }] }],
        'gen_ai.output.messages': [{ role: 'assistant', parts: [{ type: 'text', content: OUTPUT }] }],
      } as never,
    });
    call.end();
    root.end();
    await provider.forceFlush();
    expect(spanNamed('answer').attributes['ragspan.verdict']).toBe('HOLD');
  });

  it('that come after the end of the span revise its run', async () => {
    const metrics = testMetrics();
    const logRecords = testLogs();
    const test = testProcessor({ meterProvider: metrics.provider, loggerProvider: logRecords.provider });
    const own = testProvider((batched) => [test.processor, batched]);
    const late = testLogs([new RagspanLogRecordProcessor(test.processor)]).provider.getLogger('openai');
    const root = start(own.tracer, 'answer', undefined, { 'input.value': QUESTION });
    retrieve(own.tracer, root);
    const call = start(own.tracer, 'chat gpt', root, CHAT);
    call.end();
    root.end();
    await own.provider.forceFlush();
    expect(own.spanNamed('answer').attributes['ragspan.reason']).toBe('content_off');
    const inside = trace.setSpan(ROOT_CONTEXT, call);
    late.emit({ context: inside, attributes: { 'event.name': 'gen_ai.user.message' }, body: { content: SENT } });
    late.emit({
      context: inside,
      attributes: { 'event.name': 'gen_ai.choice' },
      body: { message: { content: OUTPUT } },
    });
    const labels = logRecords.exporter
      .getFinishedLogRecords()
      .map((record) => record.attributes['gen_ai.evaluation.score.label']);
    expect(labels[labels.length - 1]).toBe('HOLD');
    expect(await metrics.sum('ragspan.verdicts')).toBe(1);
  });

  it('of other names, and our own, are left alone', () => {
    const { processor, logger, tracer } = setUp();
    const span = start(tracer, 'x');
    const inside = trace.setSpan(ROOT_CONTEXT, span);
    logger.emit({ context: inside, eventName: 'app.event', body: 'x' });
    logger.emit({ context: inside, eventName: 'gen_ai.evaluation.result', body: 'x' });
    logger.emit({ eventName: 'gen_ai.choice', body: 'no span' });
    span.end();
    expect(processor.pendingCount).toBe(0);
  });

  it('that nobody ends a span for are bounded and freed', async () => {
    const metrics = testMetrics();
    const test = testProcessor({ meterProvider: metrics.provider, maxRuns: 10, timeoutMillis: 1_000 });
    const logger = testLogs([new RagspanLogRecordProcessor(test.processor)]).provider.getLogger('x');
    const { tracer } = testProvider(() => [test.processor]);
    for (let i = 0; i < 30; i += 1) {
      logger.emit({ context: trace.setSpan(ROOT_CONTEXT, start(tracer, 'x')), eventName: 'gen_ai.choice', body: 'x' });
    }
    expect(await metrics.sum('ragspan.dropped', { 'ragspan.reason': 'log_record' })).toBe(20);
    test.clock.advance(2_000);
    expect(await metrics.sum('ragspan.dropped', { 'ragspan.reason': 'log_record' })).toBe(30);
  });

  it('find the processor at work when none is handed in', async () => {
    const test = testProcessor();
    const logger = testLogs([new RagspanLogRecordProcessor()]).provider.getLogger('openai');
    const { provider, tracer, spanNamed } = testProvider((batched) => [test.processor, batched]);
    const root = start(tracer, 'answer', undefined, { 'input.value': QUESTION });
    retrieve(tracer, root);
    const call = start(tracer, 'chat gpt', root, CHAT);
    const inside = trace.setSpan(ROOT_CONTEXT, call);
    logger.emit({ context: inside, attributes: { 'event.name': 'gen_ai.user.message' }, body: { content: SENT } });
    logger.emit({
      context: inside,
      attributes: { 'event.name': 'gen_ai.choice' },
      body: { message: { content: OUTPUT } },
    });
    call.end();
    root.end();
    await provider.forceFlush();
    expect(spanNamed('answer').attributes['ragspan.verdict']).toBe('HOLD');
    await test.processor.shutdown();
  });

  it('that are broken do not reach the application', () => {
    const { processor } = testProcessor();
    const hooks = new RagspanLogRecordProcessor(processor);
    const hostile = {
      get attributes(): never {
        throw new Error('hostile');
      },
    };
    expect(() => hooks.onEmit(hostile)).not.toThrow();
    expect(() =>
      hooks.onEmit({ eventName: 'gen_ai.choice', spanContext: { traceId: 'x', spanId: 'y', traceFlags: 1 } }),
    ).not.toThrow();
  });
});
