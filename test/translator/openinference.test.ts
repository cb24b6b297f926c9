/** OpenInference: flattened keys, and the JSON of requests and responses beside them. */
import { describe, expect, test } from 'vitest';
import type { Attributes, SpanRecord } from '../../src/model/span.js';
import {
  C1,
  C2,
  C3,
  CONTEXT,
  hash,
  itemTexts,
  json,
  listOf,
  modelOf,
  sentTexts,
  translate,
  translateFile,
} from './support.js';

const llm = (attributes: Attributes, more: Partial<SpanRecord> = {}) =>
  translate({ 'openinference.span.kind': 'LLM', ...attributes }, more);
const blob = (request: unknown, response?: unknown): Attributes => ({
  'input.value': json(request),
  'input.mime_type': 'application/json',
  ...(response === undefined ? {} : { 'output.value': json(response), 'output.mime_type': 'application/json' }),
});
const SYSTEM = 'Answer from the context.';
const ANSWER = 'The refund window is 30 days.';
const flattened = {
  'llm.input_messages.0.message.role': 'user',
  'llm.input_messages.0.message.content': 'flattened',
  'llm.output_messages.0.message.role': 'assistant',
  'llm.output_messages.0.message.content': 'flattened answer',
};
const lc = (name: string, kwargs: object) => ({
  lc: 1,
  type: 'constructor',
  id: ['langchain_core', 'messages', name],
  kwargs,
});

describe('requests and responses in JSON', () => {
  const clients: Record<string, [unknown, unknown]> = {
    'OpenAI chat': [
      {
        model: 'm',
        messages: [
          { role: 'system', content: SYSTEM },
          {
            role: 'user',
            content: [
              { type: 'text', text: CONTEXT },
              { type: 'image_url', image_url: { url: 'data:image/png;base64,AAAA' } },
            ],
          },
        ],
      },
      {
        id: 'chatcmpl-1',
        choices: [{ index: 0, finish_reason: 'stop', message: { role: 'assistant', content: ANSWER } }],
      },
    ],
    'OpenAI Responses': [
      { model: 'm', instructions: SYSTEM, input: [{ role: 'user', content: [{ type: 'input_text', text: CONTEXT }] }] },
      {
        id: 'resp_1',
        object: 'response',
        status: 'completed',
        output: [
          { type: 'reasoning', summary: [] },
          { type: 'message', role: 'assistant', content: [{ type: 'output_text', text: ANSWER }] },
        ],
      },
    ],
    'OpenAI Responses with a plain input': [
      { model: 'm', instructions: SYSTEM, input: CONTEXT },
      {
        id: 'resp_1',
        object: 'response',
        output: [{ type: 'message', role: 'assistant', content: [{ type: 'output_text', text: ANSWER }] }],
      },
    ],
    Anthropic: [
      {
        model: 'm',
        system: [{ type: 'text', text: SYSTEM, cache_control: { type: 'ephemeral' } }],
        messages: [{ role: 'user', content: CONTEXT }],
      },
      {
        id: 'msg_1',
        role: 'assistant',
        content: [
          { type: 'thinking', thinking: 'hm' },
          { type: 'text', text: ANSWER },
        ],
        stop_reason: 'end_turn',
      },
    ],
    Gemini: [
      {
        model: 'm',
        config: { systemInstruction: { parts: [{ text: SYSTEM }] } },
        contents: [
          { role: 'user', parts: [{ text: CONTEXT }, { inlineData: { data: 'AAAA', mimeType: 'image/png' } }] },
        ],
      },
      {
        responseId: 'g1',
        candidates: [
          {
            content: { role: 'model', parts: [{ text: 'hm', thought: true }, { text: ANSWER }] },
            finishReason: 'STOP',
          },
        ],
      },
    ],
    Bedrock: [
      { modelId: 'm', system: [{ text: SYSTEM }], messages: [{ role: 'user', content: [{ text: CONTEXT }] }] },
      { output: { message: { role: 'assistant', content: [{ text: ANSWER }] } }, stopReason: 'end_turn' },
    ],
    LangChain: [
      {
        messages: [
          [
            lc('SystemMessage', { content: SYSTEM }),
            lc('HumanMessage', { content: [{ type: 'text', text: CONTEXT }] }),
          ],
        ],
      },
      {
        generations: [
          [
            {
              text: ANSWER,
              message: lc('AIMessage', {
                content: ANSWER,
                id: 'run-1',
                response_metadata: { id: 'chatcmpl-1', finish_reason: 'stop' },
              }),
            },
          ],
        ],
      },
    ],
    'LangChain in Python': [
      {
        messages: [
          [
            { type: 'system', data: { content: SYSTEM } },
            { type: 'human', data: { content: CONTEXT } },
          ],
        ],
      },
      {
        generations: [
          [
            {
              text: ANSWER,
              generation_info: { finish_reason: 'stop' },
              message: { type: 'ai', data: { content: ANSWER } },
            },
          ],
        ],
      },
    ],
    Ollama: [
      {
        model: 'm',
        messages: [
          { role: 'system', content: SYSTEM },
          { role: 'user', content: CONTEXT, images: ['AAAA'] },
        ],
      },
      { model: 'm', message: { role: 'assistant', content: ANSWER }, done_reason: 'stop' },
    ],
  };

  test.each(Object.entries(clients))('%s: believed before the flattened keys', (_name, [request, response]) => {
    for (const keys of [{}, flattened]) {
      const facts = llm({ ...keys, ...blob(request, response) });
      expect(sentTexts(facts)).toEqual([`system: ${SYSTEM}`, `user: ${CONTEXT}`]);
      expect(modelOf(facts)).toMatchObject({
        contextLossy: false,
        outputLossy: false,
        output: { text: { text: ANSWER, lossy: false } },
      });
    }
  });

  test('ids of responses are found, those that LangChain makes up are not', () => {
    expect(modelOf(llm(blob({ messages: [] }, clients['OpenAI chat']?.[1]))).responseId).toBe('chatcmpl-1');
    expect(modelOf(llm(blob({ messages: [] }, clients.LangChain?.[1]))).responseId).toBe('chatcmpl-1');
    expect(
      modelOf(
        llm(
          blob(
            { messages: [] },
            { generations: [[{ text: 'x', message: lc('AIMessage', { content: 'x', id: 'run-7' }) }]] },
          ),
        ),
      ).responseId,
    ).toBeUndefined();
  });

  test('renderings of messages as strings give way to the flattened keys, and stand in for them', () => {
    const strings = blob({ messages: [[`System: ${SYSTEM}`, `Human: ${CONTEXT}`]] });
    expect(sentTexts(llm({ ...strings, ...flattened }))).toEqual(['user: flattened']);
    expect(sentTexts(llm(strings))).toEqual([`user: System: ${SYSTEM}`, `user: Human: ${CONTEXT}`]);
    expect(
      sentTexts(
        llm(
          blob({
            messages: [
              ['system', SYSTEM],
              ['human', CONTEXT],
            ],
          }),
        ),
      ),
    ).toEqual([`system: ${SYSTEM}`, `user: ${CONTEXT}`]);
  });

  test('tool calls and tool results of a request keep their names', () => {
    const facts = llm(
      blob({
        messages: [
          {
            role: 'assistant',
            content: null,
            tool_calls: [{ id: 'c', type: 'function', function: { name: 'search', arguments: '{"q":"x"}' } }],
          },
          { role: 'tool', tool_call_id: 'c', content: `{"text":"${C1}"}` },
        ],
      }),
    );
    expect(modelOf(facts).messages).toEqual([
      { role: 'assistant', parts: [{ kind: 'other', leaves: [], lossy: false }] },
      {
        role: 'tool',
        parts: [
          {
            kind: 'tool_result',
            leaves: [`{"text":"${C1}"}`],
            value: `{"text":"${C1}"}`,
            lossy: false,
            toolCallId: 'c',
            toolName: 'search',
          },
        ],
      },
    ]);
  });

  test('documents in an Anthropic request are text that was sent', () => {
    const facts = llm(
      blob({
        messages: [
          {
            role: 'user',
            content: [
              { type: 'document', source: { type: 'text', media_type: 'text/plain', data: C1 } },
              { type: 'search_result', source: 'u', content: [{ type: 'text', text: C2 }] },
              { type: 'tool_result', tool_use_id: 't', content: [{ type: 'text', text: C3 }] },
            ],
          },
        ],
      }),
    );
    expect(sentTexts(facts)).toEqual([`user: ${C1}`, `user: ${C2}`, `user: ${C3}`]);
  });

  test.each([
    ['previous_response_id', { previous_response_id: 'resp_0' }],
    ['a conversation', { conversation: { id: 'conv_1' } }],
    ['hosted file search', { tools: [{ type: 'file_search', vector_store_ids: ['v'] }] }],
    ['hosted web search of Anthropic', { tools: [{ type: 'web_search_20250305', name: 'web_search' }] }],
    ['Google search', { tools: [{ googleSearch: {} }] }],
  ])('%s: part of the context is with the provider', (_name, more) => {
    expect(modelOf(llm(blob({ input: 'and in days?', ...more }))).providerHeld).toBe(true);
    expect(modelOf(llm({ ...flattened, 'llm.invocation_parameters': json(more) })).providerHeld).toBe(true);
  });

  test('an answer that is JSON itself is not taken for a response', () => {
    const answer = json({ text: 'inner', content: 'x' });
    const facts = llm({ 'output.value': answer, 'llm.output_messages.0.message.content': answer });
    expect(modelOf(facts).output?.text?.text).toBe(answer);
    expect(modelOf(llm({ 'output.value': json({ answer: '30 days' }) })).output?.text?.text).toBe(
      '{"answer":"30 days"}',
    );
  });

  test('incomplete responses say so', () => {
    expect(
      modelOf(
        llm(
          blob(
            {},
            {
              object: 'response',
              status: 'incomplete',
              incomplete_details: { reason: 'max_output_tokens' },
              output: [],
            },
          ),
        ),
      ).finishReasons,
    ).toEqual(['incomplete']);
    expect(modelOf(llm(blob({}, { choices: [{ text: '30', finish_reason: 'length' }] }))).finishReasons).toEqual([
      'length',
    ]);
  });
});

describe('flattened keys', () => {
  test('are read where the JSON is cut, whole as they are', () => {
    const facts = llm({
      ...flattened,
      'input.value': '{"messages":[{"role":"user","content":"cut',
      'output.value': '{"choices":[{"message":{"content":"cut',
    });
    expect(sentTexts(facts)).toEqual(['user: flattened']);
    expect(modelOf(facts)).toMatchObject({
      contextLossy: false,
      outputLossy: false,
      output: { text: { text: 'flattened answer', lossy: false } },
    });
  });

  test('a role without text beside a cut request says nothing', () => {
    const facts = llm({ 'llm.input_messages.0.message.role': 'user', 'input.value': '{"messages":[[' });
    expect(modelOf(facts)).toMatchObject({ contextLossy: true });
    expect(modelOf(facts).messages).toBeUndefined();
  });

  test('a role without text and without a request is an empty context', () => {
    const call = modelOf(llm({ 'llm.input_messages.0.message.role': 'user' }));
    expect(call).toMatchObject({ contextLossy: false, messages: [{ role: 'user', parts: [] }] });
  });

  test('a missing index keeps its place and makes the messages lossy', () => {
    const facts = llm({ 'llm.input_messages.1.message.role': 'user', 'llm.input_messages.1.message.content': C1 });
    expect(sentTexts(facts)).toEqual([`user: ${C1}`]);
    expect(modelOf(facts).contextLossy).toBe(true);
  });

  test('prompts and choices of completion models', () => {
    const facts = llm({ 'llm.prompts.0.prompt.text': CONTEXT, 'llm.choices.0.completion.text': ANSWER });
    expect(sentTexts(facts)).toEqual([`user: ${CONTEXT}`]);
    expect(modelOf(facts).output?.text?.text).toBe(ANSWER);
  });

  test('tool calls and a tool message', () => {
    const facts = llm({
      'llm.input_messages.0.message.role': 'assistant',
      'llm.input_messages.0.message.tool_calls.0.tool_call.id': 'c',
      'llm.input_messages.0.message.tool_calls.0.tool_call.function.name': 'search',
      'llm.input_messages.0.message.tool_calls.0.tool_call.function.arguments': '{"q":"x"}',
      'llm.input_messages.1.message.role': 'tool',
      'llm.input_messages.1.message.tool_call_id': 'c',
      'llm.input_messages.1.message.content': C1,
      'llm.output_messages.0.message.role': 'assistant',
      'llm.output_messages.0.message.tool_calls.0.tool_call.function.name': 'answer',
      'llm.output_messages.0.message.tool_calls.0.tool_call.function.arguments': '{"text":"30 days"}',
    });
    expect(modelOf(facts).messages?.[1]?.parts[0]).toMatchObject({
      kind: 'tool_result',
      toolName: 'search',
      leaves: [C1],
    });
    expect(modelOf(facts).output).toEqual({ toolCalls: [{ name: 'answer', argumentLeaves: ['30 days'] }] });
  });

  test('plain text in input.value and output.value of a model call', () => {
    const facts = llm({ 'input.value': CONTEXT, 'output.value': ANSWER });
    expect(sentTexts(facts)).toEqual([`user: ${CONTEXT}`]);
    expect(modelOf(facts).output?.text?.text).toBe(ANSWER);
  });
});

test('parameters, usage and the prompt template are pins and numbers', () => {
  const call = modelOf(
    llm({
      'llm.model_name': 'm-2026-01',
      'llm.invocation_parameters': json({ model: 'm', max_completion_tokens: 9, stop: 'END', top_k: 4 }),
      'llm.prompt_template.template': 'Say {x}',
      'llm.prompt_template.version': 'v2',
      'llm.token_count.prompt': 12,
      'llm.token_count.prompt_details.cache_read': 4,
      'llm.token_count.prompt_details.cache_write': 3,
      'llm.system': 'Anthropic',
    }),
  );
  expect(call).toMatchObject({
    provider: 'anthropic',
    model: 'm',
    usage: { input: 12, cacheRead: 4, cacheCreation: 3 },
  });
  expect(call.pins).toEqual({
    model: 'm',
    max_tokens: 9,
    stop: ['END'],
    sampling_top_k: 4,
    template_sha256: hash.sha256('Say {x}'),
    template_version: 'v2',
  });
});

describe('redaction', () => {
  test('hidden inputs and outputs are a loss, the retrieval beside them is not', () => {
    const call = modelOf(llm({ 'input.value': '__REDACTED__', 'output.value': '__REDACTED__' }));
    expect(call).toMatchObject({ contextLossy: true, outputLossy: true });
    expect(call.messages).toBeUndefined();
    expect(call.output).toBeUndefined();
  });

  test('hidden message texts are lossy where they stand', () => {
    const call = modelOf(
      llm({
        'llm.input_messages.0.message.role': 'user',
        'llm.input_messages.0.message.content': '__REDACTED__',
        'input.value': '__REDACTED__',
      }),
    );
    expect(call.messages?.[0]?.parts[0]).toMatchObject({ lossy: true });
  });

  test('a redacted question is none', () => {
    expect(translate({ 'openinference.span.kind': 'CHAIN', 'input.value': '__REDACTED__' }).input).toBeUndefined();
  });
});

describe('retrievers', () => {
  const retriever = (attributes: Attributes) => translate({ 'openinference.span.kind': 'RETRIEVER', ...attributes });
  const keys = (texts: readonly string[]): Attributes =>
    Object.fromEntries(texts.map((chunk, index) => [`retrieval.documents.${index}.document.content`, chunk]));

  test('the documents of output.value are believed before the flattened ones, and have the ids', () => {
    const facts = retriever({
      ...keys([C1]),
      'output.value': json({
        documents: [
          { pageContent: C1, metadata: { source: 'https://x.test' }, id: 'a' },
          { pageContent: C2, id: '' },
        ],
      }),
    });
    expect(listOf(facts).items).toMatchObject([{ text: C1, id: 'a', urls: ['https://x.test'] }, { text: C2 }]);
  });

  test('what only the flattened keys have completes them', () => {
    const facts = retriever({
      ...keys([C1]),
      'retrieval.documents.0.document.score': 0.5,
      'output.value': json([{ pageContent: C1, id: 'a' }]),
    });
    expect(listOf(facts).items).toMatchObject([{ text: C1, id: 'a', score: 0.5 }]);
  });

  test('flattened documents stand in for a cut output.value', () => {
    const facts = retriever({ ...keys([C1, C2]), 'output.value': '{"documents":[{"pageContent":"cut' });
    expect(itemTexts(facts)).toEqual([C1, C2]);
    expect(listOf(facts).lossy).toBe(false);
  });

  test('a cut output.value alone gives the documents before the cut, in a lossy list', () => {
    const facts = retriever({ 'output.value': `{"documents":[{"pageContent":${json(C1)}},{"pageContent":"Items ov` });
    expect(itemTexts(facts)).toEqual([C1, 'Items ov']);
    expect(listOf(facts)).toMatchObject({ lossy: true, items: [{ lossy: false }, { lossy: true }] });
  });

  test.each(['{"documents":[]}', '[]'])('%s is an explicit empty list', (value) => {
    expect(listOf(retriever({ 'output.value': value })).items).toEqual([]);
  });

  test('text in output.value is no list', () => {
    expect(listOf(retriever({ 'output.value': 'No documents.' })).items).toBeUndefined();
  });

  test('k and query stand in the arguments of some retrievers', () => {
    expect(listOf(retriever({ 'input.value': json({ query: 'refund?', top_k: 7, filters: null }) }))).toMatchObject({
      query: 'refund?',
      topK: 7,
    });
  });

  test('a reranker hands on its output documents; its inputs stand apart', () => {
    const facts = translate({
      'openinference.span.kind': 'RERANKER',
      'reranker.query': 'refund?',
      'reranker.top_k': 1,
      'reranker.input_documents.0.document.content': C2,
      'reranker.input_documents.1.document.content': C1,
      'reranker.output_documents.0.document.content': C1,
      'reranker.output_documents.0.document.id': 12,
    });
    expect(facts.kind).toBe('rerank');
    expect(listOf(facts)).toMatchObject({
      stage: 'rerank',
      query: 'refund?',
      topK: 1,
      items: [{ text: C1, id: '12' }],
      inputs: [{ text: C2 }, { text: C1 }],
    });
  });

  test('places written instead of documents lead back to the inputs', () => {
    const facts = translate({
      'openinference.span.kind': 'RERANKER',
      'reranker.input_documents.0.document.content': json(C2),
      'reranker.input_documents.1.document.content': json(C1),
      'reranker.output_documents.0.document.content': json({ index: 1, relevanceScore: 0.9 }),
      'reranker.output_documents.1.document.content': json({ index: 9, relevanceScore: 0.9 }),
    });
    expect(listOf(facts).items).toMatchObject([{ text: C1, score: 0.9 }, { lossy: true }]);
  });
});

describe('chains', () => {
  test('log their input and output as they stand, JSON included', () => {
    const facts = translate({
      'openinference.span.kind': 'CHAIN',
      'input.value': '{"question":"Where?"}',
      'output.value': 'Here.',
    });
    expect(facts).toMatchObject({
      kind: 'other',
      input: { text: '{"question":"Where?"}', lossy: false },
      output: { text: 'Here.', lossy: false },
    });
  });

  test('a cut one is lossy', () => {
    expect(translate({ 'openinference.span.kind': 'CHAIN', 'input.value': '{"question":"Wh' }).input).toEqual({
      text: '{"question":"Wh',
      lossy: true,
    });
  });

  test.each(['CHAIN', 'AGENT', 'GUARDRAIL', 'EVALUATOR', 'PROMPT', 'whatever'])('%s may be a root', (kind) => {
    expect(translate({ 'openinference.span.kind': kind }).kind).toBe('other');
  });
});

test('flattened text in a file proves no cut by its end, JSON does', () => {
  const ends = (attributes: Attributes) =>
    modelOf(translateFile({ 'openinference.span.kind': 'LLM', ...attributes })).messages?.[0]?.parts[0]?.endUnproven;
  expect(ends({ 'llm.input_messages.0.message.content': C1 })).toBe(true);
  expect(ends(blob({ messages: [{ role: 'user', content: C1 }] }))).toBeUndefined();
  expect(
    modelOf(llm({ 'llm.input_messages.0.message.content': C1 })).messages?.[0]?.parts[0]?.endUnproven,
  ).toBeUndefined();
});
