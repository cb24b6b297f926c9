/** What an operator may choose (spec §12), and the outcome after environment and defaults. */
import type { RetrievalTool } from '../model/case.js';
import type { IncidentOptions, IncidentSettings } from './incident-settings.js';
import type { AcceptableForm } from '../model/verdict.js';

/** What carries a verdict (spec §10). When no span can be written any more, the log record does. */
export const CARRIERS = ['attributes', 'span_event', 'log_event'] as const;
export type Carrier = (typeof CARRIERS)[number];

/** Attributes that may be put on the metrics (spec §10), each capped at 50 values. */
export const METRIC_ATTRIBUTES = [
  'gen_ai.request.model',
  'ragspan.assembly.template.version',
  'gen_ai.data_source.id',
  'ragspan.traffic',
] as const;
export type MetricAttribute = (typeof METRIC_ATTRIBUTES)[number];

/** Where our few lines go: standard error, OpenTelemetry's diagnostics, or nowhere. */
export const LOG_TARGETS = ['stderr', 'diag', 'off'] as const;
export type LogTarget = (typeof LOG_TARGETS)[number];

/** A pattern as the case file writes it (§6): a literal, RE2 between slashes, or `{text: "/a/"}`. */
export type PatternSource = string | { readonly text: string };

export interface CaseFile {
  readonly path: string;
  /** Named by the operator: its absence is a problem. The default file may be missing. */
  readonly isNamed: boolean;
}

/** One value per option; every one is set. */
export interface Settings {
  readonly enabled: boolean;
  readonly cases: CaseFile | undefined;
  readonly acceptForms: readonly AcceptableForm[];
  readonly corpusManifest: string | undefined;
  readonly hashKey: string | undefined;
  readonly maxScanBytes: number;
  readonly refusals: readonly PatternSource[];
  readonly retrievalTools: readonly RetrievalTool[];
  readonly topK: number | undefined;
  readonly valueLengthLimit: number | undefined;
  readonly emit: readonly Carrier[];
  readonly metricAttributes: readonly MetricAttribute[];
  readonly captureContent: boolean;
  readonly judgeUnsampled: boolean;
  readonly incidents: IncidentSettings | undefined;
  readonly timeoutMillis: number;
  readonly maxRuns: number;
  readonly maxSpans: number;
  readonly maxBytes: number;
  readonly log: LogTarget;
}

/** Every option, all of them optional; docs/options.md describes each. */
export interface RagspanOptions {
  /** Off: nothing is judged, nothing is held. `RAGSPAN_ENABLED`, default true. */
  readonly enabled?: boolean | undefined;
  /** Path of the case file, or false for none. `RAGSPAN_CASES`, default `ragspan.cases.yaml` when it is there. */
  readonly cases?: string | false | undefined;
  /** Altered forms that count as presence. `RAGSPAN_ACCEPT_FORMS`, default none. */
  readonly acceptForms?: readonly AcceptableForm[] | undefined;
  /** Path of a file with a digest a line: all chunks of the corpus. `RAGSPAN_CORPUS_MANIFEST`. */
  readonly corpusManifest?: string | undefined;
  /** HMAC key for every digest. `RAGSPAN_HASH_KEY`, default plain SHA-256. */
  readonly hashKey?: string | undefined;
  /** Bytes scanned a run for fates of chunks. `RAGSPAN_MAX_SCAN_BYTES`, default 2 MiB. */
  readonly maxScanBytes?: number | undefined;
  /** Refusals of this application. `RAGSPAN_REFUSALS` (one pattern, or a JSON array). */
  readonly refusals?: readonly PatternSource[] | undefined;
  /** Tools whose result is a retrieval log. `RAGSPAN_RETRIEVAL_TOOLS` (names with commas, or a JSON array). */
  readonly retrievalTools?: readonly (string | RetrievalTool)[] | undefined;
  /** k where neither log nor case file says it. `RAGSPAN_TOP_K`. */
  readonly topK?: number | undefined;
  /** Length at which telemetry cuts attribute values. `RAGSPAN_VALUE_LENGTH_LIMIT`, then the `OTEL_…` limits. */
  readonly valueLengthLimit?: number | undefined;
  /** What carries a verdict. `RAGSPAN_EMIT`, default attributes and span_event. */
  readonly emit?: readonly Carrier[] | undefined;
  /** Attributes added to the metrics. `RAGSPAN_METRIC_ATTRIBUTES`, default none. */
  readonly metricAttributes?: readonly MetricAttribute[] | undefined;
  /** Text of queries, chunks, prompts and outputs goes on exported spans. `RAGSPAN_CAPTURE_CONTENT`, default false. */
  readonly captureContent?: boolean | undefined;
  /** Runs that the head sampler drops are judged and counted too. `RAGSPAN_JUDGE_UNSAMPLED`, default false. */
  readonly judgeUnsampled?: boolean | undefined;
  /** Runs that are frozen as incident files, and where. `RAGSPAN_INCIDENTS` (a folder, or JSON), default none. */
  readonly incidents?: string | false | IncidentOptions | undefined;
  /** After this long a run that has not ended is decided. `RAGSPAN_TIMEOUT_MILLIS`, default 600,000. */
  readonly timeoutMillis?: number | undefined;
  /** Traces with an undecided run held at once. `RAGSPAN_MAX_RUNS`, default 10,000. */
  readonly maxRuns?: number | undefined;
  /** Spans held at once. `RAGSPAN_MAX_SPANS`, default 100,000. */
  readonly maxSpans?: number | undefined;
  /** Bytes of text held at once, estimated. `RAGSPAN_MAX_BYTES`, default 64 MiB. */
  readonly maxBytes?: number | undefined;
  /** Where our few lines go. `RAGSPAN_LOG`, default stderr. */
  readonly log?: LogTarget | undefined;
}
