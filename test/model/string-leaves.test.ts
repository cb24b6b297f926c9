import fc from 'fast-check';
import { expect, test } from 'vitest';
import { compareUtf8, jsonStringLeaves, stringLeaves } from '../../src/model/string-leaves.js';

test('keys are ordered as their UTF-8 bytes', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), fc.string({ unit: 'grapheme' }), (a, b) => {
      expect(Math.sign(compareUtf8(a, b))).toBe(Math.sign(Buffer.compare(Buffer.from(a), Buffer.from(b))));
    }),
  );
});

test('leaves come in the order of the value, lists as they are', () => {
  expect(stringLeaves({ b: ['x', 1, { z: 'y' }], a: 'first', '\u{1f600}': 'last', '\uffee': 'wide' })).toEqual([
    'first',
    'x',
    'y',
    'wide',
    'last',
  ]);
});

test('a value is not entered inside itself', () => {
  const self: unknown[] = ['leaf'];
  self.push(self, self, { self });
  expect(stringLeaves(self)).toEqual(['leaf']);
});

test('parts that levels share end, and bytes are no text', () => {
  let shared: unknown = ['leaf'];
  for (let level = 0; level < 60; level += 1) shared = [shared, shared];
  expect(stringLeaves(shared).length).toBeLessThanOrEqual(200_000);
  expect(stringLeaves([new Uint8Array([65])])).toEqual([]);
});

test('64 levels are read, 65 are not', () => {
  const nested = (levels: number): unknown => (levels === 0 ? 'leaf' : [nested(levels - 1)]);
  expect(stringLeaves(nested(64))).toEqual(['leaf']);
  expect(stringLeaves(nested(65))).toEqual([]);
});

test('only objects and arrays are JSON documents', () => {
  expect(jsonStringLeaves(' {"a":"b"}')).toEqual(['b']);
  expect(jsonStringLeaves('"a"')).toBeUndefined();
  expect(jsonStringLeaves('[1] says')).toBeUndefined();
});
