/** Nanoseconds since the epoch, to the millisecond, as files of the practice keep times. */
export function nowUnixNano(): bigint {
  return BigInt(Date.now()) * 1_000_000n;
}
