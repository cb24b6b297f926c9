/**
 * Whether a folder may take one more file.
 *
 * How it works: what counts is what the folder holds now. Other processes write to it too, and it is
 * emptied while this one runs, so it is listed before each file. Where that takes long (many files),
 * it is listed again only after twenty times as long, and what was written meanwhile is added. That
 * the folder is full, and that it has room again, is told when it begins, at most once a minute.
 */
import { readdir } from 'node:fs/promises';

export interface FolderRoomOptions {
  readonly dir: string;
  /** Of the files that count, as `.json`. */
  readonly suffix: string;
  readonly mostFiles: number;
  /** What the files are, for the sentences. */
  readonly what: string;
  readonly say: (line: string) => void;
  /** Milliseconds that never run backwards. */
  readonly nowMillis: () => number;
}

const LISTING_SHARE = 20;
/** Ten thousand names take a tenth of this. */
const LONG_MILLIS = 100;
const MINUTE_MILLIS = 60_000;

export class FolderRoom {
  readonly #options: FolderRoomOptions;
  #held = 0;
  #listAgainAt = Number.NEGATIVE_INFINITY;
  #isToldFull = false;
  #tellAgainAt = Number.NEGATIVE_INFINITY;

  constructor(options: FolderRoomOptions) {
    this.#options = options;
  }

  /** A folder that is not there yet has room. */
  async hasRoom(): Promise<boolean> {
    const { dir, suffix, mostFiles, nowMillis } = this.#options;
    const now = nowMillis();
    if (now >= this.#listAgainAt) {
      const names = await readdir(dir).catch(() => [] as string[]);
      this.#held = names.filter((name) => name.endsWith(suffix)).length;
      const then = nowMillis();
      const took = then - now;
      this.#listAgainAt = took < LONG_MILLIS ? then : then + LISTING_SHARE * took;
    }
    const isFull = this.#held >= mostFiles;
    this.#tell(isFull);
    return !isFull;
  }

  /** After a file was written. */
  wasWritten(): void {
    this.#held += 1;
  }

  #tell(isFull: boolean): void {
    const { dir, mostFiles, what, say, nowMillis } = this.#options;
    const now = nowMillis();
    if (isFull === this.#isToldFull || now < this.#tellAgainAt) return;
    this.#isToldFull = isFull;
    this.#tellAgainAt = now + MINUTE_MILLIS;
    say(
      isFull
        ? `${dir} holds ${mostFiles} ${what}: no more are written`
        : `${dir} has room again: ${what} are written again`,
    );
  }
}
