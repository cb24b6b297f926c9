/** One question answered once, as joining found it (spec §9): the input of attribution. */
import type { ModelCall } from './model-call.js';
import type { RetrievalList } from './retrieval-log.js';
import type { SpanFacts } from './span-facts.js';

/** One call, once, whichever instrumentations saw it. */
export interface RunCall {
  /** The span that gives the call its place: the framework's, where two saw the call. */
  readonly span: SpanFacts;
  /** The bytes: the SDK span's, completed by the framework's. */
  readonly model: ModelCall;
  /** Graders inside a retrieval or rerank span never contribute (spec §5 "Which calls"). */
  readonly isInsideRetrieval: boolean;
}

/** One list of the run's log: of a retrieval or rerank span, or a declared tool's result. */
export interface RunRetrieval {
  readonly span: SpanFacts;
  readonly list: RetrievalList;
  /** Nearest retrieval around it that logged a list: that one replaces this one. */
  readonly enclosing?: RunRetrieval;
}

export interface Run {
  readonly traceId: string;
  /** The root's span id; absent: the nameless span over several roots of the trace. */
  readonly spanId?: string;
  /** `ragspan.run.id`, when explicit. */
  readonly runId?: string;
  /** Absent: the root is a missing parent or the nameless span. */
  readonly root?: SpanFacts;
  readonly startTimeUnixNano: bigint;
  /** Spans of the run, those of runs below it left out (unless it is a run over them all). */
  readonly members: readonly SpanFacts[];
  /** In order of start, then span id. */
  readonly calls: readonly RunCall[];
  /** In order of start, then span id. */
  readonly retrievals: readonly RunRetrieval[];
  /** Assembly spans, in order of start, then span id. */
  readonly assemblies: readonly SpanFacts[];
  /** Cyclic or contradictory ancestry. */
  readonly hasContradictoryAncestry: boolean;
  /** One half alone, without an assembly record or a run id: a run only when a case matches it. */
  readonly needsCase: boolean;
  /** `ragspan.input` values that count for "two questions": those of runs below it left out. */
  readonly declaredInputs: readonly string[];
  /** Weight under a head sampler. */
  readonly adjustedCount: number;
}
