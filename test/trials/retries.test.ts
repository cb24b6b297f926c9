import { describe, expect, it } from 'vitest';
import type { IncidentMessage, SplitTestMessage, TrialMessage } from '../../src/proto/messages.generated.js';
import { nextTrial } from '../../src/trials/next-trial.js';
import { recordTrials } from '../../src/trials/record-trials.js';
import { historyOf, withoutFailed } from '../../src/trials/retries.js';
import { incidentOf, planOf, repairOf, trialOf, type Given } from './support.js';

const A = incidentOf('INC-A', 'retrieval');
const K = repairOf('k', 'retrieval', { top_k: 50 });
const at = (number: number, given: Given, time: number): TrialMessage => ({
  ...trialOf({ incident: A, repair: K, number }, given),
  at_unix_nano: BigInt(time),
});
const told = (trials: readonly TrialMessage[]) =>
  trials.map(({ number, verdict, error }) => [number, verdict?.verdict ?? error]);

describe('a trial that is run again', () => {
  const all = [at(1, 'HOLD', 1), at(2, 'failed', 2), at(3, 'HOLD', 3)];

  it('takes the place of one that failed, and both are known', () => {
    const { trials, replaced } = historyOf([...all, at(2, 'failed', 4), at(2, 'H1', 5)]);
    expect(told(trials)).toEqual([
      [1, 'HOLD'],
      [3, 'HOLD'],
      [2, 'H1'],
    ]);
    expect(told(replaced)).toEqual([
      [2, 'Error: no'],
      [2, 'Error: no'],
    ]);
  });

  it('never takes the place of a verdict', () => {
    const { trials, replaced } = historyOf([at(1, 'H1', 1), at(1, 'HOLD', 2), at(1, 'failed', 3)]);
    expect(told(trials)).toEqual([[1, 'H1']]);
    expect(replaced).toEqual([]);
  });

  it('fills the gap it left', () => {
    const controls = [1, 2, 3].map((number) => trialOf({ incident: A, number }, 'H1'));
    const trials = [...controls, ...withoutFailed(all)];
    expect(nextTrial({ plan: planOf([A], [K]), trials })?.number).toBe(2);
  });

  it('stands in the incident in place of the one that failed in the same test', () => {
    const test = (trials: readonly TrialMessage[]): SplitTestMessage => ({
      version: 1,
      started_at_unix_nano: 1n,
      app: '',
      app_sha256: '',
      tested_by: '',
      trials_per_cell: 3,
      sha256: '',
      trials,
    });
    // Of an earlier test: it stays.
    const incident: IncidentMessage = { ...A.incident, trials: [at(2, 'failed', 0)] };
    const first = recordTrials(incident, test(all));
    expect(first.trials).toHaveLength(4);
    const mended = recordTrials(first, test([at(1, 'HOLD', 1), at(2, 'HOLD', 5), at(3, 'HOLD', 3)]));
    expect(mended.trials?.map(({ number, at_unix_nano: time }) => [number, Number(time)])).toEqual([
      [2, 0],
      [1, 1],
      [3, 3],
      [2, 5],
    ]);
  });
});
