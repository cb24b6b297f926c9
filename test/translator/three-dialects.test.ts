/** One trace in the three dialects: what each of them can say, all say alike. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Attributes } from '../../src/model/span.js';
import { RAGSPAN } from '../../src/semconv.js';
import { C1, C2, C3, CONTEXT, hash, itemTexts, json, listOf, modelOf, sentTexts, text, translate } from './support.js';

interface Trace {
  readonly dialect: string;
  readonly root: Attributes;
  readonly retrieval: Attributes;
  readonly emptyRetrieval: Attributes;
  readonly unloggedRetrieval: Attributes;
  readonly chat: Attributes;
  readonly unloggedChat: Attributes;
  readonly tool: Attributes;
}

const QUESTION = 'How long is the refund window?';
const ANSWER = 'The refund window is 30 days.';
const documents = [
  { id: 'a', content: C1, score: 0.9 },
  { id: 4, content: C2, score: Number.NaN },
  { id: 'undefined', content: C3 },
];
const messages = [
  { role: 'system', parts: [text('Answer from the context.')] },
  { role: 'user', parts: [text(CONTEXT), text(QUESTION)] },
];

const genAi: Trace = {
  dialect: 'gen_ai',
  root: {
    'gen_ai.operation.name': 'invoke_agent',
    'gen_ai.input.messages': json([{ role: 'user', parts: [text(QUESTION)] }]),
    'gen_ai.output.messages': json([{ role: 'assistant', parts: [text(ANSWER)] }]),
  },
  retrieval: {
    'gen_ai.operation.name': 'retrieval',
    'gen_ai.retrieval.query.text': QUESTION,
    'gen_ai.retrieval.documents': json(documents),
  },
  emptyRetrieval: { 'gen_ai.operation.name': 'retrieval', 'gen_ai.retrieval.documents': '[]' },
  unloggedRetrieval: { 'gen_ai.operation.name': 'retrieval' },
  chat: {
    'gen_ai.operation.name': 'chat',
    'gen_ai.provider.name': 'OpenAI',
    'gen_ai.request.model': 'm-1',
    'gen_ai.request.temperature': 0,
    'gen_ai.usage.input_tokens': 40,
    'gen_ai.response.finish_reasons': ['stop'],
    'gen_ai.input.messages': json(messages),
    'gen_ai.output.messages': json([{ role: 'assistant', parts: [text(ANSWER)] }]),
  },
  unloggedChat: { 'gen_ai.operation.name': 'chat', 'gen_ai.request.model': 'm-1' },
  tool: {
    'gen_ai.operation.name': 'execute_tool',
    'gen_ai.tool.name': 'search',
    'gen_ai.tool.call.arguments': json({ q: 'refund' }),
    'gen_ai.tool.call.result': json({ results: [{ content: C1 }] }),
  },
};

const ragspan: Trace = {
  dialect: 'ragspan',
  root: { [RAGSPAN.RUN_ID]: 'run-1', [RAGSPAN.INPUT]: QUESTION, [RAGSPAN.OUTPUT]: ANSWER },
  retrieval: {
    ...genAi.retrieval,
    [RAGSPAN.RETRIEVAL_CHUNK_DIGESTS]: [C1, C2, C3].map((chunk) => hash.digest(chunk)),
    [RAGSPAN.RETRIEVAL_CHUNK_IDS]: ['a', '4', ''],
    [RAGSPAN.RETRIEVAL_CHUNK_BYTES]: [43, 40, 38],
  },
  emptyRetrieval: { 'gen_ai.operation.name': 'retrieval', [RAGSPAN.RETRIEVAL_CHUNK_DIGESTS]: [] },
  unloggedRetrieval: { 'gen_ai.operation.name': 'retrieval', [RAGSPAN.RETRIEVAL_STAGE]: 'retrieve' },
  chat: { ...genAi.chat, [RAGSPAN.OUTPUT_SHA256]: hash.sha256(ANSWER) },
  unloggedChat: { ...genAi.unloggedChat, [RAGSPAN.ANSWER]: false },
  tool: genAi.tool,
};

const openinference: Trace = {
  dialect: 'openinference',
  root: { 'openinference.span.kind': 'CHAIN', 'input.value': QUESTION, 'output.value': ANSWER },
  retrieval: {
    'openinference.span.kind': 'RETRIEVER',
    'input.value': QUESTION,
    ...Object.fromEntries(
      documents.flatMap((document, index) =>
        Object.entries(document).map(([key, value]) => [`retrieval.documents.${index}.document.${key}`, value]),
      ),
    ),
  },
  emptyRetrieval: { 'openinference.span.kind': 'RETRIEVER', 'output.value': json({ documents: [] }) },
  unloggedRetrieval: { 'openinference.span.kind': 'RETRIEVER' },
  chat: {
    'openinference.span.kind': 'LLM',
    'llm.provider': 'OpenAI',
    'llm.model_name': 'm-1',
    'llm.invocation_parameters': json({ temperature: 0 }),
    'llm.token_count.prompt': 40,
    'llm.finish_reason': 'stop',
    'llm.input_messages.0.message.role': 'system',
    'llm.input_messages.0.message.content': 'Answer from the context.',
    'llm.input_messages.1.message.role': 'user',
    'llm.input_messages.1.message.contents.0.message_content.type': 'text',
    'llm.input_messages.1.message.contents.0.message_content.text': CONTEXT,
    'llm.input_messages.1.message.contents.1.message_content.type': 'text',
    'llm.input_messages.1.message.contents.1.message_content.text': QUESTION,
    'llm.output_messages.0.message.role': 'assistant',
    'llm.output_messages.0.message.content': ANSWER,
  },
  unloggedChat: { 'openinference.span.kind': 'LLM', 'llm.model_name': 'm-1' },
  tool: {
    'openinference.span.kind': 'TOOL',
    'tool.name': 'search',
    'input.value': json({ q: 'refund' }),
    'output.value': json({ results: [{ content: C1 }] }),
  },
};

describe.each([ragspan, genAi, openinference])('$dialect', (trace) => {
  test('a root says the question and the answer', () => {
    const facts = translate(trace.root);
    expect(facts.kind).toBe('other');
    expect(facts.input).toEqual({ text: QUESTION, lossy: false });
    expect(facts.output).toEqual({ text: ANSWER, lossy: false });
  });

  test('a retrieval is a list in rank order: digests of the text, ids as labels, scores for display', () => {
    const facts = translate(trace.retrieval);
    expect(facts.kind).toBe('retrieval');
    expect(listOf(facts)).toMatchObject({
      stage: 'retrieve',
      query: QUESTION,
      querySha256: hash.sha256(QUESTION),
      lossy: false,
      foreignHash: false,
    });
    expect(listOf(facts).items).toEqual([
      { text: C1, digest: hash.digest(C1), length: 43, id: 'a', score: 0.9, lossy: false, invalid: false },
      { text: C2, digest: hash.digest(C2), length: 40, id: '4', lossy: false, invalid: false },
      { text: C3, digest: hash.digest(C3), length: 38, lossy: false, invalid: false },
    ]);
  });

  test('an explicit empty list is zero items, no list is none', () => {
    expect(listOf(translate(trace.emptyRetrieval)).items).toEqual([]);
    expect(listOf(translate(trace.unloggedRetrieval))).toMatchObject({ lossy: false });
    expect(listOf(translate(trace.unloggedRetrieval)).items).toBeUndefined();
  });

  test('a model call says what was sent and what came back', () => {
    const facts = translate(trace.chat);
    expect(facts.kind).toBe('model');
    expect(sentTexts(facts)).toEqual([`system: Answer from the context.`, `user: ${CONTEXT}`, `user: ${QUESTION}`]);
    expect(modelOf(facts)).toMatchObject({
      provider: 'openai',
      model: 'm-1',
      contextLossy: false,
      contextInvalid: false,
      providerHeld: false,
      outputLossy: false,
      finishReasons: ['stop'],
      usage: { input: 40 },
      pins: { model: 'm-1', temperature: 0 },
      output: { text: { text: ANSWER, lossy: false }, toolCalls: [] },
    });
  });

  test('a call without content has neither messages nor output', () => {
    const call = modelOf(translate(trace.unloggedChat));
    expect(call.messages).toBeUndefined();
    expect(call.output).toBeUndefined();
    expect(call).toMatchObject({ contextLossy: false, outputLossy: false });
  });

  test('a tool gives its parsed result', () => {
    const facts = translate(trace.tool);
    expect(facts.kind).toBe('tool');
    expect(facts.tool).toEqual({
      name: 'search',
      argumentsText: '{"q":"refund"}',
      result: { results: [{ content: C1 }] },
      lossy: false,
    });
  });

  test('lost attributes make everything on the span lossy', () => {
    const lost = { droppedAttributesCount: 1 };
    expect(listOf(translate(trace.retrieval, lost)).lossy).toBe(true);
    expect(listOf(translate(trace.emptyRetrieval, lost)).items).toBeUndefined();
    expect(modelOf(translate(trace.chat, lost))).toMatchObject({
      contextLossy: true,
      output: { text: { lossy: true } },
    });
    expect(modelOf(translate(trace.unloggedChat, { droppedEventsCount: 1 }))).toMatchObject({
      contextLossy: true,
      outputLossy: true,
    });
    expect(translate(trace.tool, lost).tool?.lossy).toBe(true);
  });
});

test('a foreign span is nothing but a place in the tree', () => {
  const attributes = {
    'http.request.method': 'GET',
    'url.path': '/gen_ai',
    'rpc.system': 'grpc',
    'internal.llm': 'llm.input_messages.0',
  };
  expect(translate(attributes, { parentSpanId: '00000000000000aa' })).toEqual({
    traceId: '0123456789abcdef0123456789abcdef',
    spanId: '0000000000000001',
    parentSpanId: '00000000000000aa',
    name: 'span',
    startTimeUnixNano: 1n,
    endTimeUnixNano: 2n,
    status: 'unset',
    resource: { key: 'refund-bot', attributes: { 'service.name': 'refund-bot' } },
    adjustedCount: 1,
    attributes,
    kind: 'other',
  });
});

test('our attributes on a span of another dialect are joined with it, and ours win', () => {
  const facts = translate({
    ...genAi.chat,
    ...openinference.chat,
    [RAGSPAN.CONTEXT_SHA256]: hash.sha256(`Answer from the context.\n${CONTEXT}\n${QUESTION}`),
    [RAGSPAN.ANSWER]: true,
    [RAGSPAN.RUN_ID]: 'r',
  });
  expect(facts).toMatchObject({ kind: 'model', runId: 'r' });
  expect(modelOf(facts)).toMatchObject({
    isAnswer: true,
    contextLossy: false,
    provider: 'openai',
    output: { text: { text: ANSWER } },
  });
});

test('a message that one dialect lost is read from the other', () => {
  const facts = translate({
    ...openinference.chat,
    'gen_ai.operation.name': 'chat',
    'gen_ai.input.messages': '[{"role":"user","par',
  });
  expect(sentTexts(facts)).toHaveLength(3);
  expect(modelOf(facts).contextLossy).toBe(false);
});

test('only the attributes that somebody asks for are kept', () => {
  const facts = translate(
    { ...genAi.chat, 'app.intent': 'refund' },
    {},
    {
      hash,
      limits: { isKnown: true, utf16: new Set(), codePoints: new Set(), bytes: new Set() },
      attributeKeys: new Set(['app.intent', 'unset']),
    },
  );
  expect(facts.attributes).toEqual({ 'app.intent': 'refund' });
});

test.each([
  [undefined, 1],
  ['ot=th:0', 1],
  ['ot=th:8', 2],
  ['vendor=x,ot=rv:1234;th:c', 4],
  ['ot=th:zz', 1],
  ['ot=p:3', 1],
  ['ot=th:ffffffffffffff', 2 ** 56],
])('trace state %s weighs %d', (traceState, weight) => {
  expect(translate({}, traceState === undefined ? {} : { traceState }).adjustedCount).toBe(weight);
});

test('a digest is made once for a text that several spans hold', () => {
  let made = 0;
  const counting = { ...hash, digest: (chunk: string) => ((made += 1), hash.digest(chunk)) };
  const context = {
    hash: counting,
    limits: { isKnown: true, utf16: new Set<number>(), codePoints: new Set<number>(), bytes: new Set<number>() },
    memo: new Map<string, string>(),
  };
  translate(genAi.retrieval, {}, context);
  expect(itemTexts(translate(openinference.retrieval, {}, context))).toEqual([C1, C2, C3]);
  expect(made).toBe(3);
});

test('any texts read alike in any dialect, structured or as JSON', () => {
  const anyText = fc.string({ unit: 'binary', maxLength: 40 });
  fc.assert(
    fc.property(fc.array(anyText, { maxLength: 6 }), anyText, (chunks, prompt) => {
      const list = chunks.map((content) => ({ content }));
      const keys = chunks.map((content, index) => [`retrieval.documents.${index}.document.content`, content]);
      const retrievals: Attributes[] = [
        { 'gen_ai.operation.name': 'retrieval', 'gen_ai.retrieval.documents': json(list) },
        { 'gen_ai.operation.name': 'retrieval', 'gen_ai.retrieval.documents': list },
        {
          'openinference.span.kind': 'RETRIEVER',
          'output.value': json({ documents: list }),
          ...Object.fromEntries(keys),
        },
        {
          'openinference.span.kind': 'RETRIEVER',
          'output.value': json(chunks.map((pageContent) => ({ pageContent }))),
        },
      ];
      const [first, ...others] = retrievals.map((attributes) => listOf(translate(attributes)).items);
      for (const items of others) expect(items).toEqual(first);

      const sent = [{ role: 'user', parts: [text(prompt)] }];
      const chats: Attributes[] = [
        { 'gen_ai.operation.name': 'chat', 'gen_ai.input.messages': json(sent) },
        { 'gen_ai.operation.name': 'chat', 'gen_ai.input.messages': sent },
        {
          'openinference.span.kind': 'LLM',
          'llm.input_messages.0.message.role': 'user',
          'llm.input_messages.0.message.content': prompt,
        },
        { 'openinference.span.kind': 'LLM', 'input.value': json({ messages: [{ role: 'user', content: prompt }] }) },
      ];
      const [message, ...copies] = chats.map((attributes) => modelOf(translate(attributes)).messages);
      for (const copy of copies) expect(copy).toEqual(message);
    }),
    { interruptAfterTimeLimit: 5_000 },
  );
});
