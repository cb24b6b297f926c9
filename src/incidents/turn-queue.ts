/**
 * Work that is to be done off the application's path, one piece at a time.
 *
 * How it works: `push` only puts a piece into a short queue; each is worked on in a turn of its own,
 * never in the call that pushed it. Nothing here throws: what fails is told, and the next goes on.
 */
export interface TurnQueueOptions<T> {
  /** Pieces that may wait: each holds what it is about. */
  readonly mostWaiting: number;
  work(piece: T): Promise<void>;
  onFailed(error: unknown): void;
}

export class TurnQueue<T> {
  readonly #options: TurnQueueOptions<T>;
  readonly #waiting: T[] = [];
  #isWorking = false;
  #working: Promise<void> | undefined;

  constructor(options: TurnQueueOptions<T>) {
    this.#options = options;
  }

  /** False: the queue is full, and the piece was not taken. */
  push(piece: T): boolean {
    if (this.#waiting.length >= this.#options.mostWaiting) return false;
    this.#waiting.push(piece);
    this.#working ??= this.#workAll();
    return true;
  }

  /** Resolves when everything taken so far is done or has failed. */
  async drained(): Promise<void> {
    await this.#working;
  }

  /** The process ends now: gives up what waits, and says how many pieces are not done. */
  giveUp(): number {
    const lost = this.#waiting.length + (this.#isWorking ? 1 : 0);
    this.#waiting.length = 0;
    return lost;
  }

  async #workAll(): Promise<void> {
    await nextTurn();
    for (let piece = this.#waiting.shift(); piece !== undefined; piece = this.#waiting.shift()) {
      this.#isWorking = true;
      try {
        await this.#options.work(piece);
      } catch (error) {
        this.#tell(error);
      }
      this.#isWorking = false;
      await nextTurn();
    }
    this.#working = undefined;
  }

  #tell(error: unknown): void {
    try {
      this.#options.onFailed(error);
    } catch {
      // Nobody to tell.
    }
  }
}

function nextTurn(): Promise<void> {
  return new Promise((resolve) => {
    setImmediate(resolve);
  });
}
