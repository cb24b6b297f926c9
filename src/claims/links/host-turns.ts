/**
 * One request at a time to a host, with a gap between the end of one and the start of the next,
 * whoever asks. A host is forgotten once nobody waits for it and its gap is over.
 */

export interface TurnClock {
  /** Milliseconds. */
  now(): number;
  /** Resolves after so many milliseconds, or rejects with the signal's reason. */
  wait(millis: number, signal: AbortSignal): Promise<void>;
}

interface Host {
  /** Settles when the one before is done. */
  last: Promise<void>;
  waiting: number;
  /** When its gap is over. */
  freeAt: number;
}

const SWEEP_AT = 1_000;

export class HostTurns {
  readonly #clock: TurnClock;
  readonly #hosts = new Map<string, Host>();

  constructor(clock: TurnClock) {
    this.#clock = clock;
  }

  /** Hosts that are remembered. */
  get size(): number {
    return this.#hosts.size;
  }

  /** Runs `work` in the host's turn. Rejects with the signal's reason when that comes before the turn. */
  async take<T>(name: string, gapMillis: number, signal: AbortSignal, work: () => Promise<T>): Promise<T> {
    const host = this.#open(name);
    const before = host.last;
    let done = (): void => undefined;
    host.last = new Promise<void>((resolve) => {
      done = resolve;
    });
    host.waiting += 1;
    let isMine = false;
    try {
      await untilAborted(before, signal);
      isMine = true;
      const gap = host.freeAt - this.#clock.now();
      if (gap > 0) await this.#clock.wait(gap, signal);
      try {
        return await work();
      } finally {
        host.freeAt = this.#clock.now() + gapMillis;
      }
    } finally {
      host.waiting -= 1;
      // One that gave up while it waited hands the turn on when it comes.
      if (isMine) done();
      else void before.then(done);
    }
  }

  #open(name: string): Host {
    const known = this.#hosts.get(name);
    if (known !== undefined) return known;
    if (this.#hosts.size >= SWEEP_AT) this.#sweep();
    const host: Host = { last: Promise.resolve(), waiting: 0, freeAt: 0 };
    this.#hosts.set(name, host);
    return host;
  }

  #sweep(): void {
    const now = this.#clock.now();
    for (const [name, host] of this.#hosts) if (host.waiting === 0 && host.freeAt <= now) this.#hosts.delete(name);
  }
}

/** The promise, or the signal's reason, whichever comes first. */
export function untilAborted<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const onAbort = (): void => reject(signal.reason as Error);
    if (signal.aborted) return onAbort();
    signal.addEventListener('abort', onAbort, { once: true });
    promise.then(resolve, reject).finally(() => signal.removeEventListener('abort', onAbort));
  });
}

const systemClock: TurnClock = {
  now: () => performance.now(),
  wait: (millis, signal) => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const over = new Promise<void>((resolve) => {
      timer = setTimeout(resolve, millis);
    });
    return untilAborted(over, signal).finally(() => clearTimeout(timer));
  },
};

/** Of all calls in this process. */
export const sharedHostTurns = new HostTurns(systemClock);
