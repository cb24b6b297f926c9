import type { PinsMessage, TripleMessage, VerdictMessage } from '../../proto/messages.generated.js';

/** What is held of one run. */
export interface ReplaySide {
  readonly triple?: TripleMessage;
  readonly pins?: PinsMessage;
  readonly verdict?: VerdictMessage;
}
