import { diag, DiagLogLevel } from '@opentelemetry/api';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { Pipeline } from '../../src/processor/pipeline.js';
import { testMetrics, testProvider, type ReadableSpan, type SpanProcessor } from '../support/sdk.js';
import { CALL, generate, retrieve, RETRIEVAL, run, start, testProcessor } from './support.js';

const nothing = {
  forceFlush: () => Promise.resolve(),
  shutdown: () => Promise.resolve(),
  onStart: () => undefined,
  onEnd: () => undefined,
};
const label = (span: ReadableSpan): unknown => span.attributes['ragspan.verdict'];

const broken = (stage: keyof Pipeline): Pipeline => {
  const fail = (): never => {
    throw new Error(`${stage} is broken`);
  };
  const { processor: _unused } = testProcessor();
  return {
    isReady: true,
    translate: fail,
    runsOf: fail,
    judge: fail,
  };
};

afterEach(() => diag.disable());

describe('a fault of ours', () => {
  it('forwards every span unjudged, is logged once per kind and counted', async () => {
    const errors: string[] = [];
    const logger = {
      error: (message: string) => errors.push(message),
      warn: vi.fn(),
      info: vi.fn(),
      debug: vi.fn(),
      verbose: vi.fn(),
    };
    diag.setLogger(logger, { logLevel: DiagLogLevel.ERROR, suppressOverrideMessage: true });
    const metrics = testMetrics();
    const { processor } = testProcessor({ meterProvider: metrics.provider }, { pipeline: broken('translate') });
    const { provider, tracer, exporter } = testProvider((batched) => [processor, batched]);
    for (let i = 0; i < 10; i += 1) run(tracer);
    await provider.forceFlush();
    expect(exporter.getFinishedSpans()).toHaveLength(40);
    expect(exporter.getFinishedSpans().every((span) => label(span) === undefined)).toBe(true);
    expect(errors.filter((line) => line.includes('ragspan: fault'))).toHaveLength(1);
    expect(await metrics.sum('ragspan.dropped', { 'ragspan.reason': 'internal_error' })).toBeGreaterThanOrEqual(10);
  });

  it('in construction leaves a processor that does nothing', async () => {
    const { processor } = testProcessor({
      meterProvider: {
        getMeter: () => {
          throw new Error('no meter');
        },
      } as never,
    });
    const { provider, tracer, exporter } = testProvider((batched) => [processor, batched]);
    expect(() => run(tracer)).not.toThrow();
    await provider.forceFlush();
    expect(exporter.getFinishedSpans()).toHaveLength(4);
  });

  it('never hides the error of the application (B2)', async () => {
    const { processor } = testProcessor({}, { pipeline: broken('judge') });
    const { provider, tracer, exporter } = testProvider((batched) => [processor, batched]);
    const handler = (): void => {
      const root = start(tracer, 'answer');
      try {
        retrieve(tracer, root);
        throw new TypeError('of the application');
      } finally {
        root.end();
      }
    };
    expect(handler).toThrow('of the application');
    await provider.forceFlush();
    expect(exporter.getFinishedSpans()).toHaveLength(2);
  });
});

describe('hostile attributes (B2)', () => {
  const answerWith = async (documents: unknown, extra: Record<string, unknown> = {}): Promise<ReadableSpan> => {
    const { processor } = testProcessor();
    const { provider, tracer, spanNamed } = testProvider((batched) => [processor, batched]);
    const root = start(tracer, 'answer', undefined, { 'input.value': 'How long?' });
    const search = start(tracer, 'retrieval', root, RETRIEVAL);
    search.setAttributes({ 'gen_ai.retrieval.documents': documents, ...extra } as never);
    search.end();
    generate(tracer, root);
    expect(() => root.end()).not.toThrow();
    await provider.forceFlush();
    return spanNamed('answer');
  };

  it('of broken JSON are lossy', async () => {
    const span = await answerWith('{"a":');
    expect([span.attributes['ragspan.verdict'], span.attributes['ragspan.reason']]).toEqual([
      'UNKNOWN',
      'lossy_capture',
    ]);
  });

  it('of a number where a list belongs are no content', async () => {
    const span = await answerWith(7);
    expect([span.attributes['ragspan.verdict'], span.attributes['ragspan.reason']]).toEqual(['UNKNOWN', 'content_off']);
  });

  it('of five megabytes cost a verdict, not the span', async () => {
    expect(label(await answerWith('x'.repeat(5_000_000)))).toBe('UNKNOWN');
  });

  it('of lone surrogates, NaN and infinite scores, null and duplicate ids are read', async () => {
    const documents = JSON.stringify([
      { id: null, content: 'The refund window is 30 days from delivery.', score: 'Infinity' },
      { id: 'x', content: 'a\ud800b' },
      { id: 'x', content: '' },
      { id: 7 },
    ]);
    expect(
      label(await answerWith(documents, { 'app.score': Number.NaN, 'app.infinite': Number.POSITIVE_INFINITY })),
    ).toBe('HOLD');
  });
});

describe('other processors', () => {
  it('that throw after ours lose their span by themselves, not ours', () => {
    const { processor } = testProcessor();
    const thrower: SpanProcessor = {
      ...nothing,
      onEnding: () => {
        throw new Error('theirs');
      },
    };
    const { tracer } = testProvider((batched) => [processor, thrower, batched]);
    const span = start(tracer, 'x', undefined, CALL);
    expect(() => span.end()).toThrow('theirs');
    expect(processor.pendingCount).toBe(0);
  });

  it('that end the span inside their onEnding give one verdict and no loop of ours', async () => {
    const metrics = testMetrics();
    const { processor } = testProcessor({ meterProvider: metrics.provider });
    let isIn = false;
    const ender: SpanProcessor = {
      ...nothing,
      onEnding: (span) => {
        if (isIn) return;
        isIn = true;
        span.end();
        isIn = false;
      },
    };
    const { provider, tracer, exporter } = testProvider((batched) => [processor, ender, batched]);
    run(tracer);
    await provider.forceFlush();
    const roots = exporter.getFinishedSpans().filter((span) => span.name === 'answer');
    expect(roots.length).toBeGreaterThan(0);
    expect(roots[0]?.events.filter((event) => event.name === 'gen_ai.evaluation.result')).toHaveLength(1);
    expect(await metrics.sum('ragspan.verdicts')).toBe(1);
  });

  it('such as an exporter that throws do not reach the application', async () => {
    const { processor } = testProcessor();
    const { provider, tracer, exporter } = testProvider((batched) => [processor, batched]);
    vi.spyOn(exporter, 'export').mockImplementation(() => {
      throw new Error('exporter');
    });
    expect(() => run(tracer)).not.toThrow();
    await provider.forceFlush().catch(() => undefined);
    expect(processor.pendingCount).toBe(0);
  });
});

describe('a span', () => {
  it('ended twice counts once', async () => {
    const metrics = testMetrics();
    const { processor } = testProcessor({ meterProvider: metrics.provider });
    const { provider, tracer } = testProvider((batched) => [processor, batched]);
    const root = run(tracer);
    root.end();
    root.end();
    await provider.forceFlush();
    expect(await metrics.sum('ragspan.verdicts')).toBe(1);
  });
});

describe('switched off', () => {
  it('holds nothing and writes nothing', async () => {
    const { processor } = testProcessor({ enabled: false });
    const { provider, tracer, spanNamed } = testProvider((batched) => [processor, batched]);
    run(tracer);
    await provider.forceFlush();
    await processor.shutdown();
    expect(spanNamed('answer').attributes).not.toHaveProperty('ragspan.verdict');
    expect(processor.pendingCount).toBe(0);
  });
});
