/** A run that was just made again, with its whole text: held in memory, never written. */
import { freeze } from '../attribution/freeze.js';
import { pinsOf } from '../incidents/pins.js';
import { freezeTriple } from '../incidents/triple/freeze-triple.js';
import { TextKeeper } from '../incidents/triple/kept-text.js';
import type { JudgedRun } from '../joining/judge-trace.js';
import type { PinsMessage, TripleMessage, VerdictMessage } from '../proto/messages.generated.js';

export interface ReplayedRun {
  readonly triple: TripleMessage;
  readonly pins: PinsMessage;
  readonly verdict: VerdictMessage;
}

export function replayedRun({ run, verdict, basis }: JudgedRun): ReplayedRun {
  const frozen = freeze(run, basis.book, basis.options);
  const keeper = new TextKeeper({ withText: true, redactors: [], hash: basis.options.hash });
  return {
    triple: freezeTriple(frozen, verdict, keeper),
    pins: pinsOf(frozen, verdict),
    verdict: verdict as VerdictMessage,
  };
}
