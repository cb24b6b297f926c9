/**
 * What earlier looks at URLs have shown, for a while: bounded by count (the one used longest ago
 * goes first) and by age. Kept is what a server said: that none was reached may be this machine's
 * fault, and over in a second. What was blocked or not checked costs no request.
 */
import type { DeadReason, UrlOutcome } from './url-outcome.js';

export interface UrlCacheOptions {
  /** Default 2,000. */
  readonly maxEntries?: number | undefined;
  /** Milliseconds for which a URL that answered is not asked again. Default an hour. */
  readonly aliveMillis?: number | undefined;
  /** Milliseconds for which one that a server called dead is not asked again. Default 10 minutes. */
  readonly deadMillis?: number | undefined;
  /** Milliseconds on a clock that only goes forward. */
  readonly now?: (() => number) | undefined;
}

const UNREACHED: ReadonlySet<DeadReason> = new Set<DeadReason>(['dns', 'connect', 'timeout']);

interface Entry {
  readonly outcome: UrlOutcome;
  readonly until: number;
}

export class UrlCache {
  readonly #maxEntries: number;
  readonly #aliveMillis: number;
  readonly #deadMillis: number;
  readonly #now: () => number;
  /** The one used last stands last. */
  readonly #entries = new Map<string, Entry>();

  constructor(options: UrlCacheOptions = {}) {
    this.#maxEntries = options.maxEntries ?? 2_000;
    this.#aliveMillis = options.aliveMillis ?? 3_600_000;
    this.#deadMillis = options.deadMillis ?? 600_000;
    this.#now = options.now ?? (() => performance.now());
  }

  get size(): number {
    return this.#entries.size;
  }

  get(key: string): UrlOutcome | undefined {
    const entry = this.#entries.get(key);
    if (entry === undefined) return undefined;
    this.#entries.delete(key);
    if (entry.until <= this.#now()) return undefined;
    this.#entries.set(key, entry);
    return entry.outcome;
  }

  set(key: string, outcome: UrlOutcome): void {
    this.#entries.delete(key);
    if (outcome.kind !== 'alive' && (outcome.kind !== 'dead' || UNREACHED.has(outcome.reason))) return;
    const millis = outcome.kind === 'alive' ? this.#aliveMillis : this.#deadMillis;
    this.#entries.set(key, { outcome, until: this.#now() + millis });
    for (const oldest of this.#entries.keys()) {
      if (this.#entries.size <= this.#maxEntries) return;
      this.#entries.delete(oldest);
    }
  }
}

/** Of all calls in this process that bring none of their own. */
export const sharedUrlCache = new UrlCache();
