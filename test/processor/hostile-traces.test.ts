/** Traces of any shape, on the real SDK: no throw, no lost span, nothing that stays (spec §9, §11). */
import { ROOT_CONTEXT, trace, TraceFlags, type Attributes, type Context, type Span } from '@opentelemetry/api';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { testMetrics, testProvider, type ReadableSpan, type SpanProcessor } from '../support/sdk.js';
import {
  C1,
  CALL,
  CHUNKS,
  documents,
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
import type { ProcessorOptions } from '../../src/processor/processor-parts.js';

const EVENT = 'gen_ai.evaluation.result';
const verdictOf = (span: ReadableSpan): unknown => span.attributes['ragspan.verdict'];

const setUp = (options: ProcessorOptions = {}) => {
  const metrics = testMetrics();
  const test = testProcessor({ meterProvider: metrics.provider, ...options });
  // A batch queue is bounded by the SDK; here every span is to be seen.
  const direct: SpanProcessor = {
    onStart: () => undefined,
    onEnd: (span) => finished.push({ span, atEnd: eventsOf(span) }),
    forceFlush: () => Promise.resolve(),
    shutdown: () => Promise.resolve(),
  };
  const finished: { readonly span: ReadableSpan; readonly atEnd: number }[] = [];
  const target = testProvider(() => [test.processor, direct]);
  return {
    ...test,
    ...target,
    metrics,
    finished,
    named: (name: string) => finished.find((one) => one.span.name === name)?.span,
  };
};
const eventsOf = (span: ReadableSpan): number => span.events.filter(({ name }) => name === EVENT).length;

const KINDS = ['root', 'retrieval', 'chat', 'assembly', 'tool', 'plain', 'run id'] as const;
const shape = fc.record({
  kind: fc.constantFrom(...KINDS),
  parent: fc.integer({ min: -1, max: 9 }),
  isRemote: fc.boolean(),
  /** Seconds its clock is off. */
  shift: fc.integer({ min: -5, max: 5 }),
  flaw: fc.nat(4),
});
type Shape = typeof shape extends fc.Arbitrary<infer T> ? T : never;

function attributesOf({ kind, flaw }: Shape): Attributes {
  switch (kind) {
    case 'root':
      return { 'input.value': QUESTION };
    case 'retrieval':
      return {
        ...RETRIEVAL,
        ...(flaw === 1 ? { 'gen_ai.retrieval.documents': 7 } : flaw === 2 ? {} : documents(CHUNKS.slice(0, flaw))),
      };
    case 'chat':
      return {
        ...CALL,
        'gen_ai.response.id': `response-${flaw}`,
        ...messages(flaw === 1 ? undefined : flaw === 2 ? 'nothing' : SENT, flaw === 3 ? undefined : OUTPUT),
      };
    case 'assembly':
      return { 'ragspan.assembly.budget': flaw === 1 ? 'many' : 5 };
    case 'tool':
      return { 'gen_ai.operation.name': 'execute_tool', 'gen_ai.tool.name': 'search' };
    case 'plain':
      return {};
    case 'run id':
      return { 'ragspan.run.id': `run-${flaw % 2}`, 'ragspan.input': QUESTION };
  }
}

describe('traces of any shape', () => {
  const step = fc.tuple(fc.constantFrom('start', 'end', 'end', 'flush'), fc.nat(9));

  it('come out as they went in, judged once and before the exporter, and leave nothing behind', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(shape, { minLength: 1, maxLength: 10 }),
        fc.array(step, { maxLength: 30 }),
        fc.constantFrom(2, 1000),
        async (shapes, steps, maxRuns) => {
          const { processor, clock, provider, tracer, metrics, finished } = setUp({ maxRuns });
          const spans: Span[] = [];
          const ended = new Set<number>();
          const contextOf = ({ parent, isRemote }: Shape): Context => {
            const above = spans[parent];
            if (above === undefined) return ROOT_CONTEXT;
            return isRemote
              ? trace.setSpanContext(ROOT_CONTEXT, { ...above.spanContext(), isRemote })
              : trace.setSpan(ROOT_CONTEXT, above);
          };
          for (const [what, index] of steps) {
            const at = index % shapes.length;
            const one = shapes[at] as Shape;
            if (what === 'flush') await processor.forceFlush();
            else if (what === 'start' && spans[at] === undefined) {
              const time = one.shift > 3 ? { startTime: new Date(Date.now() - one.shift * 1000) } : {};
              spans[at] = tracer.startSpan(one.kind, { attributes: attributesOf(one), ...time }, contextOf(one));
            } else if (what === 'end' && spans[at] !== undefined) {
              spans[at].end(one.shift < -3 ? new Date(Date.now() + one.shift * 1000) : undefined);
              ended.add(at);
            }
          }
          await Promise.all([provider.forceFlush(), provider.forceFlush(), processor.forceFlush()]);
          expect(finished).toHaveLength(ended.size);
          for (const { span, atEnd } of finished) expect(eventsOf(span)).toBe(atEnd);
          clock.advance(1_300_000);
          expect(processor.pendingCount).toBe(0);
          await Promise.all([processor.shutdown(), processor.shutdown(), provider.shutdown()]);
          const first = finished
            .flatMap(({ span }) => span.events)
            .filter(({ name, attributes }) => name === EVENT && attributes?.['ragspan.revision'] === undefined);
          expect(await metrics.sum('ragspan.verdicts')).toBeGreaterThanOrEqual(first.length);
          expect(await metrics.sum('ragspan.pending')).toBe(0);
          expect(await metrics.sum('ragspan.dropped', { 'ragspan.reason': 'internal_error' })).toBe(0);
        },
      ),
      { interruptAfterTimeLimit: 4_000 },
    );
  });

  it('are all judged where every span is whole: nothing is pending once all have ended', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(shape, { minLength: 1, maxLength: 10 }), fc.nat(), async (shapes, seed) => {
        const { processor, provider, tracer, finished } = setUp();
        const spans: Span[] = [];
        for (const one of shapes) spans.push(start(tracer, one.kind, spans[one.parent], attributesOf(one)));
        const order = spans.map((span, index) => ({ span, key: (index * 7919 + seed) % (spans.length + 1) }));
        for (const { span } of order.sort((a, b) => a.key - b.key)) span.end();
        await provider.forceFlush();
        expect(processor.pendingCount).toBe(0);
        expect(finished).toHaveLength(shapes.length);
      }),
      { interruptAfterTimeLimit: 3_000 },
    );
  });
});

describe('a trace', () => {
  it('of ten thousand spans, one below the other, has its verdict', async () => {
    const { processor, provider, tracer, finished } = setUp();
    const spans: Span[] = [];
    for (let i = 0; i < 10_000; i += 1)
      spans.push(start(tracer, `span ${i}`, spans.at(-1), i === 0 ? { 'input.value': QUESTION } : {}));
    retrieve(tracer, spans.at(-1));
    generate(tracer, spans.at(-1));
    for (const span of spans.toReversed()) span.end();
    await provider.forceFlush();
    expect(finished).toHaveLength(10_002);
    expect(finished.filter(({ span }) => verdictOf(span) === 'HOLD').map(({ span }) => span.name)).toEqual([
      'span 9999',
    ]);
    expect(processor.pendingCount).toBe(0);
  });

  it('of ten thousand spans side by side has its verdict', async () => {
    const { processor, provider, tracer, finished, named } = setUp();
    const root = start(tracer, 'answer', undefined, { 'input.value': QUESTION });
    retrieve(tracer, root);
    for (let i = 0; i < 10_000; i += 1) start(tracer, `step ${i}`, root).end();
    generate(tracer, root);
    root.end();
    await provider.forceFlush();
    expect(finished).toHaveLength(10_003);
    expect(verdictOf(named('answer') as ReadableSpan)).toBe('HOLD');
    expect(processor.pendingCount).toBe(0);
  });

  it('of ten thousand chunks has its verdict, with the rank', async () => {
    const { provider, tracer, named } = setUp();
    const texts = Array.from({ length: 10_000 }, (_, index) => `Paragraph ${index} says a thing of its own.`);
    texts[4_999] = C1;
    run(tracer, { retrieved: texts, sent: texts.join('\n') });
    await provider.forceFlush();
    expect(named('answer')?.attributes['ragspan.explanation']).toMatch(
      /^rank 5000\/10000 within k=\d+; sent at byte \d+/,
    );
  });

  it('of chunks of a megabyte has its verdict', async () => {
    const { provider, tracer, named } = setUp();
    const texts = ['a', 'b', 'c'].map((name) => `${name} lorem ipsum dolor `.repeat(60_000));
    run(tracer, { retrieved: [...texts, C1], sent: [...texts, C1].join('\n') });
    await provider.forceFlush();
    expect(verdictOf(named('answer') as ReadableSpan)).toBe('HOLD');
  });

  it('that is empty everywhere convicts nobody', async () => {
    const { processor, provider, tracer, named } = setUp();
    const root = start(tracer, 'answer', undefined, { 'input.value': '', 'output.value': '' });
    start(tracer, 'retrieval', root, { 'gen_ai.operation.name': 'retrieval', 'gen_ai.retrieval.documents': '' }).end();
    start(tracer, '', root, { 'gen_ai.operation.name': '', 'ragspan.run.id': '', '': '' }).end();
    start(tracer, 'chat', root, {
      'gen_ai.operation.name': 'chat',
      'gen_ai.input.messages': '',
      'gen_ai.output.messages': '',
    }).end();
    root.end();
    await provider.forceFlush();
    expect(['UNKNOWN', undefined]).toContain(verdictOf(named('answer') as ReadableSpan));
    expect(processor.pendingCount).toBe(0);
  });

  it('whose ancestry is a cycle is ambiguous, not endless', async () => {
    const { processor, provider, tracer, finished } = setUp();
    const outside = trace.setSpanContext(ROOT_CONTEXT, {
      traceId: '0af7651916cd43dd8448eb211c80319c',
      spanId: 'b7ad6b7169203331',
      traceFlags: TraceFlags.SAMPLED,
    });
    const own = tracer.startSpan('its own parent', { attributes: { 'input.value': QUESTION } }, outside);
    Object.assign(own, { parentSpanContext: own.spanContext() });
    retrieve(tracer, own);
    generate(tracer, own);
    own.end();
    await provider.forceFlush();
    expect(finished.map(({ span }) => [verdictOf(span), span.attributes['ragspan.reason']])).toContainEqual([
      'UNKNOWN',
      'ambiguous_run',
    ]);
    expect(processor.pendingCount).toBe(0);
  });

  it('that links to its retrieval instead of hanging below it is two halves, each UNKNOWN', async () => {
    const { provider, tracer, finished, metrics } = setUp();
    const search = retrieve(tracer, undefined, [CHUNKS[1] as string]);
    const root = tracer.startSpan(
      'answer',
      { attributes: { 'input.value': QUESTION, 'ragspan.run.id': 'a' }, links: [{ context: search.spanContext() }] },
      ROOT_CONTEXT,
    );
    generate(tracer, root, 'Context: nothing', 'no idea');
    root.end();
    await provider.forceFlush();
    expect(finished.map(({ span }) => verdictOf(span)).filter((one) => one !== undefined)).toEqual([
      'UNKNOWN',
      'UNKNOWN',
    ]);
    expect(await metrics.sum('ragspan.verdicts', { 'ragspan.verdict': 'H1' })).toBe(0);
  });

  it('whose clock runs backwards is judged by the order in which its spans really came', async () => {
    const { provider, tracer, named } = setUp();
    const now = Date.now();
    const root = start(tracer, 'answer', undefined, { 'input.value': QUESTION });
    retrieve(tracer, root);
    const call = tracer.startSpan(
      'chat m1',
      { attributes: CALL, startTime: now - 5_000 },
      trace.setSpan(ROOT_CONTEXT, root),
    );
    call.setAttributes(messages(SENT, OUTPUT));
    call.end(now - 9_000);
    root.end(now - 20_000);
    await provider.forceFlush();
    expect(['H1', 'H2', 'H3', 'H3a', 'H3b']).not.toContain(verdictOf(named('answer') as ReadableSpan));
  });
});

describe('flush and shutdown', () => {
  it('may be called together and again, in the middle of a run', async () => {
    const { processor, provider, tracer, metrics } = setUp();
    run(tracer);
    const root = start(tracer, 'answer', undefined, { 'input.value': QUESTION });
    retrieve(tracer, root);
    await Promise.all([processor.forceFlush(), provider.forceFlush(), processor.forceFlush()]);
    expect(processor.pendingCount).toBe(1);
    await Promise.all([processor.shutdown(), processor.forceFlush(), processor.shutdown(), provider.shutdown()]);
    await processor.forceFlush();
    expect(() => root.end()).not.toThrow();
    expect(processor.pendingCount).toBe(0);
    expect(await metrics.sum('ragspan.verdicts', { 'ragspan.verdict': 'HOLD' })).toBe(1);
    expect(await metrics.sum('ragspan.pending')).toBe(0);
  });
});
