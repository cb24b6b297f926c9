/** Which spans to look for runs in, when a span has ended (spec §9 "In process"). */
import type { Run } from '../model/run.js';
import type { SpanFacts } from '../model/span-facts.js';
import { partsOf, type HeldSpan } from '../storage/held-span.js';
import type { PendingTrace } from '../storage/pending-trace.js';
import type { RunStore } from '../storage/run-store.js';
import type { LiveSpan } from './live-span.js';
import type { Pipeline } from './pipeline.js';

export type Trace = PendingTrace<LiveSpan>;
export type Held = HeldSpan<LiveSpan>;

/** Looking at spans costs: a trace may cause this much of it, whatever its shape. */
const FREE_LOOKS = 2_000;
const LOOKS_PER_SPAN = 16;
/** Levels up to which a tool around a span is looked for. */
const MOST_LEVELS = 256;

export interface Found {
  readonly runs: readonly Run[];
  /** Everything undecided of the trace was looked at: halves may be decided. */
  readonly isWholeTrace: boolean;
}

export class RunSearch {
  readonly #store: RunStore<LiveSpan>;
  readonly #pipeline: () => Pipeline;
  readonly #factsOfOpen: (trace: Trace, span: Held) => SpanFacts | undefined;

  constructor(
    store: RunStore<LiveSpan>,
    pipeline: () => Pipeline,
    factsOfOpen: (trace: Trace, span: Held) => SpanFacts | undefined,
  ) {
    this.#store = store;
    this.#pipeline = pipeline;
    this.#factsOfOpen = factsOfOpen;
  }

  /** After `ended` has ended; undefined: nothing new can be found yet. */
  after(trace: Trace, ended: Held): Found | undefined {
    const top = topmostEnded(trace, ended);
    const bearsRunId = ended.facts?.runId !== undefined;
    const isClosed = !trace.isOpen;
    // A span without a part that ends late, under ended ones, matters only as the last one open.
    if (top !== ended && !ended.isPart && !bearsRunId && (!isClosed || trace.isSettled)) return undefined;
    if (top.isLocalRoot || isClosed) return this.#underLocalRoot(trace, top);
    if (!bearsRunId && top === ended && !this.#mayHoldNewRun(trace, top)) return undefined;
    if (!this.#affords(trace, top.spansBelow + 1)) return undefined;
    if (!bearsRunId && this.#isInsideTool(trace, top)) return undefined;
    const others = trace.runIds.size === 0 ? [] : this.#store.connected(trace).filter((other) => other !== trace);
    const spans = trace.subtree(top);
    top.partsSeen = partsOf(top);
    const facts = this.#factsOf(trace, spans);
    for (const other of others) append(facts, this.#factsOf(other, other.spans.values()));
    return { runs: this.#pipeline().runsOf(facts), isWholeTrace: false };
  }

  /** Everything of the trace, and of those that share a run id with it. */
  everything(trace: Trace): Found {
    const facts: SpanFacts[] = [];
    for (const one of this.#store.connected(trace)) append(facts, this.#factsOf(one, one.spans.values()));
    return { runs: this.#pipeline().runsOf(facts), isWholeTrace: true };
  }

  /**
   * The local root's own spans and what other local roots of the trace have left undecided: a
   * client may send all its requests under one trace id.
   */
  #underLocalRoot(trace: Trace, top: Held): Found {
    const spans = trace.subtree(top);
    top.partsSeen = partsOf(top);
    if (!this.#affords(trace, trace.spans.size)) {
      return { runs: this.#pipeline().runsOf(this.#factsOf(trace, spans)), isWholeTrace: true };
    }
    const halves = new Set(
      [...trace.published.values()].filter((run) => run.isHalf).flatMap((run) => [...run.partIds]),
    );
    const facts = this.#factsOf(trace, spans);
    for (const other of trace.tops()) {
      if (other === top) continue;
      const below = trace.subtree(other);
      if (
        below.some((span) => (span.isPart && !span.isDecided) || span.live !== undefined || halves.has(span.spanId))
      ) {
        append(facts, this.#factsOf(trace, below));
      }
    }
    for (const one of this.#store.connected(trace))
      if (one !== trace) append(facts, this.#factsOf(one, one.spans.values()));
    return { runs: this.#pipeline().runsOf(facts), isWholeTrace: true };
  }

  /** Its children's looks have not seen all the parts below it. */
  #mayHoldNewRun(trace: Trace, span: Held): boolean {
    const parts = span.partsBelow;
    if (span.isPart) {
      // A retrieval, tool or model span is never a root; what is in it belongs to the run around it.
      span.partsSeen = partsOf(span);
      return false;
    }
    if (parts === 0) return false;
    for (const child of trace.childrenOf(span.spanId)) {
      if (child.partsSeen === parts && partsOf(child) === parts) {
        span.partsSeen = parts;
        return false;
      }
    }
    return true;
  }

  #isInsideTool(trace: Trace, span: Held): boolean {
    let levels = 0;
    for (const up of trace.above(span)) {
      levels += 1;
      if (levels > MOST_LEVELS) return false;
      const kind = up.facts?.kind ?? (up.openKind ??= this.#factsOfOpen(trace, up)?.kind);
      if (kind === 'tool') return true;
    }
    return false;
  }

  #affords(trace: Trace, spans: number): boolean {
    const looks = trace.spansSearched + spans;
    if (looks > FREE_LOOKS + LOOKS_PER_SPAN * trace.spans.size) return false;
    trace.spansSearched = looks;
    return true;
  }

  #factsOf(trace: Trace, spans: Iterable<Held>): SpanFacts[] {
    const facts: SpanFacts[] = [];
    for (const span of spans) {
      const one = span.facts ?? this.#factsOfOpen(trace, span);
      if (one !== undefined) facts.push(one);
    }
    return facts;
  }
}

/** The highest span above `ended` up to which everything has ended; itself when its parent is open. */
function topmostEnded(trace: Trace, ended: Held): Held {
  let top = ended;
  for (const up of trace.above(ended)) {
    if (up.facts === undefined) break;
    top = up;
  }
  return top;
}

function append<T>(to: T[], from: readonly T[]): void {
  for (const one of from) to.push(one);
}
