/** Time as the processor takes it: injected, so that tests never sleep. */
export interface Clock {
  /** Milliseconds that never run backwards, for ages and deadlines. */
  nowMillis(): number;
  /** Milliseconds since the epoch, for `until:` of cases. */
  unixMillis(): number;
  /** Returns what cancels it. Must not keep the process alive. */
  setTimer(work: () => void, afterMillis: number): () => void;
}

/** setTimeout takes no more than this. */
const LONGEST_MILLIS = 2 ** 31 - 1;

export const SYSTEM_CLOCK: Clock = {
  nowMillis: () => Math.trunc(performance.now()),
  unixMillis: () => Date.now(),
  setTimer: (work, afterMillis) => {
    const timer = setTimeout(work, Math.min(Math.max(afterMillis, 1), LONGEST_MILLIS));
    timer.unref();
    return () => clearTimeout(timer);
  },
};
