/** Index of the last value at or below `limit`, −1 when all are above. Values ascend. */
export function lastAtMost(values: ArrayLike<number>, limit: number): number {
  let low = -1;
  let high = values.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((values[middle] as number) <= limit) low = middle;
    else high = middle - 1;
  }
  return low;
}
