/** The file of repairs: what it means, and where it is wrong. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readRepairs } from '../../src/trials/repairs/read-repairs.js';

const problems = (source: string): readonly string[] => {
  const read = readRepairs(source, 'repairs.yaml');
  return 'problems' in read ? read.problems : [];
};

describe('repairs', () => {
  it('keep the types of what they change, in YAML and JSON alike', () => {
    const yaml = `
- id: top-k-50
  boundary: retrieval
  description: hand on all
  changes: {top_k: 50}
  from: {top_k: 5}
- {id: prompt, boundary: generation, changes: {template: "7", flags: [a, 1, true, null], deep: {x: 1.5}}}
`;
    const read = readRepairs(yaml, 'r');
    expect(read).toEqual({
      repairs: [
        {
          id: 'top-k-50',
          boundary: 'retrieval',
          description: 'hand on all',
          changes: [{ pin: 'top_k', from: '5', to: '50' }],
          overrides: { top_k: 50 },
        },
        {
          id: 'prompt',
          boundary: 'generation',
          changes: [
            { pin: 'template', to: '"7"' },
            { pin: 'flags', to: '["a",1,true,null]' },
            { pin: 'deep', to: '{"x":1.5}' },
          ],
          pan_repair: true,
          overrides: { template: '7', flags: ['a', 1, true, null], deep: { x: 1.5 } },
        },
      ],
    });
    const json = JSON.stringify({ repairs: [{ id: 'a', boundary: 'assembly', changes: { budget: 9 } }] });
    expect(readRepairs(json, 'r')).toMatchObject({ repairs: [{ id: 'a', overrides: { budget: 9 } }] });
  });

  it('name line, column and key of every problem', () => {
    const source = `- id: a
  boundry: retrieval
  changes: {top_k: 50}
- id: a b
  boundary: recall
  changes: {}
  from: {top_k: 5}
- id: x
  boundary: assembly
  changes: {budget: 1}
- id: x
  boundary: assembly
`;
    expect(problems(source)).toEqual([
      'repairs.yaml:2:12: [0].boundry: is no known key; did you mean boundary?',
      'repairs.yaml:1:3: [0]: has no boundary; write it',
      'repairs.yaml:4:7: [1].id: "a b" is no id; use 1 to 100 letters, digits, dots, underscores and hyphens, beginning with a letter or digit',
      'repairs.yaml:5:13: [1].boundary: "recall" is not one of retrieval, assembly, generation',
      'repairs.yaml:6:3: [1].changes: is empty; write what changes, as {top_k: 50}',
      'repairs.yaml:7:17: [1].from.top_k: is not changed by this repair; it has no such change',
      'repairs.yaml:11:3: [3]: has no changes; write it',
      'repairs.yaml:11:7: [3].id: "x" is the id of another repair; choose one of its own',
    ]);
  });

  it.each([
    ['', /the file is empty/],
    ['[]', /the list is empty/],
    ['a text', /the file is no list/],
    ['{repair: []}', /did you mean repairs/],
    ['- id: a\n  boundary: retrieval\n  changes: *x', /alias/],
    [
      '- id: a\n  boundary: retrieval\n  changes: {k: .nan}',
      /cannot be given to an application: NaN is no JSON number/,
    ],
    ['- id: a\n  id: b\n  boundary: retrieval\n  changes: {k: 1}', /is there twice/],
    ['- [', /no YAML/],
    ['- 1', /write a mapping of id/],
  ])('%j is refused', (source, words) => {
    expect(problems(source).join('\n')).toMatch(words);
  });

  it('never throw, whatever the file holds', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string({ unit: 'binary' }),
          fc.json(),
          fc
            .record({ id: fc.string(), boundary: fc.string(), changes: fc.jsonValue() })
            .map((one) => JSON.stringify([one])),
        ),
        (source) => {
          const read = readRepairs(source, 'r');
          if ('problems' in read) expect(read.problems.length).toBeGreaterThan(0);
          else for (const one of read.repairs) expect(Object.keys(one.overrides).length).toBeGreaterThan(0);
        },
      ),
      { numRuns: 500 },
    );
  });

  it('that name __proto__ change nothing but their own object', () => {
    const read = readRepairs('- {id: a, boundary: retrieval, changes: {"__proto__": {polluted: 1}, k: 1}}', 'r');
    expect(({} as { polluted?: number }).polluted).toBeUndefined();
    expect(read).toHaveProperty('repairs');
  });
});
