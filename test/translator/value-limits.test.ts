/** The value limit, configured and inferred (spec §3 "Lossy"). */
import { describe, expect, test } from 'vitest';
import type { Attributes } from '../../src/model/span.js';
import {
  configuredValueLimit,
  inferValueLimits,
  NO_VALUE_LIMIT,
  reachesLimit,
  ValueLimitSurvey,
} from '../../src/translator/index.js';
import { event, json, record } from './support.js';

const infer = (...all: Attributes[]) => inferValueLimits(all.map((attributes) => record(attributes)));
const isLimit = (limits: ReturnType<typeof infer>, length: number) => reachesLimit('x'.repeat(length), limits);

describe('a configured limit', () => {
  const limits = configuredValueLimit(8);
  test.each([
    ['UTF-16 units', '😀😀😀😀', true],
    ['code points', '😀'.repeat(8), true],
    ['bytes', 'ääää', true],
    ['none of them', 'ä'.repeat(5), false],
    ['a longer text', 'x'.repeat(9), false],
  ])('counts %s', (_unit, text, expected) => {
    expect(reachesLimit(text, limits)).toBe(expected);
  });

  test('no limit is never reached', () => {
    expect(reachesLimit('', NO_VALUE_LIMIT)).toBe(false);
    expect(configuredValueLimit(Number.POSITIVE_INFINITY)).toBe(NO_VALUE_LIMIT);
    expect(configuredValueLimit(undefined)).toBe(NO_VALUE_LIMIT);
  });

  test('stands against any inference', () => {
    expect(isLimit(inferValueLimits([record({ a: 'x'.repeat(30), b: 'y'.repeat(30) })], 99), 30)).toBe(false);
  });
});

describe('an inferred limit', () => {
  test('is the length of JSON that was cut', () => {
    const limits = infer({
      'gen_ai.input.messages': json([{ role: 'user', content: 'x'.repeat(500) }]).slice(0, 300),
      note: 'x'.repeat(900),
    });
    expect([isLimit(limits, 300), isLimit(limits, 900)]).toEqual([true, false]);
  });

  test('is a length that two different values share as their maximum', () => {
    const limits = infer({ a: 'x'.repeat(300), b: 'short' }, { c: `${'x'.repeat(299)}y` });
    expect([isLimit(limits, 300), isLimit(limits, 5)]).toEqual([true, false]);
  });

  test('counts values in arrays, in structures and on events', () => {
    expect(isLimit(infer({ a: ['x'.repeat(300), 'y'.repeat(300)] }), 300)).toBe(true);
    expect(isLimit(infer({ a: [{ content: 'x'.repeat(300) }], b: { c: 'y'.repeat(300) } }), 300)).toBe(true);
    expect(
      isLimit(
        inferValueLimits([record({ a: 'x'.repeat(300) }, { events: [event('e', { b: 'y'.repeat(300) })] })]),
        300,
      ),
    ).toBe(true);
  });

  test('is counted in bytes when the cut was', () => {
    const limits = infer({ a: 'ä'.repeat(1024), b: `${'ö'.repeat(1000)}${'x'.repeat(48)}` });
    expect(reachesLimit('x'.repeat(2048), limits)).toBe(true);
    expect(reachesLimit('x'.repeat(1024), limits)).toBe(false);
  });

  test.each<[string, Attributes[]]>([
    ['one value twice', [{ a: 'x'.repeat(300) }, { b: 'x'.repeat(300) }]],
    ['a longer value', [{ a: 'x'.repeat(300), b: 'y'.repeat(300), c: 'z'.repeat(301) }]],
    ['hashes', [{ a: 'a'.repeat(64), b: 'b'.repeat(64) }]],
    ['ids', [{ 'x.id': 'run-00000000000000000000000001', 'y.id': 'run-00000000000000000000000002' }]],
    [
      'JSON that is whole',
      [{ 'gen_ai.input.messages': json([{ role: 'user', content: 'x'.repeat(280) }]), b: 'z'.repeat(400) }],
    ],
    ['prose in brackets', [{ 'output.value': `[1] says so, ${'x'.repeat(287)}`, b: 'z'.repeat(400) }]],
    [
      'broken JSON under a name that promises none',
      [{ 'db.query.text': `{"find": "x${'x'.repeat(289)}`, b: 'z'.repeat(400) }],
    ],
    ['numbers', [{ a: 300, b: 300 }]],
  ])('%s: none', (_name, all) => {
    const limits = infer(...all);
    expect([isLimit(limits, 300), isLimit(limits, 64), isLimit(limits, 30)]).toEqual([false, false, false]);
  });

  test('is kept apart by resource', () => {
    const survey = new ValueLimitSurvey();
    const other = { key: 'other', attributes: {} };
    survey.add(record({ a: 'x'.repeat(300) }));
    survey.add(record({ a: 'y'.repeat(300) }, { resource: other }));
    expect(isLimit(survey.limitsOf('other'), 300)).toBe(false);
    survey.add(record({ a: 'z'.repeat(300) }, { resource: other }));
    expect(isLimit(survey.limitsOf('other'), 300)).toBe(true);
    expect(survey.limitsOf('never seen')).toMatchObject({ isKnown: false });
  });
});
