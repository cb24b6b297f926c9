/**
 * What is held of one trace in which a part of a run was seen.
 *
 * How it works: spans are kept by id and, once they are many, by the id of their parent, whether or
 * not that parent is known yet (parents end after their children). Each span that has
 * ended knows how many parts stand below it; a part that ends after its parent tells all ended
 * spans above. Nothing here has a clock: time is passed in.
 */
import type { SpanFacts } from '../model/span-facts.js';
import type { RunVerdict, VerdictName } from '../model/verdict.js';
import { LazyMap, LazySet } from './lazy-collections.js';
import { heldSpan, partsOf, type HeldSpan, type SpanPlace } from './held-span.js';

/** A verdict that was published. */
export interface PublishedRun {
  /** Root's span id, or the run id; `''` for the nameless root of a trace. */
  readonly key: string;
  readonly verdict: RunVerdict;
  readonly startTimeUnixNano: bigint;
  /** Its retrieval, assembly and model spans. */
  readonly partIds: ReadonlySet<string>;
  /** 0 for the first verdict, then one more for each that replaced it. */
  readonly revision: number;
  /** A half alone: a later whole that takes its parts in is its revision. */
  readonly isHalf: boolean;
  /** Decided because it had ended, not by force. */
  readonly isFinal: boolean;
  /** Counts it, once; absent when it has been counted, or never is. */
  readonly count?: (() => void) | undefined;
  /** It stands on its root span; otherwise the root, should it end after all, gets it. */
  readonly isOnRoot: boolean;
}

/** Up to here children are found by looking at every span. */
const FEW_SPANS = 12;

/** Runs of one trace that were decided by force and are remembered. */
const MOST_FORCED = 100;

export class PendingTrace<Live> {
  readonly traceId: string;
  readonly spans = new Map<string, HeldSpan<Live>>();
  readonly published = new LazyMap<string, PublishedRun>();
  /** Verdicts published long ago, whose spans are gone. */
  readonly pruned = new LazyMap<VerdictName, number>();
  runIds = new LazySet<string>();
  /** Estimated. */
  bytes = 0;
  /** Parts up to this moment were thrown away: a run that had begun by then is no longer whole. */
  lostUntilUnixNano: bigint | undefined;
  /** Retrievals, model calls and the like that have ended in it. */
  partCount = 0;
  /** Spans looked at by run searches so far: bounds the work a hostile trace can cause. */
  spansSearched = 0;
  /** When verdicts whose counting was put off are counted at the latest. */
  countAtMillis = Number.POSITIVE_INFINITY;
  /** The deadline in force. */
  deadlineMillis = Number.POSITIVE_INFINITY;
  isSettled = false;
  settledAtMillis = 0;
  firstHeldAtMillis: number;
  /** By the parent's id; made when the trace is too large to be walked each time. */
  #childrenOf: Map<string, HeldSpan<Live>[]> | undefined;
  /** Parents that should end in this process and are not held: they are still open, as far as is known. */
  readonly #awaited = new LazySet<string>();
  #openSpans = 0;

  constructor(traceId: string, nowMillis: number) {
    this.traceId = traceId;
    this.firstHeldAtMillis = nowMillis;
  }

  /** The span held under this id; held from now on when it was not. */
  hold(place: SpanPlace, nowMillis: number): HeldSpan<Live> {
    const held = this.spans.get(place.spanId);
    if (held !== undefined) return held;
    const span = heldSpan<Live>(place, nowMillis);
    this.spans.set(place.spanId, span);
    if (this.#childrenOf !== undefined) addChild(this.#childrenOf, span);
    if (place.parentSpanId !== undefined && !place.isLocalRoot && !this.spans.has(place.parentSpanId)) {
      this.#awaited.add(place.parentSpanId);
    }
    this.#awaited.delete(place.spanId);
    return span;
  }

  opened(span: HeldSpan<Live>, live: Live): void {
    if (span.live === undefined) this.#openSpans += 1;
    span.live = live;
  }

  /** Its end, or a better telling of it. Returns how many estimated bytes that adds. */
  ended(span: HeldSpan<Live>, facts: SpanFacts, isPart: boolean, bytes: number): number {
    const before = partsOf(span);
    if (span.live !== undefined) this.#openSpans -= 1;
    span.live = undefined;
    const wasEnded = span.facts !== undefined;
    span.facts = facts;
    if (isPart && !span.isPart) this.partCount += 1;
    span.isPart = span.isPart || isPart;
    if (!wasEnded) {
      span.partsBelow = 0;
      span.spansBelow = 0;
      for (const child of this.childrenOf(span.spanId)) {
        if (child.facts === undefined || child === span) continue;
        span.partsBelow += partsOf(child);
        span.spansBelow += child.spansBelow + 1;
      }
    }
    this.#tellAbove(span, partsOf(span) - (wasEnded ? before : 0), wasEnded ? 0 : span.spansBelow + 1);
    const added = bytes - span.bytes;
    span.bytes = bytes;
    this.bytes += added;
    return added;
  }

  /** Ended spans above a span that ends after them; a cycle is left where it closes. */
  #tellAbove(span: HeldSpan<Live>, parts: number, spans: number): void {
    if (parts === 0 && spans === 0) return;
    const seen = new Set<HeldSpan<Live>>([span]);
    let above = this.parentOf(span);
    while (above?.facts !== undefined && !seen.has(above)) {
      above.partsBelow += parts;
      above.spansBelow += spans;
      seen.add(above);
      above = this.parentOf(above);
    }
  }

  childrenOf(spanId: string): readonly HeldSpan<Live>[] {
    if (this.#childrenOf === undefined && this.spans.size <= FEW_SPANS) {
      return [...this.spans.values()].filter((span) => span.parentSpanId === spanId);
    }
    return this.#children().get(spanId) ?? [];
  }

  #children(): Map<string, HeldSpan<Live>[]> {
    if (this.#childrenOf === undefined) {
      this.#childrenOf = new Map();
      for (const span of this.spans.values()) addChild(this.#childrenOf, span);
    }
    return this.#childrenOf;
  }

  parentOf(span: HeldSpan<Live>): HeldSpan<Live> | undefined {
    return span.parentSpanId === undefined ? undefined : this.spans.get(span.parentSpanId);
  }

  /** A span and all that is held below it, open ones included. */
  subtree(top: HeldSpan<Live>): HeldSpan<Live>[] {
    const seen = new Set<HeldSpan<Live>>([top]);
    // A Set may grow while it is walked: this is the whole traversal.
    for (const span of seen) for (const child of this.childrenOf(span.spanId)) seen.add(child);
    return [...seen];
  }

  /** Spans above it that are held, nearest first. */
  *above(span: HeldSpan<Live>): Generator<HeldSpan<Live>> {
    const seen = new Set<HeldSpan<Live>>([span]);
    for (let up = this.parentOf(span); up !== undefined && !seen.has(up); up = this.parentOf(up)) {
      seen.add(up);
      yield up;
    }
  }

  /** Counts the verdicts whose counting was put off. */
  countAll(): void {
    this.countAtMillis = Number.POSITIVE_INFINITY;
    for (const [key, run] of this.published) {
      if (run.count === undefined) continue;
      this.published.set(key, { ...run, count: undefined });
      run.count();
    }
  }

  /** A span is told better than before: verdicts that were made from it are to be made again. */
  changed(spanId: string): void {
    for (const [key, run] of this.published) {
      if (!run.partIds.has(spanId)) continue;
      this.published.set(key, { ...run, partIds: new Set([...run.partIds].filter((id) => id !== spanId)) });
    }
  }

  /** A span of the trace is still open in this process, or a parent that should end here never did. */
  get isOpen(): boolean {
    return this.#openSpans > 0 || this.#awaited.size > 0;
  }

  /** Spans without a held parent, ended or open. */
  tops(): HeldSpan<Live>[] {
    return [...this.spans.values()].filter((span) => this.parentOf(span) === undefined);
  }

  /**
   * Drops what was first held up to `beforeMillis`, open or ended, and stands above nothing younger.
   * Returns how many spans and bytes that were.
   */
  dropOlder(beforeMillis: number): { readonly spans: number; readonly bytes: number } {
    const kept = new Set<HeldSpan<Live>>();
    for (const span of this.spans.values()) {
      if (span.heldAtMillis <= beforeMillis) continue;
      kept.add(span);
      for (const up of this.above(span)) {
        if (kept.has(up)) break;
        kept.add(up);
      }
    }
    this.noteLoss((span) => !kept.has(span));
    let spans = 0;
    let bytes = 0;
    for (const span of this.spans.values()) {
      if (kept.has(span)) continue;
      this.spans.delete(span.spanId);
      if (span.live !== undefined) this.#openSpans -= 1;
      if (span.isPart) this.partCount -= 1;
      spans += 1;
      bytes += span.bytes;
    }
    this.#childrenOf = undefined;
    this.bytes -= bytes;
    this.#prunePublished();
    this.#pruneRunIds();
    return { spans, bytes };
  }

  /** Ids of runs whose spans are gone; an open span may have said its id at the start. */
  #pruneRunIds(): void {
    if (this.runIds.size === 0) return;
    const kept = new LazySet<string>();
    for (const { runId } of this.spans.values()) if (runId !== undefined) kept.add(runId);
    this.runIds = kept;
  }

  /** When the oldest span younger than `beforeMillis` was first held. */
  oldestHeldMillis(beforeMillis: number): number | undefined {
    let oldest: number | undefined;
    for (const { heldAtMillis } of this.spans.values()) {
      if (heldAtMillis > beforeMillis && (oldest === undefined || heldAtMillis < oldest)) oldest = heldAtMillis;
    }
    return oldest;
  }

  /** What a run that ended by itself was made of is no loss. */
  noteLoss(isLost: (span: HeldSpan<Live>) => boolean): void {
    const final = new Set<string>();
    for (const run of this.published.values())
      if (run.isFinal && !run.isHalf) for (const spanId of run.partIds) final.add(spanId);
    for (const span of this.spans.values()) {
      if (!span.isPart || final.has(span.spanId) || !isLost(span)) continue;
      const until = span.facts?.endTimeUnixNano ?? span.facts?.startTimeUnixNano ?? 0n;
      if (this.lostUntilUnixNano === undefined || until > this.lostUntilUnixNano) this.lostUntilUnixNano = until;
    }
  }

  /**
   * Verdicts whose spans are all gone are kept as a number and a name; those decided by force keep
   * their place, as their root may end after all, and so do all when the trace goes as a whole.
   */
  #prunePublished(): void {
    if (this.spans.size === 0) return;
    let forced = 0;
    for (const [key, run] of [...this.published].reverse()) {
      if ([...run.partIds].some((spanId) => this.spans.has(spanId))) continue;
      if (!run.isFinal) forced += 1;
      if (!run.isFinal && forced <= MOST_FORCED) continue;
      this.published.delete(key);
      this.pruned.set(run.verdict.verdict, (this.pruned.get(run.verdict.verdict) ?? 0) + 1);
    }
  }
}

function addChild<Live>(childrenOf: Map<string, HeldSpan<Live>[]>, span: HeldSpan<Live>): void {
  if (span.parentSpanId === undefined) return;
  const siblings = childrenOf.get(span.parentSpanId);
  if (siblings === undefined) childrenOf.set(span.parentSpanId, [span]);
  else siblings.push(span);
}
