import { context, ROOT_CONTEXT, trace, TraceFlags } from '@opentelemetry/api';
import { afterEach, describe, expect, test } from 'vitest';
import {
  assembly,
  generation,
  markRefusal,
  pack,
  recordRetrieval,
  retrieval,
  run,
} from '../../src/instrumentation/index.js';
import { enableContext, TraceIdRatioBasedSampler, TracerProvider } from '../support/sdk.js';

afterEach(() => {
  trace.disable();
  context.disable();
});

/** Throws as soon as anybody looks at it. */
const untouchable = new Proxy(
  {},
  {
    get: () => {
      throw new Error('looked at');
    },
    ownKeys: () => {
      throw new Error('looked at');
    },
  },
);

describe('without an SDK', () => {
  test('callbacks run as they are, and nothing is read', () => {
    expect(retrieval({}, (log) => (log.candidates([untouchable]), [untouchable]))).toHaveLength(1);
    expect(generation({ messages: [untouchable] }, (log) => (log.refused(), 'text'))).toBe('text');
    expect(
      assembly({ budget: 30, unit: 'char' }, (log) => pack(['one text', 'another text', 'a third text'], log)),
    ).toBe('one text\n\nanother text');
    expect(run({ id: 'x' }, (log) => log.id)).toBe('x');
    recordRetrieval([untouchable]);
    markRefusal();
  });

  test('streams and promises are the very same', async () => {
    const promise = Promise.resolve('x');
    expect(generation({}, () => promise)).toBe(promise);
    const stream = (async function* () {
      yield 'a';
    })();
    expect(generation({}, () => stream)).toBe(stream);
    expect(Object.getOwnPropertyNames(stream)).toEqual([]);
    await stream.return();
  });
});

test('below a span that is not sampled the trace goes on', () => {
  enableContext();
  trace.setGlobalTracerProvider(new TracerProvider({ sampler: new TraceIdRatioBasedSampler(0) }));
  const parent = {
    traceId: '0af7651916cd43dd8448eb211c80319c',
    spanId: 'b7ad6b7169203331',
    traceFlags: TraceFlags.NONE,
  };
  context.with(trace.setSpanContext(ROOT_CONTEXT, parent), () => {
    retrieval({}, () => {
      const active = trace.getSpanContext(context.active());
      expect(active?.traceId).toBe(parent.traceId);
      expect(active?.spanId).not.toBe(parent.spanId);
      return [untouchable];
    });
  });
});

describe('with an SDK at fault', () => {
  const throwing = (hook: string): void => {
    const processor = {
      onStart: () => undefined,
      onEnd: () => undefined,
      forceFlush: async () => undefined,
      shutdown: async () => undefined,
    };
    trace.setGlobalTracerProvider(
      new TracerProvider({
        spanProcessors: [
          {
            ...processor,
            [hook]: () => {
              throw new Error(hook);
            },
          },
        ],
      }),
    );
  };
  test.each(['onStart', 'onEnd', 'onEnding'])(
    'a processor that throws in %s never reaches the application',
    async (hook) => {
      throwing(hook);
      expect(retrieval({}, () => ['a'])).toEqual(['a']);
      expect(await generation({ messages: 'Q' }, async () => 'A')).toBe('A');
      expect(assembly({}, () => 'p')).toBe('p');
      expect(run({}, () => 1)).toBe(1);
      const failure = new Error('own');
      expect(() =>
        generation({}, () => {
          throw failure;
        }),
      ).toThrow(failure);
    },
  );
});
