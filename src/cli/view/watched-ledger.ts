/** The ledger that pairings are taken from, read again when it has changed: repairs are paired while one looks on. */
import { stat } from 'node:fs/promises';
import { fileError, IncidentError } from '../../incidents/incident-error.js';
import type { TextHash } from '../../model/judging-options.js';
import { ledgerPairings, type LedgerPairings } from './ledger-pairings.js';
import { faultText } from './problem-list.js';
import { stampOf } from './source-scan.js';

export class WatchedLedger {
  readonly #path: string;
  readonly #hash: TextHash;
  #stamp: string | undefined;
  #pairings: LedgerPairings;
  #problem: string | undefined;

  private constructor(path: string, hash: TextHash, stamp: string, pairings: LedgerPairings) {
    this.#path = path;
    this.#hash = hash;
    this.#stamp = stamp;
    this.#pairings = pairings;
  }

  /** Throws an IncidentError when it cannot be read, or was changed by hand. */
  static async open(path: string, hash: TextHash): Promise<WatchedLedger> {
    const stamp = await stampAt(path);
    return new WatchedLedger(path, hash, stamp, await ledgerPairings(path, hash));
  }

  /** As they were when it could be read last. */
  get pairings(): LedgerPairings {
    return this.#pairings;
  }

  get problem(): string | undefined {
    return this.#problem;
  }

  /** True when something is shown otherwise than before. Throws nothing. */
  async look(): Promise<boolean> {
    const before = this.#problem;
    try {
      const stamp = await stampAt(this.#path);
      if (stamp === this.#stamp) return false;
      this.#pairings = await ledgerPairings(this.#path, this.#hash);
      this.#stamp = stamp;
      this.#problem = undefined;
      return true;
    } catch (error) {
      this.#stamp = undefined;
      this.#problem = error instanceof IncidentError ? `${error.message}. ${error.hint}` : faultText(error);
      return this.#problem !== before;
    }
  }
}

async function stampAt(path: string): Promise<string> {
  const found = await stat(path, { bigint: true }).catch((error: unknown) => {
    throw fileError(error, path);
  });
  return stampOf(found);
}
