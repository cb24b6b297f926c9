/** The application's own checks of the values that claims state. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  auditClaims,
  type Claim,
  type ClaimValue,
  dateCheck,
  describeClaimProblem,
  idCheck,
  numberCheck,
  sumCheck,
  type ValueCheck,
} from '../../src/claims/index.js';
import { isWellFormed } from '../../src/model/utf8.js';
import { addDecimals, areWithin, compareDecimals, readDecimal, showDecimal } from '../../src/claims/checks/decimal.js';

function found(check: ValueCheck, values: Record<string, ClaimValue>): readonly (readonly unknown[])[] {
  const claim: Claim = { text: 'a', chunkIds: ['c'], values };
  return auditClaims([claim], [{ id: 'c', text: 'x' }], { checks: [check], emit: false }).map((problem) => {
    if (problem.kind !== 'value') throw new Error(problem.kind);
    expect(problem.check).toBe(check.name);
    return [problem.expected, problem.found];
  });
}

describe('idCheck', () => {
  const tables = [
    new Set(['RB-1', 7]),
    new Map<unknown, unknown>([
      ['RB-1', {}],
      [7, {}],
    ]),
    ['RB-1', 7],
    { 'RB-1': {}, 7: {} },
  ];
  it.each(tables)('finds ids that are no row of the table', (table) => {
    const check = idCheck('order', table as never);
    expect(found(check, { order: 'RB-1' })).toEqual([]);
    expect(found(check, { order: ['RB-1', '7', 7] })).toEqual([]);
    expect(found(check, { order: ['RB-1', 'RB-8814'] })).toEqual([['an id of the table', 'RB-8814']]);
    expect(found(check, { order: '__proto__' })).toEqual([['an id of the table', '__proto__']]);
    expect(found(check, { order: 'constructor' })).toEqual([['an id of the table', 'constructor']]);
    expect(found(check, {})).toEqual([]);
  });

  it('asks a function', () => {
    expect(
      found(
        idCheck('order', (id) => id.startsWith('RB-')),
        { order: 'X-1' },
      ),
    ).toHaveLength(1);
  });

  it('misses a value only when it is required', () => {
    expect(found(idCheck('order', [], { required: true }), {})).toEqual([['an id of the table', 'no value']]);
  });
});

describe('numberCheck', () => {
  it('compares figures as written, exactly', () => {
    expect(found(numberCheck('price', '19.90'), { price: '19.9' })).toEqual([]);
    expect(found(numberCheck('price', 19.9), { price: '+19.900' })).toEqual([]);
    expect(found(numberCheck('price', '19.90'), { price: 19.91 })).toEqual([['19.9', '19.91']]);
    expect(found(numberCheck('price', 12345678901234567890n), { price: '12345678901234567891' })).toHaveLength(1);
    expect(found(numberCheck('price', '1e3'), { price: 1000 })).toEqual([]);
  });

  it('reads grouped thousands and a unit, in the notation that is said', () => {
    expect(found(numberCheck('price', 1234567.5), { price: '1,234,567.50' })).toEqual([]);
    expect(found(numberCheck('price', 1234567.5, { decimal: ',' }), { price: '1.234.567,50' })).toEqual([]);
    expect(found(numberCheck('price', 1234, { unit: '$' }), { price: '$1,234' })).toEqual([]);
    expect(found(numberCheck('price', -1234, { unit: '€', decimal: ',' }), { price: '−1 234 €' })).toEqual([]);
    expect(found(numberCheck('share', 12, { unit: '%' }), { share: '12 %' })).toEqual([]);
    expect(found(numberCheck('price', 1234), { price: '1,23,4' })).toEqual([['1234', '1,23,4']]);
    expect(found(numberCheck('price', 1.234), { price: '1,234' })).toHaveLength(1);
  });

  it('takes a tolerance, bounds, and what the claim itself leads to', () => {
    expect(found(numberCheck('price', 20, { tolerance: '0.1' }), { price: 19.9 })).toEqual([]);
    expect(found(numberCheck('days', { min: 1, max: 30 }), { days: 31 })).toEqual([['at least 1, at most 30', '31']]);
    expect(found(numberCheck('days', { min: 0 }), { days: 0 })).toEqual([]);
    expect(
      found(
        numberCheck('days', ({ values }) => (values as { readonly known: number }).known),
        { days: 3, known: 4 },
      ),
    ).toHaveLength(1);
    expect(
      found(
        numberCheck('days', () => undefined),
        { days: 3 },
      ),
    ).toEqual([]);
  });

  it.each(['about 30', '', '0x10', 'Infinity', Number.NaN, true, [1], '9'.repeat(500), '1e999'])(
    '%s is no number',
    (value) => {
      expect(found(numberCheck('days', 30), { days: value })).toHaveLength(1);
    },
  );

  it('says so when what it is to be compared with is no number', () => {
    expect(found(numberCheck('days', 'thirty'), { days: 30 })).toEqual([
      [undefined, 'the check threw: thirty is no number'],
    ]);
  });
});

describe('sumCheck', () => {
  it('adds without rounding', () => {
    expect(found(sumCheck('total', ['a', 'b']), { total: '0.3', a: 0.1, b: 0.2 })).toEqual([]);
    expect(found(sumCheck('total', ['lines']), { total: 6, lines: [1, 2, 4] })).toEqual([['7', '6']]);
    expect(
      found(
        sumCheck('total', () => ['1.50', 2n]),
        { total: '3.5' },
      ),
    ).toEqual([]);
    expect(found(sumCheck('total', ['a', 'b']), { total: 1, a: 1 })).toEqual([['parts that are numbers', 'undefined']]);
  });
});

describe('dateCheck', () => {
  it('compares days as they are written', () => {
    expect(found(dateCheck('due', '2026-09-02'), { due: '2026-09-02' })).toEqual([]);
    expect(found(dateCheck('due', '2026-09-02'), { due: '2026-09-02T23:30:00-08:00' })).toEqual([]);
    expect(found(dateCheck('due', new Date('2026-09-02T10:00:00Z')), { due: '2026-09-03' })).toEqual([
      ['2026-09-02', '2026-09-03'],
    ]);
    expect(found(dateCheck('due', { from: '2026-01-01', to: '2026-12-31' }), { due: '2027-01-01' })).toEqual([
      ['from 2026-01-01 to 2026-12-31', '2027-01-01'],
    ]);
    expect(found(dateCheck('due', { to: '2026-12-31' }), { due: new Date('2026-12-31T23:59:59Z') })).toEqual([]);
  });

  it.each(['2026-02-30', '2026-13-01', 'September 2', '02.09.2026', '', 20260902, new Date('x')])(
    '%s is no date',
    (due) => {
      expect(found(dateCheck('due', {}), { due })).toHaveLength(1);
    },
  );

  it('compares instants where they are asked for', () => {
    const check = dateCheck('at', '2026-09-02T10:00:00Z', { precision: 'instant' });
    expect(found(check, { at: '2026-09-02T12:00:00+02:00' })).toEqual([]);
    expect(found(check, { at: '2026-09-02T10:00:01Z' })).toEqual([
      ['2026-09-02T10:00:00.000Z', '2026-09-02T10:00:01.000Z'],
    ]);
    expect(found(check, { at: '2026-09-02T10:00:00' })).toHaveLength(1);
  });
});

describe("a check of one's own", () => {
  const claims: Claim[] = [{ text: 'The window is 30 days.', chunkIds: ['c', 'lost'] }];
  const packed = { sent: [{ id: 'c', text: '30 days', days: 30 }], candidates: [{ id: 'lost', text: 'y', days: 1 }] };
  const run = (find: ValueCheck['find']): unknown =>
    auditClaims(claims, packed as never, { checks: [{ name: 'own', find }], emit: false }).filter(
      ({ kind }) => kind === 'value',
    );
  const problem = { kind: 'value', claim: claims[0], index: 0, check: 'own' };

  it('sees the claim and the items it names that were sent', () => {
    expect(run((claim, cited) => ({ found: `${claim.text} ${JSON.stringify(cited)}`, id: 'c' }))).toEqual([
      { ...problem, found: 'The window is 30 days. [{"id":"c","text":"30 days","days":30}]', id: 'c' },
    ]);
    expect(run(() => [{ expected: 'x' }, {}])).toEqual([{ ...problem, expected: 'x' }, problem]);
    expect(run(() => undefined)).toEqual([]);
  });

  it('that throws has found that out', () => {
    const throws = (fault: unknown) => (): never => {
      throw fault;
    };
    expect(run(throws(new Error('table gone')))).toEqual([{ ...problem, found: 'the check threw: table gone' }]);
    expect(run(throws(Object.create(null)))).toEqual([{ ...problem, found: 'the check threw: unprintable' }]);
    expect(
      run((() => ({
        get found(): string {
          throw new Error('x');
        },
      })) as never),
    ).toHaveLength(1);
  });

  it('that is asynchronous or says nothing of use is told so', () => {
    expect(run((async () => Promise.reject(new Error('late'))) as never)).toMatchObject(
      [{ found: /promise/ }].map(() => ({ kind: 'value' })),
    );
    expect(run((() => false) as never)).toEqual([{ ...problem, found: 'the check returned no finding' }]);
  });

  it('cannot make a long finding', () => {
    const [first] = auditClaims(claims, packed as never, {
      checks: [{ name: 'own', find: () => ({ found: '😀'.repeat(1_000) }) }],
      emit: false,
    }).filter(({ kind }) => kind === 'value');
    expect(describeClaimProblem(first as never).length).toBeLessThan(300);
    expect(isWellFormed(describeClaimProblem(first as never))).toBe(true);
  });
});

describe('decimals', () => {
  const digits = fc.stringMatching(/^-?\d{1,30}(\.\d{1,20})?$/);
  const read = (text: string): NonNullable<ReturnType<typeof readDecimal>> => {
    const decimal = readDecimal(text);
    if (decimal === undefined) throw new Error(text);
    return decimal;
  };

  it('are shown as what they were read from, but for zeros', () => {
    fc.assert(
      fc.property(digits, (text) => {
        expect(compareDecimals(read(showDecimal(read(text))), read(text))).toBe(0);
      }),
    );
  });

  it('add up whatever the order, and differ from themselves by nothing', () => {
    fc.assert(
      fc.property(digits, digits, (a, b) => {
        expect(compareDecimals(addDecimals(read(a), read(b)), addDecimals(read(b), read(a)))).toBe(0);
        expect(areWithin(read(a), read(a), read('0'))).toBe(true);
        expect(areWithin(read(a), read(b), read('0'))).toBe(compareDecimals(read(a), read(b)) === 0);
      }),
    );
  });

  it('are those of the language where it is exact', () => {
    fc.assert(
      fc.property(fc.integer(), fc.integer(), (a, b) => {
        expect(showDecimal(addDecimals(read(String(a)), read(String(b))))).toBe(String(a + b));
        expect(compareDecimals(read(String(a)), read(String(b)))).toBe(Math.sign(a - b) + 0);
      }),
    );
  });

  it('are no longer than any figure is', () => {
    for (const endless of ['1e999', '1e-999', '9'.repeat(401), 10n ** 500n])
      expect(readDecimal(endless)).toBeUndefined();
  });

  it('never throw on any value', () => {
    fc.assert(
      fc.property(
        fc.anything(),
        fc.string(),
        (value, unit) => void [readDecimal(value, { unit }), readDecimal(unit, { decimal: ',' })],
      ),
    );
  });
});
