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
