/** verifiedCitations(): which citations of an answer may be shown, and where they lead. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Answer, verifiedCitations, type VerifiedRun } from '../../src/claims/index.js';
import { assembly, pack } from '../../src/instrumentation/index.js';
import { textHash } from '../../src/model/digest.js';
import { cpuClock } from '../support/cpu-time.js';

const c1 = {
  id: 'refunds#1',
  text: 'The refund window is 30 days from delivery.',
  metadata: { source: 'docs/refunds.md' },
};
const c2 = {
  id: 'limits#4',
  text: 'Items over $1,000 need manager approval.',
  metadata: { url: 'https://x.test/limits' },
};
const c3 = {
  id: 'warranty#2',
  text: 'Warranty claims close after 24 months.',
  metadata: { source: 'docs/warranty.md' },
};
const c4 = { id: 'loose', text: 'Parcels lost in transit are refunded in full.' };
const chunks = [c1, c2, c3, c4];
const sent: VerifiedRun = { sent: [c1, c2, c4], candidates: [c3] };

function citations(answer: Answer, run: unknown = sent): unknown {
  return verifiedCitations(answer, run as VerifiedRun).citations.map((one) => [
    one.mark,
    one.verified ? one.path : `! ${one.reason}`,
  ]);
}

describe('a citation in words', () => {
  it('is verified with its path, or is not, with the reason', () => {
    expect(citations('30 days [1], approval [ID:2], 24 months [^4], lost [3], what [9]. See [limits#4].')).toEqual([
      ['[1]', 'docs/refunds.md'],
      ['[ID:2]', 'https://x.test/limits'],
      ['[^4]', '! not-sent'],
      ['[3]', '! no-path'],
      ['[9]', '! unknown-id'],
      ['[limits#4]', 'https://x.test/limits'],
    ]);
  });

  it('leaves the text as it was', () => {
    const answer = 'So [1][2], and [link](x), `list[1]`, [nobody]; end 😀.';
    const { passages, isVerified } = verifiedCitations(answer, sent);
    expect(passages).toHaveLength(1);
    expect(passages[0]?.map((part) => (part.kind === 'text' ? part.text : part.mark)).join('')).toBe(answer);
    expect(passages[0]?.map(({ kind }) => kind)).toEqual(['text', 'citation', 'citation', 'text']);
    expect(isVerified).toBe(true);
    expect(verifiedCitations('So [9].', sent).isVerified).toBe(false);
    expect(verifiedCitations('So.', sent)).toEqual({
      passages: [[{ kind: 'text', text: 'So.' }]],
      citations: [],
      isReadable: true,
      isVerified: true,
    });
  });

  it('follows the labels that were issued', () => {
    const context = assembly({ budget: 100, unit: 'byte' }, (log) => pack(chunks, log, { labels: true }));
    expect(citations('a [1] b [2] c [3] d [5]', { chunks, context, labels: true })).toEqual([
      ['[1]', 'docs/refunds.md'],
      ['[2]', 'https://x.test/limits'],
      ['[3]', '! not-sent'],
      ['[5]', '! unknown-id'],
    ]);
    expect(citations('a [S1] b [1]', { ...sent, labels: { S1: 'limits#4' } })).toEqual([
      ['[S1]', 'https://x.test/limits'],
      ['[1]', '! unknown-id'],
    ]);
    expect(citations('a [S1]', { ...sent, labels: { S1: 'gone' } })).toEqual([['[S1]', '! unproven']]);
  });

  it('counts from 0 where a 0 is cited and no labels were issued', () => {
    expect(citations('a [0] b [1]')).toEqual([
      ['[0]', 'docs/refunds.md'],
      ['[1]', 'https://x.test/limits'],
    ]);
    expect(citations('a [0] b [1]', { ...sent, labels: true })).toEqual([
      ['[0]', '! unknown-id'],
      ['[1]', 'docs/refunds.md'],
    ]);
  });

  it.each(['In [0, 1] holds x. Pending [1].', 'So `x = [0]`. Pending [1].', 'In [0; 9]. Pending [2].'])(
    'is no rank that anybody can tell where a 0 may be no citation: %j',
    (answer) => {
      const { citations: found, isVerified } = verifiedCitations(answer, sent);
      expect(found.filter(({ verified }) => verified)).toEqual([]);
      expect(found.at(-1)).toMatchObject({ reason: 'ambiguous' });
      expect(isVerified).toBe(false);
    },
  );

  it('has a base that lists in code and names that were issued leave alone', () => {
    for (const code of ['So `x = [0, 1]`.', '```\nx = [0, 1]\n```\n'])
      expect(citations(`${code} Pending [1].`)).toEqual([['[1]', 'docs/refunds.md']]);
    expect(citations('In [0, 1]. By id [refunds#1].')).toContainEqual(['[refunds#1]', 'docs/refunds.md']);
    expect(citations('a [0] b [0, 1]')).toEqual([
      ['[0]', 'docs/refunds.md'],
      ['[0, ', 'docs/refunds.md'],
      ['1]', 'https://x.test/limits'],
    ]);
  });

  it('is no rank where the ids are numbers of your own', () => {
    const numbered = [
      { ...c1, id: 7 },
      { ...c2, id: 8 },
    ];
    expect(citations('a [7] b [1]', numbered)).toEqual([
      ['[7]', 'docs/refunds.md'],
      ['[1]', '! unknown-id'],
    ]);
  });

  it('may be a digest', () => {
    expect(citations(`a [${textHash().digest(c1.text)}]`)).toEqual([
      [`[${textHash().digest(c1.text)}]`, 'docs/refunds.md'],
    ]);
  });

  it('of what the provider may have held is not proven', () => {
    const context = { input: c1.text, previous_response_id: 'r' };
    expect(citations('a [1] b [2]', { chunks, context })).toEqual([
      ['[1]', 'docs/refunds.md'],
      ['[2]', '! unproven'],
    ]);
  });

  it('of an id that leads to two places is ambiguous', () => {
    const twice = [c1, { ...c2, id: c1.id }];
    expect(citations('a [refunds#1]', twice)).toEqual([['[refunds#1]', '! ambiguous']]);
    expect(citations('a [refunds#1]', { sent: [c1], candidates: [{ ...c2, id: c1.id }] })).toEqual([
      ['[refunds#1]', 'docs/refunds.md'],
    ]);
    expect(citations('a [refunds#1]', [c1, { ...c1, text: 'Another part of it.' }])).toEqual([
      ['[refunds#1]', 'docs/refunds.md'],
    ]);
  });
});

describe('a mark that the audit would not count', () => {
  it.each<[string, [string, string][]]>([
    [
      'Both [1, 2].',
      [
        ['[1, ', 'docs/refunds.md'],
        ['2]', 'https://x.test/limits'],
      ],
    ],
    [
      'One of them [1;9].',
      [
        ['[1;', 'docs/refunds.md'],
        ['9]', '! unknown-id'],
      ],
    ],
    [
      'By id [refunds#1, warranty#2].',
      [
        ['[refunds#1, ', 'docs/refunds.md'],
        ['warranty#2]', '! not-sent'],
      ],
    ],
    ['With spaces [ 1 ].', [['[ 1 ]', 'docs/refunds.md']]],
    [
      'In other brackets【1】and ［9］.',
      [
        ['【1】', 'docs/refunds.md'],
        ['［9］', '! unknown-id'],
      ],
    ],
    ['退款正在处理[1]。', [['[1]', 'docs/refunds.md']]],
  ])('is read in %j', (answer, expected) => {
    expect(citations(answer)).toEqual(expected);
  });

  it.each([
    ['Behind a word[1].', '[1]'],
    ['A list behind a word[1, 2].', '[1, 2]'],
    ['A range [1-3].', '[1-3]'],
    ['A range in a list [1, 2–4].', '[1, 2–4]'],
    ['A number and a remark [1, see there].', '[1, see there]'],
    ['In words [source 1] here.', '[source 1]'],
    ['Of a service【4:0†source】.', '【4:0†source】'],
    ['A link [1](https://evil.test/a_(b)) here.', '[1](https://evil.test/a_(b))'],
    ['A link [refunds#1](https://evil.test).', '[refunds#1](https://evil.test)'],
    ['A link in brackets [[1]](https://evil.test).', '[[1]](https://evil.test)'],
    ['An image ![1](//evil.test/i.png).', '![1](//evil.test/i.png)'],
    ['A link around [see [1] there](https://evil.test) it.', '[see [1] there](https://evil.test)'],
    ['An image ![a [1]](//evil.test/i.png).', '![a [1]](//evil.test/i.png)'],
    ['A link with brackets [x \\[ [1] `]`](https://evil.test).', '[x \\[ [1] `]`](https://evil.test)'],
    ['By reference [a [1]][ r ].\n\n[R]: https://evil.test', '[a [1]][ r ]'],
    ['By reference [1][r].\n\n> - [r]:\n  <https://evil.test> "x"', '[1][r]'],
    ['A link never closed [1](https://evil.test', '[1]'],
  ])('and cannot be read for sure is not verified: %j', (answer, mark) => {
    expect(citations(answer)).toEqual([[mark, '! unreadable']]);
    expect(verifiedCitations(answer, sent).isVerified).toBe(false);
  });

  it('is no citation where the answer says where it leads', () => {
    expect(citations('See [1], [ 2 ] and [limits#4][].\n\n[1]: https://evil.test\n[limits#4]: //evil.test')).toEqual([
      ['[1]', '! unreadable'],
      ['[ 2 ]', 'https://x.test/limits'],
      ['[limits#4][]', '! unreadable'],
      ['[1]', '! unreadable'],
      ['[limits#4]', '! unreadable'],
    ]);
    expect(citations('So [1][2].\n\n[1]: The page on refunds')).toEqual([
      ['[1]', 'docs/refunds.md'],
      ['[2]', 'https://x.test/limits'],
      ['[1]', 'docs/refunds.md'],
    ]);
  });

  it.each([
    'In code `list[1]` and ``a[`0`]``.',
    '```js\nlist[0] = [1-2];\n```\nDone.',
    '~~~\nlist[1]\n',
    'In [2024], on [12.5, 13.25], [see there] and [ ].',
  ])('is none in %j', (answer) => {
    expect(citations(answer)).toEqual([]);
  });

  it('may be the name of a chunk, as it was issued', () => {
    expect(citations('a [ID:7]', [{ ...c1, id: 'ID:7' }, c2])).toEqual([['[ID:7]', 'docs/refunds.md']]);
  });
});

describe('structured claims', () => {
  const claims = [
    { text: '30 days.', chunkIds: ['refunds#1'], quote: 'the refund window is 30 days' },
    { text: '14 days.', chunkIds: ['refunds#1', 'warranty#2'], quote: 'the refund window is 14 days' },
    { text: 'No chunk.', chunkIds: [] },
    { text: 'By number.', chunkIds: ['1'] },
  ];
  const expected = [
    ['refunds#1', 'docs/refunds.md'],
    ['refunds#1', '! misquoted'],
    ['warranty#2', '! not-sent'],
    ['1', '! unknown-id'],
  ];

  it('are one passage each, their ids at the end, held to their quote', () => {
    expect(citations(claims)).toEqual(expected);
    expect(citations({ claims })).toEqual(expected);
    expect(citations(JSON.stringify({ claims }))).toEqual(expected);
    const { passages } = verifiedCitations(JSON.stringify({ answer: 'In short [1].', claims }), sent);
    expect(passages.map((parts) => parts.map((part) => (part.kind === 'text' ? part.text : part.mark)))).toEqual([
      ['In short ', '[1]', '.'],
      ['30 days.', 'refunds#1'],
      ['14 days.', 'refunds#1', 'warranty#2'],
      ['No chunk.'],
      ['By number.', '1'],
    ]);
  });

  it('whose quote cannot be looked up are not proven', () => {
    const run = [{ id: 'refunds#1', path: '/r' }];
    expect(citations(claims.slice(0, 1), run)).toEqual([['refunds#1', '! unproven']]);
  });

  it('are told from answers that happen to be JSON', () => {
    for (const answer of ['[1]', '"[1]"', '[]', '["a"]', '{"claims": ["a"]}', '{"a": 1}']) {
      const { passages } = verifiedCitations(answer, sent);
      expect(passages[0]?.map((part) => (part.kind === 'text' ? part.text : part.mark)).join('')).toBe(answer);
    }
  });
});

describe('an answer that could not be read', () => {
  const verified = (answer: unknown): unknown => {
    const { isReadable, isVerified } = verifiedCitations(answer as Answer, sent);
    expect(isVerified).toBe(isReadable);
    return isReadable;
  };

  it('is not verified', () => {
    const claim = { text: 'a', chunkIds: ['refunds#1'] };
    for (const answer of [
      undefined,
      null,
      7,
      {},
      { answer: [{ text: 'a' }] },
      { claims: 'a' },
      { answer: 'a', claims: {} },
    ])
      expect(verified(answer)).toBe(false);
    for (const part of [
      { claim: 'a' },
      { ...claim, chunkIds: [{ id: 'refunds#1' }] },
      { ...claim, chunkIds: true },
      7,
      null,
    ])
      expect(verified([claim, part])).toBe(false);
    const json = JSON.stringify({ claims: [claim] });
    for (const answer of [json.slice(0, -3), `Sure! ${json}`, `Here:\n\`\`\`json\n${json}\n\`\`\`\nDone.`])
      expect(verified(answer)).toBe(false);
    for (const answer of ['a', { answer: 'a' }, { answer: null, claims: [claim] }, [], [{ ...claim, ids: [null, ''] }]])
      expect(verified(answer)).toBe(true);
  });

  it('may have claims that are known by their ids alone', () => {
    const { citations: found, isVerified } = verifiedCitations('{"claims":[{"claim":"x","chunkIds":["nope"]}]}', sent);
    expect(found).toMatchObject([{ label: 'nope', reason: 'unknown-id' }]);
    expect(isVerified).toBe(false);
  });

  it('is none where all of it is one fence', () => {
    const claims = { claims: [{ text: 'a', chunkIds: ['refunds#1'] }] };
    expect(verifiedCitations(`\`\`\`json\n${JSON.stringify(claims, undefined, 2)}\n\`\`\`\n`, sent)).toEqual(
      verifiedCitations(claims, sent),
    );
  });
});

describe('the path', () => {
  const pathOf = (item: object, rules: object = {}): unknown =>
    (citations('[1]', { sent: [{ text: 'x', ...item }], ...rules }) as [string, string][])[0]?.[1];

  it('is the most deliberate one in the metadata', () => {
    expect(pathOf({ metadata: { source: 'a', canonical_url: 'https://x.test/c', path: 'p' } })).toBe(
      'https://x.test/c',
    );
    expect(pathOf({ url: '/u', payload: { metadata: { source: 's' } } })).toBe('/u');
    expect(pathOf({ payload: { metadata: { source: 's' } } })).toBe('s');
    expect(pathOf({ path: '  ' })).toBe('! no-path');
    expect(pathOf({ path: 3 })).toBe('! no-path');
  });

  it.each<[string, unknown]>([
    ['LangChain, with its score', [[{ pageContent: 't', metadata: { source: '/p' } }, 0.9]]],
    ['LlamaIndex', [{ node: { text: 't', metadata: { url: '/p' } }, score: 0.2 }]],
    ['Qdrant', { points: [{ id: 'a', payload: { page_content: 't', metadata: { source: '/p' } } }] }],
    ['Pinecone', { matches: [{ id: 'a', metadata: { text: 't', url: '/p' } }] }],
    ['Elasticsearch', { hits: { hits: [{ _id: 'a', _source: { text: 't', url: '/p' } }] } }],
    ['Weaviate', { objects: [{ uuid: 'a', properties: { text: 't', url: '/p' } }] }],
    ['Milvus', { results: [{ id: 'a', entity: { text: 't', url: '/p' } }] }],
    ['Chroma', { ids: [['a']], documents: [['t']], metadatas: [[{ url: '/p' }]] }],
    ['OpenAI', { data: [{ file_id: 'f', attributes: { url: '/p' }, content: [{ type: 'text', text: 't' }] }] }],
    ['a source in parts', [{ text: 't', metadata: { source: { url: '/p' } } }]],
    ['a document of its own', [{ chunk: { content: 't', documentMetadata: { uri: '/p' } } }]],
    ['a location', [{ text: 't', location: { type: 'WEB', webLocation: { url: '/p' } } }]],
  ])('is found in the shape of %s', (_name, sources) => {
    expect(citations('x [1]', { chunks: sources, context: 't', labels: true })).toEqual([['[1]', '/p']]);
  });

  it('is looked for once in items that hold each other', () => {
    const item: Record<string, unknown> = { text: 't' };
    item['document'] = { node: item, metadata: item };
    expect(pathOf(item)).toBe('! no-path');
  });

  it('is what pathOf says', () => {
    expect(pathOf({ doc: 'x' }, { pathOf: ({ doc }: { doc: string }) => `/docs/${doc}` })).toBe('/docs/x');
    expect(pathOf({ path: 'a' }, { pathOf: () => undefined })).toBe('! no-path');
    expect(
      pathOf(
        { path: 'a' },
        {
          pathOf: () => {
            throw new Error('own');
          },
        },
      ),
    ).toBe('! no-path');
  });

  it.each([
    'javascript:alert(1)',
    ' JavaScript:alert(1)',
    'java\tscript:alert(1)',
    '\u0001javascript:alert(1)',
    'data:text/html,<script>',
    'vbscript:x',
    'blob:x',
    'file:///etc/passwd',
    `https://x.test/${'a'.repeat(3_000)}`,
    'https://x.test/\nSet-Cookie: a',
    '//evil.test/x',
    '\\\\evil.test\\x',
    '/\\evil.test',
    'http:evil.test',
    'https:/\\evil.test',
    'https:///evil.test',
    'https://x.test:pw@evil.test/',
    'https://x.test\\@evil.test/',
  ])('%j is nothing to link to', (path) => {
    expect(pathOf({ path })).toBe('! unsafe-path');
  });

  it('may have other schemes where the application allows them', () => {
    expect(pathOf({ path: 's3://bucket/key' })).toBe('! unsafe-path');
    expect(pathOf({ path: 's3://bucket/key' }, { schemes: ['S3'] })).toBe('s3://bucket/key');
    expect(pathOf({ path: 'https://x.test' }, { schemes: ['s3'] })).toBe('! unsafe-path');
  });
});

describe('anything', () => {
  it('never throws, and verifies only what names a sent chunk with a path', () => {
    const id = fc.oneof(fc.string(), fc.constantFrom('1', '0', 'a', '__proto__'));
    const chunk = fc.record({ id, text: fc.string(), path: fc.oneof(fc.webUrl(), fc.string()) }, { requiredKeys: [] });
    const answer = fc.oneof(
      fc.anything(),
      fc.string(),
      fc
        .array(
          fc.constantFrom('[', ']', '[1]', '[0, ', '[a]', '[^2]', 'x', ' ', '[__proto__]', '(', ')', '!', '`', '【1】'),
        )
        .map((parts) => parts.join('')),
    );
    fc.assert(
      fc.property(answer, fc.array(chunk), fc.array(chunk), fc.anything(), (given, isSent, candidates, context) => {
        for (const run of [{ sent: isSent, candidates }, { chunks: isSent, context }, context]) {
          const { citations: found, passages } = verifiedCitations(
            given as Answer,
            run as VerifiedRun<{ path?: string }>,
          );
          for (const one of found) {
            if (!one.verified) continue;
            expect(one.path).toBe(String(one.item.path).trim());
            expect(one.path).not.toMatch(/^\s*(javascript|data|vbscript):/i);
          }
          if (typeof given === 'string' && passages.length === 1)
            expect(passages[0]?.map((part) => (part.kind === 'text' ? part.text : part.mark)).join('')).toBe(given);
        }
      }),
      { numRuns: 200 },
    );
  });

  it('takes linear time on an answer of nothing but marks', () => {
    const many = Array.from({ length: 5_000 }, () => ({ id: 'd', text: 'same', path: '/d' }));
    const cpuMillis = cpuClock();
    verifiedCitations('[d]'.repeat(100_000) + '['.repeat(100_000), many);
    expect(cpuMillis()).toBeLessThan(5_000);
  });

  it.each([
    '[1](',
    'a[1]',
    '[1,',
    '`',
    '`a``',
    '[1 - ',
    '```\n',
    '[source 1,',
    '[x [1]](',
    '[1]: ',
    '[1]: x\n',
    '[',
    '\n\r',
    '[a][1]: b\n',
  ])('takes linear time on many %j', (part) => {
    const cpuMillis = cpuClock();
    verifiedCitations(part.repeat(100_000), chunks);
    expect(cpuMillis()).toBeLessThan(5_000);
  });
});
