/** One decided run → what `emit` needs to publish it, and the record of what was published. */
import type { JudgedRun } from '../joining/judge-trace.js';
import type { Run } from '../model/run.js';
import { RAGSPAN } from '../semconv.js';
import type { Target, VerdictEmitter } from '../emit/verdict-emitter.js';
import type { PublishedRun } from '../storage/pending-trace.js';
import type { LiveSpan } from './live-span.js';
import { isPart, isWhole, keyOf } from './pipeline.js';

/** The span whose ending gave the occasion. */
export interface Ending {
  readonly spanId: string;
  readonly target: Target;
  /** A verdict stands on it: one span carries the attributes of one run. */
  hasVerdict: boolean;
  readonly traceFlags: number;
}

export interface PublishOptions {
  readonly metricAttributes: readonly string[];
  /** Every run weighs 1: what the sampler drops is judged too. */
  readonly judgesUnsampled: boolean;
}

export interface Occasion {
  readonly ending: Ending | undefined;
  /** The root, when it is open and known, and nothing is ending. */
  readonly openRoot: LiveSpan | undefined;
  readonly prior: PublishedRun | undefined;
  /** From the first artifact of the run. */
  readonly joinSeconds: number;
  readonly traceFlags: number | undefined;
  /** The run had ended; it is not decided by force. */
  readonly isFinal: boolean;
  /** What is around it is still open and may turn out to be the run: it is counted when that is known. */
  readonly isProvisional: boolean;
}

/** Told of every run whose verdict stands: once when it is counted, and again at each revision. */
export type DecidedSink = (judged: JudgedRun) => void;

export class RunPublisher {
  readonly #emitter: VerdictEmitter;
  readonly #options: PublishOptions;
  readonly #decided: DecidedSink | undefined;

  constructor(emitter: VerdictEmitter, options: PublishOptions, decided?: DecidedSink) {
    this.#emitter = emitter;
    this.#options = options;
    this.#decided = decided;
  }

  publish(judged: JudgedRun, occasion: Occasion): PublishedRun {
    const { run, verdict } = judged;
    const { ending, openRoot, prior } = occasion;
    const revision = prior === undefined ? 0 : prior.revision + 1;
    const isRootEnding = ending !== undefined && ending.spanId === run.root?.spanId;
    const isCounted = prior !== undefined && prior.count === undefined;
    const withAttributes = isRootEnding || (revision === 0 && ending?.hasVerdict !== true);
    const answering = run.calls.find((call) => call.span.spanId === verdict.answered_by);
    const attached = this.#emitter.publish({
      verdict,
      target: ending?.target ?? (openRoot === undefined ? { kind: 'none' } : { kind: 'open', span: openRoot }),
      withAttributes,
      withLogRecord: ending === undefined,
      traceFlags: occasion.traceFlags,
      logSpanId: verdict.answered_by ?? run.spanId ?? run.members[0]?.spanId ?? '',
      responseId: answering?.model.responseId,
      revision,
      ...(prior === undefined || isRootEnding ? {} : { linkTo: linkOf(prior, occasion.traceFlags) }),
    });
    if (ending !== undefined && attached.attributes) ending.hasVerdict = true;
    const count = isCounted ? undefined : () => this.#count(judged, occasion.joinSeconds);
    if (!occasion.isProvisional) count?.();
    if (isCounted) this.#tell(judged);
    return {
      key: keyOf(run),
      verdict,
      startTimeUnixNano: run.startTimeUnixNano,
      partIds: new Set(run.members.filter(isPart).map((span) => span.spanId)),
      revision,
      isHalf: !isWhole(run),
      isFinal: occasion.isFinal,
      count: occasion.isProvisional ? count : undefined,
      isOnRoot: isRootEnding || run.root === undefined || attached.attributes || attached.event,
    };
  }

  #count(judged: JudgedRun, joinSeconds: number): void {
    const { run, verdict, contextBytes } = judged;
    const answering = run.calls.find((call) => call.span.spanId === verdict.answered_by);
    this.#emitter.count(verdict, {
      weight: this.#options.judgesUnsampled ? 1 : run.adjustedCount,
      contextBytes,
      joinSeconds,
      extra: this.#extraOf(run, answering?.model.model),
    });
    this.#tell(judged);
  }

  /** What the sink does wrong must not cost the verdict. */
  #tell(judged: JudgedRun): void {
    try {
      this.#decided?.(judged);
    } catch {
      this.#emitter.metrics.countDropped('internal_error');
    }
  }

  #extraOf(run: Run, model: string | undefined): Record<string, string> {
    const extra: Record<string, string> = {};
    for (const name of this.#options.metricAttributes) {
      const value = extraValue(run, name, model);
      if (value !== undefined && value !== '') extra[name] = value;
    }
    return extra;
  }
}

function extraValue(run: Run, name: string, model: string | undefined): string | undefined {
  switch (name) {
    case 'gen_ai.request.model':
      return model ?? run.calls[run.calls.length - 1]?.model.model;
    case RAGSPAN.ASSEMBLY_TEMPLATE_VERSION:
      return run.assemblies.find((span) => span.assembly?.templateVersion !== undefined)?.assembly?.templateVersion;
    case 'gen_ai.data_source.id':
      return run.retrievals.find(({ list }) => list.source !== undefined)?.list.source;
    default: {
      const bearer = [...(run.root === undefined ? [] : [run.root]), ...run.members].find(
        (span) => span.attributes[name] !== undefined,
      );
      const value = bearer?.attributes[name];
      return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
        ? String(value)
        : undefined;
    }
  }
}

function linkOf(
  prior: PublishedRun,
  traceFlags: number | undefined,
): { traceId: string; spanId: string; traceFlags: number } | undefined {
  const spanId = prior.verdict.span_id ?? prior.verdict.answered_by;
  return spanId === undefined ? undefined : { traceId: prior.verdict.trace_id, spanId, traceFlags: traceFlags ?? 1 };
}
