/** Quote, then answer: what is asked of the model, how its reply is read, and what its quotes are worth. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { checkQuotes, type Packed, parseQuotedAnswer, quoteInstruction } from '../../src/claims/index.js';
import { sentencesOf } from '../../src/claims/quotes/sentences.js';
import { cpuClock } from '../support/cpu-time.js';

const refunds = { id: 'refunds', text: 'Grüße. The refund window is 30 days from delivery. Keep the receipt.' };
const limits = { id: 'limits', text: 'Items over $1,000 need manager approval. Keep the receipt.' };
const unsent = { id: 'warranty', text: 'Warranty claims close after 24 months.' };
const chunks = [refunds, limits, unsent];
const context = [
  { role: 'system', content: 'Answer from the sources.' },
  { role: 'user', content: `[1] ${refunds.text}\n\n[2] ${limits.text}\n\nHow long?` },
];
const packed: Packed = { chunks, context, labels: true };

const reply = `Let me look.
<quotes>
<quote number="1" source="1">The refund window is 30 days from delivery.</quote>
<quote number="2" source="[2]">"Items over $1,000 need manager approval."</quote>
</quotes>
<answer>The window is 30 days [Q1]. Items over $1,000 are checked by a manager. [Q2] Bring cake.</answer>`;

const json = {
  quotes: [
    { number: 1, source: '1', text: 'The refund window is 30 days from delivery.' },
    { number: 2, source: '2', text: 'Items over $1,000 need manager approval.' },
  ],
  answer: [
    { text: 'The window is 30 days.', quotes: [1] },
    { text: 'Items over $1,000 are checked by a manager.', quotes: [2] },
    { text: 'Bring cake.', quotes: [] },
  ],
};

describe('the instruction', () => {
  it('asks for quotes first, in words or with a schema for structured outputs', () => {
    expect(quoteInstruction().text).toMatch(/quote[\s\S]*<quote number="1" source="SOURCE">[\s\S]*<answer>/);
    expect(quoteInstruction()).not.toHaveProperty('schema');
    const { text, schema } = quoteInstruction({ form: 'json' });
    expect(text).toContain('JSON');
    expect(JSON.parse(JSON.stringify(schema))).toEqual(schema);
  });

  it('gives a schema that strict outputs take: every object closed, every field required', () => {
    const visit = (node: unknown): void => {
      if (typeof node !== 'object' || node === null) return;
      const { type, properties, required, additionalProperties } = node as Record<string, unknown>;
      if (type === 'object') {
        expect(additionalProperties).toBe(false);
        expect(required).toEqual(Object.keys(properties as object));
      }
      for (const held of Object.values(node)) visit(held);
    };
    visit(quoteInstruction({ form: 'json' }).schema);
  });

  it('shows the form that is parsed', () => {
    expect(parseQuotedAnswer(quoteInstruction().text)).toMatchObject({
      form: 'text',
      quotes: [{ number: 1, source: 'SOURCE', text: 'the passage' }],
      sentences: [{ quotes: [1] }, { quotes: [2, 3] }],
    });
  });
});

describe('a reply', () => {
  const quotes = json.quotes.map(({ number, source, text }) => ({ number, source, text }));

  it('is read in elements', () => {
    const parsed = parseQuotedAnswer(reply);
    const said = quotes.map((quote) => (quote.number === 2 ? { ...quote, source: '[2]' } : quote));
    expect(parsed).toMatchObject({ form: 'text', quotes: said, isCut: false });
    expect(parsed.sentences.map((one) => [one.text, one.quotes])).toEqual([
      ['The window is 30 days [Q1].', [1]],
      ['Items over $1,000 are checked by a manager. [Q2]', [2]],
      ['Bring cake.', []],
    ]);
    for (const { text, start, end } of parsed.sentences) expect(parsed.answer.slice(start, end)).toBe(text);
  });

  it.each([
    ['as an object', json],
    ['as JSON', JSON.stringify(json)],
    ['as JSON in a fence', `Sure!\n\`\`\`json\n${JSON.stringify(json, undefined, 2)}\n\`\`\`\nDone {}.`],
    ['as JSON in prose', `Here it is: ${JSON.stringify(json)} I hope it helps.`],
    [
      'with other names',
      {
        quotes: json.quotes.map(({ number, source, text }) => ({ n: `Q${number}`, chunk_id: source, quote: text })),
        sentences: json.answer.map(({ text, quotes: of }) => ({ sentence: text, quotes: of.map((n) => `Q${n}`) })),
      },
    ],
    [
      'with the answer as one text',
      { ...json, answer: 'The window is 30 days. [Q1] Items over $1,000 are checked by a manager [Q2]. Bring cake.' },
    ],
  ])('is read %s', (_name, given) => {
    const parsed = parseQuotedAnswer(given);
    expect(parsed).toMatchObject({ form: 'json', quotes, isCut: false });
    expect(parsed.sentences.map((one) => one.quotes)).toEqual([[1], [2], []]);
    for (const { text, start, end } of parsed.sentences) expect(parsed.answer.slice(start, end)).toBe(text);
  });

  it('may keep to the form only so far', () => {
    const parsed = parseQuotedAnswer(
      "<QUOTE source='1'>\n one here \n<quote n=7 source=x>“two here”</Quote>\nSo it is [q1, Q7].",
    );
    expect(parsed).toMatchObject({
      form: 'text',
      quotes: [
        { number: 1, source: '1', text: 'one here' },
        { number: 7, source: 'x', text: 'two here' },
      ],
      answer: 'So it is [q1, Q7].',
      sentences: [{ quotes: [1, 7] }],
    });
    expect(parseQuotedAnswer('<answer>It is <quote>so</quote> here. [Q1]').answer).toBe('It is  here. [Q1]');
    expect(
      parseQuotedAnswer('**Quotes:**\n1. "one here"\n2) «two here»\n> three here\n\n## Answer:\nSo. [Q3]'),
    ).toMatchObject({
      form: 'text',
      quotes: [
        { number: 1, text: 'one here' },
        { number: 2, text: 'two here' },
        { number: 3, text: 'three here' },
      ],
      answer: 'So. [Q3]',
    });
  });

  it('without quotes is all answer', () => {
    expect(parseQuotedAnswer('It is so. [Q1]')).toMatchObject({ form: 'none', quotes: [], answer: 'It is so. [Q1]' });
    for (const nothing of ['', ' ', undefined, null, 3, [], {}])
      expect(parseQuotedAnswer(nothing)).toEqual({ form: 'none', quotes: [], answer: '', sentences: [], isCut: false });
  });

  it('that is endless is cut, and says so', () => {
    const parsed = parseQuotedAnswer('<quote>abcd</quote>'.repeat(100_000));
    expect(parsed.isCut).toBe(true);
    expect(parsed.quotes.length).toBeLessThanOrEqual(500);
    expect(checkQuotes(`${reply} ${'x'.repeat(2_000_000)}`, packed).isQuoted).toBe(false);
  });
});

describe('a quote', () => {
  const check = (text: string, source?: string, where: Packed = packed): unknown => {
    const quotes = [{ number: 1, text, ...(source === undefined ? {} : { source }) }];
    const { quotes: found } = checkQuotes({ quotes, answer: [{ text: 'So.', quotes: [1] }] }, where);
    return found.map(({ finding, place }) => (place === undefined ? finding : [finding, place]))[0];
  };
  const sent = new TextEncoder().encode(`${context[0]?.content}\n${context[1]?.content}`);
  const offsetOf = (text: string, from = 0): number => new TextDecoder().decode(sent).indexOf(text, from) + 2;

  it('stands in the context, by byte', () => {
    const offset = offsetOf('The refund window');
    expect(check('The refund window is 30 days', '1')).toEqual([
      'verbatim',
      { form: 'exact', offset, id: 'refunds', rank: 1 },
    ]);
    expect(new TextDecoder().decode(sent.subarray(offset, offset + 17))).toBe('The refund window');
    expect(check(' The refund window\n')).toEqual(['verbatim', { form: 'exact', offset, id: 'refunds', rank: 1 }]);
  });

  it('is placed in the chunk that is named, where its words stand in several', () => {
    const first = offsetOf('Keep the receipt');
    const second = offsetOf('Keep the receipt', first);
    expect(check('Keep the receipt.', '1')).toEqual([
      'verbatim',
      { form: 'exact', offset: first, id: 'refunds', rank: 1 },
    ]);
    expect(check('Keep the receipt.', '2')).toEqual([
      'verbatim',
      { form: 'exact', offset: second, id: 'limits', rank: 2 },
    ]);
    expect(check('Keep the receipt.', 'limits')).toEqual([
      'verbatim',
      { form: 'exact', offset: second, id: 'limits', rank: 2 },
    ]);
  });

  it('is not verbatim when a letter, a space or a case differs', () => {
    for (const text of [
      'the refund window is 30 days',
      'The refund  window',
      'The refund window is 14 days',
      'The refund window … from delivery',
    ])
      expect(check(text)).toBe('absent');
  });

  it('from another source than the one named is told so', () => {
    expect(check('The refund window', '2')).toMatchObject(['elsewhere', { id: 'refunds' }]);
    expect(check('The refund window', '9')).toBe('unknown-source');
    expect(check('Warranty claims close', 'warranty')).toBe('absent');
    expect(check('Warranty claims close')).toBe('absent');
    const marked = [{ id: '[doc]', text: refunds.text }];
    expect(check('The refund window', '[doc]', marked)).toMatchObject(['verbatim', { id: '[doc]' }]);
    expect(check('The refund window', '[[doc]]', marked)).toMatchObject(['verbatim', { id: '[doc]' }]);
  });

  it('that stands outside every chunk proves nothing, unless no chunks are known', () => {
    expect(check('Answer from the sources')).toEqual(['outside', { form: 'exact', offset: 0 }]);
    expect(check('How long?')).toMatchObject(['outside', {}]);
    expect(check('Answer from the sources', undefined, { chunks: [], context })).toMatchObject(['outside', {}]);
    expect(check('Answer from the sources', undefined, context as never)).toMatchObject(['verbatim', {}]);
    expect(check('Answer from the sources', undefined, { chunks: [{ id: 'a' }], context })).toMatchObject([
      'verbatim',
      {},
    ]);
  });

  it('may take the label or heading of a chunk along, and go from one chunk to the next', () => {
    const headed = `Use these.\n\nRefunds, page 3\n[1] ${refunds.text} (2026)\n\n[2] ${limits.text}\nHow long?`;
    for (const text of ['Refunds, page 3', '[1] Grüße.', 'receipt. (2026)', 'receipt. (2026)\n\n[2] Items'])
      expect(check(text, undefined, { chunks, context: headed })).toMatchObject(['verbatim', { form: 'exact' }]);
    for (const text of ['Use these', 'How long?'])
      expect(check(text, undefined, { chunks, context: headed })).toMatchObject(['outside', {}]);
  });

  it('may stand beside a chunk of which only a part was sent, or which was sent in JSON', () => {
    const long = { id: 'l', text: 'The first line of a long text.\nThe second line.\nThe third line of it.' };
    const cut = { chunks: [long], context: `Use this.\n\n[1] The first line of a long text.\nThe sec\n\nHow long?` };
    expect(check('[1] The first line', undefined, cut)).toMatchObject(['verbatim', {}]);
    expect(check('The sec', undefined, cut)).toMatchObject(['verbatim', {}]);
    expect(check('The third line', undefined, cut)).toBe('absent');
    expect(check('How long?', undefined, cut)).toMatchObject(['outside', {}]);
    const inJson = { chunks: [long], context: `Use this.\n\n${JSON.stringify({ title: 'On lines', ...long })}` };
    expect(check('"On lines"', undefined, inJson)).toMatchObject(['verbatim', { form: 'exact' }]);
  });

  it('of the question is none of a source, wherever it is asked', () => {
    const question = 'I was told it was paid in cash on Monday.';
    const words = 'it was paid in cash on Monday';
    for (const prompt of [
      `[1] ${refunds.text}\n\nQuestion: ${question}`,
      `Question: ${question}\n[1] ${refunds.text}`,
      `[1] ${refunds.text} Question: ${question}`,
      JSON.stringify({ question, sources: [refunds.text] }),
    ])
      for (const known of [{ chunks }, {}]) {
        expect(check(words, undefined, { ...known, context: prompt, question })).toBe('absent');
        expect(check('Keep the receipt.', undefined, { ...known, context: prompt, question })).toMatchObject([
          'verbatim',
          {},
        ]);
      }
    // A chunk that says what the question says is a source.
    const told = { id: 't', text: `The customer wrote: ${question} We could not find it.` };
    const both = { chunks: [told], context: `Question: ${question}\n\n${told.text}`, question };
    expect(check(told.text, undefined, both)).toMatchObject(['verbatim', { id: 't' }]);
    expect(check(words, undefined, { context: both.context, question })).toMatchObject(['verbatim', {}]);
  });

  it('of the instruction to quote is none of a source', () => {
    for (const form of ['text', 'json'] as const) {
      const prompt = `${quoteInstruction({ form }).text}\n[1] ${refunds.text}`;
      for (const where of [prompt, JSON.stringify({ prompt }), { chunks, context: prompt }])
        expect(check('Copy word for word, without leaving anything out', undefined, where as Packed)).toBe('absent');
    }
  });

  it('is found through JSON escapes, at the raw offset', () => {
    const text = 'She said "never\tagain" and left.';
    const content = JSON.stringify({ hits: [{ text }] });
    const where = { chunks: [{ id: 'x', text }], context: [{ role: 'tool', content }] };
    expect(check('"never\tagain" and', 'x', where)).toEqual([
      'verbatim',
      { form: 'json', offset: content.indexOf('\\"never'), id: 'x', rank: 1 },
    ]);
  });

  it('is held against the chunks where the context is not at hand, at the offset in the chunk', () => {
    expect(check('window', undefined, [limits, refunds])).toEqual([
      'verbatim',
      { form: 'exact', offset: 20, id: 'refunds', rank: 2 },
    ]);
    expect(check('window', undefined, [{ id: 'refunds' }])).toBe('unproven');
    expect(check('window', undefined, [])).toBe('absent');
  });

  it('of a word or two of bytes proves nothing', () => {
    expect(check('30')).toBe('too-short');
    const quotes = [{ number: 1, text: '30 days' }];
    expect(checkQuotes({ quotes, answer: '' }, packed, { minBytes: 20 }).quotes[0]?.finding).toBe('too-short');
  });

  it('is not proven absent where the provider holds part of the context', () => {
    const held = { chunks, context: { input: refunds.text, previous_response_id: 'r' } };
    expect(check('Warranty claims close', undefined, held)).toBe('unproven');
  });
});

describe('the sentences of an answer', () => {
  it('rest on verbatim quotes, or are named', () => {
    const { unquoted, isQuoted, quotes } = checkQuotes(reply, packed);
    expect(quotes.map(({ finding }) => finding)).toEqual(['verbatim', 'verbatim']);
    expect(unquoted.map(({ text }) => text)).toEqual(['Bring cake.']);
    expect(isQuoted).toBe(false);
    expect(checkQuotes(reply.replace(' Bring cake.', ''), packed).isQuoted).toBe(true);
    expect(checkQuotes(parseQuotedAnswer(json), packed).unquoted).toMatchObject([{ text: 'Bring cake.' }]);
  });

  it('do not rest on a quote that was made up, or that nobody gave', () => {
    const { unquoted } = checkQuotes(reply.replace('30 days from', '14 days from').replace('[Q2]', '[Q3]'), packed);
    expect(unquoted).toHaveLength(3);
  });

  it('do not rest on a number that two quotes share, unless both stand', () => {
    const twice = { ...json, quotes: [...json.quotes, { number: 1, text: 'made up here' }] };
    expect(checkQuotes(twice, packed).unquoted).toHaveLength(2);
  });

  it('are none in nothing', () => {
    expect(checkQuotes('', packed)).toMatchObject({ sentences: [], unquoted: [], isQuoted: false });
  });

  it.each([
    ['One. Two! Three? Four', ['One.', 'Two!', 'Three?', 'Four']],
    ['It costs 3.50 € at Dr. Meyer, e.g. on Monday. Next.', ['It costs 3.50 € at Dr. Meyer, e.g. on Monday.', 'Next.']],
    ['# Refunds\n- one item\n- another\n\n**', ['- one item', '- another\n\n**']],
    ['一个句子。第二句。', ['一个句子。', '第二句。']],
    ['J. R. Meyer said so. Yes.', ['J. R. Meyer said so.', 'Yes.']],
    ['Choose plan A. It is free.', ['Choose plan A.', 'It is free.']],
    ['Wait... what? "So be it!" he said. (Yes.) No.', ['Wait... what?', '"So be it!" he said.', '(Yes.)', 'No.']],
    ['v1.2.3 of node.js runs. OK?!', ['v1.2.3 of node.js runs.', 'OK?!']],
    ['यह सही है। दूसरा वाक्य।', ['यह सही है।', 'दूसरा वाक्य।']],
    ['One\r\nTwo\n\nThree', ['One', 'Two', 'Three']],
    ['1. It is pending.\n2. It takes 30 days.', ['1. It is pending.', '2. It takes 30 days.']],
    ['  - 1. One\n> 12. **Two**\na. Three\niv. Four', ['- 1. One', '> 12. **Two**', 'a. Three', 'iv. Four']],
    ['## 1. Refunds\nIt is paid.', ['It is paid.']],
    ['Am 3. September. Im 2. quartal. On 3. Sept 2026.', ['Am 3. September.', 'Im 2. quartal.', 'On 3. Sept 2026.']],
    ['I am 30. August was hot. Am 30. Nobody paid.', ['I am 30.', 'August was hot.', 'Am 30.', 'Nobody paid.']],
    ['It moved to CA. Nobody paid. Ca. 30 days.', ['It moved to CA.', 'Nobody paid.', 'Ca. 30 days.']],
    ['It takes 30 days approx. Nobody paid.', ['It takes 30 days approx.', 'Nobody paid.']],
    ['He said No. Nobody paid. See No. 5.', ['He said No.', 'Nobody paid.', 'See No. 5.']],
    ['Shop in Main St. Nobody paid. Shop in St. Gallen.', ['Shop in Main St.', 'Nobody paid.', 'Shop in St. Gallen.']],
    ['It is in the U.S. Nobody paid Ms. X. Done.', ['It is in the U.S.', 'Nobody paid Ms. X.', 'Done.']],
    ['Es sind 3 Mio. Niemand zahlte.', ['Es sind 3 Mio.', 'Niemand zahlte.']],
    ['There are 3. Julia paid. It has 12. Then', ['There are 3.', 'Julia paid.', 'It has 12.', 'Then']],
    ['Approx. 30 days. It costs 5 Mio. Euro.', ['Approx. 30 days.', 'It costs 5 Mio. Euro.']],
    [
      'Shops, e.g. Acme, i.e. Us, z.B. Wir, z. B. Ihr, d.h. Du.',
      ['Shops, e.g. Acme, i.e. Us, z.B. Wir, z. B. Ihr, d.h. Du.'],
    ],
    ['See p. 12 and Sec. 4 of Jan. 5.', ['See p. 12 and Sec. 4 of Jan. 5.']],
    ['Acme Paid Everybody Inc. Nobody paid.', ['Acme Paid Everybody Inc.', 'Nobody paid.']],
    ['| a | b |\n|---|:-:|\n| one | 2 |', ['| one | 2 |']],
    ['a line\n---\nanother', ['a line\n---', 'another']],
    ['We paid 2 | final\n---\nanother', ['We paid 2 | final\n---', 'another']],
    ['a \\| b | c\n-|-\nanother', ['another']],
  ])('of %j', (answer, expected) => {
    expect(sentencesOf(answer).map(({ text }) => text)).toEqual(expected);
  });

  it.each([
    ['A. [Q1] B. [Q2]', [[1], [2]]],
    ['A [Q1]. B [Q2].', [[1], [2]]],
    [
      'One thing.[Q1][Q2] Other thing [Q3; Q4].',
      [
        [1, 2],
        [3, 4],
      ],
    ],
    ['[Q1] One thing. [Q2] Other thing.', [[1], [2]]],
    ['It costs 5 Mio. [Q1] Other thing.', [[1], []]],
    ['1. [Q1] One thing.\n2. Other thing. [Q2]', [[1], [2]]],
    ['One thing [1]. Other [Q].', [[], []]],
  ])('own the marks in %j', (answer, expected) => {
    expect(sentencesOf(answer.replaceAll(/\b([AB])\b/g, '$1 thing')).map(({ quotes }) => quotes)).toEqual(expected);
  });
});

describe('anything', () => {
  it('never throws, and never finds verbatim what is not there', () => {
    const text = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.constantFrom(refunds.text.slice(0, 20), limits.text, '\\"\\u0041'),
    );
    const words = fc.constantFrom(
      '<quote',
      '>',
      '</quote>',
      '<answer>',
      '[Q1]',
      '{"quotes":[',
      ']}',
      'Quotes:\n',
      'Answer:',
      '- ',
      '```\n',
      '. ',
    );
    const given = fc.oneof(
      fc.anything(),
      fc.array(fc.oneof(words, text)).map((parts) => parts.join('')),
      fc.record({
        quotes: fc.array(fc.oneof(text, fc.record({ text, source: text, number: fc.anything() }))),
        answer: fc.oneof(text, fc.array(fc.anything())),
      }),
    );
    const joined = `${context[0]?.content}\n${context[1]?.content}`;
    fc.assert(
      fc.property(given, (one) => {
        const { quotes, sentences, answer } = checkQuotes(one, packed);
        for (const { finding, text: quote } of quotes)
          if (finding === 'verbatim') expect(joined).toContain(quote.trim());
        for (const { start, end, text: sentence } of sentences) expect(answer.slice(start, end)).toBe(sentence);
      }),
      { numRuns: 500 },
    );
  });

  it.each<readonly [string, () => string]>([
    ['open elements', () => '<quote '.repeat(150_000)],
    ['elements', () => '<quote>x</quote>'.repeat(60_000)],
    ['marks', () => '[Q1]'.repeat(250_000)],
    ['marks behind a full stop', () => `A. ${'[Q1] '.repeat(100_000)}`],
    ['initials', () => 'A. '.repeat(300_000)],
    ['full stops before figures', () => 'a. 1 '.repeat(200_000)],
    ['brackets', () => '('.repeat(500_000)],
    ['white space behind a full stop', () => `a.${' '.repeat(500_000)}`],
    ['full stops and brackets', () => `a${'.)'.repeat(300_000)}`],
    ['numbers', () => '1. '.repeat(100_000)],
    ['numbers of a list', () => '1. A\n'.repeat(60_000)],
    ['company names', () => 'A Inc. '.repeat(140_000)],
    ['heads of tables', () => '|-'.repeat(400_000) + '\n' + '-|'.repeat(50_000) + 'x'],
    ['line ends', () => '\n'.repeat(900_000)],
    ['fences', () => '```\n'.repeat(200_000)],
    ['braces', () => '{'.repeat(500_000)],
    ['dashes in a section', () => `Quotes:\n${'- '.repeat(400_000)}\nAnswer:`],
    ['items in a section', () => `Quotes:\n${'1. abcd\n'.repeat(100_000)}\nAnswer: x`],
    ['spaces', () => ' '.repeat(1_000_000)],
  ])('takes linear time on %s', (_name, hostile) => {
    const cpuMillis = cpuClock();
    checkQuotes(hostile(), packed);
    expect(cpuMillis()).toBeLessThan(6_000);
  });

  it.each([1, 40])('takes linear time on a question that stands everywhere in %i chunks and their copies', (count) => {
    const chunk = (number: number): string => `${'help '.repeat(200_000 / count)}${number}`;
    const all = Array.from({ length: count }, (_, number) => ({ id: `c${number}`, text: chunk(number) }));
    const copies = all.map(({ text }) => `${text.slice(0, -3)}x ${text}`).join(' ');
    const cpuMillis = cpuClock();
    const asked = { chunks: all, context: `${copies}\n\nQuestion: help`, question: 'help' };
    const quotes = [{ number: 1, text: 'Question: help' }];
    expect(checkQuotes({ quotes, answer: 'x' }, asked).quotes[0]?.finding).toBe('absent');
    expect(cpuMillis()).toBeLessThan(10_000);
  });

  it('takes linear time on many quotes against much text', () => {
    const large = 'ab'.repeat(400_000);
    const quotes = Array.from({ length: 500 }, (_, index) => ({
      number: index + 1,
      text: `${'ab'.repeat(500)}${index}`,
      source: 'l',
    }));
    const cpuMillis = cpuClock();
    checkQuotes({ quotes, answer: 'x' }, { chunks: [{ id: 'l', text: large }], context: `${large}\\n` });
    expect(cpuMillis()).toBeLessThan(10_000);
  });
});
