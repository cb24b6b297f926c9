/**
 * GenAI events that travel as log records (OpenTelemetry's own instrumentation of OpenAI and its
 * like) belong to the model call they name: this processor hands them to the span processor. It
 * changes nothing and exports nothing.
 */
import { isSpanContextValid, trace, type Context, type HrTime, type SpanContext } from '@opentelemetry/api';
import type { Attributes, AttributeValue } from '../model/span.js';
import { VERDICT } from '../semconv.js';
import { FaultGuard } from './fault-guard.js';
import { nanos } from './live-span.js';
import { liveProcessors } from './one-attacher.js';
import type { RagspanProcessor } from './ragspan-processor.js';

/** The log record of the SDK, by shape. */
export interface LogRecordLike {
  readonly eventName?: string | undefined;
  readonly attributes?: unknown;
  readonly body?: unknown;
  readonly hrTime?: HrTime | undefined;
  readonly spanContext?: SpanContext | undefined;
  readonly droppedAttributesCount?: number | undefined;
}

const GEN_AI_EVENT = 'gen_ai.';

export class RagspanLogRecordProcessor {
  readonly #guard = new FaultGuard();
  readonly #given: RagspanProcessor | undefined;

  /** @param processor the span processor that judges; default: whichever is at work in this process. */
  constructor(processor?: RagspanProcessor) {
    this.#given = processor;
  }

  onEmit(record: LogRecordLike, context?: Context): void {
    try {
      const attributes = record.attributes as Attributes | undefined;
      const name = record.eventName ?? attributes?.['event.name'];
      if (typeof name !== 'string' || !name.startsWith(GEN_AI_EVENT) || name === VERDICT.EVENT_NAME) return;
      const span = record.spanContext ?? (context === undefined ? undefined : trace.getSpanContext(context));
      if (span === undefined || !isSpanContextValid(span)) return;
      const event = {
        name,
        timeUnixNano: nanos(record.hrTime),
        attributes:
          record.body === undefined ? { ...attributes } : { ...attributes, body: record.body as AttributeValue },
        droppedAttributesCount: record.droppedAttributesCount ?? 0,
      };
      for (const processor of this.#processors()) processor.addLogEvent(span.traceId, span.spanId, event);
    } catch (error) {
      this.#guard.report('onEmit', error);
    }
  }

  forceFlush(): Promise<void> {
    return Promise.resolve();
  }

  shutdown(): Promise<void> {
    return Promise.resolve();
  }

  /** Of another copy of the package too, as long as it knows the call. */
  #processors(): Pick<RagspanProcessor, 'addLogEvent'>[] {
    if (this.#given !== undefined) return [this.#given];
    return [...liveProcessors()].filter(
      (one): one is RagspanProcessor => typeof (one as RagspanProcessor).addLogEvent === 'function',
    );
  }
}
