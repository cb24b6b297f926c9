/** Numbers and times as a person reads them. */

export { grouped, plural } from '../wording/numbers.js';

export function bytesText(bytes: number): string {
  const units = ['bytes', 'KB', 'MB', 'GB', 'TB'];
  let value = bytes;
  let unit = 0;
  while (value >= 1000 && unit < units.length - 1) {
    value /= 1000;
    unit += 1;
  }
  return `${unit === 0 ? value : value.toFixed(1)} ${units[unit]}`;
}

/** UTC, to the millisecond. Beyond what a date holds: nothing. */
export function timeText(unixNano: bigint): string {
  const date = new Date(Number(unixNano / 1_000_000n));
  return Number.isNaN(date.getTime()) ? '' : `${date.toISOString().replace('T', ' ').replace('Z', '')} UTC`;
}

/** Number and unit stay on one line. */
export function durationText(nanos: bigint): string {
  const millis = Number(nanos / 1_000n) / 1000;
  if (millis < 1000) return `${millis < 10 ? millis.toFixed(1) : Math.round(millis)}\u00a0ms`;
  return `${(millis / 1000).toFixed(millis < 10_000 ? 2 : 1)}\u00a0s`;
}
