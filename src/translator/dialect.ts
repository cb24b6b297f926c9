/**
 * What a dialect is: a way to read one family of attribute names. Several may have something to say
 * about one span (our attributes beside OpenTelemetry's): each says its part, `mergeReadings` puts
 * the parts together and `finish…` turns them into facts. A new dialect is one file and one line in
 * `dialects.ts`.
 */
import type { AssemblyRecord } from '../model/assembly-record.js';
import type { TextHash } from '../model/judging-options.js';
import type { RequestPins, SentMessage, TokenUsage } from '../model/model-call.js';
import type { RetrievalStage } from '../model/retrieval-log.js';
import type { ItemReading } from '../model/retrieved-item.js';
import type { SpanRecord } from '../model/span.js';
import type { Dialect as DialectName, SpanKind, ToolExecution } from '../model/span-facts.js';
import type { CapturedText } from '../model/text.js';
import type { TextReader } from './lossy.js';
import type { OutputReading } from './messages/output.js';
import type { ValueLimits } from './value-limits.js';

export interface TranslateContext {
  /** Makes digests and checks logged hashes. */
  readonly hash: TextHash;
  readonly limits: ValueLimits;
  /** Digests by text, shared by the spans of one trace: a chunk that several spans hold is hashed once. */
  readonly memo?: Map<string, string>;
  /** Attributes that anyone will ask for; absent: all are kept, by reference to the record's own. */
  readonly attributeKeys?: ReadonlySet<string>;
  /** The text was captured in this process beside its logged hashes: these need not be computed again. */
  readonly trustsSourceText?: boolean;
}

/** What dialects are given beside the span. */
export interface ReadingContext {
  readonly hash: TextHash;
  /** Reads strings that are attribute values of their own. */
  readonly values: TextReader;
}

export interface Dialect {
  readonly name: DialectName;
  /** A span without an attribute under one of these, and without an event, says nothing in this dialect. */
  readonly attributePrefixes: readonly string[];
  /** Names of events that speak this dialect begin so. */
  readonly eventPrefix?: string;
  /** Undefined: not this dialect after all. */
  translate(record: SpanRecord, context: ReadingContext): SpanReading | undefined;
}

/** The part of a span's facts that one dialect can tell. */
export interface SpanReading {
  readonly kind: SpanKind;
  readonly runId?: string;
  readonly declaredInput?: string;
  readonly input?: CapturedText;
  readonly output?: CapturedText;
  readonly retrieval?: RetrievalReading;
  readonly assembly?: AssemblyRecord;
  readonly model?: ModelReading;
  readonly tool?: ToolExecution;
  readonly attachedVerdict?: string;
  /** An event that was read lost attributes. */
  readonly dropped?: boolean;
}

export interface RetrievalReading {
  readonly stage?: RetrievalStage;
  readonly query?: CapturedText;
  readonly querySha256?: string;
  readonly topK?: number;
  readonly handedOn?: number;
  readonly count?: number;
  /** Absent: no list was logged. */
  readonly items?: readonly ItemReading[];
  readonly inputs?: readonly ItemReading[];
  /** A list was logged and is damaged. */
  readonly broken?: boolean;
  readonly snapshot?: string;
  readonly source?: string;
  readonly hashKey?: string;
}

/** Messages as one carrier held them. */
export interface SentReading {
  readonly messages: readonly SentMessage[];
  readonly broken: boolean;
}

export interface ModelReading {
  readonly provider?: string;
  readonly model?: string;
  readonly responseId?: string;
  readonly sent?: SentReading;
  /** Messages were logged and cannot be read. */
  readonly sentBroken?: boolean;
  readonly contextSha256?: string;
  readonly contextBytes?: number;
  readonly providerHeld?: boolean;
  readonly output?: OutputReading;
  readonly outputBroken?: boolean;
  readonly outputSha256?: string;
  readonly outputBytes?: number;
  readonly finishReason?: string;
  readonly usage?: TokenUsage;
  readonly isAnswer?: boolean;
  readonly isRefusal?: boolean;
  readonly enginePromptLimit?: number;
  readonly pins?: RequestPins;
  readonly hashKey?: string;
}
