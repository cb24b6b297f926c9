/**
 * All that is shown: incidents, runs of trace files, runs of spans that arrive. Each kind has bounds of
 * its own, so that none pushes out another.
 */
import { FILE_LIMITS, INCIDENT_LIMITS, LIVE_LIMITS } from './limits.js';
import { newestFirst, RunShelf, type ShelfEntry } from './run-shelf.js';
import type { IncidentMessage } from '../../proto/messages.generated.js';

export class ShownRuns {
  readonly incidents = new RunShelf(INCIDENT_LIMITS);
  readonly live = new RunShelf(LIVE_LIMITS);
  #files = new RunShelf(FILE_LIMITS);
  #all: { readonly of: readonly (readonly ShelfEntry[])[]; readonly entries: readonly ShelfEntry[] } | undefined;

  /** What trace files hold now takes the place of what they held; `next` is not the caller's any more. */
  replaceFiles(next: RunShelf): void {
    next.continueFrom(this.#files);
    this.#files.close();
    this.#files = next;
  }

  get size(): number {
    return this.all().length;
  }

  /** Runs that were let go to stay within bounds. */
  get evicted(): number {
    return this.#files.evicted + this.live.evicted;
  }

  /** Newest first. */
  all(): readonly ShelfEntry[] {
    const of = [this.incidents, this.#files, this.live].map((shelf) => shelf.all());
    if (this.#all?.of.every((one, index) => one === of[index]) === true) return this.#all.entries;
    const [incidents = [], files = [], live = []] = of;
    // A run that is in a file and arrives too is shown once, as it arrived.
    const others = live.length === 0 ? files : files.filter(({ listed }) => !this.live.has(listed.key));
    const entries = [...incidents, ...others, ...live].sort(newestFirst);
    this.#all = { of, entries };
    return entries;
  }

  entry(key: string, isIncident: boolean): ShelfEntry | undefined {
    return this.#shelfOf(key, isIncident).entry(key);
  }

  incident(key: string, isIncident: boolean): IncidentMessage | undefined {
    return this.#shelfOf(key, isIncident).incident(key);
  }

  close(): void {
    for (const shelf of [this.incidents, this.#files, this.live]) shelf.close();
  }

  #shelfOf(key: string, isIncident: boolean): RunShelf {
    if (isIncident) return this.incidents;
    return this.live.has(key) ? this.live : this.#files;
  }
}
