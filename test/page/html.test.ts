import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { spellHidden, stretches } from '../../src/page/hidden-characters.js';
import { exact, html, htmlText, MOST_CHARACTERS, type Html, type Part } from '../../src/page/html.js';

const text = (part: Part): string => htmlText(html`${part}`);

describe('html', () => {
  it('escapes whatever is put in, in content and in attributes', () => {
    const hostile = `<script>alert(1)</script>" onclick='x' &amp;`;
    expect(htmlText(html`<p title="${hostile}">${hostile}</p>`)).toBe(
      '<p title="&lt;script&gt;alert(1)&lt;/script&gt;&quot; onclick=&#39;x&#39; &amp;amp;">&lt;script&gt;alert(1)&lt;/script&gt;&quot; onclick=&#39;x&#39; &amp;amp;</p>',
    );
  });

  it('never lets a text open a tag, end an attribute or begin an entity', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (value) => {
        expect(text(value)).not.toMatch(/[<>"']|&(?!(?:amp|lt|gt|quot|#39);)/u);
      }),
    );
  });

  it('takes no object out of a file for markup, whatever it says of itself', () => {
    const forged = JSON.parse('{"html":"<b>","Symbol(html)":"<b>","raw":"<b>"}') as Html;
    expect(() => text(forged)).not.toThrow();
    expect(text(forged)).not.toContain('<b>');
  });

  it('cuts what is too long and says so, but no address, no surrogate pair and nothing in `exact`', () => {
    const long = `${'a'.repeat(MOST_CHARACTERS - 1)}😀${'b'.repeat(50)}`;
    expect(text(long)).toBe(`${'a'.repeat(MOST_CHARACTERS - 1)}… (52 more characters)`);
    expect(text([long])).toBe(text(long));
    expect(htmlText(html`<p title="${long}"></p>`)).toContain('more characters)"></p>');
    expect(htmlText(html`<a href="${long}"></a>`)).toContain(long);
    expect(htmlText(exact`<pre>${long}</pre>`)).toContain(long);
    expect(htmlText(html`<pre>${exact`${long}`}</pre>`)).toContain(long);
    expect(text('c'.repeat(MOST_CHARACTERS))).toBe('c'.repeat(MOST_CHARACTERS));
  });

  it('leaves nothing behind for undefined and false, and joins lists', () => {
    expect(htmlText(html`a${undefined}${false}${[html`<b>${1}</b>`, '&', [2]]}`)).toBe('a<b>1</b>&amp;2');
  });
});

describe('hidden characters', () => {
  it.each([
    ['\u202E', '⟨RLO⟩'],
    ['\u0000', '⟨NUL⟩'],
    ['\u001B[31m', '⟨ESC⟩[31m'],
    ['\uD83D', '⟨U+D83D⟩'],
    ['a\r\nb', 'a⟨CR⟩\nb'],
    ['\u{E0041}', '⟨U+E0041⟩'],
  ])('are spelt out: %j', (hidden, spelt) => {
    expect(spellHidden(hidden)).toBe(spelt);
  });

  it.each(['line\nbreak\ttab', '👩‍💻', 'naïve', 'שלום', '漢字'])('leaves %j as it is', (plain) => {
    expect(spellHidden(plain)).toBe(plain);
    expect(stretches(plain)).toEqual([{ text: plain }]);
  });

  it('counts a row of the same one, and loses no character that is seen', () => {
    expect(stretches('a\u202E\u202E\u202Eb\u0000')).toEqual([
      { text: 'a' },
      { text: '\u202E', hidden: { name: 'RLO', count: 3 } },
      { text: 'b' },
      { text: '\u0000', hidden: { name: 'NUL', count: 1 } },
    ]);
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (value) => {
        const whole = stretches(value).map(({ text: part, hidden }) =>
          hidden === undefined ? part : part.repeat(hidden.count),
        );
        expect(whole.join('')).toBe(value);
      }),
    );
  });
});
