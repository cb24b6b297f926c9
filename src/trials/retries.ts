/**
 * Trials run again. A failed call (a limit of the provider, a time-out) tells nothing of a repair, and
 * may be made once more when it is asked for; one that gave a verdict never is: that would be choosing.
 */
import type { TrialMessage } from '../proto/messages.generated.js';

export interface History {
  /** One of each number in a cell, in the order run. */
  readonly trials: readonly TrialMessage[];
  /** Failed ones in whose place another was run. */
  readonly replaced: readonly TrialMessage[];
}

/** `all`: in the order run. Of several with one number the first counts that did not fail, else the last. */
export function historyOf(all: readonly TrialMessage[]): History {
  const byPlace = new Map<string, TrialMessage>();
  const replaced: TrialMessage[] = [];
  for (const trial of all) {
    const place = JSON.stringify([trial.incident, trial.repair, trial.number]);
    const before = byPlace.get(place);
    if (before !== undefined && before.error === undefined) continue;
    if (before !== undefined) replaced.push(before);
    // Anew at the end: it was run last.
    byPlace.delete(place);
    byPlace.set(place, trial);
  }
  return { trials: [...byPlace.values()], replaced };
}

export function withoutFailed(trials: readonly TrialMessage[]): readonly TrialMessage[] {
  return trials.filter(({ error }) => error === undefined);
}
