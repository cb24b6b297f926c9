import { describe, expect, it } from 'vitest';
import { testMetrics, testProvider, type ReadableSpan, type SpanProcessor } from '../support/sdk.js';
import {
  assemble,
  C1,
  CHUNKS,
  generate,
  messages,
  OUTPUT,
  retrieve,
  run,
  SENT,
  start,
  testProcessor,
} from './support.js';

const labels = (span: ReadableSpan): unknown[] =>
  span.events
    .filter((event) => event.name === 'gen_ai.evaluation.result')
    .map((event) => event.attributes?.['gen_ai.evaluation.score.label']);

const nothing = {
  forceFlush: () => Promise.resolve(),
  shutdown: () => Promise.resolve(),
  onStart: () => undefined,
  onEnd: () => undefined,
};

describe('the order of processors (B1)', () => {
  it('does not matter beside an exporter: one event on the root, HOLD', async () => {
    for (const isFirst of [true, false]) {
      const { processor } = testProcessor();
      const { provider, tracer, spanNamed } = testProvider((batched) =>
        isFirst ? [processor, batched] : [batched, processor],
      );
      run(tracer);
      await provider.forceFlush();
      expect(labels(spanNamed('answer'))).toEqual(['HOLD']);
    }
  });

  it('judges what was there before a masker that comes after', async () => {
    const masker: SpanProcessor = {
      ...nothing,
      onEnding: (span) => {
        for (const key of Object.keys(span.attributes))
          if (key.startsWith('gen_ai.')) span.setAttribute(key, '[REDACTED]');
      },
    };
    for (let round = 0; round < 3; round += 1) {
      const { processor } = testProcessor();
      const { provider, tracer, spanNamed } = testProvider((batched) => [processor, masker, batched]);
      run(tracer);
      await provider.forceFlush();
      expect(labels(spanNamed('answer'))).toEqual(['HOLD']);
      expect(spanNamed('chat m1').attributes['gen_ai.input.messages']).toBe('[REDACTED]');
    }
  });
});

describe('a call that two instrumentations saw (B33)', () => {
  it('is one call: one H2, counted once', async () => {
    const metrics = testMetrics();
    const { processor } = testProcessor({ meterProvider: metrics.provider });
    const { provider, tracer, spanNamed } = testProvider((batched) => [processor, batched]);
    const sent = SENT.replace(C1, '');
    const root = start(tracer, 'answer', undefined, { 'input.value': 'How long?' });
    retrieve(tracer, root);
    const rollUp = start(tracer, 'agent', root, { 'gen_ai.operation.name': 'invoke_agent' });
    const framework = start(tracer, 'chat framework', rollUp, { 'gen_ai.operation.name': 'chat' });
    framework.setAttributes(messages(sent, OUTPUT));
    generate(tracer, framework, sent);
    framework.end();
    rollUp.end();
    root.end();
    await provider.forceFlush();
    expect(labels(spanNamed('answer'))).toEqual(['H2']);
    expect(await metrics.sum('ragspan.verdicts')).toBe(1);
    expect(await metrics.sum('ragspan.verdicts', { 'ragspan.verdict': 'H2' })).toBe(1);
  });
});

describe('references that the attribute limit dropped (B11)', () => {
  it('are lossy, never H2, and the verdict still reaches the exporter', async () => {
    const { processor } = testProcessor();
    const { provider, tracer, spanNamed } = testProvider((batched) => [processor, batched], {
      limits: { attributeCountLimit: 20 },
    });
    const root = start(tracer, 'answer', undefined, { 'input.value': 'How long?' });
    retrieve(tracer, root);
    const call = start(tracer, 'llm', root, { 'openinference.span.kind': 'LLM' });
    for (let i = 0; i < 64; i += 1) {
      call.setAttribute(`llm.input_messages.${i}.message.role`, 'user');
      call.setAttribute(`llm.input_messages.${i}.message.content`, i === 63 ? SENT : `turn ${i}`);
    }
    call.setAttribute('llm.output_messages.0.message.content', OUTPUT);
    call.end();
    root.end();
    await provider.forceFlush();
    expect(labels(spanNamed('answer'))).toEqual(['UNKNOWN']);
    expect(spanNamed('answer').attributes['ragspan.reason']).toBe('lossy_capture');
  });
});

describe('attributes of the wrong kind (B13)', () => {
  it('keep ranks, and lose only what was lost', async () => {
    const { processor } = testProcessor();
    const { provider, tracer, spanNamed } = testProvider((batched) => [processor, batched]);
    const root = start(tracer, 'answer', undefined, { 'input.value': 'How long?' });
    retrieve(tracer, root, CHUNKS, { 'gen_ai.retrieval.scores': [0.9, Number.NaN, 0.1] });
    assemble(tracer, root);
    const call = generate(tracer, root);
    call.setAttribute('gen_ai.response.finish_reasons', [undefined] as never);
    root.end();
    await provider.forceFlush();
    expect(labels(spanNamed('answer'))).toEqual(['HOLD']);
  });
});

describe('a NUL in the text (B15)', () => {
  it('is judged as it stands, and no string of ours holds one', async () => {
    const { processor } = testProcessor();
    const { provider, tracer, spanNamed } = testProvider((batched) => [processor, batched]);
    const nul = (text: string): string => text.replaceAll('30', '30\u0000');
    const root = start(tracer, 'answer', undefined, { 'input.value': 'How long?' });
    retrieve(tracer, root, CHUNKS.map(nul));
    generate(tracer, root, nul(SENT), 'It is 30 days, says 14 days\u0000.');
    root.end();
    await provider.forceFlush();
    const span = spanNamed('answer');
    expect(span.attributes['ragspan.verdict']).toBeDefined();
    const ours = [span.attributes, ...span.events.map((event) => event.attributes)];
    for (const attributes of ours) {
      for (const [key, value] of Object.entries(attributes ?? {}))
        if (key !== 'input.value') expect(String(value)).not.toContain('\u0000');
    }
  });
});
