import { context, propagation, ROOT_CONTEXT, trace } from '@opentelemetry/api';
import { describe, expect, test } from 'vitest';
import { assembly, generation, retrieval, run } from '../../src/instrumentation/index.js';
import { codeCase, codeCaseFile } from '../../src/model/code-case.js';
import { setCaptureSwitch } from '../../src/model/capture-switch.js';
import { exportedText, privateText, recordSpans } from './support.js';

const recorded = recordSpans();
const idOf = (name: string): unknown => recorded.named(name).attributes['ragspan.run.id'];

describe('a run', () => {
  test('is the span over its hand-offs, under one id', async () => {
    const answer = await run(
      { name: 'refund', id: 'run-7', input: 'Where?', attributes: { 'app.intent': 'refund' } },
      async () => {
        const hits = await retrieval({}, async () => ['a']);
        const messages = assembly({ chunks: hits }, () => [{ role: 'user', content: hits[0] }]);
        return generation({ messages }, async () => 'It is pending.');
      },
    );
    expect(answer).toBe('It is pending.');
    const root = recorded.named('run refund');
    for (const name of ['retrieval', 'assembly', 'chat']) {
      expect(recorded.named(name).parentSpanContext?.spanId).toBe(root.spanContext().spanId);
      // Inherited: an id of their own would make each of them a root.
      expect(idOf(name)).toBeUndefined();
    }
    expect(root.attributes).toEqual({ 'ragspan.run.id': 'run-7', 'app.intent': 'refund' });
    expect(privateText(root, 'ragspan.input')).toBe('Where?');
    expect(privateText(root, 'ragspan.output')).toBe('It is pending.');
    expect(exportedText(root)).not.toContain('pending');
  });

  test('has an id of its own when none is given', () => {
    run({ name: 'a' }, (log) => expect(log.id).toHaveLength(36));
    run({ name: 'b' }, () => undefined);
    expect(idOf('run a')).not.toBe(idOf('run b'));
  });

  test('inside another keeps its own id', () => {
    run({ name: 'outer', id: 'o' }, () => {
      run({ name: 'inner', id: 'i' }, () => retrieval({ source: 'inner' }, () => []));
      retrieval({ source: 'outer' }, () => []);
    });
    expect(['run inner', 'run outer'].map(idOf)).toEqual(['i', 'o']);
  });

  test('travels in W3C baggage to the next service', async () => {
    const headers: Record<string, string> = {};
    run({ id: 'run-8' }, () => propagation.inject(context.active(), headers));
    expect(headers['baggage']).toBe('ragspan.run.id=run-8');
    recorded.exporter.reset();
    context.with(propagation.extract(ROOT_CONTEXT, headers), () => retrieval({}, () => []));
    expect(idOf('retrieval')).toBe('run-8');
  });

  test('keeps the baggage of the application', () => {
    const baggage = propagation.createBaggage({ tenant: { value: 't' } });
    context.with(propagation.setBaggage(context.active(), baggage), () => {
      run({}, () => expect(propagation.getActiveBaggage()?.getEntry('tenant')?.value).toBe('t'));
    });
  });

  test('carries a case of its own, in the shape of the case file', () => {
    const own = {
      need: { line: 'refund PENDING', line_is: 'correct' as const },
      expect: { must: ['PENDING'], case_sensitive: true },
    };
    run({ case: own }, () => undefined);
    expect(codeCase(recorded.named('run'))).toEqual(own);
    expect(JSON.parse(codeCaseFile(own))).toEqual({
      version: '1',
      cases: [{ id: 'in-code', ...own, expect: { must: ['PENDING'], case_sensitive: 'true' } }],
    });
    expect(exportedText(recorded.named('run'))).not.toContain('PENDING');
  });

  test('ends when the stream it returns ends, with what the user got as its output', async () => {
    const stream = run({}, () =>
      generation({ messages: 'Q' }, async function* () {
        yield 'It is ';
        yield 'pending.';
      }),
    );
    expect(recorded.spans()).toHaveLength(0);
    const texts: string[] = [];
    for await (const text of stream) texts.push(text);
    expect(texts).toEqual(['It is ', 'pending.']);
    expect(recorded.spans().map((span) => span.name)).toEqual(['chat', 'run']);
    expect(privateText(recorded.named('run'), 'ragspan.output')).toBe('It is pending.');
  });

  test('keeps what an async generator does below it, however late that is', async () => {
    const stream = run({ id: 'late' }, async function* () {
      const hits = await retrieval({}, async () => ['a']);
      yield* generation({ messages: hits[0] }, async function* () {
        yield 'text';
      });
    });
    await new Promise((resolve) => setTimeout(resolve, 1));
    for await (const _text of stream);
    const { spanId } = recorded.named('run').spanContext();
    expect(recorded.named('retrieval').parentSpanContext?.spanId).toBe(spanId);
    expect(recorded.named('chat').parentSpanContext?.spanId).toBe(spanId);
    expect(recorded.spans().at(-1)?.name).toBe('run');
  });

  test('passes errors on', async () => {
    const failure = new Error('no');
    await expect(run({}, () => Promise.reject(failure))).rejects.toBe(failure);
    expect(recorded.named('run').attributes['error.type']).toBe('Error');
  });

  test('shows its question and answer only with content capture', () => {
    setCaptureSwitch({ content: true });
    run({ input: 'Where?' }, (log) => log.output('There.'));
    expect(recorded.named('run').attributes).toMatchObject({ 'ragspan.input': 'Where?', 'ragspan.output': 'There.' });
  });
});

test('a context given by hand is where the span hangs', async () => {
  const root = trace.getTracer('app').startSpan('request');
  const within = trace.setSpan(ROOT_CONTEXT, root);
  retrieval({ context: within }, () => []);
  assembly({ context: within }, () => '');
  generation({ context: within, messages: 'Q' }, () => 'A');
  for (const name of ['retrieval', 'assembly', 'chat'])
    expect(recorded.named(name).parentSpanContext?.spanId).toBe(root.spanContext().spanId);
});

test('a `context` of another kind belongs to the client', () => {
  const request = { messages: 'Q', context: { user: 7 } } as never;
  expect(generation(request, () => 'A')).toBe('A');
  expect(recorded.named('chat').attributes).toHaveProperty('ragspan.output.sha256');
});
