/** What a page is made of: the incident (or a run that is none yet), and the words that others find for it. */
import type { IncidentMessage } from '../proto/messages.generated.js';

export type BoundaryState = 'holds' | 'lost' | 'suspended' | 'unknown' | 'none';

export interface BoundaryWords {
  readonly boundary: string;
  readonly state: BoundaryState;
  /** present, absent, passes, fails, unchecked, unlogged; empty without a case. */
  readonly word: string;
  /** The numbers. */
  readonly detail: string;
}

/** Another incident with the same pattern, numbers and configuration, as the ledger knows it. */
export interface PairingView {
  readonly incident: string;
  readonly pattern: string;
  readonly numbers: string;
  readonly configSha256?: string;
  readonly pairedAtUnixNano: bigint;
  /** Set once a pin changed. */
  readonly voidedAtUnixNano?: bigint;
  readonly voidReason?: string;
  /** A repair that was confirmed there: offered, never applied. */
  readonly offer?: string;
}

export interface IncidentView {
  readonly incident: IncidentMessage;
  /** Frozen to a file: it has an id of its own, and predictions can be sealed for it. */
  readonly isFrozen: boolean;
  /** One sentence. */
  readonly headline: string;
  readonly boundaries: readonly BoundaryWords[];
  /** What to repair. */
  readonly nextSteps: readonly string[];
  /** Of the incident practice: predict, diff, split test, case. */
  readonly practiceStep?: string;
  readonly pairings: readonly PairingView[];
  /** Where the pairings come from: `the ledger FILE`; absent: no ledger was named. */
  readonly pairingSource?: string;
  /** What the process itself had found, where the trace alone says something else. */
  readonly inProcess?: string;
}
