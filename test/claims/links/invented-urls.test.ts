import { describe, expect, it } from 'vitest';
import { inventedUrls } from '../../../src/claims/index.js';
import { cpuClock } from '../../support/cpu-time.js';

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

  it('are those, too, that a URL of the sources only begins with', () => {
    const sources = [
      { text: 'See https://shop.example/order/4411?id=7, https://shop.example/a,b or **https://shop.example/terms**.' },
    ];
    const invented = [
      'https://shop.example/order/44',
      'https://shop.ex',
      'https://shop.example/order/4411',
      'https://shop.example/ter',
    ];
    expect(inventedUrls(invented.join(' '), sources)).toEqual(invented);
    expect(
      inventedUrls('https://shop.example/order/4411?id=7 https://shop.example/a (https://shop.example/a,b).', sources),
    ).toEqual([]);
  });

  it.each([
    'see https://s.example/x.',
    'see https://s.example/x...',
    '[x](https://s.example/x)',
    '"https://s.example/x"',
    '`https://s.example/x`',
    '| https://s.example/x|',
    '_https://s.example/x_',
    'https://s.example/x,https://s.example/y',
    'https://s.example/x#part',
    '&lt;a href=&quot;https://s.example/x&quot;&gt;',
    '{"a":"see https:\\/\\/s.example\\/x\\nnext"}',
    '参考https://s.example/xです。',
    'https://S.Example/x',
    'https://r.example/?to=https://s.example/x',
    'https://s.example/x\\\nnext line',
  ])('are none where they end in the source: %j', (text) => {
    expect(
      inventedUrls('See https://s.example/x, **https://s.example/x** or HTTPS://S.EXAMPLE/x.', [{ text }]),
    ).toEqual([]);
    expect(inventedUrls('See https://s.example', [{ text }])).toEqual(['https://s.example']);
  });

  it('know no difference between a host and its root', () => {
    expect(
      inventedUrls('https://a.example https://b.example/', [{ text: 'https://a.example/ https://b.example' }]),
    ).toEqual([]);
  });

  it.each([
    ['[x](HTTPS://evil.example/z)', 'HTTPS://evil.example/z'],
    ['[x](//evil.example/z)', '//evil.example/z'],
    ['[x](//shop.example@evil.example/z)', '//shop.example@evil.example/z'],
    ['[x](<//evil.example/z>)', '//evil.example/z'],
    ['![x](/\\evil.example/z)', '/\\evil.example/z'],
    ['[x][r]\n\n[r]: //evil.example/z', '//evil.example/z'],
    ['[x](       //evil.example/z)', '//evil.example/z'],
    ['<img src =\n      "  //evil.example/z">', '//evil.example/z'],
    ['<img src="&bsol;&bsol;evil.example/z">', '\\\\evil.example/z'],
    ['[x](https:evil.example/z)', 'https:evil.example/z'],
    ['<img src="//evil.example/z">', '//evil.example/z'],
    ['see www.evil.example/z.', 'www.evil.example/z'],
    ['[x](&#104;ttps://evil.example/z)', 'https://evil.example/z'],
    ['[x](https&colon;//evil.example/z)', 'https://evil.example/z'],
    ['[x](https\\://evil.example/z)', 'https://evil.example/z'],
    ['[x](ht&Tab;tps://evil.example/z)', 'https://evil.example/z'],
  ])('are found as a page shows them: %j', (written, url) => {
    expect(inventedUrls(written, [{ text: 'x' }])).toEqual([url]);
    const source = 'https://evil.example/z, www.evil.example/z and https://shop.example@evil.example/z';
    expect(inventedUrls(written, [{ text: source }])).toEqual([]);
  });

  it.each([
    ['[x](//[::1]/z)', '//[::1]/z'],
    ['[x](https://[2001:db8::7]:8080/z).', 'https://[2001:db8::7]:8080/z'],
    ['<img src="//a@&lsqb;::1&rsqb;/z">', '//a@[::1]/z'],
  ])('are found with an address for a host: %j', (written, url) => {
    expect(inventedUrls(written, [{ text: 'x' }])).toEqual([url]);
    expect(inventedUrls(written, [{ text: `See ${url}` }])).toEqual([]);
    expect(inventedUrls('x = //list[12] or = //[a]', [{ text: 'x' }])).toEqual([]);
  });

  it('may be written with entities, or without a scheme that the source had', () => {
    const sources = [{ text: 'https://s.example/?a=1&b=2 and https://www.s.example/x', url: '//cdn.example/i.png' }];
    expect(
      inventedUrls(
        'https://s.example/?a=1&amp;b=2 www.s.example/x ![](//cdn.example/i.png) https://cdn.example/i.png',
        sources,
      ),
    ).toEqual([]);
    expect(inventedUrls('a // b, x = //comment or [x](evil.example/path) @www.a.example', sources)).toEqual([]);
  });

  it.each([
    'https://',
    '//a',
    'https://a.example/,',
    '&#104;',
    'www.',
    'www.,',
    '=    ',
    '="   ',
    '=//a[:',
    '](//a',
    'https://a.example/?to=',
    "https://a.example/'x",
  ])('are found in linear time in many %j', (part) => {
    const many = part.repeat(30_000);
    const cpuMillis = cpuClock();
    inventedUrls(many, [{ text: many, url: many }]);
    expect(cpuMillis()).toBeLessThan(6_000);
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
