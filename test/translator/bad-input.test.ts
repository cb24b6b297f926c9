/** Input that telemetry, limits, maskers or attackers have changed. The names B… are those of the field cases. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Attributes, AttributeValue, SpanRecord } from '../../src/model/span.js';
import { RAGSPAN } from '../../src/semconv.js';
import { configuredValueLimit, inferValueLimits, translateSpan } from '../../src/translator/index.js';
import {
  C1,
  C2,
  C3,
  CONTEXT,
  event,
  hash,
  inProcess,
  itemTexts,
  json,
  listOf,
  modelOf,
  record,
  sentTexts,
  text,
  translate,
  translateFile,
} from './support.js';

const chat = (attributes: Attributes, more: Partial<SpanRecord> = {}) =>
  modelOf(translateFile({ 'gen_ai.operation.name': 'chat', ...attributes }, more));
const retrieval = (attributes: Attributes, more: Partial<SpanRecord> = {}) =>
  listOf(translateFile({ 'gen_ai.operation.name': 'retrieval', ...attributes }, more));
const messages = (...parts: unknown[]) => json([{ role: 'user', parts }]);

describe('B2: values of any kind where items belong', () => {
  const keys = ['gen_ai.retrieval.documents', RAGSPAN.RETRIEVAL_CHUNK_DIGESTS];

  test.each(keys)('%s: broken JSON is lossy', (key) => {
    const list = retrieval({ [key]: '{"a":' });
    expect(list).toMatchObject({ lossy: true });
    expect(list.items).toBeUndefined();
  });

  test.each(keys)('%s: a number was never a list', (key) => {
    const list = retrieval({ [key]: 7 });
    expect(list).toMatchObject({ lossy: false });
    expect(list.items).toBeUndefined();
  });

  test.each([1e300, 2 ** 53, 9_223_372_036_854_775_807n, -1, 1.5, Number.POSITIVE_INFINITY, '7e3'])(
    '%s is no count, the same in every language',
    (held) => {
      const list = retrieval({ 'gen_ai.retrieval.top_k': held, [RAGSPAN.RETRIEVAL_CHUNK_COUNT]: held });
      expect(list).not.toHaveProperty('topK');
      expect(list).not.toHaveProperty('count');
      const { assembly } = translate({ [RAGSPAN.ASSEMBLY_CHUNK_OFFSETS]: [1e300, 5, -7, 2.5] });
      expect(assembly?.chunks).toEqual([{}, { offset: 5 }, { offset: -1 }, {}]);
    },
  );

  test.each(keys)('%s: five megabytes of text are lossy', (key) => {
    const list = retrieval({ [key]: 'x'.repeat(5_000_000) });
    expect(list).toMatchObject({ lossy: true });
    expect(list.items).toBeUndefined();
  });

  test('nulls, numbers and nested lists among documents keep their ranks', () => {
    expect(
      retrieval({ 'gen_ai.retrieval.documents': json([null, 7, [1, 2, 3], { content: C1 }, C2]) }).items,
    ).toMatchObject([
      { lossy: true },
      { lossy: true },
      { lossy: true },
      { text: C1, lossy: false },
      { text: C2, lossy: false },
    ]);
  });

  test('JSON nested a hundred thousand levels deep', () => {
    const deep = `${'['.repeat(100_000)}${']'.repeat(100_000)}`;
    expect(
      chat({ 'gen_ai.input.messages': deep, 'gen_ai.output.messages': deep, 'gen_ai.tool.definitions': deep }),
    ).toMatchObject({ contextLossy: true });
    const wrapped = `${'{"message":'.repeat(50_000)}1${'}'.repeat(50_000)}`;
    for (const held of [deep, wrapped])
      expect(chat({ 'gen_ai.prompt': held, 'gen_ai.completion': held })).toBeDefined();
    expect(retrieval({ 'gen_ai.retrieval.documents': '[{"content":'.repeat(100_000) }).lossy).toBe(true);
  });

  test('a structure that contains itself', () => {
    const self: Record<string, AttributeValue> = { role: 'user', content: C1 };
    self['parts'] = [self, self, { type: 'text', content: C2 }];
    expect(
      translate({
        'gen_ai.operation.name': 'chat',
        'gen_ai.input.messages': [self, self],
        'gen_ai.tool.definitions': [self],
      }).kind,
    ).toBe('model');
    const loop: AttributeValue[] = [];
    loop.push(loop, loop);
    expect(
      translate({
        'gen_ai.operation.name': 'execute_tool',
        'gen_ai.tool.call.result': loop,
        'gen_ai.tool.call.arguments': loop,
      }).kind,
    ).toBe('tool');
  });

  test('a getter that throws makes the span lossy, not absent', () => {
    const hostile = Object.defineProperty({ role: 'user' }, 'content', {
      enumerable: true,
      get: () => {
        throw new Error('mine');
      },
    });
    const facts = translate(
      { 'gen_ai.operation.name': 'chat', 'gen_ai.input.messages': [hostile as never] },
      { name: 'chat m' },
    );
    expect(modelOf(facts)).toMatchObject({ contextLossy: true, outputLossy: true });
  });

  test('an index that would make a list of a billion', () => {
    const list = listOf(
      translate({
        'openinference.span.kind': 'RETRIEVER',
        'retrieval.documents.999999999.document.content': C1,
        'retrieval.documents.0.document.content': C2,
      }),
    );
    expect(list.items?.length).toBeLessThan(10);
    expect(list.items?.some((item) => item.lossy)).toBe(true);
  });
});

test('B11: references lost to the attribute limit are a loss, not an absence', () => {
  const list = retrieval({}, { droppedAttributesCount: 9 });
  expect(list).toMatchObject({ lossy: true });
  expect(list.items).toBeUndefined();
});

describe('B12: a prompt cut by a value limit', () => {
  const before = 'x'.repeat(3000);
  const whole = messages(text(`${before}${C1}${'y'.repeat(3000)}`));

  test('what stands before the cut is found, the rest is not said to be missing', () => {
    const call = chat({ 'gen_ai.input.messages': whole.slice(0, 1028) });
    expect(call).toMatchObject({
      contextLossy: true,
      messages: [{ role: 'user', parts: [{ kind: 'text', lossy: true, endUnproven: true }] }],
    });
    expect(call.messages?.[0]?.parts[0]?.leaves[0]).toMatch(/^x+$/);
  });

  test('a plain text of the same length on the same resource is lossy too', () => {
    const one = record({ 'gen_ai.operation.name': 'chat', 'gen_ai.input.messages': whole.slice(0, 1028) });
    const other = record({
      'openinference.span.kind': 'LLM',
      'llm.output_messages.0.message.content': 'z'.repeat(1028),
    });
    const limits = inferValueLimits([one, other]);
    expect(modelOf(translateSpan(other, { hash, limits })).output?.text?.lossy).toBe(true);
  });

  test('a configured limit makes exactly the texts of that length lossy', () => {
    const context = { hash, limits: configuredValueLimit(43) };
    const facts = translate(
      {
        'openinference.span.kind': 'RETRIEVER',
        'retrieval.documents.0.document.content': C1,
        'retrieval.documents.1.document.content': C2,
      },
      {},
      context,
    );
    expect(listOf(facts).items).toMatchObject([{ lossy: true }, { lossy: false }]);
    expect(listOf(facts).items?.[0]).not.toHaveProperty('digest');
  });

  test.each([...Array(140).keys()].map((cut) => [cut + 1]))(
    'cut after %d characters: never a throw, never a whole context',
    (cut) => {
      const full = json([
        { role: 'system', parts: [text('a\\b "quoted" \ud83d\ude00')] },
        { role: 'user', parts: [{ type: 'text', content: C1, n: 1.5, t: true, z: null }] },
      ]);
      const call = chat({ 'gen_ai.input.messages': full.slice(0, cut) });
      expect(call.contextLossy).toBe(true);
    },
  );
});

describe('B13: nulls and NaN in lists', () => {
  const digests = [hash.digest(C1), null, hash.digest(C3)];

  test('ranks are kept', () => {
    const list = retrieval({ [RAGSPAN.RETRIEVAL_CHUNK_DIGESTS]: digests });
    expect(list.items?.map((item) => [item.digest, item.lossy])).toEqual([
      [digests[0], false],
      [undefined, true],
      [digests[2], false],
    ]);
  });

  test('a NaN score and an undefined finish reason are missing', () => {
    const list = retrieval({
      'gen_ai.retrieval.documents': [
        { content: C1, score: Number.NaN },
        { content: C2, score: Number.POSITIVE_INFINITY },
      ],
    });
    expect(list.items?.every((item) => item.score === undefined)).toBe(true);
    expect(chat({ 'gen_ai.response.finish_reasons': [undefined, null] }).finishReasons).toEqual([]);
  });
});

test('B15: a NUL is a character like any other', () => {
  const withNul = C1.replace('30', '30\0');
  expect(retrieval({ 'gen_ai.retrieval.documents': json([{ content: withNul }]) }).items).toMatchObject([
    { text: withNul, digest: hash.digest(withNul), lossy: false },
  ]);
  expect(chat({ 'gen_ai.input.messages': messages(text(withNul)) }).messages?.[0]?.parts[0]?.leaves).toEqual([withNul]);
});

describe('B23: content in parts, system apart', () => {
  const system = [text('Rules.'), { ...text(C1), cache_control: { type: 'ephemeral' } }];
  const user = [text('before'), { type: 'image', source: { data: 'AAAA' } }, text('after')];
  const shapes: [string, Attributes][] = [
    [
      'objects',
      {
        'gen_ai.operation.name': 'chat',
        'gen_ai.system_instructions': system,
        'gen_ai.input.messages': [{ role: 'user', parts: user }],
      },
    ],
    [
      'a JSON string',
      {
        'gen_ai.operation.name': 'chat',
        'gen_ai.system_instructions': json(system),
        'gen_ai.input.messages': json([{ role: 'user', parts: user }]),
      },
    ],
    [
      'flattened GenAI',
      {
        'gen_ai.operation.name': 'chat',
        'gen_ai.prompt.0.role': 'system',
        'gen_ai.prompt.0.content.0.text': 'Rules.',
        'gen_ai.prompt.0.content.1.text': C1,
        'gen_ai.prompt.0.content.1.cache_control.type': 'ephemeral',
        'gen_ai.prompt.1.role': 'user',
        'gen_ai.prompt.1.content.0.text': 'before',
        'gen_ai.prompt.1.content.1.type': 'image',
        'gen_ai.prompt.1.content.2.text': 'after',
      },
    ],
    [
      'parts as JSON in an indexed content',
      {
        'gen_ai.operation.name': 'chat',
        'gen_ai.prompt.0.role': 'system',
        'gen_ai.prompt.0.content': json(system),
        'gen_ai.prompt.1.role': 'user',
        'gen_ai.prompt.1.content': json(user),
      },
    ],
    [
      'flattened OpenInference',
      {
        'openinference.span.kind': 'LLM',
        'llm.input_messages.0.message.role': 'system',
        'llm.input_messages.0.message.contents.0.message_content.type': 'text',
        'llm.input_messages.0.message.contents.0.message_content.text': 'Rules.',
        'llm.input_messages.0.message.contents.1.message_content.type': 'text',
        'llm.input_messages.0.message.contents.1.message_content.text': C1,
        'llm.input_messages.1.message.role': 'user',
        'llm.input_messages.1.message.contents.0.message_content.text': 'before',
        'llm.input_messages.1.message.contents.1.message_content.type': 'image',
        'llm.input_messages.1.message.contents.2.message_content.text': 'after',
      },
    ],
  ];

  test.each(shapes)('%s: message 0, part 1', (_name, attributes) => {
    const call = modelOf(translate(attributes));
    expect(call.messages?.map((message) => message.parts.map((part) => [part.kind, ...part.leaves]))).toEqual([
      [
        ['text', 'Rules.'],
        ['text', C1],
      ],
      [['text', 'before'], ['other'], ['text', 'after']],
    ]);
    expect(call.contextLossy).toBe(false);
  });
});

test('B24: inline media are no text, and a redacted image is no loss', () => {
  const image = `data:image/png;base64,${'A'.repeat(1_200_000)}`;
  for (const url of [image, '[REDACTED]']) {
    const call = chat({
      'gen_ai.input.messages': json([
        {
          role: 'user',
          content: [
            { type: 'image_url', image_url: { url } },
            { type: 'text', text: C1 },
          ],
        },
      ]),
    });
    expect(call).toMatchObject({
      contextLossy: false,
      messages: [
        {
          parts: [
            { kind: 'other', leaves: [] },
            { kind: 'text', leaves: [C1], lossy: false },
          ],
        },
      ],
    });
  }
});

describe('B25: masking', () => {
  test.each([
    'Contact [REDACTED] within 30 days.',
    'Contact [Masked] within 30 days.',
    'Contact <redacted>',
    '__redacted__',
    '***',
    'Contact *** within 30 days.',
    '[1, 2, … 48 more items]',
  ])('%s is lossy', (masked) => {
    expect(chat({ 'gen_ai.input.messages': messages(text(masked)) }).messages?.[0]?.parts[0]?.lossy).toBe(true);
    expect(retrieval({ 'gen_ai.retrieval.documents': json([{ content: masked }]) }).items?.[0]?.lossy).toBe(true);
    expect(chat({ 'gen_ai.output.messages': messages(text(masked)) }).output?.text?.lossy).toBe(true);
  });

  test.each([
    'a ***bold*** word',
    'above\n\n***\n\nbelow',
    'REDACTED',
    '[MASKED ball]',
    '5 more items',
    'array[filtered',
  ])('%s is not', (plain) => {
    expect(chat({ 'gen_ai.input.messages': messages(text(plain)) }).messages?.[0]?.parts[0]?.lossy).toBe(false);
  });

  test('masking that leaves no mark is seen by the hash made at the source', () => {
    const call = chat({
      'gen_ai.input.messages': messages(text('Contact XXXX within 30 days.')),
      [RAGSPAN.CONTEXT_SHA256]: hash.sha256('Contact jane@example.test within 30 days.'),
    });
    expect(call.contextLossy).toBe(true);
  });
});

test('B26: only the new turn was sent, the history is with the provider', () => {
  const facts = translate({
    'openinference.span.kind': 'LLM',
    'input.value': json({ input: 'and in days?', previous_response_id: 'resp_1' }),
  });
  expect(sentTexts(facts)).toEqual(['user: and in days?']);
  expect(modelOf(facts).providerHeld).toBe(true);
});

describe('characters that were lost', () => {
  test('a lone surrogate becomes U+FFFD: invalid, without digest, at its rank', () => {
    const list = retrieval({ 'gen_ai.retrieval.documents': '[{"content":"a\\ud800b"},{"content":"ok"}]' });
    expect(list.items).toEqual([
      { text: 'a\ufffdb', length: 5, lossy: false, invalid: true },
      { text: 'ok', length: 2, digest: hash.digest('ok'), lossy: false, invalid: false },
    ]);
  });

  test('as the last code point it is also a cut', () => {
    const [item] =
      listOf(
        translate({ 'openinference.span.kind': 'RETRIEVER', 'retrieval.documents.0.document.content': 'abcd\ud83d' }),
      ).items ?? [];
    expect(item).toMatchObject({ text: 'abcd\ufffd', lossy: true, invalid: true });
    expect(chat({ 'gen_ai.input.messages': messages(text('a\ufffd')) })).toMatchObject({
      contextInvalid: true,
      messages: [{ parts: [{ lossy: true }] }],
    });
  });
});

test('ten thousand documents, ten thousand keys', () => {
  const attributes: Record<string, AttributeValue> = { 'openinference.span.kind': 'RETRIEVER' };
  for (let index = 0; index < 10_000; index += 1)
    attributes[`retrieval.documents.${index}.document.content`] = `chunk ${index}`;
  expect(itemTexts(translate(attributes))).toHaveLength(10_000);
});

const KEYS = [
  'gen_ai.operation.name',
  'gen_ai.input.messages',
  'gen_ai.output.messages',
  'gen_ai.system_instructions',
  'gen_ai.retrieval.documents',
  'gen_ai.retrieval.top_k',
  'gen_ai.prompt',
  'gen_ai.completion',
  'gen_ai.prompt.0.content',
  'gen_ai.completion.0',
  'gen_ai.tool.call.result',
  'gen_ai.response.finish_reasons',
  'gen_ai.tool.definitions',
  'ai.documents',
  'ai.ranking',
  'openinference.span.kind',
  'input.value',
  'output.value',
  'llm.input_messages.0.message.role',
  'llm.input_messages.0.message',
  'llm.output_messages.0.message.content',
  'llm.invocation_parameters',
  'llm.tools.0.tool.json_schema',
  'retrieval.documents.0.document.content',
  'retrieval.documents.x',
  'reranker.output_documents.0.document.content',
  ...Object.values(RAGSPAN),
];
const OPERATIONS = [
  'chat',
  'retrieval',
  'rerank',
  'execute_tool',
  'invoke_agent',
  'LLM',
  'RETRIEVER',
  'RERANKER',
  'TOOL',
  'CHAIN',
];
const SHAPES = [
  '[]',
  '{}',
  '{"messages":[[]]}',
  '{"documents":null}',
  '{"choices":[null]}',
  '{"generations":[[{"message":{"kwargs":7}}]]}',
  '[{"role":7,"parts":[null,7,{"type":7}]}]',
  '{"output":[null,{"type":"message"}]}',
  '{"candidates":{}}',
  '"',
  '[["a","b"],["c"]]',
];

const anyValue: fc.Arbitrary<AttributeValue> = fc.oneof(
  fc.constantFrom<AttributeValue>(...OPERATIONS, ...SHAPES),
  fc.string({ unit: 'binary' }),
  fc.json(),
  fc.anything({ withBigInt: true, withNullPrototype: true, withTypedArray: true }) as fc.Arbitrary<AttributeValue>,
);
const anyAttributes = fc.dictionary(
  fc.oneof({ weight: 9, arbitrary: fc.constantFrom(...KEYS) }, fc.string()),
  anyValue,
  { maxKeys: 12 },
);
const EVENTS = [
  'gen_ai.choice',
  'gen_ai.user.message',
  'gen_ai.content.prompt',
  'gen_ai.client.inference.operation.details',
  '',
];
const anyEvent = fc.tuple(
  fc.constantFrom(...EVENTS),
  fc.dictionary(
    fc.constantFrom(
      'body',
      'content',
      'message',
      'tool_calls',
      'gen_ai.event.content',
      'event.name',
      'gen_ai.input.messages',
      'gen_ai.prompt',
    ),
    anyValue,
  ),
);

test('whatever the attributes hold, facts come out', () => {
  fc.assert(
    fc.property(anyAttributes, fc.array(anyEvent, { maxLength: 4 }), (attributes, events) => {
      const one = record(attributes, { events: events.map(([name, held]) => event(name, held)) });
      const facts = translateSpan(one, { hash, limits: inferValueLimits([one]) });
      expect(facts.kind).toBeTypeOf('string');
      for (const item of facts.retrieval?.items ?? []) {
        if (item.text !== undefined) expect(hasLoneSurrogate(item.text)).toBe(false);
        if (item.digest !== undefined) expect(item.digest).toMatch(/^[0-9a-f]{32}$/);
      }
      for (const message of facts.model?.messages ?? [])
        for (const part of message.parts) for (const leaf of part.leaves) expect(hasLoneSurrogate(leaf)).toBe(false);
    }),
    { interruptAfterTimeLimit: 5_000, numRuns: 3_000 },
  );
});

test('scores and unrelated attributes change nothing but themselves', () => {
  fc.assert(
    fc.property(
      fc.double(),
      fc.dictionary(
        fc.string().filter((key) => !/^(?:gen_ai|llm|ragspan|openinference|input|output|retrieval|reranker)/.test(key)),
        fc.string(),
      ),
      (score, others) => {
        const documents = (value: number | null) => ({
          'gen_ai.operation.name': 'retrieval',
          'gen_ai.retrieval.documents': json([{ content: C1, score: value }]),
        });
        const withoutScore = (facts: ReturnType<typeof translate>) => ({
          ...facts,
          attributes: {},
          retrieval: { ...facts.retrieval, items: facts.retrieval?.items?.map(({ score: _score, ...rest }) => rest) },
        });
        expect(withoutScore(translate({ ...others, ...documents(score) }))).toEqual(
          withoutScore(translate(documents(null))),
        );
      },
    ),
    { interruptAfterTimeLimit: 3_000 },
  );
});

function hasLoneSurrogate(held: string): boolean {
  return /[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/.test(held);
}

test('the context of field case T0 is one segment', () => {
  expect(
    sentTexts(
      translate({ 'gen_ai.operation.name': 'chat', 'gen_ai.input.messages': messages(text(CONTEXT)) }, {}, inProcess),
    ),
  ).toEqual([`user: ${CONTEXT}`]);
});
