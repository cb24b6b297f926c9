/** Our own spans (spec §10 "Producer spans"). */
import { describe, expect, test } from 'vitest';
import { textHash } from '../../src/model/digest.js';
import type { Attributes, SpanRecord } from '../../src/model/span.js';
import { RAGSPAN } from '../../src/semconv.js';
import { NO_VALUE_LIMIT } from '../../src/translator/index.js';
import { C1, C2, C3, CONTEXT, hash, inProcess, json, listOf, modelOf, text, translate } from './support.js';

const digests = [C1, C2, C3].map((chunk) => hash.digest(chunk));
const retrieval = (attributes: Attributes, more: Partial<SpanRecord> = {}, context = inProcess) =>
  translate({ 'gen_ai.operation.name': 'retrieval', ...attributes }, { scopeName: 'ragspan', ...more }, context);
const documents = (...chunks: string[]) => json(chunks.map((content) => ({ content })));

describe('retrieval', () => {
  test('hashes and lengths alone', () => {
    const facts = retrieval({
      'gen_ai.retrieval.top_k': 2,
      'gen_ai.data_source.id': 'ledger',
      [RAGSPAN.RETRIEVAL_CHUNK_DIGESTS]: digests,
      [RAGSPAN.RETRIEVAL_CHUNK_IDS]: ['a', '', 'None'],
      [RAGSPAN.RETRIEVAL_CHUNK_BYTES]: [43, 40, -1],
      [RAGSPAN.RETRIEVAL_CHUNK_COUNT]: 1500,
      [RAGSPAN.RETRIEVAL_HANDED_ON]: 2,
      [RAGSPAN.RETRIEVAL_STAGE]: 'fuse',
      [RAGSPAN.RETRIEVAL_SNAPSHOT]: 'idx-1',
      [RAGSPAN.RETRIEVAL_QUERY_SHA256]: hash.sha256('q').toUpperCase(),
    });
    expect(facts).toMatchObject({ kind: 'retrieval', dialect: 'ragspan' });
    expect(listOf(facts)).toEqual({
      stage: 'fuse',
      lossy: false,
      foreignHash: false,
      items: [
        { digest: digests[0], id: 'a', length: 43, lossy: false, invalid: false },
        { digest: digests[1], length: 40, lossy: false, invalid: false },
        { digest: digests[2], lossy: false, invalid: false },
      ],
      querySha256: hash.sha256('q'),
      topK: 2,
      handedOn: 2,
      count: 1500,
      snapshot: 'idx-1',
      source: 'ledger',
    });
  });

  test('a null keeps its rank and is a loss; an empty digest is none', () => {
    const facts = retrieval({
      [RAGSPAN.RETRIEVAL_CHUNK_DIGESTS]: [digests[0], null, digests[2], '', ''],
      [RAGSPAN.RETRIEVAL_CHUNK_BYTES]: [43, 40, 38, 17, -1],
    });
    expect(listOf(facts).items).toEqual([
      { digest: digests[0], length: 43, lossy: false, invalid: false },
      { length: 40, lossy: true, invalid: false },
      { digest: digests[2], length: 38, lossy: false, invalid: false },
      { length: 17, lossy: false, invalid: true },
      { lossy: false, invalid: false },
    ]);
    expect(listOf(facts).lossy).toBe(false);
  });

  test('a null beside the text that stood there is no loss', () => {
    const facts = retrieval({
      [RAGSPAN.RETRIEVAL_CHUNK_DIGESTS]: [digests[0], null],
      'gen_ai.retrieval.documents': documents(C1, C2),
    });
    expect(listOf(facts).items).toMatchObject([
      { digest: digests[0], lossy: false },
      { digest: digests[1], text: C2, lossy: false },
    ]);
  });

  test('text that does not fit the digest beside it is lossy, and the digest stands', () => {
    const facts = retrieval({
      [RAGSPAN.RETRIEVAL_CHUNK_DIGESTS]: [digests[0], digests[1]],
      'gen_ai.retrieval.documents': documents('The refund window is XX days from delivery.', C2),
    });
    expect(listOf(facts).items).toMatchObject([
      { digest: digests[0], lossy: true },
      { digest: digests[1], lossy: false },
    ]);
  });

  test('more digests than texts, and more texts than digests, stay in rank order', () => {
    const fewer = retrieval({
      [RAGSPAN.RETRIEVAL_CHUNK_DIGESTS]: digests,
      'gen_ai.retrieval.documents': documents(C1),
    });
    expect(listOf(fewer).items?.map((item) => item.digest)).toEqual(digests);
    const more = retrieval({
      [RAGSPAN.RETRIEVAL_CHUNK_DIGESTS]: [digests[0]],
      'gen_ai.retrieval.documents': documents(C1, C2, C3),
    });
    expect(listOf(more).items?.map((item) => item.digest)).toEqual(digests);
  });

  test('zero items: an empty array, its JSON, or a count of zero', () => {
    expect(listOf(retrieval({ [RAGSPAN.RETRIEVAL_CHUNK_DIGESTS]: [] })).items).toEqual([]);
    expect(listOf(retrieval({ [RAGSPAN.RETRIEVAL_CHUNK_DIGESTS]: '[]' })).items).toEqual([]);
    expect(listOf(retrieval({ [RAGSPAN.RETRIEVAL_CHUNK_COUNT]: 0 })).items).toEqual([]);
    expect(listOf(retrieval({ [RAGSPAN.RETRIEVAL_HANDED_ON]: 0 })).items).toBeUndefined();
    expect(
      listOf(retrieval({ [RAGSPAN.RETRIEVAL_CHUNK_DIGESTS]: [], [RAGSPAN.RETRIEVAL_CHUNK_COUNT]: 3 })).items,
    ).toBeUndefined();
  });
});

describe('hashes under another key', () => {
  const keyed = textHash('secret');
  const keyName = keyed.keyName as string;

  test('digests alone cannot be compared', () => {
    const facts = retrieval({ [RAGSPAN.HASH_KEY]: keyName, [RAGSPAN.RETRIEVAL_CHUNK_DIGESTS]: [keyed.digest(C1)] });
    expect(listOf(facts)).toMatchObject({ foreignHash: true, hashKey: keyName, items: [{ digest: keyed.digest(C1) }] });
  });

  test('text at hand is hashed again', () => {
    const facts = retrieval({
      [RAGSPAN.HASH_KEY]: keyName,
      [RAGSPAN.RETRIEVAL_CHUNK_DIGESTS]: [keyed.digest(C1)],
      'gen_ai.retrieval.documents': documents(C1),
      [RAGSPAN.RETRIEVAL_QUERY_SHA256]: keyed.sha256('q'),
      'gen_ai.retrieval.query.text': 'q',
    });
    expect(listOf(facts)).toMatchObject({
      foreignHash: false,
      querySha256: hash.sha256('q'),
      items: [{ digest: hash.digest(C1), lossy: false }],
    });
  });

  test('plain hashes are foreign to an operator with a key', () => {
    const facts = retrieval(
      { [RAGSPAN.RETRIEVAL_CHUNK_DIGESTS]: [hash.digest(C1)] },
      {},
      { hash: keyed, limits: NO_VALUE_LIMIT },
    );
    expect(listOf(facts).foreignHash).toBe(true);
  });

  test('the same key is no foreign one', () => {
    const facts = retrieval(
      { [RAGSPAN.HASH_KEY]: keyName, [RAGSPAN.RETRIEVAL_CHUNK_DIGESTS]: [keyed.digest(C1)] },
      {},
      { hash: keyed, limits: NO_VALUE_LIMIT },
    );
    expect(listOf(facts).foreignHash).toBe(false);
  });

  test('a call whose hashes are foreign is not lossy for that', () => {
    const call = modelOf(
      translate({
        'gen_ai.operation.name': 'chat',
        [RAGSPAN.HASH_KEY]: keyName,
        [RAGSPAN.CONTEXT_SHA256]: keyed.sha256(C1),
        'gen_ai.input.messages': json([{ role: 'user', parts: [text(C1)] }]),
      }),
    );
    expect(call).toMatchObject({ foreignHash: true, contextLossy: false });
  });
});

describe('assembly', () => {
  const full = {
    [RAGSPAN.ASSEMBLY_TEMPLATE_SHA256]: hash.sha256('t'),
    [RAGSPAN.ASSEMBLY_TEMPLATE_VERSION]: 7,
    [RAGSPAN.ASSEMBLY_BUDGET]: 8192,
    [RAGSPAN.ASSEMBLY_BUDGET_UNIT]: 'token',
    [RAGSPAN.ASSEMBLY_USED]: 8000,
    [RAGSPAN.ASSEMBLY_CUT_AT]: 8192,
    [RAGSPAN.ASSEMBLY_CUT_SIDE]: 'tail',
    [RAGSPAN.ASSEMBLY_OFFSET_UNIT]: 'utf16',
    [RAGSPAN.ASSEMBLY_CHUNK_DIGESTS]: [digests[0], digests[1], ''],
    [RAGSPAN.ASSEMBLY_CHUNK_OFFSETS]: [9, -1, -1],
    [RAGSPAN.ASSEMBLY_CHUNK_KEPT]: [43, 0, -1],
    [RAGSPAN.ASSEMBLY_CHUNK_FORMS]: ['exact', '', ''],
    [RAGSPAN.ASSEMBLY_CHUNK_PLANNED]: [120, 9104, -1],
    [RAGSPAN.ASSEMBLY_CHUNK_LABELS]: ['1', '2', ''],
    [RAGSPAN.CONTEXT_SHA256]: hash.sha256(CONTEXT),
    [RAGSPAN.CONTEXT_BYTES]: 134,
  };

  test('is read as it was recorded', () => {
    const facts = translate(full, { name: 'assembly' });
    expect(facts.kind).toBe('assembly');
    expect(facts.assembly).toEqual({
      lossy: false,
      foreignHash: false,
      templateSha256: hash.sha256('t'),
      templateVersion: '7',
      budget: 8192,
      unit: 'token',
      used: 8000,
      cutAt: 8192,
      cutSide: 'tail',
      offsetUnit: 'utf16',
      contextSha256: hash.sha256(CONTEXT),
      contextBytes: 134,
      chunks: [
        { digest: digests[0], offset: 9, keptBytes: 43, form: 'exact', plannedAt: 120, label: '1' },
        { digest: digests[1], offset: -1, keptBytes: 0, plannedAt: 9104, label: '2' },
        { offset: -1 },
      ],
    });
  });

  test('words it does not know are left out', () => {
    expect(
      translate({ ...full, [RAGSPAN.ASSEMBLY_BUDGET_UNIT]: 'pages', [RAGSPAN.ASSEMBLY_CUT_SIDE]: 7 }).assembly,
    ).not.toHaveProperty('unit');
  });

  test.each<[string, Attributes, Partial<SpanRecord>]>([
    ['a null among the digests', { [RAGSPAN.ASSEMBLY_CHUNK_DIGESTS]: [null, digests[1]] }, {}],
    ['a NaN among the offsets', { [RAGSPAN.ASSEMBLY_CHUNK_OFFSETS]: [Number.NaN, 1, 2] }, {}],
    ['broken JSON', { [RAGSPAN.ASSEMBLY_CHUNK_KEPT]: '[43,0' }, {}],
    ['lost attributes', {}, { droppedAttributesCount: 2 }],
  ])('%s: lossy', (_name, attributes, more) => {
    expect(translate({ ...full, ...attributes }, more).assembly?.lossy).toBe(true);
  });

  test('a record on the span of the call itself leaves it a call', () => {
    const facts = translate({
      ...full,
      'openinference.span.kind': 'LLM',
      'llm.input_messages.0.message.content': CONTEXT,
    });
    expect(facts.kind).toBe('model');
    expect(facts.assembly?.budget).toBe(8192);
    expect(modelOf(facts)).toMatchObject({ contextSha256: hash.sha256(CONTEXT), contextLossy: false });
  });
});

describe('chat', () => {
  const chat = (attributes: Attributes, more: Partial<SpanRecord> = {}) =>
    modelOf(translate({ 'gen_ai.operation.name': 'chat', ...attributes }, more));
  const sent = {
    'gen_ai.system_instructions': json([text('Rules.')]),
    'gen_ai.input.messages': json([
      { role: 'user', parts: [text(C1), { type: 'blob', data: 'A' }, text('')] },
      { role: 'tool', parts: [{ type: 'tool_call_response', response: { b: C3, a: C2 } }] },
    ]),
  };
  const contextSha256 = hash.sha256(`Rules.\n${C1}\n\n${C2}\n${C3}`);

  test('the context hash is that of all segments joined by one LF, system instructions first', () => {
    expect(chat({ ...sent, [RAGSPAN.CONTEXT_SHA256]: contextSha256, [RAGSPAN.CONTEXT_BYTES]: 130 })).toMatchObject({
      contextLossy: false,
      contextSha256,
      contextBytes: 130,
    });
  });

  test('messages that do not fit the hash beside them are lossy', () => {
    expect(chat({ ...sent, [RAGSPAN.CONTEXT_SHA256]: hash.sha256('other') })).toMatchObject({ contextLossy: true });
  });

  test('text from this very process is not hashed again', () => {
    const facts = translate(
      { 'gen_ai.operation.name': 'chat', ...sent, [RAGSPAN.CONTEXT_SHA256]: hash.sha256('other') },
      {},
      { ...inProcess, trustsSourceText: true },
    );
    expect(modelOf(facts).contextLossy).toBe(false);
  });

  test.each([
    ['fits', '<think>hm</think>30 days', hash.sha256('30 days'), false],
    ['fits with its reasoning', '<think>hm</think>30 days', hash.sha256('<think>hm</think>30 days'), false],
    ['does not fit', '[edited] 30 days', hash.sha256('30 days'), true],
  ])('an output that %s its hash', (_name, output, sha256, lossy) => {
    expect(
      chat({
        'gen_ai.output.messages': json([{ role: 'assistant', parts: [text(output)] }]),
        [RAGSPAN.OUTPUT_SHA256]: sha256,
      }).output,
    ).toMatchObject({ sha256, text: { lossy } });
  });

  test('hashes alone, flags and limits', () => {
    expect(
      chat({
        [RAGSPAN.CONTEXT_SHA256]: contextSha256,
        [RAGSPAN.OUTPUT_SHA256]: hash.sha256('x'),
        [RAGSPAN.OUTPUT_BYTES]: 1,
        [RAGSPAN.ANSWER]: true,
        [RAGSPAN.REFUSED]: 'true',
        [RAGSPAN.ENGINE_PROMPT_LIMIT]: 2048,
      }),
    ).toMatchObject({
      contextSha256,
      output: { toolCalls: [], sha256: hash.sha256('x'), bytes: 1 },
      isAnswer: true,
      isRefusal: true,
      enginePromptLimit: 2048,
    });
  });

  test('a call known by our attributes alone', () => {
    expect(translate({ [RAGSPAN.ANSWER]: true, [RAGSPAN.OUTPUT_SHA256]: hash.sha256('x') }).kind).toBe('model');
  });
});

describe('the run', () => {
  test.each([
    [7, '7'],
    ['run-1', 'run-1'],
    ['', undefined],
    ['null', undefined],
    [true, undefined],
  ])('run id %j is %j', (id, expected) => {
    expect(translate({ [RAGSPAN.RUN_ID]: id }).runId).toBe(expected);
  });

  test('input and output are declared on any span; another type is none', () => {
    expect(translate({ [RAGSPAN.INPUT]: 'Where?', 'gen_ai.operation.name': 'chat' })).toMatchObject({
      kind: 'model',
      declaredInput: 'Where?',
      input: { text: 'Where?' },
    });
    expect(translate({ [RAGSPAN.INPUT]: 7, [RAGSPAN.OUTPUT]: ['a'] })).not.toHaveProperty('input');
  });

  test('a verdict that was attached before', () => {
    expect(translate({ 'ragspan.verdict': 'H2' }).attachedVerdict).toBe('H2');
  });
});
