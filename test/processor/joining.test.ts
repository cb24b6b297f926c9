import { context, ROOT_CONTEXT, trace, TraceFlags, type Span } from '@opentelemetry/api';
import { beforeEach, describe, expect, it } from 'vitest';
import { testMetrics, testProvider, type ReadableSpan, type TestMetrics } from '../support/sdk.js';
import {
  assemble,
  C1,
  CALL,
  CHUNKS,
  generate,
  messages,
  OUTPUT,
  retrieve,
  RETRIEVAL,
  run,
  SENT,
  start,
  testProcessor,
} from './support.js';

const label = (span: ReadableSpan | undefined): unknown => span?.attributes['ragspan.verdict'];
const finding = (span: ReadableSpan): unknown[] => [
  span.attributes['ragspan.verdict'],
  span.attributes['ragspan.reason'],
];
const verdicts = (spans: readonly ReadableSpan[]): string[] =>
  spans.filter((span) => label(span) !== undefined).map((span) => `${span.name} ${String(label(span))}`);

let metrics: TestMetrics;
beforeEach(() => {
  metrics = testMetrics();
});

const setUp = () => {
  const test = testProcessor({ meterProvider: metrics.provider });
  return { ...test, ...testProvider((batched) => [test.processor, batched]) };
};

/** A span context as an injected header gives it. */
const remote = (traceId: string, spanId: string) =>
  trace.setSpanContext(ROOT_CONTEXT, { traceId, spanId, traceFlags: TraceFlags.SAMPLED, isRemote: true });

describe('a run in process', () => {
  it('is decided when its root is ending, and not before', async () => {
    const { processor, tracer } = setUp();
    const root = start(tracer, 'answer', undefined, { 'input.value': 'How long?' });
    retrieve(tracer, root);
    generate(tracer, root);
    expect(await metrics.sum('ragspan.verdicts')).toBe(0);
    expect(processor.pendingCount).toBe(1);
    expect(await metrics.sum('ragspan.pending')).toBe(1);
    root.end();
    expect(await metrics.sum('ragspan.verdicts')).toBe(1);
    expect(processor.pendingCount).toBe(0);
  });

  it('waits for a stream that outlives its root, and stands on the span that ended last', async () => {
    const { processor, provider, tracer, spanNamed } = setUp();
    const root = start(tracer, 'answer', undefined, { 'input.value': 'How long?' });
    retrieve(tracer, root);
    const stream = start(tracer, 'chat m1', root, CALL);
    root.end();
    expect(processor.pendingCount).toBe(1);
    stream.setAttributes(messages(SENT, OUTPUT));
    stream.end();
    await provider.forceFlush();
    expect(label(spanNamed('answer'))).toBeUndefined();
    expect(label(spanNamed('chat m1'))).toBe('HOLD');
    expect(await metrics.sum('ragspan.verdicts')).toBe(1);
    expect(processor.pendingCount).toBe(0);
  });

  it('waits for each open tool, and not for an open span of another kind', async () => {
    const { provider, tracer, exporter } = setUp();
    const root = start(tracer, 'answer', undefined, { 'input.value': 'How long?' });
    const log = start(tracer, 'write log', root);
    retrieve(tracer, root);
    generate(tracer, root);
    const tool = start(tracer, 'execute_tool notify', root, {
      'gen_ai.operation.name': 'execute_tool',
      'gen_ai.tool.name': 'notify',
    });
    root.end();
    expect(await metrics.sum('ragspan.verdicts')).toBe(0);
    tool.end();
    expect(await metrics.sum('ragspan.verdicts')).toBe(1);
    log.end();
    await provider.forceFlush();
    expect(verdicts(exporter.getFinishedSpans())).toEqual(['execute_tool notify HOLD']);
  });

  it('has its own verdict for each question of a trace, on each root', async () => {
    const { provider, tracer, exporter } = setUp();
    const request = start(tracer, 'request');
    run(tracer, { parent: request });
    run(tracer, { parent: request, sent: SENT.replace(C1, ''), output: 'no idea' });
    request.end();
    await provider.forceFlush();
    expect(verdicts(exporter.getFinishedSpans())).toEqual(['answer HOLD', 'answer H2']);
    expect(await metrics.sum('ragspan.verdicts')).toBe(2);
  });

  it('is found when its halves stand in two steps, at the span around both', async () => {
    const { provider, tracer, exporter } = setUp();
    const root = start(tracer, 'handle', undefined, { 'input.value': 'How long?' });
    const first = start(tracer, 'step 1', root);
    retrieve(tracer, first);
    first.end();
    const second = start(tracer, 'step 2', root);
    generate(tracer, second);
    second.end();
    root.end();
    await provider.forceFlush();
    expect(verdicts(exporter.getFinishedSpans())).toEqual(['handle HOLD']);
    expect(await metrics.sum('ragspan.verdicts')).toBe(1);
  });

  it('finds its root through spans that ended before its first part', async () => {
    const { provider, tracer, exporter } = setUp();
    const request = start(tracer, 'request', undefined, {});
    const outer = start(tracer, 'middleware', request);
    const inner = start(tracer, 'router', outer);
    inner.end();
    outer.end();
    const deep = start(tracer, 'late work', inner);
    retrieve(tracer, deep);
    generate(tracer, request);
    deep.end();
    request.end();
    await provider.forceFlush();
    expect(verdicts(exporter.getFinishedSpans())).toEqual(['request HOLD']);
  });

  it('is joined by its id over traces', async () => {
    const { provider, tracer, exporter } = setUp();
    const id = { 'ragspan.run.id': 'run-7' };
    const root = start(tracer, 'answer', undefined, { 'input.value': 'How long?', ...id });
    retrieve(tracer, undefined, CHUNKS, id);
    generate(tracer, root);
    root.end();
    await provider.forceFlush();
    expect(verdicts(exporter.getFinishedSpans())).toEqual(['answer HOLD']);
    expect(await metrics.sum('ragspan.verdicts')).toBe(1);
  });
});

describe('a run inside a span that is still open', () => {
  it('has its verdict at once, and is counted when the span around it has ended', async () => {
    const { provider, tracer, spanNamed } = setUp();
    const request = start(tracer, 'request');
    run(tracer, { parent: request });
    expect(await metrics.sum('ragspan.verdicts')).toBe(0);
    request.end();
    await provider.forceFlush();
    expect(label(spanNamed('answer'))).toBe('HOLD');
    expect(await metrics.sum('ragspan.verdicts')).toBe(1);
  });

  it('is counted by a flush, and after a minute at the latest', async () => {
    const { clock, provider, tracer } = setUp();
    const loop = start(tracer, 'worker loop');
    run(tracer, { parent: loop });
    await provider.forceFlush();
    expect(await metrics.sum('ragspan.verdicts')).toBe(1);
    run(tracer, { parent: loop });
    clock.advance(59_000);
    expect(await metrics.sum('ragspan.verdicts')).toBe(1);
    clock.advance(2_000);
    expect(await metrics.sum('ragspan.verdicts')).toBe(2);
    loop.end();
    expect(await metrics.sum('ragspan.verdicts')).toBe(2);
  });

  it('that turns out to be a step of the run around it is revised by that run, which alone is counted', async () => {
    const { provider, tracer, spanNamed } = setUp();
    const root = start(tracer, 'graph', undefined, { 'input.value': 'How long?' });
    const step = start(tracer, 'retrieve and grade', root);
    retrieve(tracer, step);
    generate(tracer, step, `Is this relevant? ${C1}`, 'yes');
    step.end();
    generate(tracer, root);
    root.end();
    await provider.forceFlush();
    expect(label(spanNamed('graph'))).toBe('HOLD');
    expect(spanNamed('graph').events[0]?.attributes?.['ragspan.revision']).toBe(1);
    expect(await metrics.sum('ragspan.verdicts')).toBe(1);
    expect(await metrics.sum('ragspan.verdicts', { 'ragspan.verdict': 'HOLD' })).toBe(1);
    expect(await metrics.sum('ragspan.dropped', { 'ragspan.reason': 'superseded' })).toBe(1);
  });
});

describe('a run that stands in pieces', () => {
  it('of an async generator is two halves, each UNKNOWN and never H1 (B3)', async () => {
    const { provider, tracer, exporter, spanNamed } = setUp();
    const root = start(tracer, 'answer', undefined, { 'input.value': 'How long?' });
    retrieve(tracer, root);
    assemble(tracer, root);
    root.end();
    generate(tracer, undefined);
    await provider.forceFlush();
    expect(finding(spanNamed('answer'))).toEqual(['UNKNOWN', 'output_unlogged']);
    expect(finding(spanNamed('chat m1'))).toEqual(['UNKNOWN', 'retrieval_unlogged']);
    expect(exporter.getFinishedSpans()).toHaveLength(4);
    expect(await metrics.sum('ragspan.verdicts', { 'ragspan.verdict': 'H1' })).toBe(0);
  });

  it('under one remote parent is one run when its requests overlap', async () => {
    const { provider, tracer, exporter } = setUp();
    const parent = remote('0af7651916cd43dd8448eb211c80319c', 'b7ad6b7169203331');
    const search = tracer.startSpan('GET /search', { attributes: { 'input.value': 'How long?' } }, parent);
    const answer = tracer.startSpan('POST /answer', {}, parent);
    retrieve(tracer, search);
    search.end();
    expect(await metrics.sum('ragspan.verdicts')).toBe(0);
    generate(tracer, answer);
    answer.end();
    await provider.forceFlush();
    expect(verdicts(exporter.getFinishedSpans())).toEqual(['POST /answer HOLD']);
    expect(await metrics.sum('ragspan.verdicts')).toBe(1);
  });

  it('under one remote parent is revised, not counted again, when its requests follow each other', async () => {
    const { provider, tracer, exporter } = setUp();
    const parent = remote('0af7651916cd43dd8448eb211c80319d', 'b7ad6b7169203331');
    const search = tracer.startSpan('GET /search', { attributes: { 'input.value': 'How long?' } }, parent);
    retrieve(tracer, search);
    search.end();
    const answer = tracer.startSpan('POST /answer', {}, parent);
    generate(tracer, answer);
    answer.end();
    await provider.forceFlush();
    expect(await metrics.sum('ragspan.verdicts')).toBe(1);
    const revised = exporter.getFinishedSpans().find((span) => span.name === 'POST /answer');
    expect(revised?.events[0]?.attributes).toMatchObject({
      'gen_ai.evaluation.score.label': 'HOLD',
      'ragspan.revision': 1,
    });
    expect(label(revised)).toBeUndefined();
    expect(revised?.links).toHaveLength(1);
  });

  it('on two providers that know nothing of each other is UNKNOWN, and nothing stays pending (B9)', async () => {
    const a = setUp();
    const b = setUp();
    const root = start(b.tracer, 'answer', undefined, { 'input.value': 'How long?' });
    retrieve(a.tracer, undefined);
    generate(b.tracer, root);
    root.end();
    await b.provider.forceFlush();
    expect(finding(b.spanNamed('answer'))).toEqual(['UNKNOWN', 'retrieval_unlogged']);
    await a.provider.forceFlush();
    expect([a.processor.pendingCount, b.processor.pendingCount]).toEqual([0, 0]);
  });

  it('of a worker is UNKNOWN in the main thread, which lacks its retrieval (B4)', async () => {
    const main = setUp();
    const worker = setUp();
    const root = start(main.tracer, 'answer', undefined, { 'input.value': 'How long?' });
    const injected = trace.setSpanContext(ROOT_CONTEXT, { ...root.spanContext() });
    const search = worker.tracer.startSpan('retrieval', { attributes: RETRIEVAL }, injected);
    search.end();
    assemble(main.tracer, root);
    generate(main.tracer, root);
    root.end();
    await main.provider.forceFlush();
    await worker.provider.forceFlush();
    expect(finding(main.spanNamed('answer'))).toEqual(['UNKNOWN', 'retrieval_unlogged']);
    expect(main.spanNamed('answer').events[0]?.attributes?.['ragspan.origin']).toBe('sdk');
    expect(worker.processor.pendingCount).toBe(0);
  });
});

describe('what comes late', () => {
  it('and changes the verdict is a revision: linked, with a number, not counted', async () => {
    const { provider, tracer, exporter } = setUp();
    const root = start(tracer, 'answer', undefined, { 'input.value': 'How long?' });
    retrieve(tracer, root, [C1.replace('30', '31'), C1.replace('30', '32')]);
    generate(tracer, root, 'Context: nothing', 'no idea');
    root.end();
    const first = exporter;
    retrieve(tracer, root, [C1], { 'gen_ai.retrieval.query.text': 'another' });
    await provider.forceFlush();
    const spans = first.getFinishedSpans();
    expect(label(spans.find((span) => span.name === 'answer'))).toBe('H1');
    const late = spans.filter((span) => span.name === 'retrieval')[1];
    expect(late?.events[0]?.attributes).toMatchObject({ 'gen_ai.evaluation.score.label': 'H2', 'ragspan.revision': 1 });
    expect(late?.links[0]?.context.spanId).toBe(root.spanContext().spanId);
    expect(label(late)).toBeUndefined();
    expect(await metrics.sum('ragspan.verdicts')).toBe(1);
  });

  it('and changes nothing is no record at all', async () => {
    const { provider, tracer, exporter } = setUp();
    const root = run(tracer);
    start(tracer, 'write log', root).end();
    await provider.forceFlush();
    const events = exporter.getFinishedSpans().flatMap((span) => span.events);
    expect(events).toHaveLength(1);
  });

  it('a second time, ten seconds on, counts nothing (B36)', async () => {
    const { processor, clock, tracer } = setUp();
    const sent = SENT.replace(C1, '');
    const root = start(tracer, 'answer', undefined, { 'input.value': 'How long?' });
    const spans: Span[] = [retrieve(tracer, root), generate(tracer, root, sent)];
    root.end();
    clock.advance(10_000);
    for (const span of [...spans, root]) {
      processor.onStart(span as never, context.active());
      processor.onEnding(span as never);
      processor.onEnd(span as never);
    }
    expect(await metrics.sum('ragspan.verdicts')).toBe(1);
    expect(await metrics.sum('ragspan.verdicts', { 'ragspan.verdict': 'H2' })).toBe(1);
    expect(processor.pendingCount).toBe(0);
  });
});

describe('an agent', () => {
  it('of many steps over one retrieval is one run', async () => {
    const { provider, tracer, exporter } = setUp();
    const root = start(tracer, 'agent', undefined, { 'input.value': 'How long?' });
    for (let step = 0; step < 12; step += 1) {
      const span = start(tracer, `step ${step}`, root);
      if (step === 0) retrieve(tracer, span);
      generate(tracer, span, SENT, step === 11 ? OUTPUT : `thinking about step ${step}, nothing to say yet`);
      span.end();
    }
    root.end();
    await provider.forceFlush();
    expect(
      exporter
        .getFinishedSpans()
        .filter((span) => span.name === 'agent')
        .map(label),
    ).toHaveLength(1);
    expect(await metrics.sum('ragspan.pending')).toBe(0);
  });

  it('with a retrieval inside a tool has its verdict on the agent span', async () => {
    const { provider, tracer, exporter } = setUp();
    const root = start(tracer, 'agent', undefined, { 'input.value': 'How long?' });
    const tool = start(tracer, 'execute_tool search', root, {
      'gen_ai.operation.name': 'execute_tool',
      'gen_ai.tool.name': 'search',
    });
    const inner = start(tracer, 'inside', tool);
    retrieve(tracer, inner);
    generate(tracer, inner, SENT, 'graded relevant by the tool itself');
    inner.end();
    tool.end();
    generate(tracer, root);
    root.end();
    await provider.forceFlush();
    expect(verdicts(exporter.getFinishedSpans())).toEqual(['agent HOLD']);
    expect(await metrics.sum('ragspan.verdicts')).toBe(1);
  });
});
