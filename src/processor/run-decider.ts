/**
 * When a run is decided, and which of its verdicts is new (spec §9 "In process", §5 "revision").
 *
 * How it works: each span that ends gives occasion to look for runs at the highest span up to which
 * everything has ended. A run found there is decided when its root has ended and no model or tool
 * span of it is open; half a run, and a run whose root lives elsewhere, when nothing of the trace
 * is open any more. A verdict that was published is published again only when late spans changed
 * it: as a revision, which is never counted.
 */
import type { JudgedRun } from '../joining/judge-trace.js';
import type { Run } from '../model/run.js';
import type { RunVerdict } from '../model/verdict.js';
import type { PublishedRun } from '../storage/pending-trace.js';
import type { RunStore } from '../storage/run-store.js';
import type { LiveSpan } from './live-span.js';
import { hasOpenCall, isPart, isWhole, keyOf, type CutShort, type Pipeline } from './pipeline.js';
import type { Ending, RunPublisher } from './run-publisher.js';
import type { Found, Held, RunSearch, Trace } from './run-search.js';

export interface DeciderParts {
  readonly store: RunStore<LiveSpan>;
  readonly search: RunSearch;
  readonly publisher: RunPublisher;
  readonly pipeline: () => Pipeline;
  /** A whole run turned out to be a step of another. */
  readonly onSuperseded: () => void;
}

/** A run inside a span that is open for long (a worker's loop) is counted after this time. */
const COUNT_WITHIN_MILLIS = 60_000;

export class RunDecider {
  readonly #parts: DeciderParts;

  constructor(parts: DeciderParts) {
    this.#parts = parts;
  }

  spanEnded(trace: Trace, ended: Held, ending: Ending, nowMillis: number): void {
    const found = this.#parts.search.after(trace, ended);
    if (found === undefined) return;
    this.#decideAll(trace, found, { ending, cutShort: undefined, nowMillis });
  }

  /** What can be decided without a span's ending: nothing of the trace is open. */
  decideEnded(trace: Trace, nowMillis: number): void {
    if (trace.isOpen) return;
    this.#decideAll(trace, this.#parts.search.everything(trace), { ending: undefined, cutShort: undefined, nowMillis });
  }

  /**
   * Everything undecided, as it stands.
   * @param olderThanMillis only runs whose first artifact was held before this moment.
   */
  decideNow(trace: Trace, cutShort: CutShort, nowMillis: number, olderThanMillis = Number.POSITIVE_INFINITY): void {
    const found = this.#parts.search.everything(trace);
    this.#decideAll(trace, found, { ending: undefined, cutShort, nowMillis, olderThanMillis });
  }

  #decideAll(trace: Trace, found: Found, moment: Moment): void {
    if (!this.#parts.pipeline().isReady) return;
    const keys = new Set(found.runs.map(keyOf));
    for (const run of found.runs) {
      const isReady =
        moment.cutShort === undefined
          ? isDecidable(run, trace, found.isWholeTrace)
          : this.#isForced(run, trace, moment);
      if (!isReady) continue;
      this.#decide(trace, run, keys, found, moment);
    }
    if (found.isWholeTrace) for (const one of this.#parts.store.connected(trace)) one.countAll();
  }

  /** Undecided runs alone; those with an artifact younger than asked for may still end by themselves. */
  #isForced(run: Run, trace: Trace, moment: Moment): boolean {
    const oldest = this.#firstHeldMillis(run, trace);
    return oldest <= (moment.olderThanMillis ?? Number.POSITIVE_INFINITY) && !trace.published.has(keyOf(run));
  }

  #decide(trace: Trace, run: Run, keys: ReadonlySet<string>, found: Found, moment: Moment): void {
    const key = keyOf(run);
    const home = this.#parts.store.get(run.traceId) ?? trace;
    const published = home.published.get(key);
    const isRootEnding = moment.ending !== undefined && moment.ending.spanId === run.root?.spanId;
    const needsRoot = published !== undefined && !published.isOnRoot && isRootEnding;
    if (published !== undefined && !needsRoot && hasSameParts(run, published)) return;
    const hasLost = hasLostParts(run, trace);
    // What was published from the whole says more than what is left.
    if (published !== undefined && hasLost && !needsRoot) return;
    const fresh = this.#judge(run, trace, moment, hasLost);
    const judged =
      fresh !== undefined && published !== undefined && hasLost ? { ...fresh, verdict: published.verdict } : fresh;
    this.#markDecided(run, trace);
    if (judged === undefined) return;
    if (published !== undefined && !needsRoot && isSameFinding(judged.verdict, published.verdict)) {
      home.published.set(key, { ...published, partIds: partIdsOf(run), isHalf: !isWhole(run) });
      return;
    }
    const prior = published ?? this.#absorbed(home, run, keys);
    const record = this.#parts.publisher.publish(judged, {
      ending: moment.ending,
      openRoot: run.spanId === undefined ? undefined : home.spans.get(run.spanId)?.live,
      prior,
      joinSeconds: (moment.nowMillis - this.#firstHeldMillis(run, trace)) / 1000,
      traceFlags: moment.ending?.traceFlags,
      isFinal: moment.cutShort === undefined,
      isProvisional: moment.cutShort === undefined && !found.isWholeTrace && trace.isOpen && run.runId === undefined,
    });
    home.published.set(key, record);
    if (record.count !== undefined)
      home.countAtMillis = Math.min(home.countAtMillis, moment.nowMillis + COUNT_WITHIN_MILLIS);
  }

  #judge(run: Run, trace: Trace, moment: Moment, hasLost: boolean): JudgedRun | undefined {
    const hasEnded = isDecidable(run, trace, true);
    const judged = this.#parts.pipeline().judge(run, hasLost ? 'evicted' : hasEnded ? undefined : moment.cutShort);
    return judged !== undefined && hasLost ? { ...judged, verdict: afterEviction(judged.verdict) } : judged;
  }

  /**
   * What this run has taken in is revised by it: halves, and whole runs that turned out to be steps
   * of this one (grading in a step span), which therefore are not counted either.
   */
  #absorbed(home: Trace, run: Run, keys: ReadonlySet<string>): PublishedRun | undefined {
    if (home.published.size === 0) return undefined;
    const parts = partIdsOf(run);
    let absorbed: PublishedRun | undefined;
    for (const [key, other] of home.published) {
      if (keys.has(key) || ![...other.partIds].some((spanId) => parts.has(spanId))) continue;
      home.published.delete(key);
      if (!other.isHalf) this.#parts.onSuperseded();
      // One that was counted already stands for this run.
      if (absorbed === undefined || absorbed.count !== undefined) absorbed = other;
    }
    return absorbed;
  }

  #markDecided(run: Run, trace: Trace): void {
    for (const span of run.members) {
      const held = (span.traceId === trace.traceId ? trace : this.#parts.store.get(span.traceId))?.spans.get(
        span.spanId,
      );
      if (held !== undefined) held.isDecided = true;
    }
  }

  #firstHeldMillis(run: Run, trace: Trace): number {
    let first = Number.POSITIVE_INFINITY;
    for (const span of run.members) {
      if (!isPart(span)) continue;
      const held = (span.traceId === trace.traceId ? trace : this.#parts.store.get(span.traceId))?.spans.get(
        span.spanId,
      );
      if (held !== undefined && held.heldAtMillis < first) first = held.heldAtMillis;
    }
    return first === Number.POSITIVE_INFINITY ? trace.firstHeldAtMillis : first;
  }
}

interface Moment {
  readonly ending: Ending | undefined;
  /** Decide by force. */
  readonly cutShort: CutShort | undefined;
  readonly nowMillis: number;
  readonly olderThanMillis?: number;
}

function isDecidable(run: Run, trace: Trace, isWholeTrace: boolean): boolean {
  if (hasOpenCall(run)) return false;
  if (run.root !== undefined && run.root.endTimeUnixNano === undefined) return false;
  if (run.root !== undefined && (run.runId !== undefined || isWhole(run))) return true;
  return isWholeTrace && !trace.isOpen;
}

/** It had begun when parts of its trace were thrown away. */
function hasLostParts(run: Run, trace: Trace): boolean {
  const lost = trace.lostUntilUnixNano;
  return lost !== undefined && (run.root === undefined || run.root.startTimeUnixNano <= lost);
}

function partIdsOf(run: Run): ReadonlySet<string> {
  return new Set(run.members.filter(isPart).map((span) => span.spanId));
}

function hasSameParts(run: Run, published: PublishedRun): boolean {
  const parts = partIdsOf(run);
  if (parts.size !== published.partIds.size) return false;
  for (const spanId of parts) if (!published.partIds.has(spanId)) return false;
  return true;
}

function isSameFinding(a: RunVerdict, b: RunVerdict): boolean {
  return a.verdict === b.verdict && a.reason === b.reason && a.case === b.case && a.explanation === b.explanation;
}

/** A part of the trace was thrown away: nothing that is not there proves anything (spec §11). */
function afterEviction(verdict: RunVerdict): RunVerdict {
  if (verdict.verdict === 'UNKNOWN' || verdict.verdict === 'UNDECLARED') return verdict;
  const { boundary: _boundary, evidence: _evidence, pattern: _pattern, ...rest } = verdict;
  return {
    ...rest,
    verdict: 'UNKNOWN',
    reason: 'evicted',
    candidates: ['H1', 'H2', 'H3', 'HOLD'],
    explanation: 'evicted: H1 or H2 or H3 or HOLD possible',
  };
}
