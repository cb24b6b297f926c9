/**
 * Publishes one verdict: on the span, as a log record, in the metrics (spec §10).
 *
 * How it works: the chosen carriers are tried on the span at hand. A span without room for the
 * attributes gets the event even where only attributes were chosen; when nothing could be written
 * on a span at all, the log record is emitted whether chosen or not. What nobody carries is counted.
 */
import type { MeterProvider, SpanContext, TraceState } from '@opentelemetry/api';
import type { RunVerdict } from '../model/verdict.js';
import { addLink, attach, attachAfterEnd, NOT_ATTACHED, type Attached, type WritableSpan } from './attach.js';
import { emitLogRecord, type LoggerProviderLike } from './log-record.js';
import { RunMetrics, type CountedRun } from './metrics.js';
import { eventAttributes, verdictAttributes } from './verdict-attributes.js';

export type Carrier = 'attributes' | 'span_event' | 'log_event';

/** Where a verdict may still be written. */
export type Target =
  | { readonly kind: 'open'; readonly span: WritableSpan }
  /** Ended already, but the processors after ours have not seen it yet. */
  | { readonly kind: 'ended'; readonly span: object }
  | { readonly kind: 'none' };

export interface Publication {
  readonly verdict: RunVerdict;
  readonly target: Target;
  /** The attributes belong on the run's root, or on the span whose ending decided; not on a mere witness. */
  readonly withAttributes: boolean;
  /** The span may never be exported: the log record goes out beside it. */
  readonly withLogRecord: boolean;
  readonly traceFlags?: number | undefined;
  readonly traceState?: TraceState | undefined;
  /** Span the log record is parented to: the answering call, else the root. */
  readonly logSpanId: string;
  readonly responseId?: string | undefined;
  readonly revision: number;
  /** The span the first verdict stands on, when this revision is written elsewhere. */
  readonly linkTo?: SpanContext | undefined;
}

export interface EmitterOptions {
  readonly carriers: readonly Carrier[];
  readonly meterProvider?: MeterProvider | undefined;
  readonly loggerProvider?: LoggerProviderLike | undefined;
}

const ORIGIN = 'sdk';

export class VerdictEmitter {
  readonly metrics: RunMetrics;
  readonly #carriers: ReadonlySet<Carrier>;
  readonly #loggerProvider: LoggerProviderLike | undefined;

  constructor(options: EmitterOptions) {
    this.metrics = new RunMetrics(options.meterProvider);
    this.#carriers = new Set(options.carriers);
    this.#loggerProvider = options.loggerProvider;
  }

  /** Each run is counted once; a revision never. */
  count(verdict: RunVerdict, run: Omit<CountedRun, 'verdict' | 'origin'>): void {
    this.metrics.countRun({ ...run, verdict, origin: ORIGIN });
  }

  /** Says what was written on the span. */
  publish(publication: Publication): Attached {
    if (this.#carriers.size === 0) return NOT_ATTACHED;
    const event = eventAttributes(publication.verdict, {
      responseId: publication.responseId,
      revision: publication.revision,
      origin: ORIGIN,
    });
    const attached = this.#write(publication, event);
    const isOnSpan = attached.attributes || attached.event;
    if (this.#carriers.has('log_event') || publication.withLogRecord || !isOnSpan) {
      const target = {
        traceId: publication.verdict.trace_id,
        spanId: publication.logSpanId,
        traceFlags: publication.traceFlags,
        traceState: publication.traceState,
      };
      if (!emitLogRecord(this.#loggerProvider, target, event) && !isOnSpan) this.metrics.countDropped('no_carrier');
    }
    return attached;
  }

  #write(publication: Publication, event: ReturnType<typeof eventAttributes>): Attached {
    const { target } = publication;
    if (target.kind === 'none') return NOT_ATTACHED;
    const wantsAttributes = this.#carriers.has('attributes');
    const attributes =
      wantsAttributes && publication.withAttributes ? verdictAttributes(publication.verdict) : undefined;
    const wantsEvent = this.#carriers.has('span_event') || (wantsAttributes && attributes === undefined);
    if (target.kind === 'ended') return attachAfterEnd(target.span, attributes, wantsEvent ? event : undefined);
    const attached = attach(target.span, attributes, wantsEvent ? event : undefined);
    if (publication.linkTo !== undefined) addLink(target.span, publication.linkTo);
    if (attributes === undefined || attached.attributes || wantsEvent) return attached;
    return attach(target.span, undefined, event);
  }
}
