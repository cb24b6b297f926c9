/** Live spans → facts: translation, the case set in code, counting, and the release of private text. */
import { codeCase } from '../model/code-case.js';
import { dropPrivateAttributes, privateAttributes } from '../model/private-attributes.js';
import { sightedKind, type Sightings } from '../model/sightings.js';
import type { SpanFacts } from '../model/span-facts.js';
import type { SpanEvent, SpanRecord } from '../model/span.js';
import type { RunMetrics } from '../emit/metrics.js';
import type { CaseSource } from './case-source.js';
import { hasGivenTimes, nanos, Resources, spanRecord, valueLengthLimit, type ReadableSpanLike } from './live-span.js';
import type { Clock } from './clock.js';
import { observedInterval, ObservedTime } from './observed-time.js';
import type { Pipeline } from './pipeline.js';

export interface IntakeParts {
  readonly pipeline: () => Pipeline;
  readonly cases: CaseSource;
  readonly metrics: RunMetrics;
  readonly sightings: Sightings;
  readonly judgesUnsampled: boolean;
  readonly clock: Clock;
}

const NO_EVENTS: readonly SpanEvent[] = [];

export class SpanIntake {
  readonly #parts: IntakeParts;
  readonly #resources = new Resources();
  readonly #time = new ObservedTime();

  constructor(parts: IntakeParts) {
    this.#parts = parts;
  }

  /** The moment at which a span is seen to start. */
  startSeen(): bigint {
    return this.#time.tick(this.#parts.clock.unixMillis());
  }

  /**
   * @param isNew false: told a second time; it was counted before.
   * @returns the record too, where text may still come by log records.
   */
  ended(
    span: ReadableSpanLike,
    startSeenNano: bigint | undefined,
    logEvents: readonly SpanEvent[] | undefined,
    isNew: boolean,
  ): { facts: SpanFacts; record: SpanRecord | undefined } {
    const seen = { start: startSeenNano, end: this.#time.tick(this.#parts.clock.unixMillis()) };
    const { start, end } = observedInterval(
      { start: nanos(span.startTime), end: nanos(span.endTime) },
      seen,
      hasGivenTimes(span),
    );
    const record = this.#record(span, start, end, logEvents);
    const facts = this.#translate(span, record);
    if (isNew) this.#count(facts);
    return { facts, record: lacksText(facts) ? record : undefined };
  }

  again(record: SpanRecord): SpanFacts {
    return this.#parts.pipeline().translate(record, { hasPrivateText: false, valueLengthLimit: undefined });
  }

  /** A span that ended before its trace was held. It concerned nobody: its place is all that counts. */
  passedBy(span: ReadableSpanLike): SpanFacts {
    return this.#translate(span, this.#record(span, nanos(span.startTime), nanos(span.endTime), undefined));
  }

  open(
    span: ReadableSpanLike,
    startSeenNano: bigint | undefined,
    logEvents: readonly SpanEvent[] | undefined,
  ): SpanFacts {
    const own = nanos(span.startTime);
    const { start } = observedInterval(
      { start: own, end: own },
      { start: startSeenNano, end: own },
      hasGivenTimes(span),
    );
    return unfinished(this.#translate(span, this.#record(span, start, undefined, logEvents)));
  }

  /** The text lives on in the facts as long as it is needed, and no longer on the span. */
  release(span: object): void {
    dropPrivateAttributes(span);
  }

  #record(
    span: ReadableSpanLike,
    start: bigint,
    end: bigint | undefined,
    logEvents: readonly SpanEvent[] | undefined,
  ): SpanRecord {
    return spanRecord(span, {
      resource: this.#resources.of(span.resource),
      logEvents: logEvents ?? NO_EVENTS,
      start,
      end,
    });
  }

  #translate(span: ReadableSpanLike, record: SpanRecord): SpanFacts {
    const hasPrivateText = privateAttributes(span) !== undefined;
    const facts = this.#parts
      .pipeline()
      .translate(record, { hasPrivateText, valueLengthLimit: valueLengthLimit(span) });
    const inCode = hasPrivateText ? codeCase(span) : undefined;
    const compiled = inCode === undefined ? undefined : this.#parts.cases.compileCase(inCode);
    return compiled === undefined ? facts : { ...facts, codeCase: compiled };
  }

  #count(facts: SpanFacts): void {
    const { metrics, sightings, judgesUnsampled } = this.#parts;
    sightings.see(facts);
    const kind = sightedKind(facts);
    if (kind !== undefined)
      metrics.countSpan(kind, facts.dialect ?? 'ragspan', judgesUnsampled ? 1 : facts.adjustedCount);
  }
}

/**
 * A call that is still open: what it sent may come yet, so that a context without messages is not
 * visible rather than switched off, and what it returned so far is no whole output.
 */
function unfinished(facts: SpanFacts): SpanFacts {
  const { model } = facts;
  if (model === undefined) return facts;
  const isUnseen = model.messages === undefined;
  return {
    ...facts,
    model: {
      ...model,
      providerHeld: model.providerHeld || isUnseen,
      finishReasons: model.output === undefined ? model.finishReasons : ['incomplete'],
    },
  };
}

/** A model call whose text has not come yet: it may come as GenAI events. */
function lacksText(facts: SpanFacts): boolean {
  return facts.model !== undefined && (facts.model.messages === undefined || facts.model.output === undefined);
}
