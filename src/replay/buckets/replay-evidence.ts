/** What a bucket reads of a replay; a trial of a split test without a repair is one. */
import type { PinsMessage, TripleMessage, VerdictMessage } from '../../proto/messages.generated.js';
import { changedPins } from '../compare/changed-pins.js';

export interface ReplayEvidence {
  readonly verdict?: VerdictMessage;
  readonly pins?: PinsMessage;
  /** The application threw, or no run was seen. */
  readonly error?: string;
}

/** The run that is put into a bucket. */
export interface BucketSubject {
  readonly verdict: VerdictMessage;
  readonly triple: TripleMessage;
  readonly pins: PinsMessage;
}

/** Why a replay says nothing about the sampler: the first that applies. */
export type NotComparable = 'failed' | 'other_input' | 'other_pins' | 'other_context' | 'unjudged';

/** Undefined: the same pinned input and the same bytes sent, judged. */
export function notComparable(subject: BucketSubject, replay: ReplayEvidence): NotComparable | undefined {
  const { verdict, pins, error } = replay;
  // What ended in an error may have been cut short, whatever it had said by then.
  if (verdict === undefined || error !== undefined) return 'failed';
  const changes = changedPins(subject.pins, pins);
  if (changes.some(({ pin }) => pin === 'input_sha256') || subject.pins.input_sha256 === undefined)
    return 'other_input';
  if (changes.length > 0) return 'other_pins';
  if (!hasSameContext(subject, verdict)) return 'other_context';
  // Of an UNKNOWN nobody can say whether it is the same outcome or another.
  return verdict.verdict === 'UNKNOWN' ? 'unjudged' : undefined;
}

/** Not known is not the same. */
function hasSameContext({ triple, verdict: { sha256 } }: BucketSubject, replayed: VerdictMessage): boolean {
  const recorded = triple.context?.sha256 ?? sha256?.context ?? '';
  return recorded !== '' && recorded === replayed.sha256?.context;
}

/** Verdict, reason and outcome: wording is no outcome. */
export function outcomeOf({ verdict, reason, outcome }: VerdictMessage): string {
  return [verdict, reason, outcome].filter((part) => part !== undefined).join(' ');
}
