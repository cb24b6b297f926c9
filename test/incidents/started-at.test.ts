/** When the run of an incident was: the ledger tells by it what came before a change. */
import { describe, expect, it } from 'vitest';
import { freezeIncident } from '../../src/incidents/freeze-incident.js';
import { vectorRuns } from '../support/judge-vector.js';
import { FROZEN_AT } from './support.js';

describe('the time of a frozen run', () => {
  it.each([
    ['is kept to the nanosecond', 1_788_300_000_000_000_001n, 1_788_300_000_000_000_001n],
    ['is left out where the span has none', 0n, undefined],
    ['is left out where it is more than a file holds', 2n ** 64n - 1n, undefined],
  ])('%s', async (_, startTimeUnixNano, kept) => {
    const [judged] = await vectorRuns('test/vectors/canonical-a');
    if (judged === undefined) throw new Error('no run');
    const run = { ...judged.run, startTimeUnixNano };
    const { triple } = freezeIncident({ ...judged, run }, { nowUnixNano: FROZEN_AT });
    expect(triple?.started_at_unix_nano).toBe(kept);
  });
});
