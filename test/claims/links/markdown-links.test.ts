import { describe, expect, it } from 'vitest';
import { markdownLinks } from '../../../src/claims/links/markdown-links.js';
import { cpuClock } from '../../support/cpu-time.js';

const urls = async (markdown: string): Promise<string[]> => (await markdownLinks(markdown)).map(({ url }) => url);

describe('links of an answer, as a Markdown parser reads them', () => {
  it.each([
    ['[a](https://a.example/x "title")', 'link', 'https://a.example/x'],
    ['[a](<https://a.example/x y>)', 'link', 'https://a.example/x y'],
    ['![a](https://a.example/x.png)', 'image', 'https://a.example/x.png'],
    ['<https://a.example/x>', 'autolink', 'https://a.example/x'],
    ['see https://a.example/x.', 'bare', 'https://a.example/x'],
    ['see www.a.example/x', 'bare', 'http://www.a.example/x'],
    ['[a][1]\n\n[1]: https://a.example/x', 'link', 'https://a.example/x'],
    ['[a]\n\n[A]: https://a.example/x', 'link', 'https://a.example/x'],
    ['[a](/relative)', 'link', '/relative'],
    ['[a](https://a.example/?x=1&amp;y=2)', 'link', 'https://a.example/?x=1&y=2'],
    ['[a](https://a.example/\\(x\\))', 'link', 'https://a.example/(x)'],
  ])('%j is a %s', async (markdown, kind, url) => {
    expect(await markdownLinks(markdown)).toEqual([{ url, kind, line: 1 }]);
  });

  it.each([
    ['(see https://a.example/x)', 'https://a.example/x'],
    ['https://en.wikipedia.example/wiki/Foo_(bar)', 'https://en.wikipedia.example/wiki/Foo_(bar)'],
    ['**https://a.example/x**', 'https://a.example/x'],
    ['"https://a.example/x"', 'https://a.example/x'],
    ['[https://a.example/x]', 'https://a.example/x'],
    ['https://a.example/*a*b_c_d', 'https://a.example/*a*b_c_d'],
    ['https://a.example/?a=1&amp;b=2', 'https://a.example/?a=1&amp;b=2'],
    ['https://a.example/x&copy;', 'https://a.example/x'],
    ['见https://a.example/x。', 'https://a.example/x'],
    ['HTTPS://A.example/x!?', 'HTTPS://A.example/x'],
    ['| a |\n|---|\n| https://a.example/x |', 'https://a.example/x'],
    ['- https://a.example/x\n', 'https://a.example/x'],
    ['http://[::1]:80/x', 'http://[::1]:80/x'],
    ['http://localhost:8080/x', 'http://localhost:8080/x'],
  ])('a bare URL ends where GFM ends it: %j', async (markdown, url) => {
    expect(await urls(markdown)).toEqual([url]);
  });

  it.each([
    '`https://a.example/x`',
    '```\nhttps://a.example/x\n[a](https://a.example)\n```',
    '    https://a.example/x',
    '\\[a](b',
    'ahttps://a.example/x',
    'https://',
    'http:// a',
    'https://...',
    'www.',
    'www.x',
    'a@b.example',
    '<!-- https://a.example/x -->',
    '[1]: https://a.example/unused',
  ])('no link: %j', async (markdown) => {
    expect(await urls(markdown)).toEqual([]);
  });

  it('the text of a link is no link of its own, and an image in a link counts beside it', async () => {
    expect(await urls('[https://shown.example](https://meant.example)')).toEqual(['https://meant.example']);
    expect(await urls('[www.shown.example](https://meant.example)')).toEqual(['https://meant.example']);
    expect(await urls('[![a](https://image.example)](https://meant.example)')).toEqual([
      'https://meant.example',
      'https://image.example',
    ]);
  });

  it('says on which line', async () => {
    const markdown = 'a\n\nb\nc [d](https://a.example)\n\n> x\n> https://b.example\n\n1. x\n\n   <https://c.example>\n';
    expect((await markdownLinks(markdown)).map(({ line }) => line)).toEqual([4, 7, 11]);
  });

  it.each([
    ['[', 1],
    ['[a](', 4],
    ['![[', 3],
    ['a![a](http://e/', 15],
    ['http://e.com/(', 14],
    ['http://e[http://', 16],
    ['[http://e/', 10],
    ['www.', 4],
    ['<http://', 8],
    ['- ', 2],
    ['> ', 2],
    ['*a_ ', 4],
    ['[a][b]', 6],
    ['http://a.b/[{(', 14],
    ['&amp;', 5],
    [']', 1],
  ])('hostile repetition of %j costs linear time', async (piece, units) => {
    const markdown = piece.repeat(Math.floor(200_000 / units));
    const cpuMillis = cpuClock();
    await markdownLinks(markdown);
    // About one second on a busy machine; quadratic cost would be a minute.
    expect(cpuMillis()).toBeLessThan(10_000);
  });
});
