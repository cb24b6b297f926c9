/**
 * The runs that are shown, newest first, bounded by count and by bytes: beyond either the one that
 * came or changed longest ago is let go.
 */
import type { ListedRun } from '../../page/run-list.js';
import { decodeMessage, encodeMessage } from '../../proto/messages.js';
import type { IncidentMessage } from '../../proto/messages.generated.js';
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
    const bytes = Buffer.from(encodeMessage('Incident', incident));
    const before = this.#held.get(listed.key);
    if (before !== undefined && this.#details.get(before.stored).equals(bytes)) return;
    if (before !== undefined) this.#remove(listed.key, before);
    this.#held.set(listed.key, {
      listed: { ...listed, version: (before?.listed.version ?? 0) + 1 },
      haystack,
      traceId: incident.triple?.trace_id ?? '',
      stored: this.#details.put(bytes),
    });
    this.#changed();
    for (const [key, held] of this.#held) {
      const isTooMuch =
        this.#held.size > this.#limits.maxRuns ||
        (!this.#limits.spills && this.#details.heldBytes > this.#limits.maxHeldBytes);
      // One alone is shown whatever its size.
      if (!isTooMuch || this.#held.size === 1) break;
      this.#remove(key, held);
      this.evicted += 1;
    }
  }

  /** Runs of these traces that are not among `keys` any more: they were seen in parts. */
  keepOnly(traceIds: ReadonlySet<string>, keys: ReadonlySet<string>): void {
    for (const [key, held] of [...this.#held])
      if (traceIds.has(held.traceId) && !keys.has(key) && !held.listed.isIncident) {
        this.#remove(key, held);
        this.#changed();
      }
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

  /** Newest first; of the same time in the order of their keys. */
  all(): readonly ShelfEntry[] {
    this.#sorted ??= [...this.#held.values()].sort(
      ({ listed: a }, { listed: b }) =>
        Number(b.atUnixNano > a.atUnixNano) - Number(b.atUnixNano < a.atUnixNano) || (a.key < b.key ? -1 : 1),
    );
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
