import { expect, it } from 'vitest';
import { trialOfRun } from '../../src/trials/trial-of-run.js';
import { incidentOf } from './support.js';

const PLANNED = incidentOf('INC-A', 'retrieval');
const failed = { notes: [], durationMillis: 1 };
const threw = {
  ...failed,
  error: { kind: 'threw', message: 'Error: no such customer', withoutWords: 'the application threw an error' },
} as const;

it('keeps what an application says of its failure only where the incident keeps text', () => {
  const withText = { ...PLANNED, incident: { ...PLANNED.incident, with_text: true } };
  expect(trialOfRun({ incident: withText, number: 1 }, threw, 1n).error).toBe('Error: no such customer');
  expect(trialOfRun({ incident: PLANNED, number: 1 }, threw, 1n).error).toBe(
    'the application threw an error; its words are not kept, as the incident keeps no text',
  );
});

it('keeps what we say of it', () => {
  const late = { ...failed, error: { kind: 'timeout', message: 'it did not answer in time' } } as const;
  expect(trialOfRun({ incident: PLANNED, number: 1 }, late, 1n).error).toBe('it did not answer in time');
});
