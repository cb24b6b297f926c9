/**
 * The guard around every hook (spec §11): nothing of ours throws into the application. A fault is
 * reported once per kind through OpenTelemetry's diagnostics; the rest are counted.
 */
import { diag } from '@opentelemetry/api';

export class FaultGuard {
  readonly #counts = new Map<string, number>();
  readonly #onFault: () => void;

  /** @param onFault told of every fault, to count it; must not throw, and may. */
  constructor(onFault: () => void = () => undefined) {
    this.#onFault = onFault;
  }

  run<T>(kind: string, work: () => T): T | undefined {
    try {
      return work();
    } catch (error) {
      this.report(kind, error);
      return undefined;
    }
  }

  report(kind: string, error: unknown): void {
    const count = (this.#counts.get(kind) ?? 0) + 1;
    this.#counts.set(kind, count);
    try {
      if (count === 1) {
        const told = error instanceof Error ? (error.stack ?? error.message) : String(error);
        diag.error(`ragspan: fault in ${kind}; spans pass unjudged, further faults of this kind are counted. ${told}`);
      }
      this.#onFault();
    } catch {
      // The last line of defence has nobody left to tell.
    }
  }

  /** How often each kind of fault happened. */
  get counts(): ReadonlyMap<string, number> {
    return this.#counts;
  }
}
