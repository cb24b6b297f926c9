/** Results of declared retrieval tools (spec §8 `retrieval_tools`). */
import { describe, expect, test } from 'vitest';
import { textHash } from '../../src/model/digest.js';
import { retrievalToolList } from '../../src/model/retrieval-tool.js';

const hash = textHash();
const tool = { name: 'search' };
const byPath = { name: 'search', text: 'results[].content', id: 'results[].url' };
const C1 = 'The refund window is 30 days from delivery.';
const C2 = 'Items over $1,000 need manager approval.';
const result = {
  results: [
    { content: C1, url: 'https://x.test/1' },
    { content: C2, url: '' },
  ],
};
const texts = (list: ReturnType<typeof retrievalToolList>) => list.items?.map((item) => item.text);

describe('with a text path', () => {
  test.each([
    ['a structure', result],
    ['JSON', JSON.stringify(result)],
  ])('the items are what stands there, in order, out of %s', (_name, value) => {
    const list = retrievalToolList(value, byPath, hash);
    expect(list).toMatchObject({ stage: 'retrieve', lossy: false, foreignHash: false });
    expect(list.items).toEqual([
      {
        text: C1,
        digest: hash.digest(C1),
        length: 43,
        id: 'https://x.test/1',
        urls: ['https://x.test/1'],
        lossy: false,
        invalid: false,
      },
      { text: C2, digest: hash.digest(C2), length: 40, lossy: false, invalid: false },
    ]);
  });

  test('an empty list is zero items', () => {
    expect(retrievalToolList({ results: [] }, byPath, hash).items).toEqual([]);
  });

  test('an element without the place keeps its rank', () => {
    const list = retrievalToolList({ results: [{ url: 'a' }, { content: C2 }] }, byPath, hash);
    expect(list.items).toMatchObject([{ id: 'a', lossy: false }, { text: C2 }]);
    expect(list.items?.[0]).not.toHaveProperty('text');
  });

  test('a result with text elsewhere logged no list, one without any text an empty one', () => {
    expect(retrievalToolList({ error: 'rate limited' }, byPath, hash).items).toBeUndefined();
    expect(retrievalToolList('No results.', byPath, hash).items).toBeUndefined();
    expect(retrievalToolList({}, byPath, hash).items).toEqual([]);
    expect(retrievalToolList('', byPath, hash).items).toEqual([]);
  });

  test('lists in lists, and JSON in JSON', () => {
    const nested = { name: 's', text: 'content[].text.results[].content', id: 'content[].id' };
    const value = {
      content: [
        { id: 7, text: JSON.stringify(result) },
        { id: 'None', text: JSON.stringify({ results: [{ content: 'c' }] }) },
      ],
    };
    expect(retrievalToolList(value, nested, hash).items).toMatchObject([
      { text: C1, id: '7' },
      { text: C2, id: '7' },
      { text: 'c' },
    ]);
  });

  test('a list on top', () => {
    expect(texts(retrievalToolList([{ t: C1 }, { t: C2 }], { name: 's', text: '[].t' }, hash))).toEqual([C1, C2]);
  });
});

describe('without a text path', () => {
  test('string leaves, keys in UTF-8 byte order', () => {
    expect(texts(retrievalToolList({ b: C2, a: [C1, 7, null, ''] }, tool, hash))).toEqual([C1, C2]);
  });

  test.each([['{}'], ['[]'], [''], [{ results: [] }]])('an empty result (%j) is zero items', (value) => {
    expect(retrievalToolList(value, tool, hash).items).toEqual([]);
  });

  test('content blocks give their texts, and the leaves of JSON in them', () => {
    expect(texts(retrievalToolList({ content: [{ type: 'text', text: C1 }], isError: false }, tool, hash))).toEqual([
      C1,
    ]);
    expect(texts(retrievalToolList([{ type: 'text', text: JSON.stringify({ r: [C1, C2] }) }], tool, hash))).toEqual([
      C1,
      C2,
    ]);
  });
});

test.each([undefined, null])('no result (%j) is no list', (value) => {
  expect(retrievalToolList(value, tool, hash)).toEqual({ stage: 'retrieve', lossy: false, foreignHash: false });
});

test('a damaged result never shows zero items, a masked one is lossy', () => {
  expect(retrievalToolList('{}', tool, hash, true)).toEqual({ stage: 'retrieve', lossy: true, foreignHash: false });
  expect(retrievalToolList(['see [REDACTED]'], tool, hash).items).toMatchObject([{ lossy: true }]);
  expect(retrievalToolList(['a\ud800'], tool, hash).items).toMatchObject([
    { text: 'a\ufffd', invalid: true, lossy: true },
  ]);
});
