import { EventEmitter } from 'node:events';
import { Readable } from 'node:stream';
import { context, SpanStatusCode, trace } from '@opentelemetry/api';
import { describe, expect, test } from 'vitest';
import { generation, markRefusal } from '../../src/instrumentation/index.js';
import { outputOf, recordSpans, toolCallsOf } from './support.js';

const recorded = recordSpans();
const messages = [{ role: 'user', content: 'Q' }];
const finish = (): unknown => recorded.named('chat').attributes['gen_ai.response.finish_reasons'];
const output = (): string | undefined => outputOf(recorded.named('chat'));
const isOpen = (): boolean => recorded.spans().length === 0;

const chatChunks = [
  {
    id: 'c1',
    model: 'm',
    choices: [{ index: 0, delta: { role: 'assistant', content: 'It is ' }, finish_reason: null }],
  },
  {
    id: 'c1',
    model: 'm',
    choices: [
      { index: 1, delta: { content: 'other' }, finish_reason: null },
      { index: 0, delta: { content: 'pending.' }, finish_reason: null },
    ],
  },
  { id: 'c1', model: 'm', choices: [{ index: 0, delta: {}, finish_reason: 'stop' }] },
  { id: 'c1', model: 'm', choices: [], usage: { prompt_tokens: 9, completion_tokens: 3 } },
];

async function* gen<T>(items: readonly T[], fail?: Error): AsyncGenerator<T, void, undefined> {
  for (const item of items) yield item;
  if (fail !== undefined) throw fail;
}

/** The stream class of the OpenAI and Anthropic clients, in small. */
class ClientStream<T> {
  controller = new AbortController();
  constructor(private iterator: () => AsyncIterator<T>) {}
  [Symbol.asyncIterator](): AsyncIterator<T> {
    return this.iterator();
  }
  tee(): [ClientStream<T>, ClientStream<T>] {
    const iterator = this.iterator();
    const [left, right]: Promise<IteratorResult<T>>[][] = [[], []];
    const branch = (queue: Promise<IteratorResult<T>>[] = []): AsyncIterator<T> => ({
      next: () => {
        if (queue.length === 0) {
          const result = iterator.next();
          left?.push(result);
          right?.push(result);
        }
        return queue.shift() as Promise<IteratorResult<T>>;
      },
    });
    return [new ClientStream(() => branch(left)), new ClientStream(() => branch(right))];
  }
}

async function drain<T>(stream: AsyncIterable<T>): Promise<T[]> {
  const items: T[] = [];
  for await (const item of stream) items.push(item);
  return items;
}

describe('an async generator', () => {
  test('is handed back itself, and its end ends the record', async () => {
    const stream = gen(chatChunks);
    const returned = generation({ messages }, () => stream);
    expect(returned).toBe(stream);
    expect(isOpen()).toBe(true);
    expect(await drain(returned)).toEqual(chatChunks);
    expect(output()).toBe('It is pending.');
    expect(finish()).toEqual(['stop']);
    expect(recorded.named('chat').attributes).toMatchObject({
      'gen_ai.response.id': 'c1',
      'gen_ai.usage.input_tokens': 9,
    });
  });

  test('is read at the pace of the application: nothing is pulled ahead', async () => {
    let pulled = 0;
    const stream = generation({ messages }, async function* () {
      for (const chunk of chatChunks) {
        pulled++;
        yield chunk;
      }
    });
    const iterator = stream[Symbol.asyncIterator]();
    await new Promise((resolve) => setTimeout(resolve, 5));
    expect(pulled).toBe(0);
    const first = await iterator.next();
    expect(first.value).toBe(chatChunks[0]);
    expect(pulled).toBe(1);
    await iterator.return?.(undefined);
    expect(pulled).toBe(1);
  });

  test('that is left early is recorded as aborted, with what was read', async () => {
    for await (const _chunk of generation({ messages }, () => gen(chatChunks))) break;
    expect(output()).toBe('It is ');
    expect(finish()).toEqual(['aborted']);
    expect(recorded.named('chat').status.code).toBe(SpanStatusCode.UNSET);
  });

  test('that is left after its finish reason is whole', async () => {
    let seen = 0;
    for await (const _chunk of generation({ messages }, () => gen(chatChunks))) if (++seen === 3) break;
    expect(output()).toBe('It is pending.');
    expect(finish()).toEqual(['stop']);
  });

  test('that fails midway keeps its error and its partial output', async () => {
    const failure = new Error('socket died');
    await expect(drain(generation({ messages }, () => gen(chatChunks.slice(0, 2), failure)))).rejects.toBe(failure);
    expect(output()).toBe('It is pending.');
    expect(finish()).toEqual(['error']);
    expect(recorded.named('chat').status.code).toBe(SpanStatusCode.ERROR);
  });

  test('whose protocol announces an end, and which ends without it, is incomplete', async () => {
    await drain(generation({ messages }, () => gen(chatChunks.slice(0, 2))));
    expect(finish()).toEqual(['incomplete']);
  });

  test('of texts has no finish reason, and is whole', async () => {
    await drain(generation({ messages }, () => gen(['It is ', 'pending.'])));
    expect(output()).toBe('It is pending.');
    expect(finish()).toBeUndefined();
  });

  test('of an own shape is read by textOf; without it nothing is guessed', async () => {
    const items = [{ token: 'It ' }, { token: 'is' }];
    await drain(generation({ messages, textOf: (item) => (item as { token: string }).token }, () => gen(items)));
    expect(output()).toBe('It is');
    recorded.exporter.reset();
    await drain(generation({ messages }, () => gen([{ text: 'It' }, { text: 'It is' }])));
    expect(output()).toBeUndefined();
    expect(recorded.warnings.join()).toContain('textOf');
  });

  test('takes throw() and what it returns as before', async () => {
    async function* own(): AsyncGenerator<string, number, string> {
      try {
        yield 'a';
      } catch {
        yield 'caught';
      }
      return 7;
    }
    const stream = generation({ messages }, () => own());
    expect(await stream.next('ignored')).toEqual({ done: false, value: 'a' });
    expect(await stream.throw(new Error('x'))).toEqual({ done: false, value: 'caught' });
    expect(await stream.next('')).toEqual({ done: true, value: 7 });
    expect(output()).toBe('acaught');
  });

  test('runs its body below the span, also after the handler returned', async () => {
    const stream = generation({ messages }, async function* () {
      yield 'a';
      trace.getTracer('app').startSpan('http request').end();
      yield 'b';
    });
    await new Promise((resolve) => setTimeout(resolve, 1));
    await drain(stream);
    expect(recorded.named('http request').parentSpanContext?.spanId).toBe(recorded.named('chat').spanContext().spanId);
  });
});

describe('a stream object of a client', () => {
  test('is handed back itself with everything it can', async () => {
    const stream = new ClientStream(() => gen(chatChunks));
    const returned = await generation({ messages }, async () => stream);
    expect(returned).toBe(stream);
    expect(returned).toBeInstanceOf(ClientStream);
    await drain(returned);
    expect(output()).toBe('It is pending.');
  });

  test('that is split is recorded once', async () => {
    const [left, right] = (await generation({ messages }, async () => new ClientStream(() => gen(chatChunks)))).tee();
    expect(await drain(left)).toHaveLength(4);
    expect(await drain(right)).toHaveLength(4);
    expect(output()).toBe('It is pending.');
  });

  test('that its own controller aborts ends as aborted', async () => {
    const stream = generation({ messages }, () => new ClientStream(() => gen(chatChunks)));
    const iterator = stream[Symbol.asyncIterator]();
    await iterator.next();
    stream.controller.abort();
    await new Promise((resolve) => setTimeout(resolve, 5));
    expect(output()).toBe('It is ');
    expect(finish()).toEqual(['aborted']);
  });

  test('that is frozen is handed back as a stand-in that behaves the same', async () => {
    const stream = Object.freeze(new ClientStream(() => gen(chatChunks)));
    const returned = generation({ messages }, () => stream);
    expect(returned).toBeInstanceOf(ClientStream);
    expect(await drain(returned)).toEqual(chatChunks);
    expect(output()).toBe('It is pending.');
  });

  test('with an iterator that has no return ends when the loop is left', async () => {
    let at = 0;
    const stream = {
      [Symbol.asyncIterator]: () => ({ next: async () => ({ done: false as const, value: chatChunks[at++] }) }),
    };
    for await (const _chunk of generation({ messages }, () => stream)) break;
    expect(finish()).toEqual(['aborted']);
  });

  test('can be marked as a refusal while it lasts', async () => {
    const stream = generation({ messages }, () => gen(['I cannot say.']));
    for await (const _text of stream) markRefusal(stream);
    expect(recorded.named('chat').attributes['ragspan.refused']).toBe(true);
  });

  test('that the signal of the request aborts ends as aborted', async () => {
    const controller = new AbortController();
    const stream = generation({ messages, signal: controller.signal }, () => gen(chatChunks));
    await stream.next();
    controller.abort();
    expect(finish()).toEqual(['aborted']);
    // What is read afterwards is the application's alone.
    expect((await stream.next()).value).toBe(chatChunks[1]);
    expect(recorded.spans()).toHaveLength(1);
  });
});

describe('a ReadableStream', () => {
  const web = (chunks: readonly unknown[] = chatChunks, pulls?: { count: number }): ReadableStream<unknown> => {
    const rest = [...chunks];
    return new ReadableStream(
      {
        pull(controller) {
          if (pulls !== undefined) pulls.count++;
          if (rest.length === 0) controller.close();
          else controller.enqueue(rest.shift());
        },
      },
      { highWaterMark: 0 },
    );
  };

  test('is handed back itself, and read by a reader, a loop, tee or pipes it is recorded once', async () => {
    const ways: ((stream: ReadableStream<unknown>) => Promise<unknown>)[] = [
      async (stream) => {
        const reader = stream.getReader();
        while (!(await reader.read()).done);
      },
      (stream) => drain(stream),
      async (stream) => drain(stream.values()),
      async (stream) => Promise.all(stream.tee().map((branch) => drain(branch))),
      async (stream) => drain(stream.pipeThrough(new TransformStream())),
      (stream) => stream.pipeTo(new WritableStream()),
      (stream) => drain(Readable.fromWeb(stream as never, { objectMode: true })),
    ];
    for (const way of ways) {
      recorded.exporter.reset();
      const stream = web();
      const returned = await generation({ messages }, async () => stream);
      expect(returned).toBe(stream);
      expect(returned).toBeInstanceOf(ReadableStream);
      await way(returned);
      expect(output()).toBe('It is pending.');
      expect(finish()).toEqual(['stop']);
    }
  });

  test('is not pulled before it is read', async () => {
    const pulls = { count: 0 };
    const stream = generation({ messages }, () => web(chatChunks, pulls));
    await new Promise((resolve) => setTimeout(resolve, 5));
    expect(pulls.count).toBe(0);
    const reader = stream.getReader();
    await reader.read();
    expect(pulls.count).toBe(1);
  });

  test('that is cancelled or left early ends as aborted', async () => {
    const ways: ((stream: ReadableStream<unknown>) => Promise<unknown>)[] = [
      (stream) => stream.cancel(),
      async (stream) => {
        for await (const _chunk of stream) break;
      },
      async (stream) => {
        const reader = stream.getReader();
        await reader.read();
        await reader.cancel('enough');
      },
      async (stream) => {
        const [left, right] = stream.tee();
        await Promise.all([left.cancel(), right.cancel()]);
      },
      async (stream) => {
        for await (const _chunk of stream.pipeThrough(new TransformStream())) break;
      },
    ];
    for (const way of ways) {
      recorded.exporter.reset();
      await way(generation({ messages }, () => web()));
      expect(finish()).toEqual(['aborted']);
    }
  });

  test('that fails passes its error on', async () => {
    const failure = new Error('socket died');
    const stream = new ReadableStream(
      {
        start(controller) {
          controller.enqueue('It is ');
        },
        pull(controller) {
          controller.error(failure);
        },
      },
      { highWaterMark: 0 },
    );
    await expect(drain(generation({ messages }, () => stream))).rejects.toBe(failure);
    expect(output()).toBe('It is ');
    expect(finish()).toEqual(['error']);
  });

  test('whose iteration takes a reader of its own is recorded once', async () => {
    /** LangChain's: the stream is its own iterator. */
    class IterableReadableStream extends ReadableStream<unknown> {
      #reader: ReadableStreamDefaultReader<unknown> | undefined;
      async next(): Promise<IteratorResult<unknown>> {
        this.#reader ??= this.getReader();
        const { done, value } = await this.#reader.read();
        return done ? { done, value: undefined } : { done, value };
      }
      override [Symbol.asyncIterator](): never {
        return this as never;
      }
    }
    /** The AI SDK's: iteration takes the reader at once. */
    const eager = web();
    Object.defineProperty(eager, Symbol.asyncIterator, {
      value(this: ReadableStream) {
        const reader = this.getReader();
        return { next: () => reader.read() };
      },
    });
    const lazy = new IterableReadableStream({
      start(controller) {
        for (const chunk of chatChunks) controller.enqueue(chunk);
        controller.close();
      },
    });
    for (const stream of [eager, lazy]) {
      recorded.exporter.reset();
      await drain(generation({ messages }, () => stream));
      expect(output()).toBe('It is pending.');
    }
  });

  test('of bytes is read as server-sent events or JSON lines, across any borders', async () => {
    const bodies = [
      `${chatChunks.map((chunk) => `data: ${JSON.stringify(chunk)}\n\n`).join('')}data: [DONE]\n\n`,
      `${chatChunks.map((chunk) => JSON.stringify(chunk)).join('\n')}\n`,
    ];
    for (const body of bodies) {
      recorded.exporter.reset();
      const bytes = new TextEncoder().encode(body.replace('pending.', 'päding 😀.'));
      const pieces = Array.from({ length: Math.ceil(bytes.length / 7) }, (_, index) =>
        bytes.slice(index * 7, index * 7 + 7),
      );
      await drain(generation({ messages }, () => web(pieces)) as ReadableStream<Uint8Array>);
      expect(output()).toBe('It is päding 😀.');
    }
  });

  test('of bytes of another kind is not guessed at', async () => {
    await drain(generation({ messages }, () => web([new TextEncoder().encode('0:"It is"\n')])));
    expect(output()).toBeUndefined();
  });
});

describe('streams that push', () => {
  test('a Node stream is recorded whichever way it is read', async () => {
    const ways: ((stream: Readable) => Promise<unknown>)[] = [
      (stream) => drain(stream),
      (stream) => new Promise((resolve) => stream.on('data', () => undefined).on('end', resolve)),
    ];
    for (const way of ways) {
      recorded.exporter.reset();
      const stream = Readable.from(chatChunks);
      expect(generation({ messages }, () => stream)).toBe(stream);
      await way(stream);
      expect(output()).toBe('It is pending.');
    }
  });

  test('a destroyed Node stream ends as aborted', async () => {
    const stream = generation({ messages }, () => Readable.from(chatChunks));
    stream.destroy();
    await new Promise((resolve) => stream.once('close', resolve));
    expect(finish()).toEqual(['aborted']);
  });

  test('a helper stream is recorded though nobody iterates it', () => {
    class MessageStream extends EventEmitter {
      aborted = false;
      errored = false;
      finalMessage(): void {}
    }
    const stream = new MessageStream();
    generation({ messages }, () => stream);
    const events = [
      { type: 'message_start', message: { id: 'msg_1', model: 'c', usage: { input_tokens: 3 } } },
      { type: 'content_block_start', index: 0, content_block: { type: 'text', text: '' } },
      { type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text: 'It is pending.' } },
      {
        type: 'content_block_start',
        index: 1,
        content_block: { type: 'tool_use', id: 'tu', name: 'lookup', input: {} },
      },
      { type: 'content_block_delta', index: 1, delta: { type: 'input_json_delta', partial_json: '{"order":' } },
      { type: 'content_block_delta', index: 1, delta: { type: 'input_json_delta', partial_json: '7}' } },
      { type: 'message_delta', delta: { stop_reason: 'tool_use' }, usage: { output_tokens: 9 } },
      { type: 'message_stop' },
    ];
    for (const event of events) stream.emit('streamEvent', event);
    stream.emit('end');
    expect(output()).toBe('It is pending.');
    expect(finish()).toEqual(['tool_use']);
    expect(toolCallsOf(recorded.named('chat'))).toEqual([
      { type: 'tool_call', id: 'tu', name: 'lookup', arguments: '{"order":7}' },
    ]);
    expect(stream.listenerCount('error')).toBe(0);
  });
});

describe('protocols', () => {
  const protocols: [string, unknown[], string][] = [
    [
      'OpenAI Responses',
      [
        { type: 'response.created', response: { id: 'resp_1' } },
        { type: 'response.output_text.delta', output_index: 0, delta: 'It is ' },
        { type: 'response.output_text.delta', output_index: 0, delta: 'pending.' },
        {
          type: 'response.completed',
          response: {
            id: 'resp_1',
            status: 'completed',
            model: 'm',
            usage: { input_tokens: 4, output_tokens: 2 },
            output: [],
          },
        },
      ],
      'stop',
    ],
    [
      'Anthropic',
      [
        { type: 'message_start', message: { id: 'm', usage: { input_tokens: 2 } } },
        { type: 'content_block_delta', index: 0, delta: { type: 'thinking_delta', thinking: 'hm' } },
        { type: 'content_block_delta', index: 1, delta: { type: 'text_delta', text: 'It is pending.' } },
        { type: 'message_delta', delta: { stop_reason: 'end_turn' } },
      ],
      'end_turn',
    ],
    [
      'AI SDK',
      [
        { type: 'start' },
        { type: 'start-step' },
        { type: 'reasoning-delta', text: 'hm' },
        { type: 'text-delta', id: '1', text: 'It is ' },
        { type: 'text-delta', id: '1', text: 'pending.' },
        { type: 'finish-step', finishReason: 'stop', response: { id: 'r', modelId: 'm' }, usage: { inputTokens: 3 } },
        { type: 'finish', finishReason: 'stop' },
      ],
      'stop',
    ],
    [
      'AI SDK 4',
      [
        { type: 'text-delta', textDelta: 'It is pending.' },
        { type: 'finish', finishReason: 'stop', usage: { promptTokens: 3 } },
      ],
      'stop',
    ],
    [
      'Gemini',
      [
        { candidates: [{ content: { parts: [{ text: 'It is ' }] } }] },
        { candidates: [{ content: { parts: [{ text: 'pending.' }] }, finishReason: 'STOP' }] },
      ],
      'stop',
    ],
    [
      'Bedrock',
      [
        { messageStart: { role: 'assistant' } },
        { contentBlockDelta: { delta: { text: 'It is pending.' }, contentBlockIndex: 0 } },
        { messageStop: { stopReason: 'end_turn' } },
        { metadata: { usage: { inputTokens: 3 } } },
      ],
      'end_turn',
    ],
    [
      'Ollama',
      [
        { message: { content: 'It is ' }, done: false },
        { message: { content: 'pending.' }, done: true, done_reason: 'stop', prompt_eval_count: 3 },
      ],
      'stop',
    ],
    [
      'Cohere',
      [
        { type: 'message-start', id: 'c' },
        { type: 'content-delta', delta: { message: { content: { text: 'It is pending.' } } } },
        { type: 'message-end', delta: { finish_reason: 'COMPLETE' } },
      ],
      'complete',
    ],
  ];
  test.each(protocols)('%s', async (_name, chunks, reason) => {
    await drain(generation({ messages }, () => gen(chunks)));
    expect(output()).toBe('It is pending.');
    expect(finish()).toEqual([reason]);
  });

  test('a tool call that arrives in pieces is put together', async () => {
    const delta = (call: object): object => ({
      choices: [{ index: 0, delta: { tool_calls: [call] }, finish_reason: null }],
    });
    await drain(
      generation({ messages }, () =>
        gen([
          delta({ index: 0, id: 'call_1', function: { name: 'lookup', arguments: '' } }),
          delta({ index: 0, function: { arguments: '{"order"' } }),
          delta({ index: 1, id: 'call_2', function: { name: 'other', arguments: '{}' } }),
          delta({ index: 0, function: { arguments: ':7}' } }),
          { choices: [{ index: 0, delta: {}, finish_reason: 'tool_calls' }] },
        ]),
      ),
    );
    expect(toolCallsOf(recorded.named('chat'))).toEqual([
      { type: 'tool_call', id: 'call_1', name: 'lookup', arguments: '{"order":7}' },
      { type: 'tool_call', id: 'call_2', name: 'other', arguments: '{}' },
    ]);
  });

  test('steps that ran tools inside leave the last answer, and a context that is not all there', async () => {
    await drain(
      generation({ messages }, () =>
        gen([
          { type: 'start-step' },
          { type: 'text-delta', text: 'Let me look.' },
          { type: 'tool-call', toolCallId: 't', toolName: 'lookup', input: { a: 1 } },
          { type: 'tool-result', toolCallId: 't', output: 'x' },
          { type: 'finish-step', finishReason: 'tool-calls' },
          { type: 'start-step' },
          { type: 'text-delta', text: 'It is pending.' },
          { type: 'finish-step', finishReason: 'stop' },
          { type: 'finish', finishReason: 'stop' },
        ]),
      ),
    );
    expect(output()).toBe('It is pending.');
    expect(toolCallsOf(recorded.named('chat'))).toEqual([]);
    expect(recorded.named('chat').attributes['ragspan.context.partial']).toBe(true);
  });

  test('an error that arrives as a chunk is an error', async () => {
    await drain(
      generation({ messages }, () =>
        gen([
          { type: 'text-delta', text: 'It' },
          { type: 'error', error: new TypeError('overloaded') },
        ]),
      ),
    );
    expect(recorded.named('chat').status.code).toBe(SpanStatusCode.ERROR);
    expect(recorded.named('chat').attributes['error.type']).toBe('TypeError');
    expect(finish()).toEqual(['error']);
  });

  test('chunks that cannot be read never reach the application as an error', async () => {
    const hostile = Object.defineProperty({}, 'choices', {
      get: () => {
        throw new Error('no');
      },
    });
    const items = [hostile, null, 5, undefined, { choices: 'no' }, ...chatChunks];
    expect(await drain(generation({ messages }, () => gen(items)))).toHaveLength(items.length);
    expect(output()).toBe('It is pending.');
  });
});

describe('results that hold streams', () => {
  const parts = [
    { type: 'start-step' },
    { type: 'text-delta', text: 'It is ' },
    { type: 'text-delta', text: 'pending.' },
    { type: 'finish-step', finishReason: 'stop' },
    { type: 'finish', finishReason: 'stop' },
  ];
  const web = <T>(items: readonly T[]): ReadableStream<T> =>
    new ReadableStream({
      start(controller) {
        for (const item of items) controller.enqueue(item);
        controller.close();
      },
    });

  /** `streamText` of the AI SDK: every view is a branch of one stream. */
  class StreamTextResult {
    baseStream = web(parts.map((part) => ({ part })));
    teeStream(): ReadableStream<{ part: (typeof parts)[number] }> {
      const [one, two] = this.baseStream.tee();
      this.baseStream = two;
      return one;
    }
    get fullStream(): ReadableStream<unknown> {
      return this.teeStream().pipeThrough(
        new TransformStream({ transform: ({ part }, controller) => controller.enqueue(part) }),
      );
    }
    get textStream(): ReadableStream<string> {
      return this.teeStream().pipeThrough(
        new TransformStream({
          transform: ({ part }, controller) => (part.text === undefined ? undefined : controller.enqueue(part.text)),
        }),
      );
    }
    get text(): Promise<string> {
      return drain(this.textStream).then((texts) => texts.join(''));
    }
  }

  test.each([
    ['textStream', (result: StreamTextResult) => drain(result.textStream)],
    ['fullStream', (result: StreamTextResult) => drain(result.fullStream)],
    ['text', (result: StreamTextResult) => result.text],
    ['both', (result: StreamTextResult) => Promise.all([drain(result.textStream), drain(result.fullStream)])],
  ])('the AI SDK, read by %s', async (_name, read) => {
    const result = new StreamTextResult();
    expect(generation({ messages }, () => result)).toBe(result);
    expect(isOpen()).toBe(true);
    await read(result);
    expect(output()).toBe('It is pending.');
    expect(finish()).toEqual(['stop']);
  });

  test('Bedrock, with its stream as a property', async () => {
    const result = await generation({ messages }, async () => ({
      $metadata: {},
      stream: gen([
        { messageStart: {} },
        { contentBlockDelta: { delta: { text: 'It is' } } },
        { messageStop: { stopReason: 'end_turn' } },
      ]),
    }));
    await drain(result.stream);
    expect(output()).toBe('It is');
  });

  test('views of a parsed object are no text', async () => {
    const result = { partialObjectStream: gen([{ answer: 'It' }, { answer: 'It is' }]) };
    await drain(generation({ messages }, () => result).partialObjectStream);
    expect(output()).toBeUndefined();
    expect(recorded.spans()).toHaveLength(1);
  });
});

test('a stream that nobody reads keeps its span open and holds nobody up', async () => {
  generation({ messages }, () => gen(chatChunks));
  await new Promise((resolve) => setTimeout(resolve, 5));
  expect(isOpen()).toBe(true);
});

test('spans started while a stream is read hang where the application stands, not below the call', async () => {
  const root = trace.getTracer('app').startSpan('request');
  await context.with(trace.setSpan(context.active(), root), async () => {
    for await (const _text of generation({ messages }, () => gen(['a'])))
      trace.getTracer('app').startSpan('render').end();
  });
  expect(recorded.named('render').parentSpanContext?.spanId).toBe(root.spanContext().spanId);
});
