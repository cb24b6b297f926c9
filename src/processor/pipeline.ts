/** The stages between a span and its verdict, as the processor calls them. Tests put their own in. */
import type { JudgedRun } from '../joining/judge-trace.js';
import type { Run } from '../model/run.js';
import type { SpanFacts } from '../model/span-facts.js';
import type { SpanRecord } from '../model/span.js';

/** Why a run that has not ended is judged now. */
export type CutShort = 'timeout' | 'evicted' | 'shutdown';

export interface RecordOrigin {
  /** Its text came from our own instrumentation, whole. */
  readonly hasPrivateText: boolean;
  /** The length at which the span's SDK cuts strings, as far as it says. */
  readonly valueLengthLimit: number | undefined;
}

export interface Pipeline {
  /** False while the case file is still being loaded: then nothing is decided yet. */
  readonly isReady: boolean;
  translate(record: SpanRecord, about: RecordOrigin): SpanFacts;
  runsOf(facts: readonly SpanFacts[]): Run[];
  /** Undefined: half a run that no case makes one. */
  judge(run: Run, cutShort: CutShort | undefined): JudgedRun | undefined;
}

const PARTS: ReadonlySet<SpanFacts['kind']> = new Set(['retrieval', 'rerank', 'assembly', 'model', 'tool']);

/** What runs are made of. */
export function isPart(facts: SpanFacts): boolean {
  return PARTS.has(facts.kind);
}

/** A run is not decided while one of its model or tool spans is open (spec §9). */
export function hasOpenCall(run: Run): boolean {
  return run.members.some(
    (span) => span.endTimeUnixNano === undefined && (span.kind === 'model' || span.kind === 'tool'),
  );
}

/** A retrieval, and a model call begun at or after its end: nothing above can complete it further. */
export function isWhole(run: Run): boolean {
  return run.calls.some((call) =>
    run.retrievals.some(({ span }) => {
      if (span.endTimeUnixNano === undefined) return false;
      return span.resource.key !== call.span.resource.key || call.span.startTimeUnixNano >= span.endTimeUnixNano;
    }),
  );
}

/** Names a run inside its trace: the run id, else the root; `''` is the nameless root of several. */
export function keyOf(run: Run): string {
  return run.runId ?? run.spanId ?? '';
}
