/** Of all trials of one incident under one repair, those that count: of the newest test that is whole. */
import type { TrialMessage } from '../proto/messages.generated.js';

/** Fewer trials prove nothing. */
export const LEAST_TRIALS = 3;

/**
 * What failed before the repair was mended says nothing of it as it is now, and trials of two tests
 * are no one count. Where no test has come so far as three trials: those of the newest.
 */
export function newestTrials<T extends Pick<TrialMessage, 'number' | 'at_unix_nano'>>(
  trials: readonly T[],
): readonly T[] {
  const tests = byTest(trials);
  return tests.findLast((one) => one.length >= LEAST_TRIALS) ?? tests.at(-1) ?? [];
}

/** In order of time. Each test numbers its trials from 1: a number that is there already begins the next. */
function byTest<T extends Pick<TrialMessage, 'number' | 'at_unix_nano'>>(trials: readonly T[]): T[][] {
  const inOrder = [...trials].sort((a, b) =>
    a.at_unix_nano === b.at_unix_nano ? a.number - b.number : a.at_unix_nano < b.at_unix_nano ? -1 : 1,
  );
  const tests: T[][] = [];
  for (const trial of inOrder) {
    const last = tests.at(-1);
    if (last === undefined || last.some(({ number }) => number === trial.number)) tests.push([trial]);
    else last.push(trial);
  }
  return tests;
}
