import { describe, expect, it } from 'vitest';
import { file, run, vector } from './support.js';

describe('ragspan cases check', () => {
  it('says how many cases a valid file holds', async () => {
    expect(await run(['cases', 'check', vector('canonical-a', 'cases.yaml')])).toEqual({
      status: 0,
      out: `✔ ${vector('canonical-a', 'cases.yaml')}: 1 case, 0 services\n`,
      err: '',
    });
  });

  it('names line and key of every error', async () => {
    const bad = file('bad-check.yaml', 'version: 1\ncases:\n  - id: A B\n    need: { line: x, lines: y }\n');
    const { status, out, err } = await run(['cases', 'check', bad]);
    expect({ status, out }).toEqual({ status: 2, out: '' });
    expect(err).toMatch(/bad-check\.yaml:3:\d+: cases\[0\]\.id: /u);
    expect(err).toMatch(/bad-check\.yaml:4:\d+: cases\[0\]\.need\.lines: /u);
  });

  it('warns of a one-word must_not without allow, and of nothing else', async () => {
    const check = async (expectation: string): Promise<string> =>
      (
        await run([
          'cases',
          'check',
          file('warn.yaml', `version: 1\ncases:\n  - id: x\n    need: { line: y }\n    expect: ${expectation}\n`),
        ])
      ).err;
    expect(await check('{ must_not: [processed] }')).toContain(
      'case x: must_not "processed" is one word without allow',
    );
    expect(await check('{ must_not: [[was processed, done]] }')).toContain('must_not "done"');
    expect(await check('{ must_not: [processed], allow: [not processed] }')).toBe('');
    expect(await check('{ must_not: [was processed, "/processed$/"] }')).toBe('');
  });

  it('warns of a case that one above it leaves no run to', async () => {
    const check = async (...whens: readonly string[]): Promise<string> => {
      const items = whens.map((when, index) => `  - { id: c${index}, when: ${when}, need: { line: y } }\n`);
      return (await run(['cases', 'check', file('above.yaml', `version: 1\ncases:\n${items.join('')}`)])).err;
    };
    const warning = (below: string, above: string): string =>
      `warning: case ${below}: never applies: case ${above} stands above it and matches its question; put it above that one`;
    expect(await check('{ input: " q? " }', '{ input: r }', '{ input: "q?" }')).toContain(warning('c2', 'c0'));
    expect(await check('{ input_matches: "refund" }', '{ input: my refund? }')).toContain(warning('c1', 'c0'));
    expect(await check('{ attributes: { tenant: a }, input: q }', '{ input: q }', '{ input: q }')).toContain(
      warning('c2', 'c1'),
    );
    // In this order each has its runs; of these conditions nothing is known before the run.
    expect(await check('{ input: my refund? }', '{ input_matches: "refund" }')).toBe('');
    expect(await check('{ input: q, attributes: { tenant: a } }', '{ input: q, attributes: { tenant: b } }')).toBe('');
    expect(await check('{ input_matches: "q", retrieved: ["a*"] }', '{ input: q }')).toBe('');
    expect(await check('{ input: "${tenant} q" }', '{ input: "${tenant} q" }')).toBe('');
  });

  it('looks at a bounded number of cases above each, and says where it stopped', async () => {
    const broad = Array.from(
      { length: 400 },
      (_, index) => `  - { id: b${index}, when: { input_matches: "x${index}y" }, need: { line: y } }\n`,
    );
    const asked = Array.from(
      { length: 300 },
      (_, index) => `  - { id: q${index}, when: { input: q${index} }, need: { line: y } }\n`,
    );
    const path = file('many.yaml', `version: 1\ncases:\n${broad.join('')}${asked.join('')}`);
    const { status, err } = await run(['cases', 'check', path]);
    expect(status).toBe(0);
    // 100,000 comparisons are 250 questions against 400 expressions.
    expect(err.trimEnd().split('\n')).toEqual([
      expect.stringContaining(
        'the last 50 cases with a question were not compared with every case above that has none',
      ),
    ]);
  });

  it('refuses what is no UTF-8, as the processor does', async () => {
    const latin = file(
      'latin.yaml',
      Buffer.from('version: 1\ncases: [{ id: a, need: { line: m\u00f6glich } }]', 'latin1'),
    );
    const { status, out, err } = await run(['cases', 'check', latin]);
    expect({ status, out }).toEqual({ status: 2, out: '' });
    expect(err).toContain('latin.yaml: it is no UTF-8 text\nSave it as UTF-8.');
    const marked = file('marked.yaml', '\ufeffversion: 1\n');
    expect((await run(['cases', 'check', marked])).status).toBe(0);
  });

  it('lets neither a file name nor a pattern act on the terminal', async () => {
    const head = 'version: 1\ncases:\n  - id: x\n    need: { line: y }\n';
    const name = 'e\u001b[31mvil\u202e.yaml';
    for (const rest of ['', '    expect: { must_not: ["a\\u202eb\\u009bz"] }\n', '    nead: 1\n']) {
      const { out, err } = await run(['cases', 'check', file(name, head + rest)]);
      expect(`${out}${err}`).toContain('e\\u{1b}[31mvil\\u{202e}.yaml');
      // eslint-disable-next-line no-control-regex -- what must not be there
      expect(`${out}${err}`.replaceAll('\n', '')).not.toMatch(/[\u0000-\u001f\u007f-\u009f\u202e]/u);
    }
  });

  it.each([
    [['cases'], 'no action given'],
    [['cases', 'chekc'], 'there is no action "chekc"'],
    [['cases', 'check', 'a', 'b'], 'takes one file'],
    [['cases', 'check', 'nowhere.yaml'], 'there is no such file\nWrite ragspan cases check FILE'],
  ])('is 2 for wrong usage: %j', async (args, message) => {
    const { status, err } = await run(args);
    expect(status).toBe(2);
    expect(err).toContain(message);
  });
});
