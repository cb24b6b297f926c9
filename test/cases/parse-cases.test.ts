import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fold } from '../../src/attribution/text/fold.js';
import {
  compileCodeCase,
  formatProblem,
  parseCaseObject,
  parseCases,
  type ParsedCases,
  plainCaseFile,
} from '../../src/cases/index.js';

const digest = '699cbffbe262aaaaaaaaaaaaaaaaaaaa';

function parsed(source: string): ParsedCases {
  const result = parseCases(source, 'cases.yaml');
  if ('problems' in result) throw new Error(result.problems.map(formatProblem).join('\n'));
  return result;
}

/** `line:column key: problem` of each. */
function problems(source: string): string[] {
  const result = parseCases(source, 'cases.yaml');
  return 'problems' in result
    ? result.problems.map(({ line, column, key, problem }) => `${line}:${column} ${key}: ${problem}`)
    : [];
}

/** A file with one case, with these lines in it (indented by four). */
function oneCase(...lines: string[]): string {
  return ['version: 1', 'cases:', '  - id: a', '    need: { line: x }', ...lines.map((line) => `    ${line}`), ''].join(
    '\n',
  );
}

const WHOLE = `version: 1
services:
  refund-bot:
    top_k: 5
    accept_forms: [ws]
    retrieval_tools: [{ name: "search_*", text: "results[].content", id: "results[].url" }]
    refusals: ["Dazu liegt mir nichts vor"]
    expected_loss: [clipped]
cases:
  - id: refund-status
    when:
      input: "Where is my refund?"
      attributes: { app.intent: refund }
      retrieved: ["ledger/*"]
    need:
      line: "refund PENDING, no reference issued"
      chunk: ["${digest.toUpperCase()}"]
      id: ["ledger/\${app.order_id}"]
      line_is: correct
    expect:
      must: ["PENDING", [open, "/waiting|held/"]]
      must_not: ["was processed", "reference RB-8814"]
      allow: ["/has not been processed/"]
      refusals: ["no record of that refund"]
      case_sensitive: false
    snapshot: idx-2026-08-14
    until: 2026-12-31
  - id: any
    when: { input_matches: "/where.*refund/" }
    need:
      - line: one
      - id: two
        line_is: incorrect
incorrect_chunks: ["${digest}"]
`;

describe('a case file', () => {
  it('is read whole', () => {
    const { book } = parsed(WHOLE);
    expect(book.services).toMatchObject([
      {
        name: 'refund-bot',
        topK: 5,
        acceptForms: ['ws'],
        expectedLoss: ['clipped'],
        retrievalTools: [{ name: 'search_*', text: 'results[].content', id: 'results[].url' }],
      },
    ]);
    const [refund, any] = book.cases;
    expect(refund).toMatchObject({
      id: 'refund-status',
      snapshot: 'idx-2026-08-14',
      untilUnixMillis: Date.UTC(2027, 0, 1),
    });
    expect(refund?.needs).toMatchObject([
      { lineIs: 'correct', line: { source: 'refund PENDING, no reference issued' }, chunks: [{ source: digest }] },
    ]);
    expect(refund?.expect.must.map((entry) => entry.map(({ source }) => source))).toEqual([
      ['PENDING'],
      ['open', '/waiting|held/'],
    ]);
    expect(refund?.expect.mustNot.map((entry) => entry.map(({ source }) => source))).toEqual([
      ['was processed'],
      ['reference RB-8814'],
    ]);
    expect(any?.needs.map(({ lineIs }) => lineIs)).toEqual(['unconfirmed', 'incorrect']);
    expect(any?.when.inputMatches?.('So,\nWHERE is\u00a0the refund')).toBe(true);
    expect(any?.when.inputMatches?.('The refund is where?')).toBe(false);
    expect([...book.incorrectChunks]).toEqual([digest]);
    expect([...book.attributeKeys].sort()).toEqual(['app.intent', 'app.order_id']);
  });

  it('means the same in JSON, tabs included', () => {
    const source = JSON.stringify(
      { version: 1, cases: [{ id: 'a', need: { line: 'x/y "z" 😀' }, expect: { must: ['30'] } }] },
      null,
      '\t',
    );
    expect(parsed(source.replaceAll('/', '\\/')).file).toEqual(
      parsed(oneCase('expect: { must: "30" }').replace('{ line: x }', '{ line: \'x/y "z" 😀\' }')).file,
    );
  });

  it('is written again as plain data that reads the same', () => {
    for (const source of [
      WHOLE,
      'version: 1',
      'services:\n  __proto__: { top_k: 1 }\n  a: {}',
      oneCase('when: { attributes: { __proto__: x } }'),
    ]) {
      const { file } = parsed(source);
      const plain = plainCaseFile(file);
      expect(parseCaseObject(plain)).toMatchObject({ file });
      expect(parsed(JSON.stringify(plain)).file).toEqual(file);
    }
  });

  it('takes scalars for their source text', () => {
    const { file } = parsed(oneCase('expect: { must: [0123, 1e3, true, null, ~, 1_000, 2026-12-31, yes] }'));
    expect(file.cases[0]?.expect.must.flat()).toEqual([
      '0123',
      '1e3',
      'true',
      'null',
      '~',
      '1_000',
      '2026-12-31',
      'yes',
    ]);
  });

  it('takes one value for a list of it', () => {
    const { file } = parsed(
      oneCase('when: { retrieved: a }', 'expect: { must: 30 days, must_not: 14, allow: b, refusals: c }'),
    );
    expect(file.cases[0]).toMatchObject({
      when: { retrieved: ['a'] },
      expect: { must: [['30 days']], must_not: [['14']], allow: ['b'], refusals: ['c'] },
    });
  });

  it('may be as good as empty, but says something', () => {
    for (const source of [
      'version: 1',
      '{}',
      'cases:\n',
      'services:\nincorrect_chunks:\ncases: []',
      '---\nversion: 1\n...\n',
      '\ufeffversion: 1\r\n',
    ]) {
      expect(parsed(source).book.cases).toEqual([]);
    }
    for (const source of ['', '# only a comment\n', '\n\n', '---\n'])
      expect(problems(source)).toEqual(['1:1 : the file is empty; write at least `version: 1`']);
  });

  it('puts the most specific service first', () => {
    const { book } = parsed('services:\n  "*": {}\n  "refund-*": {}\n  refund-bot: {}\n  "refund-bot-*": {}\n');
    expect(book.services.map(({ name }) => name)).toEqual(['refund-bot', 'refund-bot-*', 'refund-*', '*']);
  });
});

describe('patterns', () => {
  const finds = (shape: string, text: string): boolean | undefined =>
    parsed(oneCase(`expect: { must: [${shape}] }`)).book.cases[0]?.expect.must[0]?.some(
      (pattern) => pattern.find(fold(text, false)) !== undefined,
    );

  it('are literals, RE2 between slashes, or {text} for a literal in slashes', () => {
    expect(finds('"a.c"', 'abc')).toBe(false);
    expect(finds('"/a.c/"', 'xABCx')).toBe(true);
    expect(finds('{text: "/a.c/"}', 'abc')).toBe(false);
    expect(finds('{text: "/a.c/"}', 'see /A.C/ there')).toBe(true);
    expect(finds('"/"', 'a/b')).toBe(true);
  });

  it('fold what they can of an RE2 pattern as the text is folded', () => {
    expect(finds('"/don’t\\u00a0\\u00a0Cafe\\u0301/"', 'DON’T  CAFÉ')).toBe(true);
    expect(finds('"/a\\\\W+B/"', 'a - b')).toBe(true);
  });

  it('match leftmost-first', () => {
    const pattern = parsed(oneCase('expect: { must: ["/a|ab/"] }')).book.cases[0]?.expect.must[0]?.[0];
    expect(pattern?.find(fold('xab', false))).toEqual({ start: 1, end: 2 });
    expect(pattern?.find(fold('xab ab', false), 2)).toEqual({ start: 4, end: 5 });
  });

  it('are refused with the reason', () => {
    expect(problems(oneCase('expect:', '  must: ["(", "/(/", "/a{1001}/", "/(?=a)/", "/\\\\1/"]'))).toEqual([
      expect.stringMatching(/^6:19 cases\[0\]\.expect\.must\[1\]: "\/\(\/" is no RE2 expression: missing closing \)/),
      expect.stringMatching(/^6:26 cases\[0\]\.expect\.must\[2\]: .* is no RE2 expression: invalid repeat count/),
      expect.stringMatching(/^6:39 cases\[0\]\.expect\.must\[3\]: .* is no RE2 expression/),
      expect.stringMatching(/^6:50 cases\[0\]\.expect\.must\[4\]: .* is no RE2 expression/),
    ]);
  });

  it('know no Unicode classes', () => {
    expect(problems(oneCase("expect: { must: ['/\\pL/', '/[\\P{Greek}]/', '/\\\\p/', '/\\Q\\p\\E/'] }"))).toEqual([
      expect.stringContaining('must[0]: "/\\\\pL/" uses \\p'),
      expect.stringContaining('must[1]: "/[\\\\P{Greek}]/" uses \\p'),
    ]);
  });

  it('are never empty', () => {
    const found = problems(
      oneCase(
        'expect:',
        '  must: ["", " ", "//", "\\ufeff", {text: ""}, {}, [], [""]]',
        '  allow:',
        '  refusals: [""]',
      ),
    );
    expect(found.map((line) => line.replace(/;.*/, ''))).toEqual([
      '6:14 cases[0].expect.must[0]: is empty',
      '6:18 cases[0].expect.must[1]: is empty',
      '6:23 cases[0].expect.must[2]: "//" is an empty pattern',
      '6:29 cases[0].expect.must[3]: is empty',
      '6:46 cases[0].expect.must[4].text: is empty',
      '6:51 cases[0].expect.must[5]: is an empty pattern',
      '6:55 cases[0].expect.must[6]: is an empty list of alternatives',
      '6:60 cases[0].expect.must[7][0]: is empty',
      '7:7 cases[0].expect.allow: is empty',
      '8:18 cases[0].expect.refusals[0]: is empty',
    ]);
  });
});

describe('problems', () => {
  it('are all told, in the order of the file, with line, column, key and what to do', () => {
    const found = problems(`version: 2
services:
  "re*fund": { top_k: 0 }
  bot:
    accept_forms: [json, ws]
    expected_loss: none
    retrieval_tools: [{ text: a..b }, { name: x, id: y }]
  blank:
cases:
  - id: Refund Status
    need: { lines: x }
  - need: []
  - id: twin
    need: { line: x, line_is: wrong }
    until: tomorrow
  - id: twin
    need: { chunk: [abc], id: ["*x", "x*"] }
    when: { input_sha256: 12, attributes: [a], retrieved: [] }
  - just text
incorrect_chunks: [${digest}${digest}]
extra: 1
`);
    expect(found).toEqual([
      '1:10 version: "2" is no known version; write 1',
      '3:3 services["re*fund"]: "re*fund" has a `*` that is not at the end; only the end can be left open',
      '3:23 services["re*fund"].top_k: "0" is no count; write a whole number from 1',
      '5:20 services.bot.accept_forms[0]: "json" is not one of html, crlf, nfc, ws',
      '6:20 services.bot.expected_loss: "none" is not one of cut, engine, clipped, altered, dropped, packed_out, deselected, unknown',
      '7:23 services.bot.retrieval_tools[0]: has no name; add the name of the tool, `*` at the end',
      '7:31 services.bot.retrieval_tools[0].text: "a..b" is no path; write names joined by dots, and [] for every item of a list',
      '7:54 services.bot.retrieval_tools[1].id: "y" stands without a text path; add text',
      '8:3 services.blank: is empty; write a mapping of top_k, accept_forms, retrieval_tools, refusals, expected_loss',
      '10:9 cases[0].id: "Refund Status" is no case id; use 1 to 64 of a-z 0-9 . _ -',
      '11:5 cases[0].need: needs nothing; add line, chunk or id',
      '11:20 cases[0].need.lines: is no known key; did you mean line?',
      '12:5 cases[1]: has no id; add one of its own, it names the case in every verdict',
      '12:5 cases[1].need: has no need; say what must survive: line, chunk or id',
      '14:31 cases[2].need.line_is: "wrong" is not one of correct, incorrect, unconfirmed',
      '15:12 cases[2].until: "tomorrow" is no date; write one as 2026-12-31, or a time with its zone as 2026-12-31T18:00:00Z',
      '16:9 cases[3].id: "twin" is the id of another case; choose one of its own',
      '17:21 cases[3].need.chunk[0]: "abc" is no digest; write 32 hexadecimal characters: the start of the SHA-256 of the chunk',
      '17:32 cases[3].need.id[0]: "*x" has a `*` that is not at the end; only the end can be left open',
      '18:27 cases[3].when.input_sha256: "12" is no hash; write the 64 hexadecimal characters of the SHA-256 of the input',
      '18:31 cases[3].when.attributes: is no mapping; write attribute names with their values',
      '18:48 cases[3].when.retrieved: is an empty list; add entries, or remove the key',
      '19:5 cases[4]: is the text "just text"; write a mapping of id, when, need, expect, snapshot, until',
      `20:20 incorrect_chunks[0]: "${digest}${digest}" is no digest; use its first 32 characters`,
      '21:8 extra: is no known key; known are version, services, cases, incorrect_chunks',
    ]);
  });

  it('name unknown keys with the one that was meant', () => {
    const found = problems(
      oneCase('expects: {}', 'expect: { must-not: [a], musts: [b], mustt: [c], msut: [d], Allow: [e], nothing: f }'),
    );
    expect(found.map((line) => line.replace(/.*; /, ''))).toEqual([
      'did you mean expect?',
      'did you mean must_not?',
      'did you mean must?',
      'did you mean must?',
      'did you mean must?',
      'did you mean allow?',
      'known are must, must_not, allow, refusals, case_sensitive',
    ]);
  });

  it('are aliases, anchors, tags, merge keys, twice the same key, and a second document', () => {
    expect(
      problems(`version: 1
cases:
  - &one
    id: a
    need: { line: !!str x }
    expect: { must: [&x b, *x], <<: { allow: c } }
    id: b
  - *one
  - {? [a] : b}
---
version: 1
`),
    ).toEqual([
      '4:5 cases[0]: "&one" is an anchor; remove it',
      '5:25 cases[0].need.line: "tag:yaml.org,2002:str" is a tag; remove it, every scalar is text',
      '6:25 cases[0].expect.must[0]: "&x" is an anchor; remove it',
      '6:28 cases[0].expect.must[1]: "*x" is an alias; write the value out',
      '6:33 cases[0].expect: has a merge key `<<`; write its keys out',
      '7:5 cases[0].id: is there twice; keep one',
      '8:5 cases[1]: "*one" is an alias; write the value out',
      '8:5 cases[1]: has no id; add one of its own, it names the case in every verdict',
      '8:5 cases[1]: has no need; say what must survive: line, chunk or id',
      '9:8 cases[2]: has a key that is no plain text; write a plain key',
      '10:1 cases[2]: a second document starts here; put everything in one',
    ]);
  });

  it('of the syntax are told with the nearest key', () => {
    expect(problems('version: 1\ncases:\n  - id: "a\n    need: x\n')).toEqual([
      expect.stringMatching(/^\d+:\d+ cases.*: no YAML: Missing closing "quote/),
    ]);
    expect(problems('cases: [\n')).toEqual([expect.stringContaining('no YAML:')]);
    expect(problems('a\nb: c')).not.toEqual([]);
    expect(problems('just text')).toEqual([
      '1:1 : is the text "just text"; write a mapping of version, services, cases, incorrect_chunks',
    ]);
  });

  it('show no control character and no endless value', () => {
    const [line] = problems(oneCase(`until: "\\0\\u202e${'x'.repeat(500)}"`));
    expect(line).toMatch(/^5:12 cases\[0\]\.until: "\\u0000\\u\{202e\}x{70,80}…" is no date/);
    const result = parseCases('', 'ca\u0007ses.yaml');
    expect('problems' in result && formatProblem(result.problems[0] as never)).toBe(
      'ca\\u{7}ses.yaml:1:1: the file is empty; write at least `version: 1`',
    );
  });

  it('beyond a hundred are counted', () => {
    const found = problems(`cases: [${'x, '.repeat(300)}]`);
    expect(found).toHaveLength(101);
    expect(found.at(-1) ?? found[0]).toBeTypeOf('string');
    expect(found.some((line) => line.endsWith('and 200 more problems'))).toBe(true);
  });
});

describe('until', () => {
  const stale = (until: string): number | undefined =>
    parsed(oneCase(`until: ${until}`)).book.cases[0]?.untilUnixMillis;

  it('holds to the end of a day in UTC, or to a moment', () => {
    expect(stale('2024-02-29')).toBe(Date.UTC(2024, 2, 1));
    expect(stale('2026-12-31T18:00:00Z')).toBe(Date.UTC(2026, 11, 31, 18));
    expect(stale('2026-12-31T18:00+02:00')).toBe(Date.UTC(2026, 11, 31, 16));
  });

  it('is a real date', () => {
    for (const until of [
      '2023-02-29',
      '2026-13-01',
      '2026-1-1',
      '2026-12-31T18:00',
      '2026-12-31T25:00Z',
      '31.12.2026',
      '1e3',
    ]) {
      expect(problems(oneCase(`until: ${until}`))).toEqual([expect.stringContaining('is no date')]);
    }
  });
});

describe('templates', () => {
  const line = (source: string, attributes: Record<string, string>): string | undefined =>
    parsed(`cases: [{id: a, need: {line: ${JSON.stringify(source)}}}]`).book.cases[0]?.needs[0]?.line?.resolve(
      (key) => attributes[key],
    );

  it('are filled from attributes, and match nothing when one is unset', () => {
    expect(line('order ${app.id} of ${app.id}, $${app.sum}', { 'app.id': '7', 'app.sum': '$&' })).toBe(
      'order 7 of 7, $$&',
    );
    expect(line('order ${app.id} ${other}', { 'app.id': '7' })).toBe(undefined);
    expect(line('no ${} and ${open and $x', {})).toBe('no ${} and ${open and $x');
  });
});

describe('a case in code', () => {
  it('has the shape and the rules of the file', () => {
    const compiled = compileCodeCase({
      need: { line: 'x', chunk: undefined },
      expect: { must: ['30', ['a', { text: '/b/' }]], case_sensitive: true },
    });
    expect(compiled).toMatchObject({ case: { id: 'in-code', expect: { caseSensitive: true } } });
    expect(compileCodeCase({ id: 'B', need: { line: null }, expect: { must: ['/(/'], may: 1 } })).toEqual({
      problems: [
        { key: 'need.line', problem: 'is null; write text, a list or a mapping' },
        { key: 'id', value: '"B"', problem: '"B" is no case id; use 1 to 64 of a-z 0-9 . _ -' },
        { key: 'need', problem: 'needs nothing; add line, chunk or id' },
        { key: 'expect.may', problem: 'is no known key; known are must, must_not, allow, refusals, case_sensitive' },
        { key: 'expect.must[0]', value: '"/(/"', problem: expect.stringContaining('is no RE2 expression') },
      ],
    });
  });

  it('may be anything without a throw', () => {
    const cyclic: Record<string, unknown> = {};
    cyclic['need'] = cyclic;
    for (const value of [
      undefined,
      null,
      1,
      'text',
      [],
      {},
      cyclic,
      () => 1,
      Symbol('x'),
      { need: Number.NaN },
      new Date(),
      new Map(),
    ]) {
      expect(compileCodeCase(value)).toHaveProperty('problems');
    }
    fc.assert(
      fc.property(fc.anything(), (value) => 'problems' in compileCodeCase(value)),
      { interruptAfterTimeLimit: 2_000 },
    );
  });
});

describe('a hostile file', () => {
  const hostile: Record<string, string> = {
    'opening brackets': '['.repeat(50_000),
    'nested brackets': '['.repeat(3000) + ']'.repeat(3000),
    'nested mappings': '{a: '.repeat(3000) + '}'.repeat(3000),
    'nested dashes': `${'- '.repeat(50_000)}x`,
    'nested question marks': '? '.repeat(50_000),
    'nested indentation': Array.from({ length: 1500 }, (_, n) => `${' '.repeat(n)}a:`).join('\n'),
    'aliases that explode': [
      'a: &a [x, x, x]',
      ...Array.from(
        { length: 30 },
        (_, n) => `${'bcdefghijklmnopqrstuvwxyzABCDE'[n]}: &${'bcdefghijklmnopqrstuvwxyzABCDE'[n]} [*a, *a, *a]`,
      ),
    ].join('\n'),
    'many keys': `{${Array.from({ length: 5_000 }, (_, n) => `k${n}: v`).join(', ')}}`,
    'many commas': `[${','.repeat(20_000)}]`,
    'many closing brackets': ']'.repeat(20_000),
    'many quotes': '"'.repeat(20_000),
    'many documents': '---\n'.repeat(20_000),
    'many directives': '%a\n'.repeat(20_000),
    'many errors': 'a: @\n'.repeat(10_000),
    'many line ends': '\n'.repeat(500_000),
    'a huge scalar': `version: "${'x'.repeat(3_000_000)}"`,
    'a huge file': ' '.repeat(5_000_000),
    'large patterns': `cases: [{id: a, need: {line: x}, expect: {must: [${Array.from({ length: 700 }, (_, n) => `"/(a{1000}|b{1000}|c{1000}|d{1000}){${n % 2}}e${n}/"`).join(', ')}]}}]`,
    'larger patterns': `cases: [{id: a, need: {line: x}, expect: {must: [${Array.from({ length: 300 }, (_, n) => `"/${'(a{1000}|b{1000})'.repeat(50)}${n}/"`).join(', ')}]}}]`,
    'nested groups': `cases: [{id: a, need: {line: x}, expect: {must: ["/${'('.repeat(900)}${')'.repeat(90)}/"]}}]`,
  };

  it.each(Object.entries(hostile))('of %s is answered with problems', (_, source) => {
    const found = problems(source);
    expect(found.length).toBeGreaterThan(0);
    expect(found.length).toBeLessThanOrEqual(101);
  });

  it('that was a good one before something happened to it is told by its place, in one line each', () => {
    const rubbish = fc.constantFrom(
      '',
      ' ',
      ':',
      '-',
      '"',
      '[',
      '}',
      '&a ',
      '*a ',
      '!x ',
      '\t',
      '\0',
      '\ud800',
      '(',
      '${',
      'x: ',
      '\n',
      '\n  ',
      '# ',
      '|',
      '9',
    );
    const change = fc.record({ at: fc.nat(WHOLE.length), cut: fc.nat(12), put: rubbish });
    const lines = WHOLE.split('\n').length;
    fc.assert(
      fc.property(fc.array(change, { minLength: 1, maxLength: 3 }), (changes) => {
        let source = WHOLE;
        for (const { at, cut, put } of changes) source = source.slice(0, at) + put + source.slice(at + cut);
        const result = parseCases(source, 'cases.yaml');
        if ('book' in result) return;
        expect(result.problems.length).toBeGreaterThan(0);
        for (const problem of result.problems) {
          expect(problem.line).toBeGreaterThanOrEqual(1);
          expect(problem.line).toBeLessThanOrEqual(lines + 3);
          expect(problem.column).toBeGreaterThanOrEqual(1);
          // oxlint-disable-next-line no-control-regex -- what must not be there
          expect(formatProblem(problem)).toMatch(/^cases\.yaml:\d+:\d+: [^\u0000-\u001f\u007f]+$/);
        }
      }),
      { interruptAfterTimeLimit: 4_000 },
    );
  });

  it('never makes it throw', () => {
    const piece = fc.constantFrom(
      'version: 1\n',
      'cases:\n',
      '  - id: a\n',
      '    need: {line: x}\n',
      '- ',
      '  ',
      '[',
      ']',
      '{',
      '}',
      '"',
      "'",
      '&a ',
      '*a',
      '!t ',
      '<<: ',
      '? ',
      ': ',
      '|\n',
      '>',
      '---\n',
      '...\n',
      '%X\n',
      '#',
      ',',
      '\n',
      '\t',
      'é',
      '\0',
      '\ufeff',
      'must: ',
      '/(/',
      '${x}',
      '\r',
      '@',
      '`',
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 40 }), (pieces) => {
        const result = parseCases(pieces.join(''), 'cases.yaml');
        if ('problems' in result)
          for (const { line, column } of result.problems) expect(Math.min(line, column)).toBeGreaterThanOrEqual(1);
      }),
      { interruptAfterTimeLimit: 4_000 },
    );
  });
});
