/**
 * All traces in which a part of a run was seen, bounded by count, spans, bytes and age.
 *
 * How it works: a trace is *pending* from its first part until nothing of it waits for a decision,
 * then *settled*: kept a little longer, so that what comes late can revise a verdict and what comes
 * twice is known. A bound that is passed first costs the settled traces, oldest first, which nobody
 * misses; then the oldest pending one, which its owner decides as `evicted`. Of an evicted trace a
 * tombstone stays, so that what comes after is not taken for a whole run. The store has no clock
 * and no timer: the owner passes the time and asks for `nextMillis`.
 */
import { Deadlines } from './deadlines.js';
import type { HeldSpan } from './held-span.js';
import { PendingTrace, type PublishedRun } from './pending-trace.js';

export interface StoreBounds {
  readonly timeoutMillis: number;
  readonly maxRuns: number;
  readonly maxSpans: number;
  readonly maxBytes: number;
}

/** How long, and how much of, what is settled is kept. */
const SETTLED_MILLIS = 60_000;
const SETTLED_RUNS = 1_000;
const SETTLED_SHARE = 8;

/** Deadlines of decided traces that may lie about. */
const IDLE_DEADLINES = 64;

/** A trace held costs this much beside its spans. */
const TRACE_BYTES = 600;

interface Tombstone {
  readonly lostUntilUnixNano: bigint | undefined;
  readonly published: ReadonlyMap<string, PublishedRun>;
}

export class RunStore<Live> {
  readonly #bounds: StoreBounds;
  readonly #pending = new Map<string, PendingTrace<Live>>();
  readonly #settled = new Map<string, PendingTrace<Live>>();
  readonly #tombstones = new Map<string, Tombstone>();
  readonly #byRunId = new Map<string, Set<PendingTrace<Live>>>();
  readonly #deadlines = new Deadlines<PendingTrace<Live>>();
  #spans = 0;
  #bytes = 0;
  #settledBytes = 0;

  constructor(bounds: StoreBounds) {
    this.#bounds = bounds;
  }

  /** No trace is held. */
  get isEmpty(): boolean {
    return this.#pending.size === 0 && this.#settled.size === 0;
  }

  get pendingCount(): number {
    return this.#pending.size;
  }

  get heldBytes(): number {
    return this.#bytes;
  }

  get heldSpans(): number {
    return this.#spans;
  }

  /** Pending or settled. */
  get(traceId: string): PendingTrace<Live> | undefined {
    return this.#pending.get(traceId) ?? this.#settled.get(traceId);
  }

  /** Holds a new trace. The caller has looked for it first. */
  open(traceId: string, nowMillis: number): PendingTrace<Live> {
    const trace = new PendingTrace<Live>(traceId, nowMillis);
    const grave = this.#tombstones.get(traceId);
    if (grave !== undefined) {
      trace.lostUntilUnixNano = grave.lostUntilUnixNano;
      for (const [key, run] of grave.published) trace.published.set(key, run);
      this.#tombstones.delete(traceId);
    }
    trace.bytes = TRACE_BYTES;
    this.#bytes += TRACE_BYTES;
    this.#pending.set(traceId, trace);
    this.setDeadline(trace, nowMillis + this.#bounds.timeoutMillis);
    return trace;
  }

  /** A settled trace has something to decide again. */
  reopen(trace: PendingTrace<Live>, nowMillis: number): void {
    if (!trace.isSettled || !this.#settled.delete(trace.traceId)) return;
    trace.isSettled = false;
    this.#settledBytes -= trace.bytes;
    this.#pending.set(trace.traceId, trace);
    this.setDeadline(trace, nowMillis + this.#bounds.timeoutMillis);
  }

  setDeadline(trace: PendingTrace<Live>, atMillis: number): void {
    trace.deadlineMillis = atMillis;
    this.#deadlines.add(trace, atMillis);
  }

  /** Counts what was added to (or taken from) a trace. */
  grew(trace: PendingTrace<Live>, spans: number, bytes: number): void {
    this.#spans += spans;
    this.#bytes += bytes;
    if (trace.isSettled) this.#settledBytes += bytes;
  }

  joinRun(trace: PendingTrace<Live>, span: HeldSpan<Live>, runId: string): void {
    span.runId = runId;
    if (trace.runIds.has(runId)) return;
    trace.runIds.add(runId);
    const traces = this.#byRunId.get(runId);
    if (traces === undefined) this.#byRunId.set(runId, new Set([trace]));
    else traces.add(trace);
  }

  /** What was first held up to `beforeMillis` is dropped, and with it the run ids that only it bore. */
  dropOlder(trace: PendingTrace<Live>, beforeMillis: number): void {
    const before = [...trace.runIds];
    const { spans, bytes } = trace.dropOlder(beforeMillis);
    this.grew(trace, -spans, -bytes);
    for (const runId of before) if (!trace.runIds.has(runId)) this.#leaveRun(trace, runId);
  }

  #leaveRun(trace: PendingTrace<Live>, runId: string): void {
    const traces = this.#byRunId.get(runId);
    traces?.delete(trace);
    if (traces?.size === 0) this.#byRunId.delete(runId);
  }

  /** Traces that share a run id with this one, itself included, over any number of steps. */
  connected(trace: PendingTrace<Live>): PendingTrace<Live>[] {
    if (trace.runIds.size === 0) return [trace];
    const found = new Set([trace]);
    for (const one of found) {
      for (const runId of one.runIds) for (const other of this.#byRunId.get(runId) ?? []) found.add(other);
    }
    return [...found];
  }

  /** Nothing of it waits for a decision any more. */
  settle(trace: PendingTrace<Live>, nowMillis: number): void {
    if (!this.#pending.delete(trace.traceId)) return;
    trace.isSettled = true;
    trace.settledAtMillis = nowMillis;
    trace.deadlineMillis = Number.POSITIVE_INFINITY;
    this.#settled.set(trace.traceId, trace);
    this.#settledBytes += trace.bytes;
    this.#compact();
    const mostBytes = this.#bounds.maxBytes / SETTLED_SHARE;
    while (this.#settled.size > SETTLED_RUNS || this.#settledBytes > mostBytes) this.#dropOldestSettled();
  }

  /** Forgets a trace in which no part of a run has ended. */
  discard(trace: PendingTrace<Live>): void {
    if (!this.#pending.delete(trace.traceId)) return;
    this.#release(trace);
    this.#compact();
  }

  /** Forgets it altogether, leaving a tombstone when a part of a run was in it. */
  evict(trace: PendingTrace<Live>): void {
    if (!this.#pending.delete(trace.traceId)) return;
    trace.noteLoss(() => true);
    this.#release(trace);
    this.#compact();
    this.#tombstones.set(trace.traceId, {
      lostUntilUnixNano: trace.lostUntilUnixNano,
      published: new Map(trace.published),
    });
    if (this.#tombstones.size > this.#bounds.maxRuns) {
      const oldest = this.#tombstones.keys().next();
      if (oldest.done !== true) this.#tombstones.delete(oldest.value);
    }
  }

  /** The pending trace to decide and evict now, while a bound is passed. */
  overflowing(): PendingTrace<Live> | undefined {
    const { maxRuns, maxSpans, maxBytes } = this.#bounds;
    while (this.#settled.size > 0 && (this.#spans > maxSpans || this.#bytes > maxBytes)) this.#dropOldestSettled();
    if (this.#pending.size <= maxRuns && this.#spans <= maxSpans && this.#bytes <= maxBytes) return undefined;
    const oldest = this.#pending.values().next();
    return oldest.done === true ? undefined : oldest.value;
  }

  /** The next moment at which `due` or `expireSettled` has something to do. */
  get nextMillis(): number | undefined {
    const settled = this.#settled.values().next();
    const expiry = settled.done === true ? undefined : settled.value.settledAtMillis + this.#settledMillis;
    const deadline = this.#deadlines.nextMillis;
    if (deadline === undefined || expiry === undefined) return deadline ?? expiry;
    return Math.min(deadline, expiry);
  }

  /** The pending traces whose deadline has passed; each is out of the heap and needs a new one if it stays. */
  *due(nowMillis: number): Generator<PendingTrace<Live>> {
    for (let next = this.#deadlines.takeDue(nowMillis); next !== undefined; next = this.#deadlines.takeDue(nowMillis)) {
      const trace = next.item;
      if (!trace.isSettled && trace.deadlineMillis === next.atMillis && this.#pending.get(trace.traceId) === trace)
        yield trace;
    }
  }

  expireSettled(nowMillis: number): void {
    for (const trace of this.#settled.values()) {
      if (trace.settledAtMillis + this.#settledMillis > nowMillis) return;
      this.#drop(trace);
    }
  }

  /** Every pending trace, oldest first. */
  pending(): PendingTrace<Live>[] {
    return [...this.#pending.values()];
  }

  clear(): void {
    this.#pending.clear();
    this.#settled.clear();
    this.#tombstones.clear();
    this.#byRunId.clear();
    this.#deadlines.clear();
    this.#spans = 0;
    this.#bytes = 0;
    this.#settledBytes = 0;
  }

  get #settledMillis(): number {
    return Math.min(SETTLED_MILLIS, this.#bounds.timeoutMillis);
  }

  /** Most traces are decided long before their deadline, which must not keep them alive. */
  #compact(): void {
    if (this.#deadlines.size <= IDLE_DEADLINES + 2 * this.#pending.size) return;
    this.#deadlines.clear();
    for (const trace of this.#pending.values()) this.#deadlines.add(trace, trace.deadlineMillis);
  }

  #dropOldestSettled(): void {
    const oldest = this.#settled.values().next();
    if (oldest.done !== true) this.#drop(oldest.value);
  }

  #drop(trace: PendingTrace<Live>): void {
    if (!this.#settled.delete(trace.traceId)) return;
    this.#settledBytes -= trace.bytes;
    this.#release(trace);
  }

  #release(trace: PendingTrace<Live>): void {
    this.#spans -= trace.spans.size;
    this.#bytes -= trace.bytes;
    for (const runId of trace.runIds) this.#leaveRun(trace, runId);
  }
}
