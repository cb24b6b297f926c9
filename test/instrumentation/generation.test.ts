import { createHash } from 'node:crypto';
import { SpanStatusCode } from '@opentelemetry/api';
import { describe, expect, test } from 'vitest';
import { generation, markAnswer, markRefusal } from '../../src/instrumentation/index.js';
import { setCaptureSwitch } from '../../src/model/capture-switch.js';
import { exportedText, outputOf, privateText, recordSpans, toolCallsOf } from './support.js';

const recorded = recordSpans();
const sha = (text: string): string => createHash('sha256').update(text).digest('hex');
const messages = [
  { role: 'system', content: 'Be brief.' },
  { role: 'user', content: 'Where is my refund?' },
];

describe('a generation', () => {
  test('records request and response and returns the response itself', async () => {
    const response = {
      id: 'chatcmpl-1',
      model: 'gpt-x-2026',
      choices: [
        { index: 1, message: { content: 'second choice' }, finish_reason: 'stop' },
        { index: 0, message: { role: 'assistant', content: 'It is pending.' }, finish_reason: 'stop' },
      ],
      usage: { prompt_tokens: 12, completion_tokens: 4 },
    };
    const request = {
      model: 'gpt-x',
      messages,
      temperature: 0.2,
      max_tokens: 50,
      seed: 7,
      top_p: 0.9,
      stop: ['END'],
      frequency_penalty: 0.1,
      presence_penalty: 0.2,
    };
    const returned = await generation({ provider: 'openai', ...request }, async () => response);
    expect(returned).toBe(response);
    const span = recorded.named('chat gpt-x');
    expect(span.attributes).toEqual({
      'gen_ai.operation.name': 'chat',
      'gen_ai.provider.name': 'openai',
      'gen_ai.request.model': 'gpt-x',
      'gen_ai.request.temperature': 0.2,
      'gen_ai.request.max_tokens': 50,
      'gen_ai.request.seed': 7,
      'gen_ai.request.top_p': 0.9,
      'gen_ai.request.stop_sequences': ['END'],
      'gen_ai.request.frequency_penalty': 0.1,
      'gen_ai.request.presence_penalty': 0.2,
      'gen_ai.response.id': 'chatcmpl-1',
      'gen_ai.response.model': 'gpt-x-2026',
      'gen_ai.response.finish_reasons': ['stop'],
      'gen_ai.usage.input_tokens': 12,
      'gen_ai.usage.output_tokens': 4,
      'ragspan.context.sha256': sha('Be brief.\nWhere is my refund?'),
      'ragspan.context.bytes': 29,
      'ragspan.output.sha256': sha('It is pending.'),
      'ragspan.output.bytes': 14,
    });
    expect(outputOf(span)).toBe('It is pending.');
  });

  test('keeps text off the exported span unless content capture is on', () => {
    const call = (): string => generation({ messages: 'secret question' }, () => 'secret answer');
    call();
    expect(exportedText(recorded.named('chat'))).not.toContain('secret');
    recorded.exporter.reset();
    setCaptureSwitch({ content: true });
    call();
    const { attributes } = recorded.named('chat');
    expect(JSON.parse(String(attributes['gen_ai.input.messages']))).toEqual([
      { role: 'user', parts: [{ type: 'text', content: 'secret question' }] },
    ]);
    expect(JSON.parse(String(attributes['gen_ai.output.messages']))).toEqual([
      { role: 'assistant', parts: [{ type: 'text', content: 'secret answer' }] },
    ]);
  });

  test('takes what was sent at the moment of the call, whatever the application does with it later', () => {
    const history = [{ role: 'user', content: 'first' }];
    generation({ messages: history }, () => {
      history.push({ role: 'assistant', content: 'answer' });
      return 'answer';
    });
    expect(privateText(recorded.named('chat'), 'gen_ai.input.messages')).toEqual([
      { role: 'user', parts: [{ type: 'text', content: 'first' }] },
    ]);
  });

  test('without messages logs no context at all', () => {
    generation({ model: 'm' }, () => 'hi');
    expect(recorded.named('chat m').attributes).not.toHaveProperty('ragspan.context.sha256');
  });

  test('logs an empty context as one', () => {
    generation({ messages: [] }, () => 'hi');
    expect(recorded.named('chat').attributes).toMatchObject({
      'ragspan.context.sha256': sha(''),
      'ragspan.context.bytes': 0,
    });
  });

  test('that fails passes the error on, and claims no output', async () => {
    const failure = new Error('rate limited: secret');
    await expect(generation({ messages }, () => Promise.reject(failure))).rejects.toBe(failure);
    const span = recorded.named('chat');
    expect(span.status.code).toBe(SpanStatusCode.ERROR);
    expect(span.attributes).toMatchObject({ 'error.type': 'Error', 'gen_ai.response.finish_reasons': ['error'] });
    expect(span.attributes).not.toHaveProperty('ragspan.output.sha256');
    expect(exportedText(span)).not.toContain('secret');
  });

  test('leaves an unhandled rejection unhandled', async () => {
    const seen: unknown[] = [];
    const listener = (reason: unknown): void => void seen.push(reason);
    const before = process.listeners('unhandledRejection');
    process.removeAllListeners('unhandledRejection');
    process.on('unhandledRejection', listener);
    const failure = new Error('nobody looks');
    void generation({ messages }, () => Promise.reject(failure));
    await new Promise((resolve) => setTimeout(resolve, 10));
    process.off('unhandledRejection', listener);
    for (const one of before) process.on('unhandledRejection', one);
    expect(seen).toEqual([failure]);
  });

  test('that was aborted says so', async () => {
    const abort = new DOMException('This operation was aborted', 'AbortError');
    await expect(generation({ messages }, () => Promise.reject(abort))).rejects.toBe(abort);
    expect(recorded.named('chat').attributes['gen_ai.response.finish_reasons']).toEqual(['aborted']);
  });

  test('with a response of unknown shape logs no output, and says once what to give', () => {
    const response = { thoughts: 'hm' };
    expect(generation({ messages }, () => response)).toBe(response);
    expect(recorded.named('chat').attributes).not.toHaveProperty('ragspan.output.sha256');
    expect(recorded.warnings.join()).toContain('textOf');
  });

  test('does not choose between two texts', () => {
    generation({ messages }, () => ({ text: 'draft', answer: 'final' }));
    expect(recorded.named('chat').attributes).not.toHaveProperty('ragspan.output.sha256');
  });

  test('reads an own shape by textOf, or takes what the callback says', () => {
    generation({ messages, textOf: (value) => (value as { said: string }).said }, () => ({ said: 'own shape' }));
    generation({ messages, model: 'x' }, (log) => {
      log.output('said aloud');
      return undefined;
    });
    expect(outputOf(recorded.named('chat'))).toBe('own shape');
    expect(outputOf(recorded.named('chat x'))).toBe('said aloud');
  });

  test('logs what was really sent when the callback says it', () => {
    generation({ messages: 'as planned' }, (log) => {
      log.sent([{ role: 'user', content: 'as sent' }]);
      return 'ok';
    });
    expect(recorded.named('chat').attributes['ragspan.context.sha256']).toBe(sha('as sent'));
  });

  test('leaves reasoning out of the output', () => {
    generation({ messages }, () => '<think>30 or 14?</think>30 days.');
    expect(recorded.named('chat').attributes).toMatchObject({ 'ragspan.output.sha256': sha('30 days.') });
  });
});

describe('marks', () => {
  test('of answer, refusal and prompt limit, from the callback, the request or anywhere inside', async () => {
    generation({ messages, model: 'a', answer: true, promptLimit: 2048 }, (log) => {
      log.refused();
      return 'no';
    });
    await generation({ messages, model: 'b' }, async () => {
      await Promise.resolve();
      markAnswer();
      markRefusal();
      return 'no';
    });
    generation({ messages, model: 'c', isRefusal: (output) => output.startsWith('Sorry') }, () => 'Sorry, no.');
    const marks = { 'ragspan.answer': true, 'ragspan.refused': true };
    expect(recorded.named('chat a').attributes).toMatchObject({ ...marks, 'ragspan.engine.prompt_limit': 2048 });
    expect(recorded.named('chat b').attributes).toMatchObject(marks);
    expect(recorded.named('chat c').attributes).toMatchObject({ 'ragspan.refused': true });
  });

  test('that come too late or stand nowhere are a warning, never a throw', () => {
    const answer = generation({ messages }, () => ({ text: 'done' }));
    markRefusal(answer);
    markAnswer();
    expect(recorded.named('chat').attributes).not.toHaveProperty('ragspan.refused');
    expect(recorded.warnings).toHaveLength(2);
  });
});

describe('responses of clients', () => {
  const shapes: [string, unknown, Record<string, unknown>][] = [
    [
      'OpenAI Responses',
      {
        id: 'resp_1',
        object: 'response',
        model: 'm',
        status: 'completed',
        output: [
          { type: 'reasoning', summary: [] },
          {
            type: 'message',
            role: 'assistant',
            content: [
              { type: 'output_text', text: 'It is ' },
              { type: 'output_text', text: 'pending.' },
            ],
          },
        ],
        usage: { input_tokens: 9, output_tokens: 3 },
      },
      { 'gen_ai.response.id': 'resp_1', 'gen_ai.response.finish_reasons': ['stop'], 'gen_ai.usage.input_tokens': 9 },
    ],
    [
      'Anthropic',
      {
        id: 'msg_1',
        type: 'message',
        role: 'assistant',
        model: 'c',
        stop_reason: 'end_turn',
        content: [
          { type: 'thinking', thinking: 'hm' },
          { type: 'text', text: 'It is pending.' },
        ],
        usage: { input_tokens: 5, output_tokens: 3, cache_read_input_tokens: 900, cache_creation_input_tokens: 10 },
      },
      {
        'gen_ai.response.id': 'msg_1',
        'gen_ai.usage.cache_read.input_tokens': 900,
        'gen_ai.usage.cache_creation.input_tokens': 10,
      },
    ],
    [
      'AI SDK',
      {
        text: 'It is pending.',
        finishReason: 'stop',
        usage: { inputTokens: 4, outputTokens: 2 },
        response: { id: 'r', modelId: 'm' },
        toolCalls: [],
        steps: [{}],
      },
      { 'gen_ai.response.id': 'r' },
    ],
    [
      'Gemini',
      {
        candidates: [
          { content: { parts: [{ text: 'hm', thought: true }, { text: 'It is pending.' }] }, finishReason: 'STOP' },
        ],
        responseId: 'g',
        usageMetadata: { promptTokenCount: 3 },
      },
      { 'gen_ai.response.finish_reasons': ['stop'] },
    ],
    [
      'Bedrock',
      {
        output: { message: { role: 'assistant', content: [{ text: 'It is pending.' }] } },
        stopReason: 'end_turn',
        usage: { inputTokens: 3, outputTokens: 2 },
      },
      { 'gen_ai.usage.input_tokens': 3 },
    ],
    [
      'Ollama',
      {
        model: 'l',
        message: { role: 'assistant', content: 'It is pending.' },
        done: true,
        done_reason: 'stop',
        prompt_eval_count: 26,
      },
      { 'gen_ai.usage.input_tokens': 26 },
    ],
    [
      'Cohere',
      {
        id: 'c',
        finish_reason: 'COMPLETE',
        message: { role: 'assistant', content: [{ type: 'text', text: 'It is pending.' }] },
      },
      { 'gen_ai.response.finish_reasons': ['complete'] },
    ],
    [
      'LangChain',
      {
        content: 'It is pending.',
        id: 'run-1',
        response_metadata: { finish_reason: 'stop' },
        usage_metadata: { input_tokens: 8 },
      },
      { 'gen_ai.usage.input_tokens': 8 },
    ],
    [
      'a legacy completion',
      { id: 'cmpl', choices: [{ text: 'It is pending.', index: 0, finish_reason: 'stop' }] },
      { 'gen_ai.response.id': 'cmpl' },
    ],
    ['{ text }', { text: 'It is pending.' }, {}],
    ['a string', 'It is pending.', {}],
  ];
  test.each(shapes)('%s', (_name, response, attributes) => {
    expect(generation({ messages }, () => response)).toBe(response);
    const span = recorded.named('chat');
    expect(outputOf(span)).toBe('It is pending.');
    expect(span.attributes).toMatchObject(attributes);
  });

  test('turns that only call tools are recorded as such', () => {
    generation({ messages }, () => ({
      id: 'x',
      choices: [
        {
          index: 0,
          finish_reason: 'tool_calls',
          message: {
            content: null,
            tool_calls: [{ id: 'call_1', type: 'function', function: { name: 'lookup', arguments: '{"order":7}' } }],
          },
        },
      ],
    }));
    generation({ messages, model: 'claude' }, () => ({
      type: 'message',
      content: [{ type: 'tool_use', id: 'tu_1', name: 'lookup', input: { order: 7 } }],
      stop_reason: 'tool_use',
    }));
    expect(toolCallsOf(recorded.named('chat'))).toEqual([
      { type: 'tool_call', id: 'call_1', name: 'lookup', arguments: '{"order":7}' },
    ]);
    expect(toolCallsOf(recorded.named('chat claude'))).toEqual([
      { type: 'tool_call', id: 'tu_1', name: 'lookup', arguments: { order: 7 } },
    ]);
    expect(recorded.named('chat').attributes).not.toHaveProperty('ragspan.output.sha256');
  });

  test('a refusal in its own place is the output and a refusal', () => {
    generation({ messages }, () => ({
      id: 'x',
      choices: [{ index: 0, finish_reason: 'stop', message: { content: null, refusal: 'I will not say.' } }],
    }));
    expect(outputOf(recorded.named('chat'))).toBe('I will not say.');
    expect(recorded.named('chat').attributes['ragspan.refused']).toBe(true);
  });

  test('answers cut short keep their reason', () => {
    generation({ messages, model: 'a' }, () => ({
      object: 'response',
      output: [{ type: 'message', content: [{ type: 'output_text', text: 'It' }] }],
      status: 'incomplete',
      incomplete_details: { reason: 'max_output_tokens' },
    }));
    generation({ messages, model: 'b' }, () => ({
      type: 'message',
      content: [{ type: 'text', text: 'It' }],
      stop_reason: 'max_tokens',
    }));
    generation({ messages, model: 'c' }, () => ({
      candidates: [{ content: { parts: [{ text: 'It' }] }, finishReason: 'SAFETY' }],
    }));
    expect(
      ['a', 'b', 'c'].map((model) => recorded.named(`chat ${model}`).attributes['gen_ai.response.finish_reasons']),
    ).toEqual([['max_tokens'], ['max_tokens'], ['content_filter']]);
  });
});

describe('messages of clients', () => {
  const text = 'The refund window is 30 days.';
  const requests: [string, Record<string, unknown>, string][] = [
    ['a text', { prompt: text }, text],
    [
      'OpenAI chat',
      {
        messages: [
          { role: 'developer', content: 'Rules.' },
          { role: 'user', content: [{ type: 'text', text }] },
        ],
      },
      `Rules.\n${text}`,
    ],
    [
      'OpenAI Responses',
      { instructions: 'Rules.', input: [{ role: 'user', content: [{ type: 'input_text', text }] }] },
      `Rules.\n${text}`,
    ],
    [
      'Responses tool results',
      {
        input: [
          { role: 'user', content: 'Q' },
          { type: 'function_call', call_id: 'c', name: 'f', arguments: '{"a":"b"}' },
          { type: 'function_call_output', call_id: 'c', output: text },
        ],
      },
      `Q\n${text}`,
    ],
    [
      'Anthropic',
      {
        system: [{ type: 'text', text: 'Rules.', cache_control: {} }],
        messages: [
          {
            role: 'user',
            content: [
              { type: 'image', source: {} },
              { type: 'text', text },
            ],
          },
        ],
      },
      `Rules.\n${text}`,
    ],
    [
      'Anthropic tool results',
      {
        messages: [
          { role: 'user', content: [{ type: 'tool_result', tool_use_id: 't', content: [{ type: 'text', text }] }] },
        ],
      },
      text,
    ],
    [
      'Anthropic documents',
      {
        messages: [
          {
            role: 'user',
            content: [
              { type: 'document', source: { type: 'text', media_type: 'text/plain', data: text } },
              { type: 'text', text: 'Q' },
            ],
          },
        ],
      },
      `${text}\nQ`,
    ],
    [
      'Anthropic search results',
      {
        messages: [
          {
            role: 'user',
            content: [{ type: 'search_result', source: 'x', title: 'y', content: [{ type: 'text', text }] }],
          },
        ],
      },
      text,
    ],
    [
      'OpenAI tool results',
      {
        messages: [
          { role: 'assistant', content: null, tool_calls: [{ id: 'c', function: { name: 'f', arguments: '{}' } }] },
          { role: 'tool', tool_call_id: 'c', content: text },
        ],
      },
      text,
    ],
    [
      'AI SDK',
      {
        system: 'Rules.',
        messages: [
          {
            role: 'tool',
            content: [
              {
                type: 'tool-result',
                toolCallId: 'c',
                toolName: 'f',
                output: { type: 'json', value: { z: text, a: 'first' } },
              },
            ],
          },
        ],
      },
      `Rules.\nfirst\n${text}`,
    ],
    [
      'AI SDK 4',
      {
        messages: [{ role: 'tool', content: [{ type: 'tool-result', toolCallId: 'c', toolName: 'f', result: text }] }],
      },
      text,
    ],
    [
      'Gemini',
      {
        contents: [
          { role: 'user', parts: [{ text }] },
          { role: 'user', parts: [{ functionResponse: { name: 'f', response: { output: 'r' } } }] },
        ],
        config: { systemInstruction: 'Rules.' },
      },
      `Rules.\n${text}\nr`,
    ],
    [
      'Bedrock',
      {
        system: [{ text: 'Rules.' }],
        messages: [{ role: 'user', content: [{ toolResult: { toolUseId: 't', content: [{ text }] } }] }],
      },
      `Rules.\n${text}`,
    ],
    ['LangChain', { messages: [['system', 'Rules.'], { getType: () => 'human', content: text }] }, `Rules.\n${text}`],
    ['one after the other as texts', { messages: ['Rules.', text] }, `Rules.\n${text}`],
  ];
  test.each(requests)('%s', (_name, request, context) => {
    generation(request, () => 'ok');
    const { attributes } = recorded.named('chat');
    expect(attributes).toMatchObject({
      'ragspan.context.sha256': sha(context),
      'ragspan.context.bytes': Buffer.byteLength(context),
    });
    expect(attributes).not.toHaveProperty('ragspan.context.partial');
  });

  const partial: [string, Record<string, unknown>][] = [
    ['a provider-held history', { input: 'and in days?', previous_response_id: 'resp_0' }],
    ['a conversation', { input: 'Q', conversation: 'conv_1' }],
    ['hosted search', { input: 'Q', tools: [{ type: 'file_search', vector_store_ids: ['v'] }] }],
    ['Gemini grounding', { contents: 'Q', config: { tools: [{ googleSearch: {} }] } }],
    [
      'a referenced item',
      {
        input: [
          { type: 'item_reference', id: 'x' },
          { role: 'user', content: 'Q' },
        ],
      },
    ],
    [
      'a file by id',
      {
        input: [
          {
            role: 'user',
            content: [
              { type: 'input_file', file_id: 'f' },
              { type: 'input_text', text: 'Q' },
            ],
          },
        ],
      },
    ],
    [
      'a document of pages',
      { messages: [{ role: 'user', content: [{ type: 'document', source: { type: 'base64', data: 'JVBE' } }] }] },
    ],
    [
      'a part of unknown shape',
      { messages: [{ role: 'user', content: [{ type: 'hologram', beam: 'text in here' }] }] },
    ],
  ];
  test.each(partial)('%s makes the context partial: nothing is "not found" in it', (_name, request) => {
    generation(request, () => 'ok');
    expect(recorded.named('chat').attributes['ragspan.context.partial']).toBe(true);
  });

  test('tools of the application are no hosted search', () => {
    generation(
      {
        messages,
        tools: [
          { type: 'function', function: { name: 'search_docs' } },
          { name: 'web_search_mine', input_schema: {} },
        ],
      },
      () => 'ok',
    );
    expect(recorded.named('chat').attributes).not.toHaveProperty('ragspan.context.partial');
  });

  test('media is not copied', () => {
    const image = `data:image/png;base64,${'A'.repeat(1_200_000)}`;
    generation(
      {
        messages: [
          {
            role: 'user',
            content: [
              { type: 'image_url', image_url: { url: image } },
              { type: 'text', text },
            ],
          },
        ],
      },
      () => 'ok',
    );
    const sent = JSON.stringify(privateText(recorded.named('chat'), 'gen_ai.input.messages'));
    expect(sent.length).toBeLessThan(200);
  });

  const cycle: Record<string, unknown> = { name: 'cyclic' };
  cycle['self'] = cycle;
  const hostile: [string, unknown][] = [
    ['null', null],
    ['a number', 7],
    ['a cyclic tool result', [{ role: 'tool', tool_call_id: 'c', content: cycle }]],
    [
      'a getter that throws',
      [
        Object.defineProperty({}, 'role', {
          get: () => {
            throw new Error('no');
          },
        }),
      ],
    ],
    [
      'a proxy that throws',
      new Proxy([], {
        get: () => {
          throw new Error('no');
        },
      }),
    ],
    ['messages of nothing', [null, undefined, 3]],
    ['a bigint and a date in a result', [{ role: 'tool', content: { n: 10n, at: new Date(0), f: () => 1 } }]],
  ];
  test.each(hostile)('%s never throws', (_name, given) => {
    expect(generation({ messages: given }, () => 'ok')).toBe('ok');
    expect(recorded.spans()).toHaveLength(1);
  });

  test('a branching cycle ends', () => {
    const knot: Record<string, unknown> = {};
    for (let index = 0; index < 20; index++) knot[`k${index}`] = knot;
    generation({ messages: [{ role: 'tool', content: knot }] }, () => 'ok');
    expect(recorded.spans()).toHaveLength(1);
  });
});
