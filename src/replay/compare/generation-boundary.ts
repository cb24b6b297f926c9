/** The third boundary: did the model return the same bytes, and to what outcome and verdict? */
import type { ReplayBoundaryMessage, VerdictMessage } from '../../proto/messages.generated.js';
import { firstDifference } from './first-difference.js';
import type { ReplaySide } from './replay-side.js';

export function compareGeneration(before: ReplaySide, after: ReplaySide): ReplayBoundaryMessage {
  const boundary = 'generation';
  const judged = rulings(before, after);
  const then = before.triple?.output?.text;
  const now = after.triple?.output?.text;
  if (then === undefined || now === undefined)
    return { boundary, state: 'unknown', reason: 'output_unlogged', ...judged };
  const lengths = { bytes_before: then.bytes, bytes_after: now.bytes };
  // Bytes that telemetry may have changed are not compared.
  if ([then, now].some(({ sha256, lossy }) => sha256 === '' || lossy === true))
    return { boundary, state: 'unknown', reason: 'lossy_capture', artifact: lengths, ...judged };
  const isSame = then.sha256 === now.sha256;
  const difference = isSame ? undefined : firstDifference(then, now);
  const artifact = {
    sha256_before: then.sha256,
    sha256_after: now.sha256,
    ...lengths,
    // Without the text nothing tells where in the one text of an output.
    ...(difference === undefined || difference.precision === 'segment' ? {} : { first_difference: difference }),
  };
  return { boundary, state: isSame ? 'same' : 'changed', artifact, ...judged };
}

/** Outcome and verdict on both sides: facts, whatever boundary changed. */
export function rulings(before: ReplaySide, after: ReplaySide): Partial<ReplayBoundaryMessage> {
  const outcomeBefore = before.verdict?.outcome;
  const outcomeAfter = after.verdict?.outcome;
  return {
    ...(outcomeBefore === undefined ? {} : { outcome_before: outcomeBefore }),
    ...(outcomeAfter === undefined ? {} : { outcome_after: outcomeAfter }),
    ...(before.verdict === undefined ? {} : { verdict_before: verdictWords(before.verdict) }),
    ...(after.verdict === undefined ? {} : { verdict_after: verdictWords(after.verdict) }),
  };
}

/** `H3a contradiction`, `HOLD`. */
function verdictWords({ verdict, reason }: VerdictMessage): string {
  return reason === undefined ? verdict : `${verdict} ${reason}`;
}
