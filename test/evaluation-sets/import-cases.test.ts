import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { type CaseFile, parseCases } from '../../src/cases/index.js';
import {
  CASE_FILE_HEAD,
  importCases,
  type ImportEvent,
  type ImportOptions,
  SetError,
  setRows,
} from '../../src/evaluation-sets/index.js';

async function* pieces(source: string | Uint8Array, size: number): AsyncGenerator<Uint8Array> {
  const bytes = Buffer.from(source as string);
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

interface Imported {
  readonly yaml: string;
  readonly file: CaseFile;
  readonly leftOut: readonly string[];
  readonly duplicates: readonly string[];
  readonly notes: readonly string[];
  readonly events: readonly ImportEvent[];
}

/** `size`: bytes a piece, so that pieces end in the middle of anything. */
async function imported(
  source: string | Uint8Array,
  name = 'set.csv',
  options: Partial<ImportOptions> & { readonly delimiter?: string } = {},
  size = 7,
): Promise<Imported> {
  const { delimiter } = options;
  const events: ImportEvent[] = [];
  const rows = setRows({ bytes: pieces(source, size), name, ...(delimiter === undefined ? {} : { delimiter }) });
  for await (const event of importCases(rows, { map: {}, indent: 2, ...options })) events.push(event);
  const yaml = events.map((event) => (event.kind === 'cases' ? event.yaml : '')).join('');
  const parsed = yaml === '' ? undefined : parseCases(CASE_FILE_HEAD + yaml, 'out');
  if (parsed !== undefined && 'problems' in parsed) throw new Error(JSON.stringify(parsed.problems));
  return {
    yaml,
    file: parsed?.file ?? { version: '1', services: [], cases: [], incorrect_chunks: [] },
    leftOut: events.flatMap((event) =>
      event.kind === 'left_out' ? [`${event.row.place}: ${event.row.column ?? ''}: ${event.row.problem}`] : [],
    ),
    duplicates: events.flatMap((event) => (event.kind === 'duplicate' ? [`${event.place} of ${event.of}`] : [])),
    notes: events.flatMap((event) => (event.kind === 'columns' ? event.columns.notes : [])),
    events,
  };
}

/** Question, needs and must of the only case. */
async function only(source: string, name?: string, options?: Partial<ImportOptions>): Promise<unknown[]> {
  const { file } = await imported(source, name, options);
  const [one] = file.cases;
  expect(file.cases).toHaveLength(1);
  return [
    one?.when.input,
    one?.need.map(({ line, id, chunk }) => line ?? (id.length > 0 ? id : chunk)),
    one?.expect.must,
  ];
}

const json = (...rows: object[]): string => rows.map((row) => JSON.stringify(row)).join('\n');

describe('the columns of the frameworks', () => {
  const want = ['Where is my refund?', ['refund PENDING'], [['PENDING']]];

  it.each([
    [
      'Ragas',
      {
        user_input: want[0],
        reference_contexts: ['refund PENDING'],
        retrieved_contexts: ['x'],
        response: 'y',
        reference: 'PENDING',
      },
    ],
    [
      'Ragas before 0.2',
      { question: want[0], ground_truth: 'PENDING', ground_truth_context: ['refund PENDING'], answer: 'y' },
    ],
    [
      'DeepEval',
      {
        input: want[0],
        expected_output: 'PENDING',
        context: ['refund PENDING'],
        actual_output: 'y',
        retrieval_context: ['x'],
      },
    ],
    ['LangSmith', { inputs: { question: want[0] }, outputs: { answer: 'PENDING', contexts: ['refund PENDING'] } }],
    [
      'promptfoo',
      { vars: { question: want[0], context: 'refund PENDING' }, assert: [{ type: 'icontains', value: 'PENDING' }] },
    ],
    [
      'TruLens',
      { query: want[0], expected_response: 'PENDING', expected_contexts: [{ text: 'refund PENDING', title: 't' }] },
    ],
    [
      'LlamaIndex',
      { query: want[0], reference_contexts: ['refund PENDING'], reference_answer: 'PENDING', query_by: { type: 'ai' } },
    ],
    [
      'Phoenix',
      { input: { question: want[0] }, output: { answer: 'PENDING' }, context: 'refund PENDING', metadata: {} },
    ],
    ['SQuAD', { question: want[0], context: 'refund PENDING', answers: { text: ['PENDING'], answer_start: [7] } }],
    ['Azure, from a table of references', { query: want[0], ground_truth: 'PENDING', context: 'refund PENDING' }],
    ['camel case', { userInput: want[0], expectedOutput: 'PENDING', referenceContexts: ['refund PENDING'] }],
  ])('%s', async (_, row) => {
    expect(await only(json(row), 'set.jsonl')).toEqual(want);
    expect(await only(JSON.stringify([row], undefined, 2), 'set.json')).toEqual(want);
  });

  it('ids and digests of the evidence, all of them or any', async () => {
    const row = { question: 'q', reference_context_ids: ['a', 7] };
    expect(await only(json(row), 'a.jsonl')).toEqual(['q', [['a'], ['7']], []]);
    expect(await only(json(row), 'a.jsonl', { isAnyIdEnough: true })).toEqual(['q', [['a', '7']], []]);
    expect(await only('query,corpus-id,score\nq,doc1,1\n')).toEqual(['q', [['doc1']], []]);
    const digest = 'AB'.repeat(32);
    expect(await only(json({ question: 'q', chunk_digests: [digest] }), 'a.jsonl')).toEqual([
      'q',
      [['ab'.repeat(16)]],
      [],
    ]);
    const { file } = await imported(
      json({ question: 'q', reference_contexts: ['c', 'd'], reference_context_ids: [1, 2] }),
      'a.jsonl',
    );
    expect(file.cases[0]?.need.map(({ line, id }) => [line, id])).toEqual([
      ['c', ['1']],
      ['d', ['2']],
    ]);
  });

  it('one row a document is one case: rows of one question that follow each other, by ids alone', async () => {
    const rows = 'query,corpus-id\nq,d1\nq,d2\nq,d1\nr,d3\nq,d4\n';
    const { file, events, duplicates } = await imported(rows);
    expect(file.cases.map(({ when, need }) => [when.input, need.map(({ id }) => id)])).toEqual([
      ['q', [['d1'], ['d2']]],
      ['r', [['d3']]],
    ]);
    expect(events.filter(({ kind }) => kind === 'joined')).toEqual([{ kind: 'joined', place: '3' }]);
    expect(duplicates).toEqual(['4 of row 2', '6 of row 2']);
    const evidence = events.flatMap((event) => (event.kind === 'duplicate' ? [event.hasOtherEvidence] : []));
    expect(evidence).toEqual([false, true]);
    const any = await imported(rows, 'a.csv', { isAnyIdEnough: true });
    expect(any.file.cases[0]?.need.map(({ id }) => id)).toEqual([['d1', 'd2']]);
    const answers = await imported('query,corpus-id,expected\nq,d1,A1\nq,d2,B2\n');
    expect(answers.file.cases.map(({ need, expect: { must } }) => [need.length, must])).toEqual([[2, [['A1']]]]);
    expect(answers.yaml).toContain('# expected, and left out: row 3 expects another answer');
    // Two texts are two opinions on what is needed.
    expect((await imported('question,context\nq,c\nq,d\n')).file.cases[0]?.need).toHaveLength(1);
    const many = Array.from({ length: 65 }, (_, index) => `q,d${index}\n`).join('');
    const full = await imported(`query,corpus-id\n${many}`);
    expect([full.file.cases[0]?.need.length, full.duplicates]).toEqual([64, ['66 of row 2']]);
  });

  it('contexts and ids belong together by their places, unless something was taken out of either', async () => {
    const row = { question: 'q', reference_contexts: ['A', '', 'B'], reference_context_ids: ['1', '2', ''] };
    const { file } = await imported(json(row), 'a.jsonl');
    expect(file.cases[0]?.need.map(({ line, id }) => [line, id])).toEqual([
      ['A', []],
      ['B', []],
    ]);
  });

  it('what may mean two things is not guessed: it is said, and --map decides', async () => {
    const row = json({ question: 'q', contexts: ['c'], answer: 'a' });
    const { file, notes, leftOut } = await imported(row, 'a.jsonl');
    expect(file.cases).toEqual([]);
    expect(notes).toEqual([
      'column "answer" may be what a model answered, so it is not used; if it is: --map expected=answer',
      'column "contexts" is what was retrieved, not what the answer needs, so it is not used; if it is: --map context=contexts',
    ]);
    expect(leftOut[0]).toContain('says nothing of the evidence');
    expect(await only(row, 'a.jsonl', { map: { context: 'contexts', expected: 'answer' } })).toEqual([
      'q',
      ['c'],
      [['a']],
    ]);
    // Beside a response, a context is what the response was grounded on.
    const azure = json({ query: 'q', ground_truth: 'a', context: 'c', response: 'r' });
    const grounded = await imported(azure, 'a.jsonl');
    expect(grounded.file.cases).toEqual([]);
    expect(grounded.notes).toContainEqual(expect.stringMatching(/^column "context" is what was retrieved/u));
    expect(await only(azure, 'a.jsonl', { map: { context: 'context' } })).toEqual(['q', ['c'], [['a']]]);
    // Beside input and output, a reference is the text that the answer was checked against.
    expect(await only(json({ input: 'q', output: 'o', reference: 'r', context: 'c' }), 'a.jsonl')).toEqual([
      'q',
      ['c'],
      [],
    ]);
  });

  it('a column that is not there is an error that names those that are', async () => {
    await expect(imported('a,b\n1,2\n', 'a.csv', { map: { question: 'c' } })).rejects.toMatchObject({
      message: 'there is no column "c" for question',
      hint: 'The columns are "a", "b".',
    });
  });

  it('assertions of promptfoo: those on bytes are taken, the others said', async () => {
    const of = async (...assert: object[]): Promise<unknown> => {
      const { file, yaml } = await imported(json({ vars: { question: 'q', context: 'c' }, assert }), 'a.jsonl');
      const { must, must_not, case_sensitive } = file.cases[0]?.expect ?? {};
      return [must, must_not, case_sensitive, yaml.match(/#.*/g) ?? []];
    };
    expect(await of({ type: 'contains', value: 'A' }, { type: 'not-contains', value: 'B' })).toEqual([
      [['A']],
      [['B']],
      true,
      [],
    ]);
    expect(await of({ type: 'icontains-any', value: ['A', 'B'] }, { type: 'not-icontains', value: 'C' })).toEqual([
      [['A', 'B']],
      [['C']],
      false,
      [],
    ]);
    expect(await of({ type: 'icontains', value: 'A' }, { type: 'not-contains', value: 'B' })).toEqual([
      [['A']],
      [],
      false,
      ['# expected, and left out: not-contains: no check of bytes under one rule on upper and lower case'],
    ]);
    expect(
      await of(
        { type: 'regex', value: 'a+' },
        { type: 'icontains', value: '/b/' },
        { type: 'llm-rubric', value: 'is polite' },
      ),
    ).toEqual([[['/a+/'], [{ text: '/b/' }]], [], false, ['# expected, and left out: llm-rubric: no check of bytes']]);
    const table = await imported(
      'question,context,__expected,__expected1\nq,c,"contains-all: a b, c",not-icontains: d\nr,c,plain: text,similar(0.8): x\n',
    );
    expect(table.file.cases.map(({ expect: { must, must_not } }) => [must, must_not])).toEqual([
      [[['a b'], ['c']], [['d']]],
      [[['plain: text']], []],
    ]);
    // One pattern that is not read costs that pattern, not the row.
    expect(await of({ type: 'regex', value: '(?=a)' }, { type: 'contains', value: 'b' })).toEqual([
      [['b']],
      [],
      true,
      [expect.stringMatching(/^# expected, and left out: regex "\(\?=a\)": .*RE2/)],
    ]);
  });

  it('an assertion that tells cases apart forbids nothing beside an expected answer, which is compared in any case', async () => {
    const assert = [{ type: 'not-contains', value: 'Processed' }];
    const { file, yaml } = await imported(
      json({ question: 'q', context: 'c', expected: 'RB-8814', assert }),
      'a.jsonl',
    );
    expect(file.cases[0]?.expect).toMatchObject({ must: [['RB-8814']], must_not: [], case_sensitive: false });
    expect(yaml).toContain('# expected, and left out: not-contains: no check of bytes under one rule');
  });
});

describe('expected answers', () => {
  it.each([
    ['PENDING', [['PENDING']]],
    ['PENDING.', [['PENDING']]],
    ['30 days', [['30 days']]],
    [42, [['42']]],
    [1.5, [['1.5']]],
    ['/a/', [[{ text: '/a/' }]]],
    [['EUR 500', '500 EUR'], [['EUR 500', '500 EUR']]],
    ['["EUR 500", "500 EUR"]', [['EUR 500', '500 EUR']]],
  ])('short ones are a must: %j', async (expected, must) => {
    expect(await only(json({ question: 'q', context: 'c', expected }), 'a.jsonl')).toEqual(['q', ['c'], must]);
  });

  it.each([
    ['You can ask for a refund within 30 days.', 'more than 5 words'],
    ['yes', 'a word that stands in other answers'],
    ['No.', 'a word that stands in other answers'],
    [true, 'a word that stands in other answers'],
    ['a\nb', 'more than one line'],
    ['???', 'no letter or digit'],
    [['Paris', 'the capital of the whole country'], 'more than 5 words'],
    ['Donaudampfschifffahrtsgesellschaftskapitän'.repeat(2), 'more than 60 characters'],
    [[{ a: 1 }], 'holds something that is no text'],
    [12345678901234567890n.toString() as unknown, 'none'],
  ])('others are none, and a comment says so: %j', async (expected, why) => {
    const { file, yaml } = await imported(
      json({ question: 'q', context: 'c', expected: expected as string }),
      'a.jsonl',
    );
    if (why === 'none') expect(file.cases[0]?.expect.must).toEqual([['12345678901234567890']]);
    else {
      expect(file.cases[0]?.expect.must).toEqual([]);
      expect(yaml).toMatch(/^ {2}# expected, and left out: /m);
      expect(yaml).toContain(why);
    }
  });

  it('a number that JSON cannot hold is not made another one', async () => {
    const { file, yaml } = await imported(
      '{"question":"q","context":"c","expected":12345678901234567890}\n{}',
      'a.jsonl',
    );
    expect(file.cases[0]?.expect.must).toEqual([]);
    expect(yaml).toContain('holds something that is no text');
  });

  it('how long they may be can be set', async () => {
    expect(
      await only(json({ question: 'q', context: 'c', expected: 'a b c d e f' }), 'a.jsonl', { mustWords: 6 }),
    ).toEqual(['q', ['c'], [['a b c d e f']]]);
    expect(await only(json({ question: 'q', context: 'c', expected: 'a' }), 'a.jsonl', { mustWords: 0 })).toEqual([
      'q',
      ['c'],
      [],
    ]);
  });
});

describe('lists in cells', () => {
  it.each([
    [`['a', "it's b", 'c\\n\\'d\\'']`, ['a', "it's b", "c\n'd'"]],
    ['["a", "b"]', ['a', 'b']],
    ["['a', None, nan, 3]", ['a', '3']],
    ["['\\u00e9\\x41\\U0001F600']", ['éA😀']],
    ["['a',]", ['a']],
    ['[see appendix]', ['[see appendix]']],
    ['a;b', ['a;b']],
  ])('%s', async (cell, lines) => {
    expect(await only(`question,context\nq,"${cell.replaceAll('"', '""')}"\n`)).toEqual(['q', lines, []]);
  });

  it.each(["['a' 'b']", "['a', 'b'", "['a\\q']", '["a" "b"]', "[array(['a'])]"])(
    'not to be told, so left out: %s',
    async (cell) => {
      const { file, leftOut } = await imported(`question,context\nq,"${cell.replaceAll('"', '""')}"\n`);
      if (cell.endsWith(']')) expect(leftOut[0]).toContain('is a list that is neither JSON nor Python');
      else expect(file.cases[0]?.need[0]?.line).toBe(cell);
    },
  );

  it('a separator splits a cell', async () => {
    expect(await only('question,context\nq,a | b|\n', 'a.csv', { separator: '|' })).toEqual(['q', ['a', 'b'], []]);
  });
});

describe('CSV', () => {
  it('quotes, quoted line breaks, a byte order mark, CRLF; the line of each row', async () => {
    const source = '\ufeffquestion,context\r\n"a ""b""\r\n\r\nc","x,\r\ny"\r\n\r\nq2,\r\nq3,z\r\n';
    const { file, leftOut } = await imported(source);
    expect(file.cases.map(({ when, need }) => [when.input, need[0]?.line])).toEqual([
      ['a "b"\r\n\r\nc', 'x,\r\ny'],
      ['q3', 'z'],
    ]);
    expect(leftOut).toEqual([expect.stringMatching(/^7: context: says nothing/)]);
  });

  it.each([
    ['a.csv', ';'],
    ['a.csv', '\t'],
    ['a.csv', '|'],
    ['a.tsv', '\t'],
  ])('%s with %j', async (name, separator) => {
    expect(
      await only(`question${separator}"con,text"${separator}context\nq${separator}x${separator}"c, d; e"\n`, name),
    ).toEqual(['q', ['c, d; e'], []]);
  });

  it('a row of the wrong length is told with its line, and the rest goes on', async () => {
    const { file, leftOut } = await imported('question,context\nq1,c1\nq2,c2,too many\nq4\nq5,c5\n');
    expect(file.cases.map(({ when }) => when.input)).toEqual(['q1', 'q5']);
    expect(leftOut).toEqual([
      expect.stringMatching(/^3: : it has 3 fields where the header has 2; quote fields/),
      expect.stringMatching(/^4: : it has 1 fields where the header has 2/),
    ]);
  });

  it('a quote out of place ends the reading: what follows could be read as anything', async () => {
    const { file, leftOut } = await imported('question,context\nq1,c1\n"q"3,c3\nq4,"c4\nq5,c5\n');
    expect(file.cases.map(({ when }) => when.input)).toEqual(['q1']);
    expect(leftOut).toEqual([
      expect.stringMatching(/^3: : a quoted field goes on after its closing quote; .*: nothing after it was read$/),
    ]);
  });

  it('so does a quote in the middle of a field', async () => {
    const { leftOut } = await imported('question,context\nq1,c1\nq2,5" screen\nq3,c3\n');
    expect(leftOut).toEqual([expect.stringMatching(/^3: : a quote stands in a field that does not begin with one/)]);
  });

  it('a quote that never closes costs its own record, in bounded memory', async () => {
    const { file, leftOut } = await imported(`question,context\nq1,c1\n"${'x\n'.repeat(50_000)}`, 'a.csv', {}, 65_536);
    expect(file.cases).toHaveLength(1);
    expect(leftOut).toEqual([expect.stringContaining('a quoted field is not closed before the file ends')]);
    const huge = await imported(`question,context\nq1,c1\n"${'x'.repeat(9 * 1024 * 1024)}\n`, 'a.csv', {}, 65_536);
    expect(huge.file.cases).toHaveLength(1);
    expect(huge.leftOut.join()).toContain(
      'the row is longer than 8388608 characters; look for a quote that is not closed',
    );
  });

  it('two columns of one name are an error', async () => {
    await expect(imported('question,question\n1,2\n')).rejects.toThrow('two columns are named "question"');
  });

  it('formulas, NUL, control and bidi characters stay what they are', async () => {
    const hostile = "=cmd|' /C calc'!A0\u0000\u001b[31m\u202e\u0085\u2028";
    expect(await only(`question,context\n"${hostile}","${hostile}"\n`)).toEqual([hostile, [hostile], []]);
  });
});

describe('JSON', () => {
  it('one line that is no JSON does not stop the others', async () => {
    const { file, leftOut } = await imported(
      '{"question":"a","context":"c"}\n{"question":\n\n[1]\n"x"\n{"question":"b","context":"c"}',
      'a.jsonl',
    );
    expect(file.cases.map(({ when }) => when.input)).toEqual(['a', 'b']);
    expect(leftOut.map((line) => line.slice(0, 20))).toEqual([
      '2: : it is no JSON (',
      '4: : it is no JSON o',
      '5: : it is no JSON o',
    ]);
  });

  it('an array: items by line, broken ones told, an end that is missing is an error', async () => {
    const { file, leftOut } = await imported(
      '[\n{"question":"a]\\"[{","context":"c"},\n\n 7,\n{"question": bad},\n{"question":"b",\n"context":"c"}\n]\n',
      'a.json',
    );
    expect(file.cases.map(({ when }) => when.input)).toEqual(['a]"[{', 'b']);
    expect(leftOut.map((line) => line.slice(0, 18))).toEqual(['4: : it is no JSON', '5: : it is no JSON']);
    await expect(imported('[{"question":"a","context":"c"}', 'a.json')).rejects.toThrow(
      'line 1: the JSON array does not end',
    );
    await expect(imported('[{"question":"a"}] x', 'a.json')).rejects.toThrow('something follows the JSON array');
    expect((await imported('[]', 'a.json')).events).toEqual([]);
  });

  it('a document that holds the rows', async () => {
    const { file, leftOut } = await imported(
      JSON.stringify(
        { class_name: 'LabelledRagDataset', examples: [{ query: 'q', reference_contexts: ['c'] }, 1] },
        undefined,
        2,
      ),
      'a.json',
    );
    expect(file.cases).toHaveLength(1);
    expect(leftOut).toEqual(['examples[1]: : it is no JSON object; write one with the fields of the row']);
  });

  it('deep nesting is a broken row, not a crash', async () => {
    const deep = '['.repeat(200_000);
    const { file } = await imported(
      `{"question":"a","context":"c"}\n{"question":${deep}\n{"question":"b","context":"c","x":{"y":{"z":{"w":1}}}}`,
      'a.jsonl',
      {},
      65_536,
    );
    expect(file.cases).toHaveLength(2);
  });

  it('a name such as __proto__ or constructor is a column like others', async () => {
    expect(
      await only('{"__proto__":{"question":"evil"},"constructor":1,"question":"q","context":"c"}\n', 'a.jsonl'),
    ).toEqual(['q', ['c'], []]);
  });
});

describe('files that are no set', () => {
  it.each([
    ['', 'it is empty'],
    ['\n \n', 'it is empty'],
    [Buffer.from([0xff, 0xfe, 0x61, 0]), 'it is UTF-16 text'],
    [Buffer.from([0x1f, 0x8b, 8, 0]), 'it is compressed'],
    [Buffer.from('PK\u0003\u0004'), 'it is a spreadsheet'],
    [Buffer.from([0x61, 0x2c, 0xe9, 0x0a]), 'it is no UTF-8 text'],
    ['{"a":', 'it is no JSON'],
  ])('%j', async (source, message) => {
    await expect(imported(source, 'set', {}, 1_000)).rejects.toThrow(message);
    await expect(imported(source, 'set', {}, 1_000)).rejects.toBeInstanceOf(SetError);
  });
});

describe('rows that are no case', () => {
  it.each([
    [{ question: '', context: 'c' }, 'the question is missing'],
    [{ question: [{ content: 'a', type: 'human' }], context: 'c' }, 'is no question in one text'],
    [{ question: 'Is it ${x}?', context: 'c' }, 'which a case file reads as an attribute'],
    [{ question: 'q', context: 'a ${x} b' }, 'which a case file reads as an attribute'],
    [{ question: 'q', context: 'a\ufffd' }, 'a damaged character'],
    [{ question: 'q\ud800', context: 'a' }, 'a damaged character'],
    [{ question: 'q', context: [['a']] }, 'something that is no text'],
    [{ question: 'q', reference_context_ids: ['a*'] }, 'reads as any ending'],
    [{ question: 'q', chunk_digests: ['xyz'] }, 'is no digest'],
    [{ question: 'q', context: ['nan', null, ''] }, 'says nothing of the evidence'],
    [{ question: 'q', context: Array.from({ length: 65 }, (_, index) => `c${index}`) }, 'holds 65 entries'],
    [{ question: 'x'.repeat(20_001), context: 'c' }, 'is longer than 20000 characters'],
    [{ other: 1 }, 'no column holds the question; name it: --map question=COLUMN'],
  ])('%j', async (row, problem) => {
    const { file, leftOut } = await imported(json(row), 'a.jsonl', {}, 4_096);
    expect(file.cases).toEqual([]);
    expect(leftOut).toEqual([expect.stringContaining(problem)]);
  });

  it('a question that was asked before, edges aside, by a row or by the file', async () => {
    const known = parseCases('version: 1\ncases: [{ id: old, when: { input: " r " }, need: { line: x } }]', 'a');
    if ('problems' in known) throw new Error('not valid');
    const { file, duplicates } = await imported('question,context\nq,a\n q ,b\nr,c\n', 'a.csv', {
      known: { file: known.file, text: '' },
    });
    expect(file.cases).toHaveLength(1);
    expect(duplicates).toEqual(['3 of row 2', '4 of case old']);
  });
});

describe('ids', () => {
  it('are words of the question and a part of its hash: always the same', async () => {
    const { file } = await imported(
      'question,context\n"Où est mon remboursement, s’il vous plaît, merci ?",c\n退款在哪里？,c\n-,c\n',
    );
    const ids = file.cases.map(({ id }) => id);
    expect(ids).toEqual([
      expect.stringMatching(/^ou-est-mon-remboursement-s-il-vous-plait-[0-9a-f]{8}$/),
      expect.stringMatching(/^case-[0-9a-f]{8}$/),
      expect.stringMatching(/^case-[0-9a-f]{8}$/),
    ]);
    const again = await imported('context,question\nother,退款在哪里？\n');
    expect(again.file.cases[0]?.id).toBe(ids[1]);
  });

  it('give way to one that is taken', async () => {
    const first = await imported('question,context\nq,c\n');
    const id = first.file.cases[0]?.id ?? '';
    const taken = parseCases(`version: 1\ncases: [{ id: ${id}, need: { line: x } }]`, 'a');
    if ('problems' in taken) throw new Error('not valid');
    const second = await imported('question,context\nq,c\n', 'a.csv', { known: { file: taken.file, text: '' } });
    expect(second.file.cases[0]?.id).toMatch(new RegExp(`^${id}[0-9a-f]{4}$`));
  });
});

it('whatever stands in a set, the file says exactly that, or the row is left out', async () => {
  const text = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 40 }),
    fc.string({
      unit: fc.constantFrom(
        '"',
        "'",
        '\\',
        '\n',
        '\r',
        '\t',
        ' ',
        ':',
        '#',
        '-',
        '[',
        '{',
        '*',
        '&',
        '!',
        '|',
        '>',
        '%',
        '@',
        '`',
        '/',
        '\u0085',
        '\u2028',
        '\ufeff',
        'a',
        '0',
      ),
      maxLength: 20,
    }),
  );
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.record({ question: text, context: text, expected: text }), { minLength: 1, maxLength: 4 }),
      async (rows) => {
        const { file, yaml, leftOut, duplicates } = await imported(JSON.stringify(rows), 'a.json', {}, 4_096);
        expect(file.cases.length + leftOut.length + duplicates.length).toBe(rows.length);
        for (const one of file.cases) {
          const row = rows.find(({ question }) => question === one.when.input);
          expect(row?.question).toBe(one.when.input);
          if (!row?.context.trim().startsWith('[')) expect(one.need[0]?.line).toBe(row?.context);
          expect(one.id).toMatch(/^[a-z0-9._-]{1,64}$/);
        }
        // eslint-disable-next-line no-control-regex -- what must not be there raw
        expect(yaml).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/u);
        if (yaml !== '') expect(parse(CASE_FILE_HEAD + yaml)).toMatchObject({ version: 1 });
      },
    ),
    { numRuns: 150 },
  );
});

it('100,000 rows go through in bounded memory', async () => {
  const rows = 100_000;
  async function* source(): AsyncGenerator<Uint8Array> {
    yield Buffer.from('question,context,expected\n');
    for (let from = 0; from < rows; from += 1_000)
      yield Buffer.from(
        Array.from(
          { length: 1_000 },
          (_, index) => `Question ${(from + index) % 2_000}?,"text ${from + index}, with a comma",${index}\n`,
        ).join(''),
      );
  }
  let cases = 0;
  let duplicates = 0;
  for await (const event of importCases(setRows({ bytes: source(), name: 'big.csv' }), { map: {}, indent: 2 })) {
    if (event.kind === 'cases') cases += event.count;
    if (event.kind === 'duplicate') duplicates += 1;
  }
  expect([cases, duplicates]).toEqual([2_000, 98_000]);
});
