/**
 * The order in which spans started and ended, as this process saw it.
 *
 * The SDK cuts a span's start to whole milliseconds but not its end: a model call begun right after
 * a fast retrieval seems to begin before that retrieval's end. The hooks know better: where the SDK
 * took the time itself, the moment of the hook replaces it, on a clock that never stands still.
 * Times given by hand (bridges that tell of the past) stay as they are.
 */
const NANOS_PER_MILLI = 1_000_000n;
/** Where the SDK does not say who gave the times: own times further off were given by hand. */
const TOLERANCE_NANOS = 5n * NANOS_PER_MILLI;
/** An end given by hand on a span that started by itself. */
const END_TOLERANCE_NANOS = 1_000n * NANOS_PER_MILLI;
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

/**
 * @param seen start undefined: the span's start was not seen.
 * @param isGivenByHand undefined: the SDK does not say.
 */
export function observedInterval(
  own: Interval,
  seen: { readonly start: bigint | undefined; readonly end: bigint },
  isGivenByHand: boolean | undefined,
): Interval {
  if (isGivenByHand === true) return own;
  const duration = own.end > own.start ? own.end - own.start : 0n;
  const isSure = isGivenByHand === false;
  const start =
    seen.start === undefined ? own.start : isSure ? seen.start : nearer(own.start, seen.start, TOLERANCE_NANOS);
  const tolerance = (isSure ? END_TOLERANCE_NANOS : TOLERANCE_NANOS) + duration / DRIFT;
  return { start, end: nearer(own.end, seen.end, tolerance) };
}

function nearer(own: bigint, seen: bigint, tolerance: bigint): bigint {
  const apart = own > seen ? own - seen : seen - own;
  return apart <= tolerance ? seen : own;
}
