import { existsSync, mkdtempSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { file, run } from './support.js';

const SET = `user_input,reference_contexts,reference
"Where is my
refund?","['refund PENDING, no reference issued']",PENDING.
What is the limit?,['limit: 500 EUR'],"A single transfer may be up to 500 EUR, as the terms say."
Who?,,Bob
`;

const CASES = `version: 1
cases:
  - id: "where-is-my-refund-104be0cc"
    when:
      input: "Where is my\\nrefund?"
    need:
      line: "refund PENDING, no reference issued"
    expect:
      must:
        - "PENDING"
  # expected, and left out: "A single transfer may be up to 500 EUR, as the terms say.": more than 5 words: an answer may say it in others
  - id: "what-is-the-limit-be8435ee"
    when:
      input: "What is the limit?"
    need:
      line: "limit: 500 EUR"
`;

describe('ragspan cases import', () => {
  it('prints a case file, and says why a row is no case', async () => {
    const set = file('set.csv', SET);
    const { status, out, err } = await run(['cases', 'import', set]);
    expect(status).toBe(0);
    expect(out).toBe(CASES);
    expect(err).toBe(
      [
        `${set}: columns: question = user_input, context = reference_contexts, expected = reference`,
        `${set}:5: reference_contexts: says nothing of the evidence that the answer needs; add a reference context or id, or name its column: --map context=COLUMN`,
        `${set}: 2 cases, 1 of them without must or must_not: they judge retrieval and assembly alone, 1 expectation left as comment, to pick a phrase from, 1 row left out`,
        '',
      ].join('\n'),
    );
    const checked = file('imported.yaml', out);
    expect((await run(['cases', 'check', checked])).out).toContain('2 cases, 0 services');
  });

  it('into a file that holds something prints nothing: a second head would spoil it', async () => {
    const { status, out, err } = await run(['cases', 'import', '-'], { stdin: SET, outFile: 'filled' });
    expect({ status, out }).toEqual({ status: 2, out: '' });
    expect(err).toContain('Write --append-to FILE instead of >> FILE');
  });

  it('counts rows that name more evidence of one question', async () => {
    const { out, err } = await run(['cases', 'import', '-'], { stdin: 'query,corpus-id\nq,d1\nq,d2\nq,d3\n' });
    expect(out.match(/- id:/gu)).toHaveLength(4);
    expect(err).toContain('1 case, 1 of them');
    expect(err).toContain(', 2 rows that name more evidence of the question above\n');
    const apart = await run(['cases', 'import', '-'], { stdin: 'query,corpus-id\nq,d1\nr,d2\nq,d3\nq,d4\nr,d2\n' });
    expect(apart.err).toContain(
      ', 2 rows asked before and left out with the evidence named there, 1 row asked before\n',
    );
  });

  it('reads standard input', async () => {
    expect((await run(['cases', 'import', '-'], { stdin: SET })).out).toBe(CASES);
  });

  it('is 2 when a row cannot be read, and prints the others', async () => {
    const { status, out, err } = await run(['cases', 'import', '-'], {
      stdin: '{"question":"a","context":"c"}\n{"question":\n',
    });
    expect(status).toBe(2);
    expect(out).toContain('input: "a"');
    expect(err).toContain('-:2: it is no JSON');
  });

  it('is 2 when there is no case in it, and prints nothing', async () => {
    const { status, out, err } = await run(['cases', 'import', '-'], { stdin: 'a,b\n1,2\n' });
    expect({ status, out }).toEqual({ status: 2, out: '' });
    expect(err).toContain('no column is known');
  });

  it('tells a hundred rows one by one and counts the rest', async () => {
    const { err } = await run(['cases', 'import', '-'], { stdin: `question,context\n${'q,c\n'.repeat(300)}` });
    expect(err.split('\n').filter((line) => line.includes('left out: only the first'))).toHaveLength(100);
    expect(err).toContain('more rows are left out and not told one by one');
    expect(err).toContain(
      '1 case, 1 of them without must or must_not: they judge retrieval and assembly alone, 299 rows asked before',
    );
  });

  it('shows progress on a terminal, and clears it before anything else', async () => {
    const rows = Array.from({ length: 20_000 }, (_, index) => `question ${index % 50},c${index}`).join('\n');
    const { err } = await run(['cases', 'import', file('long.csv', `question,context\n${rows}`)], { isTerminal: true });
    expect(err.split('\r').at(-1)).toContain('50 cases');
  });

  it('lets nothing in a set act on the terminal', async () => {
    const evil = '\u001b]0;x\u0007\u202e';
    const { err } = await run(['cases', 'import', '-'], {
      stdin: JSON.stringify([
        { question: `q${evil}`, context: `\${${evil}}` },
        { question: evil, [`answer`]: evil },
      ]),
    });
    // eslint-disable-next-line no-control-regex -- what must not be there
    expect(err.replaceAll('\n', '')).not.toMatch(/[\u0000-\u001f\u007f-\u009f\u202e]/u);
  });

  it('stops where a case file is full, and says how to go on', async () => {
    const row = (index: number): object => ({ question: `q${index}`, context: `${index}${'x'.repeat(20_000)}` });
    const stdin = JSON.stringify(Array.from({ length: 300 }, (_, index) => row(index)));
    const first = await run(['cases', 'import', '-'], { stdin });
    expect(first.status).toBe(2);
    const [, skip = ''] = /import the rest into another one with --skip (\d+)/.exec(first.err) ?? [];
    const second = await run(['cases', 'import', '--skip', skip, '-'], { stdin });
    expect(second.status).toBe(0);
    for (const { out } of [first, second])
      expect((await run(['cases', 'check', file('part.yaml', out)])).status).toBe(0);
    const ids = `${first.out}${second.out}`.match(/- id: .*/g) ?? [];
    expect(new Set(ids).size).toBe(300);
    expect(Number(skip)).toBeGreaterThan(200);
  });

  it('what fits is valid when cases are many and short, too', async () => {
    const stdin = `question,context,expected\n${Array.from({ length: 9_000 }, (_, index) => `q${index},c,${index}\n`).join('')}`;
    const { status, out, err } = await run(['cases', 'import', '-'], { stdin });
    expect(status).toBe(2);
    expect(err).toContain('the case file is full (of one, 4,194,304 characters and 300,000 YAML tokens are read)');
    const checked = await run(['cases', 'check', file('many.yaml', out)]);
    expect(checked.status).toBe(0);
    expect(out.match(/- id: /g)?.length).toBeGreaterThan(5_000);
  });

  it('says when there is nothing to import', async () => {
    const { status, err } = await run(['cases', 'import', '-'], { stdin: '[]' });
    expect(status).toBe(2);
    expect(err).toContain('0 cases, as no row was found');
  });

  it.each([
    [['cases', 'import'], 'takes one file'],
    [['cases', 'import', 'a', 'b'], 'takes one file'],
    [['cases', 'import', 'nowhere.csv'], 'there is no such file'],
    [['cases', 'import', '--map', 'x=y', 'a'], '--map "x=y" is no FIELD=COLUMN'],
    [['cases', 'import', '--map', 'question=', 'a'], '--map "question=" is no FIELD=COLUMN'],
    [['cases', 'import', '--format', 'xml', 'a'], '--format "xml" is no format'],
    [['cases', 'import', '--delimiter', ',,', 'a'], '--delimiter ",," is no character'],
    [['cases', 'import', '--must-words', 'x', 'a'], '--must-words "x" is no count'],
    [['cases', 'imprt'], 'Did you mean `ragspan cases import`?'],
  ])('is 2 for wrong usage: %j', async (args, message) => {
    const { status, err } = await run(args);
    expect(status).toBe(2);
    expect(err).toContain(message);
  });

  it('--map names columns, commas in them included', async () => {
    const stdin = 'q,"the text, whole",a\nWhy?,because,so\n';
    const { out } = await run(['cases', 'import', '--map', 'question=q,context=the text, whole,expected=a', '-'], {
      stdin,
    });
    expect(out).toContain('input: "Why?"');
    expect(out).toContain('line: "because"');
    expect(out).toContain('- "so"');
  });
});

describe('ragspan cases import --append-to', () => {
  const folder = mkdtempSync(join(tmpdir(), 'ragspan-append-'));
  const path = (name: string, text?: string): string => {
    const at = join(folder, name);
    if (text !== undefined) writeFileSync(at, text, { mode: 0o640 });
    return at;
  };
  const append = (to: string, stdin = SET): ReturnType<typeof run> =>
    run(['cases', 'import', '--append-to', to, '-'], { stdin });

  it('makes the file, and adds nothing twice', async () => {
    const to = path('new.yaml');
    const first = await append(to);
    expect({ status: first.status, out: first.out }).toEqual({ status: 0, out: '' });
    expect(readFileSync(to, 'utf8')).toBe(CASES);
    const second = await append(to);
    expect(second.status).toBe(0);
    expect(second.err).toContain('is that of case what-is-the-limit-be8435ee; it is left out');
    expect(second.err).toContain(`nothing was added to ${to}`);
    expect(readFileSync(to, 'utf8')).toBe(CASES);
  });

  const OLD = '# ours\nversion: 1   # yes\n';
  const item = CASES.slice(CASES.indexOf('  - id'));
  it.each([
    ['after the last one', `${OLD}cases:\n  - id: a   # first\n    need: { line: x }\n`, (old: string) => old + item],
    [
      'with the indentation that is there',
      `${OLD}cases:\n- id: a\n  need: { line: x }\n`,
      (old: string) => old + item.replaceAll(/^ {2}/gm, ''),
    ],
    [
      'before what follows',
      `${OLD}cases:\n  - id: a\n    need: { line: x }\n\nincorrect_chunks: []\n`,
      (old: string) => old.replace('\nincorrect', `${item}\nincorrect`),
    ],
    [
      'without a line end at the end',
      `${OLD}cases:\n  - id: a\n    need: { line: x }`,
      (old: string) => `${old}\n${item}`,
    ],
    ['to a file without cases', OLD, (old: string) => `${old}cases:\n${item}`],
    ['to an empty list', `${OLD}cases:\n`, (old: string) => old + item],
  ])('%s, every old byte kept', async (name, old, expected) => {
    const to = path(`${name}.yaml`, old);
    const { status } = await append(to);
    const text = readFileSync(to, 'utf8');
    expect(status).toBe(0);
    expect(text).toBe(expected(old));
    expect((await run(['cases', 'check', to])).status).toBe(0);
    expect(statSync(to).mode & 0o777).toBe(0o640);
  });

  it.each([
    ['brackets', 'version: 1\ncases: [{ id: a, need: { line: x } }]\n', 'its cases stand in brackets'],
    ['braces', '{ version: 1, cases: [{ id: a, need: { line: x } }] }\n', 'it is written in braces'],
    ['errors', 'version: 1\ncases:\n  - id: A B\n    need: { line: x }\n', 'Mend the case file first'],
  ])('changes nothing in a file with %s', async (name, old, message) => {
    const to = path(`${name}.yaml`, old);
    const { status, err } = await append(to);
    expect(status).toBe(2);
    expect(err).toContain(message);
    expect(readFileSync(to, 'utf8')).toBe(old);
  });

  it('names the folder that is missing', async () => {
    const { status, err } = await append(join(folder, 'nowhere', 'cases.yaml'));
    expect(status).toBe(2);
    expect(err).toContain(
      `${join(folder, 'nowhere')}: there is no such folder\nMake the folder, or give another path.\n`,
    );
    expect(err).not.toContain('.lock');
  });

  it('follows a link to the file and leaves the link', async () => {
    const real = path('real.yaml', OLD);
    const link = join(folder, 'link.yaml');
    symlinkSync(real, link);
    expect((await append(link)).status).toBe(0);
    expect(readFileSync(real, 'utf8')).toContain('what-is-the-limit');
    expect(readFileSync(link, 'utf8')).toBe(readFileSync(real, 'utf8'));
    expect(existsSync(`${real}.lock`)).toBe(false);
  });

  it('two at once lose nothing: one is done, the other is told to run again', async () => {
    const to = path('twice.yaml', OLD);
    const runs = await Promise.all([append(to), append(to, 'question,context\nOther?,c\n')]);
    expect(new Set(runs.map(({ status }) => status))).toEqual(new Set([0, 2]));
    expect(runs.map(({ err }) => err).join('')).toContain('it was changed meanwhile; nothing was added');
    expect((await run(['cases', 'check', to])).status).toBe(0);
  });
});
