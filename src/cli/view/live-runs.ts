/**
 * Spans that arrive → runs on the shelf.
 *
 * How it works: each request is kept as it came, with the traces it holds. When nothing has come for
 * a moment, the traces that got something new are read again out of the requests that hold them and
 * judged anew, so that a run that arrives in parts ends up as it would out of a file. Requests are
 * bounded by bytes: when one goes, its traces are not judged again, and what was found of them stays.
 */
import { setImmediate } from 'node:timers/promises';
import { TraceHold } from '../../files/hold/trace-hold.js';
import { judgeRecords } from '../../files/judge-records.js';
import { bytesSource, readTraceFile } from '../../files/read/trace-file.js';
import type { OtlpOutcome } from '../otlp/read-otlp-request.js';
import { ReceivedBatch } from './received-batch.js';
import { faultText, type ProblemList } from './problem-list.js';
import type { RunShelf } from './run-shelf.js';
import { shelvedRun } from './shelved-run.js';
import type { ShowingOptions } from './view-options.js';

export interface LiveOptions extends ShowingOptions {
  readonly shelf: RunShelf;
  readonly problems: ProblemList;
  /** Bytes of requests that are kept. */
  readonly maxRequestBytes: number;
  /** Milliseconds without anything new (default 300). */
  readonly quietMillis?: number;
}

/** Under a steady stream runs are still shown. */
const LONGEST_WAIT_MILLIS = 2000;
/** While many are judged, open pages are told so often. */
const TELL_MILLIS = 1000;

export class LiveRuns {
  readonly #options: LiveOptions;
  readonly #batches: ReceivedBatch[] = [];
  #heldBytes = 0;
  /** Of each trace in how many requests it is. */
  readonly #parts = new Map<string, number>();
  /** Traces that got something since they were judged. */
  #waiting = new Set<string>();
  /** Traces of which a part is gone, as long as another part is held. */
  readonly #closed = new Set<string>();
  #changed: () => void = () => undefined;
  /** What open pages were told of last. */
  #told = '';
  #timer: NodeJS.Timeout | undefined;
  #waitingSince = 0;
  #judging: Promise<void> = Promise.resolve();
  #requests = 0;
  spans = 0;

  constructor(options: LiveOptions) {
    this.#options = options;
  }

  /** `listener` is told when a page would say something else: of runs, of spans that came, of problems. */
  whenChanged(listener: () => void): void {
    this.#changed = listener;
  }

  /** Of one OTLP request, unpacked: what of it could be read. */
  async receive(bytes: Buffer): Promise<OtlpOutcome> {
    this.#requests += 1;
    const name = `request ${this.#requests}`;
    const batch = await ReceivedBatch.read(bytes, name, (problem) => this.#options.problems.add(problem));
    this.spans += batch.spans;
    if (batch.traceIds.size > 0) this.#keep(batch);
    this.#judgeSoon();
    return batch.outcome;
  }

  /** Judges what waits, at once. */
  async settle(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#judging = this.#judging
      .then(() => this.#judge())
      .catch((error: unknown) => this.#fault(error))
      .then(() => this.#tell());
    await this.#judging;
  }

  close(): void {
    clearTimeout(this.#timer);
  }

  #judgeSoon(): void {
    const now = Date.now();
    if (this.#timer === undefined) this.#waitingSince = now;
    else if (now - this.#waitingSince > LONGEST_WAIT_MILLIS) return;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      void this.settle();
    }, this.#options.quietMillis ?? 300);
  }

  /** A fault of ours in one trace costs neither the others nor the page. */
  #fault(error: unknown): void {
    this.#options.problems.add(faultText(error));
  }

  /** Spans that make no run, and what could not be read, change the page too. */
  #tell(): void {
    const { shelf, problems } = this.#options;
    const state = `${shelf.version} ${shelf.evicted} ${this.spans} ${problems.count}`;
    if (state === this.#told) return;
    this.#told = state;
    this.#changed();
  }

  #keep(batch: ReceivedBatch): void {
    this.#batches.push(batch);
    this.#heldBytes += batch.bytes.length;
    for (const traceId of batch.traceIds) {
      this.#waiting.add(traceId);
      this.#parts.set(traceId, (this.#parts.get(traceId) ?? 0) + 1);
    }
    this.#bound();
  }

  #bound(): void {
    while (this.#heldBytes > this.#options.maxRequestBytes && this.#batches.length > 1) {
      const gone = this.#batches.shift() as ReceivedBatch;
      this.#heldBytes -= gone.bytes.length;
      for (const traceId of gone.traceIds) {
        const left = (this.#parts.get(traceId) ?? 1) - 1;
        if (left > 0) {
          this.#parts.set(traceId, left);
          this.#closed.add(traceId);
        } else {
          this.#parts.delete(traceId);
          this.#closed.delete(traceId);
        }
      }
    }
  }

  async #judge(): Promise<void> {
    const wanted = this.#joined(this.#waiting);
    this.#waiting = new Set();
    for (const traceId of [...wanted]) if (this.#closed.has(traceId)) wanted.delete(traceId);
    if (wanted.size === 0) return;
    let told = Date.now();
    const hold = new TraceHold({ onDamage: () => undefined });
    try {
      // Others may come and go meanwhile.
      for (const batch of [...this.#batches])
        if (isSome(batch.traceIds, wanted))
          await readTraceFile(bytesSource(batch.name, batch.bytes), hold.sink(batch.name));
      for (const trace of hold.traces()) {
        const traceIds = new Set(trace.records.map((record) => record.traceId));
        if (!isSome(traceIds, wanted)) continue;
        try {
          this.#show(trace.records, traceIds);
        } catch (error) {
          this.#fault(error);
        }
        // Judging takes a while: pages and exporters are answered in between.
        await setImmediate();
        if (Date.now() - told < TELL_MILLIS) continue;
        told = Date.now();
        this.#tell();
      }
    } finally {
      hold.close();
    }
  }

  #show(records: Parameters<typeof judgeRecords>[0], traceIds: ReadonlySet<string>): void {
    const { book, judging, redactors, shelf } = this.#options;
    const { runs, facts } = judgeRecords(records, book, judging);
    const shown = runs.map((run) => shelvedRun({ ...run, facts }, redactors));
    shelf.keepOnly(traceIds, new Set(shown.map(({ listed }) => listed.key)));
    for (const run of shown) shelf.put(run);
  }

  /** With the traces that a run id joins to them. */
  #joined(traceIds: ReadonlySet<string>): Set<string> {
    const tracesOf = new Map<string, Set<string>>();
    const runsOf = new Map<string, Set<string>>();
    for (const { runIds } of this.#batches)
      for (const [runId, traces] of runIds)
        for (const traceId of traces) {
          addTo(tracesOf, runId, traceId);
          addTo(runsOf, traceId, runId);
        }
    const wanted = new Set(traceIds);
    const seenRuns = new Set<string>();
    // A set that grows while it is walked is walked to its new end.
    for (const traceId of wanted)
      for (const runId of runsOf.get(traceId) ?? []) {
        if (seenRuns.has(runId)) continue;
        seenRuns.add(runId);
        for (const other of tracesOf.get(runId) ?? []) wanted.add(other);
      }
    return wanted;
  }
}

function addTo(map: Map<string, Set<string>>, key: string, value: string): void {
  const held = map.get(key);
  if (held === undefined) map.set(key, new Set([value]));
  else held.add(value);
}

function isSome(all: ReadonlySet<string>, wanted: ReadonlySet<string>): boolean {
  const [few, many] = all.size < wanted.size ? [all, wanted] : [wanted, all];
  for (const one of few) if (many.has(one)) return true;
  return false;
}
