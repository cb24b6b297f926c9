/** One span of a trace that has a part in a run, as it is held until its run is decided. */
import type { SpanFacts } from '../model/span-facts.js';
import type { SpanRecord } from '../model/span.js';

/** What storage sees of a live span: nothing. `Live` is the processor's own type. */
export interface HeldSpan<Live> {
  readonly spanId: string;
  readonly parentSpanId: string | undefined;
  /** Its parent lives in another process, or it has none: nothing above it ends here. */
  readonly isLocalRoot: boolean;
  /** While it is open. */
  live: Live | undefined;
  /** When its start was seen, on the owner's clock of observed times. */
  startSeenNano: bigint | undefined;
  /** What it is, as far as its attributes said when it was last looked at open. */
  openKind: SpanFacts['kind'] | undefined;
  /** Once it has ended. */
  facts: SpanFacts | undefined;
  /** `ragspan.run.id`, as soon as it is known. */
  runId: string | undefined;
  /** Retrieval, model call and the like: what runs are made of. */
  isPart: boolean;
  /** A published verdict has taken it in, or it was found to be no run's. */
  isDecided: boolean;
  /** Parts below it that have ended, itself not counted. */
  partsBelow: number;
  /** Spans below it that have ended, itself not counted. */
  spansBelow: number;
  /** Parts (itself included) that the last look for runs at or below it has seen. */
  partsSeen: number;
  /** As it ended, kept where its text may still come as log records. */
  record: SpanRecord | undefined;
  /** Estimated bytes of `facts`. */
  bytes: number;
  /** Clock of the processor, when it was first held. */
  readonly heldAtMillis: number;
}

export interface SpanPlace {
  readonly spanId: string;
  readonly parentSpanId: string | undefined;
  readonly isLocalRoot: boolean;
}

export function heldSpan<Live>(place: SpanPlace, nowMillis: number): HeldSpan<Live> {
  return {
    spanId: place.spanId,
    parentSpanId: place.parentSpanId,
    isLocalRoot: place.isLocalRoot,
    live: undefined,
    startSeenNano: undefined,
    openKind: undefined,
    facts: undefined,
    runId: undefined,
    isPart: false,
    isDecided: false,
    partsBelow: 0,
    spansBelow: 0,
    partsSeen: 0,
    record: undefined,
    bytes: 0,
    heldAtMillis: nowMillis,
  };
}

export function partsOf(span: HeldSpan<unknown>): number {
  return span.partsBelow + (span.isPart ? 1 : 0);
}
