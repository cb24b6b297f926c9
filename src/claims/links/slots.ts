/** So many at once, in the order in which they came. */
import { untilAborted } from './host-turns.js';

export class Slots {
  #free: number;
  readonly #queue: (() => void)[] = [];

  constructor(count: number) {
    this.#free = count;
  }

  async use<T>(signal: AbortSignal, work: () => Promise<T>): Promise<T> {
    if (this.#free > 0) this.#free -= 1;
    else {
      const turn = new Promise<void>((resolve) => this.#queue.push(resolve));
      try {
        await untilAborted(turn, signal);
      } catch (error) {
        // The slot may come all the same: it goes to the next one.
        void turn.then(() => this.#pass());
        throw error;
      }
    }
    try {
      return await work();
    } finally {
      this.#pass();
    }
  }

  #pass(): void {
    const next = this.#queue.shift();
    if (next === undefined) this.#free += 1;
    else next();
  }
}
