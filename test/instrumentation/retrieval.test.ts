import { createHash, createHmac } from 'node:crypto';
import { SpanStatusCode } from '@opentelemetry/api';
import { describe, expect, test } from 'vitest';
import { recordRetrieval, retrieval } from '../../src/instrumentation/index.js';
import { setCaptureSwitch } from '../../src/model/capture-switch.js';
import { exportedText, privateText, recordSpans } from './support.js';

const recorded = recordSpans();

const digest = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, 32);
const corpus = ['alpha one', 'beta two', 'gamma three', 'delta four'].map((text, index) => ({
  id: `d${index}`,
  text,
  score: 1 - index / 10,
}));
const attributesOf = (name: string): Record<string, unknown> => recorded.named(name).attributes;

describe('a retrieval', () => {
  test('returns exactly what the callback returned and logs it in rank order', async () => {
    const hits = corpus.slice(0, 2);
    const returned = await retrieval(
      { source: 'ledger', query: 'refund?', topK: 2, snapshot: 'idx-1' },
      async (log) => {
        log.candidates(corpus.map(({ id, text, score }) => ({ id, text, score })));
        return hits;
      },
    );
    expect(returned).toBe(hits);
    expect(attributesOf('retrieval ledger')).toMatchObject({
      'gen_ai.operation.name': 'retrieval',
      'gen_ai.retrieval.top_k': 2,
      'gen_ai.data_source.id': 'ledger',
      'ragspan.retrieval.stage': 'retrieve',
      'ragspan.retrieval.snapshot': 'idx-1',
      'ragspan.retrieval.handed_on': 2,
      'ragspan.retrieval.chunk.count': 4,
      'ragspan.retrieval.chunk.ids': ['d0', 'd1', 'd2', 'd3'],
      'ragspan.retrieval.chunk.bytes': [9, 8, 11, 10],
      'ragspan.retrieval.chunk.digests': corpus.map(({ text }) => digest(text)),
      'ragspan.retrieval.query.sha256': createHash('sha256').update('refund?').digest('hex'),
    });
  });

  test('is sync when the callback is', () => {
    expect(retrieval({}, () => ['a', 'b'])).toEqual(['a', 'b']);
    expect(attributesOf('retrieval')['ragspan.retrieval.handed_on']).toBe(2);
  });

  test('puts what was handed on before the other candidates', () => {
    retrieval({ stage: 'rerank' }, (log) => {
      log.candidates(corpus);
      return [corpus[3], corpus[1]];
    });
    expect(attributesOf('retrieval')['ragspan.retrieval.chunk.ids']).toEqual(['d3', 'd1', 'd0', 'd2']);
  });

  test('knows a returned item without text by the candidate of its id', () => {
    retrieval({}, (log) => {
      log.candidates(corpus);
      return [{ id: 'd2', score: 3 }];
    });
    expect(attributesOf('retrieval')['ragspan.retrieval.chunk.digests']).toEqual(
      [2, 0, 1, 3].map((at) => digest(corpus[at]?.text ?? '')),
    );
  });

  test('does not know a text by an id that names two', () => {
    retrieval({}, (log) => {
      log.candidates([
        { id: 'x', text: 'one' },
        { id: 'x', text: 'two' },
      ]);
      return [{ id: 'x' }];
    });
    expect(attributesOf('retrieval')['ragspan.retrieval.chunk.digests']).toEqual(['', digest('one'), digest('two')]);
  });

  test('keeps equal texts as the items they are', () => {
    retrieval({}, (log) => {
      log.candidates(['same', 'same', 'same', 'other']);
      return ['same', 'same'];
    });
    expect(attributesOf('retrieval')).toMatchObject({
      'ragspan.retrieval.handed_on': 2,
      'ragspan.retrieval.chunk.count': 4,
    });
  });

  test('logs an explicit empty list as zero items', () => {
    retrieval({ topK: 5 }, () => []);
    expect(attributesOf('retrieval')).toMatchObject({
      'ragspan.retrieval.chunk.digests': [],
      'ragspan.retrieval.chunk.count': 0,
      'ragspan.retrieval.handed_on': 0,
    });
  });

  test('that fails passes the error on and has handed nothing on', async () => {
    const failure = new TypeError('index down');
    const failing = retrieval({ source: 'ledger' }, async (log): Promise<string[]> => {
      log.candidates(corpus);
      throw failure;
    });
    await expect(failing).rejects.toBe(failure);
    const span = recorded.named('retrieval ledger');
    expect(span.status.code).toBe(SpanStatusCode.ERROR);
    expect(span.attributes).toMatchObject({
      'error.type': 'TypeError',
      'ragspan.retrieval.handed_on': 0,
      'ragspan.retrieval.chunk.count': 4,
    });
    expect(exportedText(span)).not.toContain('index down');
  });

  test('of more than a thousand items says how many there were', () => {
    const many = Array.from({ length: 10_000 }, (_, index) => `chunk number ${index}`);
    expect(retrieval({}, () => many)).toBe(many);
    expect(attributesOf('retrieval')['ragspan.retrieval.chunk.count']).toBe(10_000);
    expect(attributesOf('retrieval')['ragspan.retrieval.chunk.digests']).toHaveLength(1_000);
  });

  test('of ten thousand equal items stays linear', () => {
    const many = Array.from({ length: 10_000 }, (_, index) => ({ id: index, text: 'the same' }));
    retrieval({}, (log) => {
      log.candidates(many);
      return many;
    });
    expect(attributesOf('retrieval')['ragspan.retrieval.chunk.count']).toBe(10_000);
  });
});

describe('what leaves the process', () => {
  test('is hashes, and the text stays on the span object', () => {
    retrieval({ query: 'secret question' }, () => ['secret text']);
    const span = recorded.named('retrieval');
    expect(exportedText(span)).not.toContain('secret');
    expect(privateText(span, 'gen_ai.retrieval.query.text')).toBe('secret question');
    expect(privateText(span, 'gen_ai.retrieval.documents')).toEqual([{ content: 'secret text' }]);
  });

  test('is text too, with content capture', () => {
    setCaptureSwitch({ content: true });
    retrieval({ query: 'open question' }, () => [{ id: 7, text: 'open text', url: 'https://a.example/x' }]);
    expect(attributesOf('retrieval')['gen_ai.retrieval.query.text']).toBe('open question');
    expect(JSON.parse(String(attributesOf('retrieval')['gen_ai.retrieval.documents']))).toEqual([
      { id: '7', content: 'open text', urls: ['https://a.example/x'] },
    ]);
  });

  test.each<[string, unknown]>([
    ['[document, score]', [[{ pageContent: 't', metadata: { source: 'https://a.example/x' } }, 0.9]]],
    ['Chroma', { ids: [['a']], documents: [['t']], metadatas: [[{ url: 'https://a.example/x' }]] }],
    ['OpenAI', [{ content: 't', attributes: { url: 'https://a.example/x' } }]],
  ])('has the addresses in the metadata of %s', (_name, result) => {
    retrieval({}, () => result);
    expect(privateText(recorded.named('retrieval'), 'gen_ai.retrieval.documents')).toMatchObject([
      { content: 't', urls: ['https://a.example/x'] },
    ]);
  });

  test('carries no text at all where nobody judges in this process', () => {
    setCaptureSwitch({ privateText: false });
    retrieval({}, () => ['a text']);
    expect(privateText(recorded.named('retrieval'), 'gen_ai.retrieval.documents')).toBeUndefined();
  });

  test('is hashed under the key when there is one, and names it', () => {
    setCaptureSwitch({ hashKey: 'k' });
    retrieval({}, () => ['a text']);
    const hmac = (text: string): string => createHmac('sha256', 'k').update(text).digest('hex');
    expect(attributesOf('retrieval')['ragspan.retrieval.chunk.digests']).toEqual([hmac('a text').slice(0, 32)]);
    expect(attributesOf('retrieval')['ragspan.hash.key']).toBe(hmac('ragspan').slice(0, 8));
  });
});

describe('shapes of retrieved items', () => {
  const text = 'The refund window is 30 days.';
  const shapes: [string, unknown][] = [
    ['a string', text],
    ['{text}', { id: 'a', text }],
    ['LangChain', { pageContent: text, metadata: { source: 'x' } }],
    ['LangChain, Python', { page_content: text, metadata: {} }],
    ['LangChain with score', [{ pageContent: text, metadata: {} }, 0.9]],
    ['{content}', { content: text, score: 0.4 }],
    ['{document, score}', { document: { content: text }, score: 1 }],
    ['LlamaIndex', { node: { id_: 'n1', text }, score: 0.5 }],
    ['Qdrant', { id: 1, score: 0.5, payload: { text } }],
    ['Pinecone', { id: 'p', score: 0.5, metadata: { text } }],
    ['Elasticsearch', { _id: 'e', _score: 1, _source: { content: text } }],
    ['Weaviate', { uuid: 'w', properties: { text } }],
    ['Genkit', { content: [{ text }], metadata: {} }],
    ['OpenAI vector store', { file_id: 'f', content: [{ type: 'text', text }] }],
    ['the same text twice', { text, document: { text } }],
  ];
  test.each(shapes)('%s', (_name, item) => {
    retrieval({}, () => [item]);
    expect(attributesOf('retrieval')['ragspan.retrieval.chunk.digests']).toEqual([digest(text)]);
  });

  const lists: [string, unknown][] = [
    ['{documents}', { documents: [{ text }] }],
    ['{matches}', { matches: [{ id: 'p', metadata: { text } }], namespace: 'n' }],
    ['Elasticsearch', { took: 3, hits: { total: 1, hits: [{ _source: { text } }] } }],
    ['Chroma', { ids: [['a']], documents: [[text]], distances: [[0.1]] }],
    ['a set', new Set([text])],
  ];
  test.each(lists)('in the list of %s', (_name, result) => {
    expect(retrieval({}, () => result)).toBe(result);
    expect(attributesOf('retrieval')['ragspan.retrieval.chunk.digests']).toEqual([digest(text)]);
  });

  const unknown: [string, unknown][] = [
    ['two texts that differ', { text: 'title', content: 'body' }],
    ['a text in two parts', { content: [{ text: 'one' }, { text: 'two' }] }],
    ['no text', { title: 'x', body: 'y' }],
    ['null', null],
    ['a number', 4],
    [
      'a getter that throws',
      Object.defineProperty({}, 'text', {
        enumerable: true,
        get: () => {
          throw new Error('no');
        },
      }),
    ],
    [
      'a hostile proxy',
      new Proxy(
        {},
        {
          get: () => {
            throw new Error('no');
          },
          has: () => {
            throw new Error('no');
          },
        },
      ),
    ],
  ];
  test.each(unknown)('%s keeps its rank and claims nothing', (_name, item) => {
    const returned = [item, 'known'];
    expect(retrieval({}, () => returned)).toBe(returned);
    expect(attributesOf('retrieval')['ragspan.retrieval.chunk.digests']).toEqual(['', digest('known')]);
    expect(attributesOf('retrieval')['ragspan.retrieval.chunk.bytes']).toEqual([-1, 5]);
  });

  test.each([
    ['a text', 'joined'],
    ['nothing', undefined],
    ['two lists', { documents: ['a'], results: ['b'] }],
    ['a number', 5],
  ])('a result that is %s is not logged, and candidates do not stand in for it', (_name, result) => {
    retrieval({ topK: 1 }, (log) => {
      log.candidates(corpus);
      return result;
    });
    expect(attributesOf('retrieval')).not.toHaveProperty('ragspan.retrieval.chunk.digests');
  });

  test('a list elsewhere is named by itemsOf, an item by chunkOf', () => {
    retrieval({ itemsOf: (page) => page.first, chunkOf: (row: { body: string }) => row.body }, () => ({
      first: [{ body: text }],
      second: [],
    }));
    expect(attributesOf('retrieval')['ragspan.retrieval.chunk.digests']).toEqual([digest(text)]);
  });

  test('what is handed on can be said where the callback returns something else', () => {
    retrieval({}, (log) => {
      log.candidates(corpus);
      log.handedOn(corpus.slice(1, 2));
      return corpus[1]?.text;
    });
    expect(attributesOf('retrieval')).toMatchObject({
      'ragspan.retrieval.handed_on': 1,
      'ragspan.retrieval.chunk.count': 4,
    });
  });

  test('a text with a lone surrogate has a length and no digest', () => {
    retrieval({}, () => ['bad \ud800 text', 'good']);
    expect(attributesOf('retrieval')['ragspan.retrieval.chunk.digests']).toEqual(['', digest('good')]);
    expect(attributesOf('retrieval')['ragspan.retrieval.chunk.bytes']).toEqual([12, 4]);
  });

  test('ids and scores that say nothing are left out', () => {
    retrieval({}, () => [
      { id: '', text: 'a', score: Number.NaN },
      { id: 'undefined', text: 'b', score: Number.POSITIVE_INFINITY },
      { id: null, text: 'c' },
    ]);
    expect(attributesOf('retrieval')).not.toHaveProperty('ragspan.retrieval.chunk.ids');
    expect(privateText(recorded.named('retrieval'), 'gen_ai.retrieval.documents')).toEqual([
      { content: 'a' },
      { content: 'b' },
      { content: 'c' },
    ]);
  });
});

describe('recordRetrieval', () => {
  test('logs a search that is already over, in one call', () => {
    recordRetrieval(corpus.slice(0, 3), { k: 3, query: 'q', source: 'own', candidates: corpus });
    expect(attributesOf('retrieval own')).toMatchObject({
      'gen_ai.retrieval.top_k': 3,
      'ragspan.retrieval.handed_on': 3,
      'ragspan.retrieval.chunk.count': 4,
    });
  });
});

test('a lazy query builder runs once per await, as it did before', async () => {
  let runs = 0;
  // As Supabase and Knex have it: each `then` asks the database.
  const builder = Object.create({}) as PromiseLike<{ data: unknown[] }>;
  Reflect.set(Object.getPrototypeOf(builder) as object, 'then', (onFulfilled: (value: unknown) => unknown) => {
    runs += 1;
    return Promise.resolve({ data: [{ id: 1, content: 'row' }], error: null }).then(onFulfilled);
  });
  const returned = retrieval({ source: 'rows' }, () => builder);
  expect(returned).toBe(builder);
  expect(runs).toBe(0);
  const { data } = await returned;
  expect(data).toHaveLength(1);
  expect(runs).toBe(1);
  expect(attributesOf('retrieval rows')['ragspan.retrieval.handed_on']).toBe(1);
});
