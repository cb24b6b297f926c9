/**
 * The order in which spans started and ended, as this process saw it.
 *
 * The SDK cuts a span's start to whole milliseconds but not its end: a model call begun right after
 * a fast retrieval seems to begin before that retrieval's end. The hooks know better. Their moments
 * are put on a clock that never stands still and replace the span's own times, unless these were
 * given by hand (bridges that tell of the past) and differ too much.
 */
const NANOS_PER_MILLI = 1_000_000n;
/** Own times that are further off were given by hand. */
const TOLERANCE_NANOS = 5n * NANOS_PER_MILLI;
/** Wall clock and monotonic clock part on long spans. */
const DRIFT = 1000n;

export class ObservedTime {
  #last = 0n;

  /** A moment later than every one before. */
  tick(unixMillis: number): bigint {
    const now = BigInt(Math.trunc(unixMillis)) * NANOS_PER_MILLI;
    this.#last = now > this.#last ? now : this.#last + 1n;
    return this.#last;
  }
}

export interface Interval {
  readonly start: bigint;
  readonly end: bigint;
}

/** @param seen undefined: the span's start was not seen. */
export function observedInterval(own: Interval, seen: { readonly start: bigint | undefined; readonly end: bigint }): Interval {
  const duration = own.end > own.start ? own.end - own.start : 0n;
  const start = seen.start === undefined ? own.start : nearer(own.start, seen.start, TOLERANCE_NANOS);
  return { start, end: nearer(own.end, seen.end, TOLERANCE_NANOS + duration / DRIFT) };
}

function nearer(own: bigint, seen: bigint, tolerance: bigint): bigint {
  const apart = own > seen ? own - seen : seen - own;
  return apart <= tolerance ? seen : own;
}
