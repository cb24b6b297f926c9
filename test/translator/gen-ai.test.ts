/** OpenTelemetry GenAI in all its generations. */
import { describe, expect, test } from 'vitest';
import type { Attributes, SpanRecord } from '../../src/model/span.js';
import {
  C1,
  C2,
  CONTEXT,
  event,
  itemTexts,
  json,
  listOf,
  log,
  modelOf,
  sentTexts,
  text,
  translate,
} from './support.js';

const chat = (attributes: Attributes, more: Partial<SpanRecord> = {}) =>
  translate({ 'gen_ai.operation.name': 'chat', ...attributes }, more);
const SYSTEM = 'Answer from the context.';
const ANSWER = 'The refund window is 30 days.';
const user = { role: 'user', parts: [text(CONTEXT)] };
const answer = { role: 'assistant', parts: [text(ANSWER)], finish_reason: 'stop' };

describe('what was sent and what came back, whatever carried it', () => {
  const carriers: Record<string, [Attributes, Partial<SpanRecord>]> = {
    'JSON strings': [
      {
        'gen_ai.system_instructions': json([text(SYSTEM)]),
        'gen_ai.input.messages': json([user]),
        'gen_ai.output.messages': json([answer]),
      },
      {},
    ],
    'structured values': [
      {
        'gen_ai.system_instructions': [text(SYSTEM)],
        'gen_ai.input.messages': [user],
        'gen_ai.output.messages': [answer],
      },
      {},
    ],
    'instructions as plain text': [
      {
        'gen_ai.system_instructions': SYSTEM,
        'gen_ai.input.messages': json([user]),
        'gen_ai.output.messages': json([answer]),
      },
      {},
    ],
    'flattened messages': [
      {
        'gen_ai.system_instructions': SYSTEM,
        'gen_ai.input.messages.0.role': 'user',
        'gen_ai.input.messages.0.parts.0.type': 'text',
        'gen_ai.input.messages.0.parts.0.content': CONTEXT,
        'gen_ai.output.messages.0.role': 'assistant',
        'gen_ai.output.messages.0.parts.0.content': ANSWER,
        'gen_ai.output.messages.0.finish_reason': 'stop',
      },
      {},
    ],
    'one operation.details record': [
      {},
      {
        events: [
          event('gen_ai.client.inference.operation.details', {
            'gen_ai.system_instructions': [text(SYSTEM)],
            'gen_ai.input.messages': [user],
            'gen_ai.output.messages': [answer],
          }),
        ],
      },
    ],
    'operation.details records apart for input and each output item': [
      { 'gen_ai.system_instructions': SYSTEM },
      {
        events: [
          event('gen_ai.client.inference.operation.details', { 'gen_ai.input.messages': json([user]) }),
          event('gen_ai.client.inference.operation.details', {
            'gen_ai.output.messages': json([{ role: 'assistant', parts: [{ type: 'reasoning', content: 'hm' }] }]),
          }),
          event('gen_ai.client.inference.operation.details', { 'gen_ai.output.messages': json([answer]) }),
        ],
      },
    ],
    'log records of 1.36': [
      {},
      {
        events: [
          log('gen_ai.system.message', { content: SYSTEM }),
          log('gen_ai.user.message', { content: CONTEXT }),
          log('gen_ai.choice', { index: 0, finish_reason: 'stop', message: { content: ANSWER } }),
          log('gen_ai.choice', { index: 1, finish_reason: 'length', message: { content: 'another' } }),
        ],
      },
    ],
    'span events of 1.36': [
      {},
      {
        events: [
          event('gen_ai.system.message', { content: SYSTEM, role: 'system' }),
          event('gen_ai.user.message', { 'gen_ai.event.content': json({ content: CONTEXT }) }),
          event('gen_ai.choice', {
            index: 0,
            finish_reason: 'stop',
            message: json({ role: 'assistant', content: ANSWER }),
          }),
        ],
      },
    ],
    'deprecated attributes with messages': [
      {
        'gen_ai.prompt': json([
          { role: 'system', content: SYSTEM },
          { role: 'user', content: CONTEXT },
        ]),
        'gen_ai.completion': json([{ role: 'assistant', content: ANSWER, finish_reason: 'stop' }]),
      },
      {},
    ],
    'deprecated span events': [
      {},
      {
        events: [
          event('gen_ai.content.prompt', {
            'gen_ai.prompt': json([
              { role: 'system', content: SYSTEM },
              { role: 'user', content: CONTEXT },
            ]),
          }),
          event('gen_ai.content.completion', {
            'gen_ai.completion': json([{ role: 'assistant', content: ANSWER, finish_reason: 'stop' }]),
          }),
        ],
      },
    ],
    'indexed prompt and completion': [
      {
        'gen_ai.prompt.0.role': 'system',
        'gen_ai.prompt.0.content': SYSTEM,
        'gen_ai.prompt.1.role': 'user',
        'gen_ai.prompt.1.content': CONTEXT,
        'gen_ai.prompt.name': 'refunds',
        'gen_ai.completion.0.role': 'assistant',
        'gen_ai.completion.0.content': ANSWER,
        'gen_ai.completion.0.finish_reason': 'stop',
      },
      {},
    ],
    'a request and a response in JSON': [
      {
        'gen_ai.prompt': json({
          model: 'm',
          instructions: SYSTEM,
          input: [{ role: 'user', content: [{ type: 'input_text', text: CONTEXT }] }],
        }),
        'gen_ai.completion': json({
          choices: [{ index: 0, message: { role: 'assistant', content: ANSWER }, finish_reason: 'stop' }],
        }),
      },
      {},
    ],
  };

  test.each(Object.entries(carriers))('%s', (_name, [attributes, more]) => {
    const facts = chat(attributes, more);
    expect(sentTexts(facts)).toEqual([`system: ${SYSTEM}`, `user: ${CONTEXT}`]);
    expect(modelOf(facts)).toMatchObject({
      contextLossy: false,
      outputLossy: false,
      finishReasons: ['stop'],
      output: { text: { text: ANSWER, lossy: false } },
    });
  });

  test.each(Object.entries(carriers))('%s, without an operation name', (_name, [attributes, more]) => {
    const facts = translate({ 'gen_ai.request.model': 'm', ...attributes }, more);
    expect(facts.kind).toBe('model');
    expect(sentTexts(facts)).toHaveLength(2);
  });
});

describe('parts of a message', () => {
  const parts = (...list: unknown[]) =>
    modelOf(chat({ 'gen_ai.input.messages': json([{ role: 'user', parts: list }]) })).messages?.[0]?.parts;

  test('media, reasoning and tool calls take their place and give no text', () => {
    const read = parts(
      text('before'),
      { type: 'blob', mime_type: 'image/png', data: 'AAAA' },
      { type: 'uri', uri: 'https://x.test/a' },
      { type: 'file', file_id: 'f' },
      { type: 'reasoning', content: 'secret' },
      text('after'),
    );
    expect(read?.map((part) => [part.kind, ...part.leaves])).toEqual([
      ['text', 'before'],
      ['other'],
      ['other'],
      ['other'],
      ['other'],
      ['text', 'after'],
    ]);
  });

  test('a structured tool result gives its string leaves, keys in UTF-8 byte order', () => {
    const response = {
      z: 'last',
      a: [{ url: 'https://x.test', content: C1 }, 7, null],
      '\u{1f600}': 'emoji',
      '\uffee': 'wide',
    };
    const [part] = parts({ type: 'tool_call_response', id: 'call_1', response }) ?? [];
    expect(part).toMatchObject({
      kind: 'tool_result',
      toolCallId: 'call_1',
      value: response,
      leaves: [C1, 'https://x.test', 'last', 'wide', 'emoji'],
    });
  });

  test('`result` is read like `response`, a string stays one leaf', () => {
    expect(parts({ type: 'tool_call_response', result: '{"a":"b"}' })?.[0]).toMatchObject({
      kind: 'tool_result',
      leaves: ['{"a":"b"}'],
      value: '{"a":"b"}',
    });
  });

  test('a part of no known kind gives the text it holds', () => {
    expect(
      parts({ type: 'citation_text', content: 'quoted' }, { type: 'x', id: 'n', nested: { deep: 'leaf' } })?.map(
        (part) => part.leaves,
      ),
    ).toEqual([['quoted'], ['leaf']]);
  });

  test('a tool result carries the name of the call it answers', () => {
    const facts = chat({
      'gen_ai.input.messages': json([
        { role: 'assistant', parts: [{ type: 'tool_call', id: 'c', name: 'search', arguments: { q: 'x' } }] },
        { role: 'tool', parts: [{ type: 'tool_call_response', id: 'c', response: 'found' }] },
      ]),
    });
    expect(modelOf(facts).messages?.[1]?.parts[0]).toMatchObject({
      kind: 'tool_result',
      toolName: 'search',
      toolCallId: 'c',
    });
  });

  test('leaves deeper than 64 levels are not read', () => {
    let deep: unknown = 'too deep';
    for (let level = 0; level < 70; level += 1) deep = [deep];
    expect(parts({ type: 'tool_call_response', response: { a: 'kept', deep } })?.[0]?.leaves).toEqual(['kept']);
  });
});

describe('messages that were logged without text, and messages whose text was not logged', () => {
  test.each([
    ['no parts', [{ role: 'user', parts: [] }]],
    ['an empty text', [{ role: 'user', parts: [text('')] }]],
    ['an empty content', [{ role: 'user', content: '' }]],
    ['no messages', []],
  ])('%s: an empty context', (_name, messages) => {
    const call = modelOf(chat({ 'gen_ai.input.messages': json(messages) }));
    expect(call.messages).toHaveLength(messages.length);
    expect(call.contextLossy).toBe(false);
  });

  test.each<[string, Attributes, Partial<SpanRecord>]>([
    [
      'text parts without their text',
      { 'gen_ai.input.messages': json([{ role: 'user', parts: [{ type: 'text' }] }]) },
      {},
    ],
    [
      '1.36 events without content',
      {},
      {
        events: [
          log('gen_ai.user.message', {}),
          log('gen_ai.choice', { index: 0, finish_reason: 'stop', message: {} }),
        ],
      },
    ],
    ['system instructions alone', { 'gen_ai.system_instructions': SYSTEM }, {}],
    [
      'a reference to an upload',
      { 'gen_ai.input.messages_ref': 's3://bucket/a', 'gen_ai.output.messages_ref': 's3://bucket/b' },
      {},
    ],
    ['a number', { 'gen_ai.input.messages': 7, 'gen_ai.output.messages': 7 }, {}],
  ])('%s: unlogged', (_name, attributes, more) => {
    const call = modelOf(chat(attributes, more));
    expect(call.messages).toBeUndefined();
    expect(call.contextLossy).toBe(false);
    expect(call.outputLossy).toBe(false);
    expect(call.output?.text).toBeUndefined();
  });
});

describe('output', () => {
  const output = (...parts: unknown[]) =>
    modelOf(chat({ 'gen_ai.output.messages': json([{ role: 'assistant', parts }]) })).output;

  test('text parts of the first choice, joined as they are', () => {
    const call = modelOf(
      chat({
        'gen_ai.output.messages': json([
          { role: 'assistant', parts: [text('30 '), text('days.')] },
          { role: 'assistant', parts: [text('14 days.')] },
        ]),
      }),
    );
    expect(call.output?.text?.text).toBe('30 days.');
  });

  test('a leading item without text is followed by the message', () => {
    const call = modelOf(
      chat({
        'gen_ai.output.messages': json([{ role: 'assistant', parts: [{ type: 'reasoning', content: 'x' }] }, answer]),
      }),
    );
    expect(call.output?.text?.text).toBe(ANSWER);
  });

  test.each([
    ['reasoning parts', [{ type: 'reasoning', content: 'It is 14 days?' }, text(ANSWER)]],
    ['a leading <think> block', [text(`\n<think>It is 14 days?</think>${ANSWER}`)]],
  ])('%s are not output', (_name, parts) => {
    expect(output(...parts)?.text?.text).toBe(ANSWER);
  });

  test('reasoning that never ended leaves nothing', () => {
    expect(output(text('<think>It is'))?.text?.text).toBe('');
  });

  test('a <think> further on is text', () => {
    expect(output(text('The tag <think>a</think> is HTML-like.'))?.text?.text).toBe(
      'The tag <think>a</think> is HTML-like.',
    );
  });

  test.each([
    ['as a structure', { city: 'Bonn', n: 1 }],
    ['as JSON', '{"city":"Bonn","n":1}'],
  ])('without text, tool calls give the leaves of their arguments, %s', (_name, args) => {
    expect(output({ type: 'tool_call', id: 'c', name: 'look_up', arguments: args })).toEqual({
      toolCalls: [{ id: 'c', name: 'look_up', argumentLeaves: ['Bonn'] }],
    });
  });

  test('empty text beside tool calls is no text', () => {
    expect(output(text(''), { type: 'tool_call', name: 'f', arguments: '{}' })?.text).toBeUndefined();
  });

  test.each<[string, Attributes, readonly string[]]>([
    ['an array', { 'gen_ai.response.finish_reasons': ['STOP', 'length'] }, ['stop']],
    ['JSON in a string', { 'gen_ai.response.finish_reasons': '["length"]' }, ['length']],
    ['words joined by commas', { 'gen_ai.response.finish_reasons': 'content_filter,stop' }, ['content_filter']],
    ['one word', { 'gen_ai.response.finish_reason': 'aborted' }, ['aborted']],
    ['an undefined in an array', { 'gen_ai.response.finish_reasons': [null] }, []],
    ['an empty array', { 'gen_ai.response.finish_reasons': [] }, []],
  ])('finish reasons: %s', (_name, attributes, expected) => {
    expect(modelOf(chat(attributes)).finishReasons).toEqual(expected);
  });
});

describe('tokens, pins and ids', () => {
  test.each<[Attributes, object]>([
    [
      {
        'gen_ai.usage.input_tokens': 5,
        'gen_ai.usage.cache_read.input_tokens': 2,
        'gen_ai.usage.cache_creation.input_tokens': 1,
      },
      { input: 5, cacheRead: 2, cacheCreation: 1 },
    ],
    [
      {
        'gen_ai.usage.prompt_tokens': '5',
        'gen_ai.usage.cache_read_input_tokens': 2n,
        'gen_ai.usage.cache_creation_input_tokens': 1,
      },
      { input: 5, cacheRead: 2, cacheCreation: 1 },
    ],
    [
      { 'llm.usage.prompt_tokens': 5, 'gen_ai.usage.details.cached_tokens': 2 },
      { input: 5, cacheRead: 2 },
    ],
    [{ 'gen_ai.usage.input_tokens': -1, 'gen_ai.usage.cached_tokens': Number.NaN }, {}],
  ])('usage %o', (attributes, expected) => {
    expect(modelOf(chat(attributes)).usage).toEqual(expected);
  });

  test('request parameters are pins under the names of the pins', () => {
    const call = modelOf(
      chat({
        'gen_ai.request.model': 'm',
        'gen_ai.request.temperature': 0.2,
        'gen_ai.request.top_k': 40,
        'gen_ai.request.top_p': Number.NaN,
        'gen_ai.request.max_tokens': 256,
        'gen_ai.request.seed': 9007199254740993n,
        'gen_ai.request.stop_sequences': ['END'],
        'gen_ai.request.frequency_penalty': 0,
        'gen_ai.request.presence_penalty': null,
      }),
    );
    expect(call.pins).toEqual({
      model: 'm',
      temperature: 0.2,
      sampling_top_k: 40,
      max_tokens: 256,
      seed: '9007199254740993',
      stop: ['END'],
      frequency_penalty: 0,
    });
  });

  test.each(['', 'undefined', 'null', 'None'])('a response id %j is missing', (id) => {
    expect(modelOf(chat({ 'gen_ai.response.id': id })).responseId).toBeUndefined();
  });
});

describe('a context that the provider holds', () => {
  test.each<[string, Attributes]>([
    ['an earlier response', { 'gen_ai.openai.request.previous_response_id': 'resp_1' }],
    ['a conversation of the provider', { 'gen_ai.conversation.id': 'conv_689f' }],
    ['hosted file search', { 'gen_ai.tool.definitions': json([{ type: 'file_search', vector_store_ids: ['v'] }]) }],
    [
      'hosted web search that ran',
      {
        'gen_ai.output.messages': json([
          { role: 'assistant', parts: [{ type: 'server_tool_call', name: 'web_search' }, text('x')] },
        ]),
      },
    ],
    [
      'an item by reference',
      {
        'gen_ai.prompt': json({
          input: [
            { type: 'item_reference', id: 'msg_1' },
            { role: 'user', content: 'x' },
          ],
        }),
      },
    ],
    ['our own flag', { 'ragspan.context.partial': true }],
  ])('%s', (_name, attributes) => {
    expect(modelOf(chat(attributes)).providerHeld).toBe(true);
  });

  test.each<[string, Attributes]>([
    ['a conversation id that only groups turns', { 'gen_ai.conversation.id': 'session-7' }],
    ['tools of the application', { 'gen_ai.tool.definitions': json([{ type: 'function', name: 'file_search' }]) }],
    ['a missing earlier response', { 'gen_ai.request.previous_response_id': '' }],
  ])('not: %s', (_name, attributes) => {
    expect(modelOf(chat(attributes)).providerHeld).toBe(false);
  });
});

describe('what a span is', () => {
  test.each([
    ['chat', 'model'],
    ['text_completion', 'model'],
    ['generate_content', 'model'],
    ['retrieval', 'retrieval'],
    ['rerank', 'rerank'],
    ['embeddings', 'embedding'],
    ['execute_tool', 'tool'],
    ['invoke_agent', 'other'],
    ['agent_step', 'other'],
    ['create_agent', 'other'],
  ])('operation %s is %s', (operation, kind) => {
    expect(translate({ 'gen_ai.operation.name': operation, 'gen_ai.request.model': 'm' }).kind).toBe(kind);
  });

  test.each<[string, Attributes, string]>([
    ['an old embedding', { 'llm.request.type': 'embedding', 'gen_ai.request.model': 'm' }, 'embedding'],
    ['an old chat', { 'llm.request.type': 'chat', 'gen_ai.prompt.0.content': 'x' }, 'model'],
    ['an agent', { 'gen_ai.agent.name': 'a', 'gen_ai.request.model': 'm' }, 'other'],
    ['a tool', { 'gen_ai.tool.name': 't' }, 'tool'],
    ['documents', { 'gen_ai.retrieval.documents': '[]' }, 'retrieval'],
    ['an evaluation', { 'gen_ai.evaluation.name': 'x' }, 'other'],
  ])('without an operation: %s', (_name, attributes, kind) => {
    expect(translate(attributes).kind).toBe(kind);
  });

  test('an agent asks what the user said last and answers with all that was said', () => {
    const facts = translate({
      'gen_ai.operation.name': 'invoke_agent',
      'gen_ai.input.messages': json([
        { role: 'user', parts: [text('Hi')] },
        { role: 'assistant', parts: [text('Hello')] },
        { role: 'user', parts: [text('Where is it?')] },
      ]),
      'gen_ai.output.messages': json([
        { role: 'assistant', parts: [text('One moment.'), { type: 'tool_call', name: 'f' }] },
        { role: 'tool', parts: [{ type: 'tool_call_response', response: 'r' }] },
        { role: 'assistant', parts: [text('Here.')] },
      ]),
    });
    expect(facts.input?.text).toBe('Where is it?');
    expect(facts.output?.text).toBe('One moment.\nHere.');
    expect(facts.model).toBeUndefined();
  });
});

describe('retrieval', () => {
  const retrieval = (attributes: Attributes, more: Partial<SpanRecord> = {}) =>
    translate({ 'gen_ai.operation.name': 'retrieval', ...attributes }, more);

  test('k is what was requested, in either spelling', () => {
    expect(listOf(retrieval({ 'gen_ai.retrieval.top_k': 3, 'gen_ai.request.top_k': 5 })).topK).toBe(3);
    expect(listOf(retrieval({ 'gen_ai.request.top_k': '5' })).topK).toBe(5);
    expect(listOf(retrieval({ 'gen_ai.retrieval.top_k': 0 })).topK).toBeUndefined();
  });

  test.each([
    ['content', { id: 'x', content: C1 }],
    ['text', { id: 'x', text: C1 }],
    ['page_content', { id: 'x', page_content: C1 }],
    ['pageContent', { id: 'x', pageContent: C1 }],
    ['a node', { node: { id_: 'x', text: C1 }, score: 1 }],
    [
      'a serialized document',
      {
        lc: 1,
        type: 'constructor',
        id: ['langchain_core', 'documents', 'Document'],
        kwargs: { id: 'x', pageContent: C1 },
      },
    ],
    ['a document and its score', [{ id: 'x', pageContent: C1 }, 1]],
    ['parts', { id: 'x', content: [{ text: C1 }] }],
  ])('documents by %s', (_name, document) => {
    const [item] = listOf(retrieval({ 'gen_ai.retrieval.documents': json([document]) })).items ?? [];
    expect(item).toMatchObject({ id: 'x', text: C1, lossy: false });
  });

  test('structured and flattened documents read alike', () => {
    expect(itemTexts(retrieval({ 'gen_ai.retrieval.documents': [{ content: C1 }, { content: C2 }] }))).toEqual([
      C1,
      C2,
    ]);
    expect(
      itemTexts(retrieval({ 'gen_ai.retrieval.documents.0.content': C1, 'gen_ai.retrieval.documents.1.content': C2 })),
    ).toEqual([C1, C2]);
  });

  test('documents without text are items without digest', () => {
    expect(listOf(retrieval({ 'gen_ai.retrieval.documents': json([{ id: 'a', score: 0.5 }]) })).items).toEqual([
      { id: 'a', score: 0.5, lossy: false, invalid: false },
    ]);
  });

  test('URLs beside the text are kept for the audit', () => {
    const [item] =
      listOf(
        retrieval({
          'gen_ai.retrieval.documents': json([
            { content: 'see https://in.text/', metadata: { source: 'https://x.test/a.' }, url: 'https://y.test' },
          ]),
        }),
      ).items ?? [];
    expect(item?.urls).toEqual(['https://x.test/a', 'https://y.test']);
  });

  test('a rerank of the AI SDK is the documents in the order of the ranking', () => {
    const facts = translate({
      'gen_ai.operation.name': 'rerank',
      'ai.documents': [json(C1), json(C2)],
      'ai.ranking': [json({ index: 1, relevanceScore: 0.9 }), json({ index: 7, relevanceScore: 0.1 })],
    });
    expect(listOf(facts)).toMatchObject({
      stage: 'rerank',
      items: [{ text: C2, score: 0.9 }, { lossy: true }],
      inputs: [{ text: C1 }, { text: C2 }],
    });
  });
});

test('an event that lost attributes makes what was read lossy', () => {
  const facts = chat(
    {},
    { events: [event('gen_ai.client.inference.operation.details', { 'gen_ai.input.messages': [user] }, 1)] },
  );
  expect(modelOf(facts).contextLossy).toBe(true);
});
