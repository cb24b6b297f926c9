/** Numbers and times as a person reads them. */

import { grouped, plural } from '../wording/numbers.js';

export { grouped, plural };

/** `token` of 8,192 is `tokens`; what is no unit of ours stays as it is. */
export function inUnit(count: number, unit: string | undefined): string {
  return unit === undefined ? grouped(count) : plural(count, unit);
}

/** UTC, to the second; beyond what a date holds: nothing. */
export function timeText(unixNano: bigint): string {
  const date = new Date(Number(unixNano / 1_000_000n));
  return Number.isNaN(date.getTime()) ? '' : `${date.toISOString().slice(0, 19).replace('T', ' ')} UTC`;
}

/** For `<time datetime>`. */
export function isoTime(unixNano: bigint): string {
  const date = new Date(Number(unixNano / 1_000_000n));
  return Number.isNaN(date.getTime()) ? '' : date.toISOString();
}

/** So much of a hash as tells it from others on one page. */
export function shortHash(hash: string): string {
  return hash.length > 12 ? `${hash.slice(0, 12)}…` : hash;
}
