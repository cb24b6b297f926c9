import { describe, expect, it } from 'vitest';
import { RunCounter } from '../../src/rates/count-runs.js';
import { countRecovery } from '../../src/rates/count-recovery.js';
import { periodOf } from '../../src/rates/periods.js';
import type { RunVerdict, VerdictName } from '../../src/model/verdict.js';
import type { IncidentMessage, SplitTestMessage, TrialMessage } from '../../src/proto/messages.generated.js';

const at = (iso: string): bigint => BigInt(Date.parse(iso)) * 1_000_000n;
const verdict = (name: VerdictName, more: Partial<RunVerdict> = {}): RunVerdict => ({
  trace_id: 't',
  verdict: name,
  explanation: '',
  sha256: { config: 'c1' },
  ...more,
});

describe('periods', () => {
  it.each([
    ['2026-11-30T23:59:59Z', '2026-11-30', '2026-W49', '2026-11'],
    ['2027-01-01T00:00:00Z', '2027-01-01', '2026-W53', '2027-01'],
    ['2024-12-30T00:00:00Z', '2024-12-30', '2025-W01', '2024-12'],
    ['2026-01-04T12:00:00Z', '2026-01-04', '2026-W01', '2026-01'],
  ])('of %s in UTC, weeks by ISO 8601', (iso, day, week, month) => {
    expect([
      periodOf(at(iso), 'day'),
      periodOf(at(iso), 'week'),
      periodOf(at(iso), 'month'),
      periodOf(at(iso), 'all'),
    ]).toEqual([day, week, month, 'all']);
  });

  it('beyond what a date holds are said to have no time', () => {
    expect(periodOf(2n ** 63n, 'day')).toBe('2262-04-11');
    expect(periodOf(2n ** 80n, 'day')).toBe('no time');
  });
});

describe('rates', () => {
  it('are per boundary, and UNKNOWN and UNDECLARED are in none', () => {
    const counter = new RunCounter('day');
    const names: VerdictName[] = ['H1', 'H2', 'H2', 'H3', 'H3a', 'H3b', 'HOLD', 'UNKNOWN'];
    for (const name of names) counter.add(verdict(name), at('2026-11-30T10:00:00Z'));
    counter.add(verdict('UNDECLARED', { loss: 'cut' }), at('2026-11-30T10:00:00Z'));
    counter.add(verdict('UNDECLARED', { loss: 'none' }), at('2026-11-30T10:00:00Z'));
    counter.add(verdict('HOLD'), at('2026-12-01T10:00:00Z'));
    counter.add({ trace_id: 't', verdict: 'HOLD', explanation: '' }, at('2026-11-30T10:00:00Z'));
    expect(counter.rows()).toEqual([
      {
        period: '2026-11-30',
        config: 'c1',
        judged: 7,
        retrieval_lost: 1,
        assembly_lost: 2,
        generation_lost: 3,
        holds: 1,
        unknown: 1,
        undeclared: 2,
        undeclared_truncated: 1,
      },
      expect.objectContaining({ period: '2026-11-30', config: 'none', judged: 1, holds: 1 }),
      expect.objectContaining({ period: '2026-12-01', config: 'c1', judged: 1, holds: 1 }),
    ]);
  });
});

describe('recovery', () => {
  const incident = (id: string, boundary: string, trials: readonly TrialMessage[] = []): IncidentMessage => ({
    version: 1,
    id,
    frozen_at_unix_nano: at('2026-11-30T10:00:00Z'),
    frozen_by: '',
    pins: { config_sha256: 'c1' },
    verdict: { trace_id: '', verdict: 'H1', boundary, explanation: '' },
    frozen_sha256: '',
    sha256: '',
    ...(trials.length === 0 ? {} : { trials }),
  });
  const trial = (id: string, repair: string, number: number, recovered: boolean): TrialMessage => ({
    incident: id,
    repair,
    number,
    at_unix_nano: BigInt(number),
    triple_sha256: '',
    config_sha256: '',
    verdict: { trace_id: '', verdict: recovered ? 'HOLD' : 'H1', explanation: '' },
  });
  const three = (id: string, repair: string, recovered: number): TrialMessage[] =>
    [1, 2, 3].map((number) => trial(id, repair, number, number <= recovered));

  it('asks for all of three trials or more, counts a trial once, and never the control', () => {
    const test = (trials: readonly TrialMessage[]) => ({
      version: 1,
      started_at_unix_nano: 0n,
      app: '',
      trials_per_cell: 3,
      sha256: '',
      incidents: ['A', 'B', 'B2'].map((id) => ({ id, frozen_sha256: '', verdict: 'H1' })),
      trials,
    });
    const rows = countRecovery(
      [
        incident('A', 'retrieval', three('A', 'top-k-50', 3)),
        incident('A2', 'retrieval', three('A2', 'top-k-50', 2)),
        incident('A3', 'retrieval', [trial('A3', 'top-k-50', 1, true), trial('A3', 'top-k-50', 2, true)]),
        incident('B', 'assembly'),
        incident('B2', 'assembly'),
        // A copy in another folder.
        incident('B2', 'assembly'),
      ],
      [test([...three('A', 'top-k-50', 3), ...three('B', 'budget', 3), ...three('B2', '', 3)]) as never],
      'day',
    );
    expect(rows).toEqual([
      {
        period: '2026-11-30',
        config: 'c1',
        boundary: 'retrieval',
        incidents: 3,
        recovered: 1,
        repairs: [{ repair: 'top-k-50', recovered: 7, trials: 8 }],
      },
      {
        period: '2026-11-30',
        config: 'c1',
        boundary: 'assembly',
        incidents: 2,
        recovered: 1,
        repairs: [{ repair: 'budget', recovered: 3, trials: 3 }],
      },
    ]);
  });

  interface Tested {
    readonly frozen?: string;
    readonly isPan?: boolean;
    readonly ruling?: string;
  }
  const splitTest = (trials: readonly TrialMessage[], { frozen = '', isPan = false, ruling }: Tested = {}) =>
    ({
      version: 1,
      started_at_unix_nano: 0n,
      app: '',
      app_sha256: '',
      tested_by: '',
      trials_per_cell: 3,
      sha256: '',
      incidents: [...new Set(trials.map((one) => one.incident))].map((id) => ({
        id,
        frozen_sha256: frozen,
        verdict: 'H1',
      })),
      repairs: [...new Set(trials.map(({ repair }) => repair))].map((id) => ({
        id,
        boundary: 'retrieval',
        ...(isPan ? { pan_repair: true } : {}),
      })),
      ...(ruling === undefined ? {} : { rulings: [{ repair: 'r', ruling, because: '' }] }),
      trials,
    }) satisfies SplitTestMessage;
  const later = (trials: readonly TrialMessage[]): TrialMessage[] =>
    trials.map((one) => ({ ...one, at_unix_nano: one.at_unix_nano + 100n }));
  const only = (...given: Parameters<typeof countRecovery>) => {
    const [row] = countRecovery(...given);
    return row === undefined ? undefined : { recovered: row.recovered, repairs: row.repairs };
  };

  it('counts no trial that failed, whatever its run had been judged', () => {
    const failed = three('A', 'r', 3).map((one) => ({ ...one, error: 'Error: too late' }));
    expect(only([incident('A', 'retrieval', failed)], [], 'day')).toEqual({
      recovered: 0,
      repairs: [{ repair: 'r', recovered: 0, trials: 3 }],
    });
  });

  it('is of the newest test of a repair: what failed before it was mended is history', () => {
    const [before, after] = [three('A', 'r', 0), later(three('A', 'r', 3))];
    const row = { recovered: 1, repairs: [{ repair: 'r', recovered: 3, trials: 3 }] };
    const a = incident('A', 'retrieval');
    expect(only([a], [splitTest(after), splitTest(before)], 'day')).toEqual(row);
    expect(only([incident('A', 'retrieval', [...before, ...after])], [splitTest(after)], 'day')).toEqual(row);
    // Stopped by its budget: it does not say yet.
    expect(only([a], [splitTest(before), splitTest(after.slice(0, 2))], 'day')).toEqual({
      recovered: 0,
      repairs: [{ repair: 'r', recovered: 0, trials: 3 }],
    });
  });

  it('marks what is not told apart, and counts it as no recovery', () => {
    const pan = { recovered: 0, repairs: [{ repair: 'r', recovered: 3, trials: 3, mark: 'pan_repair' }] };
    const trials = three('A', 'r', 3);
    const a = incident('A', 'retrieval');
    expect(only([a], [splitTest(trials, { isPan: true, ruling: 'confounded' })], 'day')).toEqual(pan);
    const recorded = { ...incident('A', 'retrieval', trials), repairs: splitTest(trials, { isPan: true }).repairs };
    expect(only([recorded], [], 'day')).toEqual(pan);
    expect(only([incident('A', 'retrieval', trials)], [splitTest(trials, { ruling: 'confounded' })], 'day')).toEqual({
      recovered: 0,
      repairs: [{ repair: 'r', recovered: 3, trials: 3, mark: 'confounded' }],
    });
    expect(only([a], [splitTest(trials, { ruling: 'discriminant' })], 'day')?.recovered).toBe(1);
  });

  it('keeps two incidents of one id apart', () => {
    const other = { ...incident('A', 'retrieval'), frozen_sha256: 'other' };
    expect(
      only([incident('A', 'retrieval'), other], [splitTest(three('A', 'r', 3), { frozen: 'other' })], 'day'),
    ).toEqual({
      recovered: 1,
      repairs: [{ repair: 'r', recovered: 3, trials: 3 }],
    });
  });
});
