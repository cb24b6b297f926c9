import { describe, expect, it } from 'vitest';
import { inventedUrls } from '../../../src/claims/index.js';

const answer = 'See [the terms](https://shop.example/terms) and https://shop.example/refunds.';

describe('URLs that an answer made up', () => {
  it('are those in no metadata and not in what was sent', () => {
    const chunks = [{ text: 'Terms: https://shop.example/terms', metadata: { page: 1 } }];
    expect(inventedUrls(answer, chunks)).toEqual(['https://shop.example/refunds']);
  });

  it('are none when metadata, however deep, or the text holds them', () => {
    expect(
      inventedUrls(answer, [
        { pageContent: 'Terms.', metadata: { source: { url: 'https://shop.example/terms' } } },
        { pageContent: 'Refunds: see https://shop.example/refunds', metadata: {} },
      ]),
    ).toEqual([]);
  });

  it('the text of a chunk counts where it was sent: the context decides', () => {
    const chunks = [
      { text: 'a https://shop.example/terms', url: 'https://other.example/a' },
      { text: 'b https://shop.example/refunds', url: 'https://other.example/b' },
    ];
    expect(inventedUrls(answer, { chunks, context: 'Context:\na https://shop.example/terms' })).toEqual([
      'https://shop.example/refunds',
    ]);
    expect(inventedUrls(answer, { sent: chunks.slice(0, 1), candidates: chunks.slice(1) })).toEqual([
      'https://shop.example/refunds',
    ]);
    // Metadata counts for every chunk, as in the audit of a run.
    expect(inventedUrls('https://other.example/b', { sent: chunks.slice(0, 1), candidates: chunks.slice(1) })).toEqual(
      [],
    );
  });

  it('a URL that the user gave, or that stands escaped in a tool result, is none', () => {
    const context = [
      { role: 'user', content: 'What is at https://shop.example/terms?' },
      { role: 'user', content: '{"url":"https:\\/\\/shop.example\\/refunds"}' },
    ];
    expect(inventedUrls(answer, context)).toEqual([]);
  });

  it('nothing retrieved: whatever the answer states is invented', () => {
    expect(inventedUrls(answer, [])).toEqual(['https://shop.example/terms', 'https://shop.example/refunds']);
    expect(inventedUrls(answer, { sent: [] })).toHaveLength(2);
    expect(inventedUrls('no link at all', [])).toEqual([]);
  });

  it('each once, in order of place', () => {
    expect(inventedUrls('https://b.example https://a.example https://b.example.', [])).toEqual([
      'https://b.example',
      'https://a.example',
    ]);
  });

  it.each([
    ['a chunk of unknown shape', [{ body: 'x' }]],
    ['a context of unknown shape', { context: 7, chunks: [{ text: 'x' }] }],
    ['neither chunks nor context', { foo: 1 }],
    ['only what was not sent', { candidates: [{ text: 'x' }] }],
  ])('claims nothing from %s', (_, packed) => {
    expect(inventedUrls(answer, packed as never)).toEqual([]);
  });

  it('a chunk that throws when it is read is not known: nothing is claimed, and nothing throws', () => {
    const hostile = {
      get text(): string {
        throw new Error('no');
      },
    };
    expect(inventedUrls('https://a.example', [{ text: 'y' }, hostile])).toEqual([]);
    expect(inventedUrls('https://a.example', [{ text: 'y' }])).toEqual(['https://a.example']);
  });
});
