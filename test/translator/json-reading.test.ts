/** JSON that was cut, and flattened keys. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { stringLeaves } from '../../src/model/string-leaves.js';
import { beginsLikeJson, readJson } from '../../src/translator/json-reading.js';
import { completeTruncatedJson } from '../../src/translator/truncated-json.js';
import { unflatten } from '../../src/translator/unflatten.js';

const structure = fc.oneof(fc.array(fc.jsonValue()), fc.dictionary(fc.string(), fc.jsonValue()));

describe('JSON that was cut', () => {
  test.each([
    ['[{"a":"whole"},{"a":"cu', [{ a: 'whole' }, { a: 'cu' }]],
    ['{"a":1,"b":2', { a: 1 }],
    ['{"a":[1,2,{"k', { a: [1, 2, {}] }],
    ['{"a":"x\\', { a: 'x' }],
    ['{"a":"x\\\\', { a: 'x\\' }],
    ['{"a":"x\\u00', { a: 'x' }],
    ['{"a":"x\\u00e4', { a: 'xä' }],
    ['{"a":"x\\"', { a: 'x"' }],
    ['{"a":tru', {}],
    ['[', []],
    ['{"a":"b"}…', { a: 'b' }],
    ['{"a" "b"', {}],
    ["[{'a': 'b'", [{}]],
    ['{"a":x,"b":1', undefined],
    ['', undefined],
  ])('%s says %j', (text, expected) => {
    expect(completeTruncatedJson(text)).toEqual(expected);
  });

  test('a prefix never says anything that the whole does not', () => {
    fc.assert(
      fc.property(structure, fc.nat(), (value, at) => {
        const whole = JSON.stringify(value);
        const cut = completeTruncatedJson(whole.slice(0, at % (whole.length + 1)));
        const leaves = stringLeaves(value).join('\n');
        for (const leaf of stringLeaves(cut)) expect(leaves).toContain(leaf.replace(/[\ud800-\udbff]$/, ''));
      }),
    );
  });

  test('hostile text costs one look per character', () => {
    for (const text of ['[', '{"a":', '"', '\\', '["\\', '{"a":"\\\\'])
      completeTruncatedJson(`["${text.repeat(200_000)}`);
  });
});

test('JSON is told from prose in brackets', () => {
  expect(['{"a', ' [ "x', '[[{"', '[{ "a"'].every(beginsLikeJson)).toBe(true);
  expect(['[1] see', '[[link]] text', '{braces}', '[]x', '"quoted" text', 'text', '[', ''].some(beginsLikeJson)).toBe(
    false,
  );
});

test('whatever JSON.stringify writes is read back whole', () => {
  fc.assert(
    fc.property(structure, (value) => {
      const text = JSON.stringify(value);
      expect(readJson(text)).toEqual({ kind: 'json', value: JSON.parse(text) });
    }),
  );
});

describe('flattened keys', () => {
  test('spell a structure', () => {
    const found = unflatten({ 'p.1.b.c': 2, 'p.0.a': 'x', 'p.1.b.d.1': 'y', 'p.name': 'no', 'q.0': 'z', other: 1 }, [
      'p.',
      'q.',
    ]);
    expect(found.get('p.')).toEqual([{ a: 'x' }, { b: { c: 2, d: [null, 'y'] } }]);
    expect(found.get('q.')).toEqual(['z']);
  });

  test('never reach a prototype', () => {
    const [item] = unflatten({ 'p.0.__proto__.polluted': 'yes', 'p.0.constructor.prototype.polluted': 'yes' }, [
      'p.',
    ]).get('p.') as object[];
    expect(({} as { polluted?: string }).polluted).toBeUndefined();
    expect(Object.getPrototypeOf(item)).toBeNull();
  });

  test('too deep ones are nobody’s', () => {
    expect(unflatten({ [`p.0.${'a.'.repeat(100_000)}b`]: 1 }, ['p.']).size).toBe(0);
  });
});
