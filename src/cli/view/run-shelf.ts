/**
 * Runs of one kind that are shown, newest first, bounded by count and by bytes: beyond either one is
 * let go, and counted.
 */
import type { ListedRun } from '../../page/run-list.js';
import { decodeMessage, encodeMessage } from '../../proto/messages.js';
import type { IncidentMessage } from '../../proto/messages.generated.js';
import { Deadlines } from '../../storage/deadlines.js';
import { DetailStore, type Stored } from './detail-store.js';

export interface ShelvedRun {
  readonly listed: Omit<ListedRun, 'version'>;
  /** Lower case: what the search looks through. */
  readonly haystack: string;
  readonly incident: IncidentMessage;
}

export interface ShelfLimits {
  readonly maxRuns: number;
  /** Of encoded runs, in memory. */
  readonly maxHeldBytes: number;
  /** What does not fit in memory goes to a temporary file; false: runs are let go instead. */
  readonly spills: boolean;
  /** What is let go: the run that began longest ago, or the one that came or changed longest ago. */
  readonly goesFirst: 'oldest' | 'first_come';
}

export interface ShelfEntry {
  readonly listed: ListedRun;
  readonly haystack: string;
}

interface Held extends ShelfEntry {
  readonly traceId: string;
  readonly stored: Stored;
}

export class RunShelf {
  readonly #limits: ShelfLimits;
  readonly #details: DetailStore;
  /** In the order in which they came or changed. */
  readonly #held = new Map<string, Held>();
  /** Keys by time; one that has gone, or has another time by now, may still stand in it. */
  readonly #byTime = new Deadlines<string>();
  #sorted: readonly Held[] | undefined;
  #version = 0;
  evicted = 0;

  constructor(limits: ShelfLimits) {
    this.#limits = limits;
    this.#details = new DetailStore(limits.spills ? limits.maxHeldBytes : Number.POSITIVE_INFINITY);
  }

  /** Rises with every change. */
  get version(): number {
    return this.#version;
  }

  get size(): number {
    return this.#held.size;
  }

  put({ listed, haystack, incident }: ShelvedRun): void {
    const before = this.#held.get(listed.key);
    if (before === undefined && this.#isTooOld(listed.atUnixNano)) {
      this.evicted += 1;
      return;
    }
    const bytes = Buffer.from(encodeMessage('Incident', incident));
    if (before !== undefined && this.#details.get(before.stored).equals(bytes)) return;
    if (before !== undefined) this.#remove(listed.key, before);
    this.#held.set(listed.key, {
      listed: { ...listed, version: (before?.listed.version ?? 0) + 1 },
      haystack,
      traceId: incident.triple?.trace_id ?? '',
      stored: this.#details.put(bytes),
    });
    if (this.#limits.goesFirst === 'oldest' && Number.isFinite(this.#limits.maxRuns))
      this.#byTime.add(listed.key, Number(listed.atUnixNano));
    this.#changed();
    // One alone is shown whatever its size.
    while (this.#isTooMuch() && this.#held.size > 1) {
      const key = this.#next();
      this.#remove(key, this.#held.get(key) as Held);
      this.evicted += 1;
    }
  }

  remove(key: string): void {
    const held = this.#held.get(key);
    if (held === undefined) return;
    this.#remove(key, held);
    this.#changed();
  }

  #isTooMuch(): boolean {
    const { maxRuns, spills, maxHeldBytes } = this.#limits;
    return this.#held.size > maxRuns || (!spills && this.#details.heldBytes > maxHeldBytes);
  }

  /** It would go as it comes: then it need not be written at all. */
  #isTooOld(atUnixNano: bigint): boolean {
    const { goesFirst, maxRuns } = this.#limits;
    const oldest = this.#byTime.nextMillis;
    return goesFirst === 'oldest' && this.#held.size >= maxRuns && oldest !== undefined && Number(atUnixNano) < oldest;
  }

  /** Which goes next. */
  #next(): string {
    for (;;) {
      const first = this.#byTime.takeDue(Number.POSITIVE_INFINITY);
      if (first === undefined) return this.#held.keys().next().value as string;
      if (Number(this.#held.get(first.item)?.listed.atUnixNano) === first.atMillis) return first.item;
    }
  }

  /** Runs of these traces that are not among `keys` any more: they were seen in parts. */
  keepOnly(traceIds: ReadonlySet<string>, keys: ReadonlySet<string>): void {
    for (const [key, held] of [...this.#held]) if (traceIds.has(held.traceId) && !keys.has(key)) this.remove(key);
  }

  /** Rows go on counting where those of an earlier shelf of the same files were. */
  continueFrom(before: RunShelf): void {
    for (const [key, held] of this.#held) {
      const shown = before.entry(key)?.listed;
      if (shown === undefined) continue;
      const version = isSameRow(shown, held.listed) ? shown.version : shown.version + 1;
      this.#held.set(key, { ...held, listed: { ...held.listed, version } });
    }
    this.#changed();
  }

  has(key: string): boolean {
    return this.#held.has(key);
  }

  entry(key: string): ShelfEntry | undefined {
    return this.#held.get(key);
  }

  incident(key: string): IncidentMessage | undefined {
    const held = this.#held.get(key);
    return held === undefined ? undefined : decodeMessage('Incident', this.#details.get(held.stored));
  }

  /** Newest first. */
  all(): readonly ShelfEntry[] {
    this.#sorted ??= [...this.#held.values()].sort(newestFirst);
    return this.#sorted;
  }

  close(): void {
    this.#details.close();
  }

  #remove(key: string, held: Held): void {
    this.#held.delete(key);
    this.#details.drop(held.stored);
  }

  #changed(): void {
    this.#sorted = undefined;
    this.#version += 1;
  }
}

/** Of the same time in the order of their keys. */
export function newestFirst({ listed: a }: ShelfEntry, { listed: b }: ShelfEntry): number {
  return Number(b.atUnixNano > a.atUnixNano) - Number(b.atUnixNano < a.atUnixNano) || (a.key < b.key ? -1 : 1);
}

function isSameRow(one: ListedRun, other: ListedRun): boolean {
  const keys = new Set([...Object.keys(one), ...Object.keys(other)]) as Set<keyof ListedRun>;
  return [...keys].every((key) => key === 'version' || one[key] === other[key]);
}
