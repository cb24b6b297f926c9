/**
 * What one span says once its dialect has been read: the only thing joining and attribution see.
 * Plain data, no live span behind it.
 */
import type { AssemblyRecord } from './assembly-record.js';
import type { Case } from './case.js';
import type { ModelCall } from './model-call.js';
import type { RetrievalList } from './retrieval-log.js';
import type { Attributes, Resource, SpanStatus } from './span.js';
import type { CapturedText } from './text.js';

/**
 * `rerank` carries a `RetrievalList` too (stage `rerank`). `other` is any span without a part of
 * its own: it may still be a root, or carry a run id, an input, an output.
 */
export type SpanKind = 'retrieval' | 'rerank' | 'embedding' | 'assembly' | 'model' | 'tool' | 'other';
export type Dialect = 'ragspan' | 'gen_ai' | 'openinference';

/** A tool that ran in the application. Its result is a list only when the tool is declared (§8). */
export interface ToolExecution {
  readonly name?: string;
  readonly callId?: string;
  /** Parsed where it was JSON; absent when no result was logged. */
  readonly result?: unknown;
  /** As logged: two calls of one tool with the same arguments ask the same. */
  readonly argumentsText?: string;
  readonly lossy: boolean;
}

export interface SpanFacts {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly name: string;
  readonly startTimeUnixNano: bigint;
  /** Absent while the span is open. */
  readonly endTimeUnixNano?: bigint;
  readonly status: SpanStatus;
  readonly resource: Resource;
  /** Weight under a head sampler (`ot=th` in the trace state): 1 when unsampled or unknown. */
  readonly adjustedCount: number;
  /** Scalars by key, for `when.attributes` and `${…}` of the case file. */
  readonly attributes: Attributes;
  readonly dialect?: Dialect;
  readonly kind: SpanKind;
  /** `ragspan.run.id`. */
  readonly runId?: string;
  /** `ragspan.input` on this span: counts as a question of its own (§9 "Two questions"). */
  readonly declaredInput?: string;
  /** What the span logs as its input and output, in any dialect; read when it is a run's root. */
  readonly input?: CapturedText;
  readonly output?: CapturedText;
  readonly retrieval?: RetrievalList;
  readonly assembly?: AssemblyRecord;
  readonly model?: ModelCall;
  readonly tool?: ToolExecution;
  /** A verdict already attached (`ragspan.verdict`), by the SDK or an earlier Collector. */
  readonly attachedVerdict?: string;
  /** A case set in code for this run (§8): wins over the case file. Filled by the processor. */
  readonly codeCase?: Case;
}
