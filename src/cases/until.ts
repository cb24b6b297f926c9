/** `until` of a case (spec §8): the last day, or the moment, up to which it holds. */

const DATE = /^(\d{4})-(\d\d)-(\d\d)$/;
const DATE_TIME = /^(\d{4}-\d\d-\d\d)[Tt ](\d\d):(\d\d)(?::(\d\d)(?:\.\d{1,9})?)?(Z|z|[+-]\d\d:\d\d)$/;
const DAY_MILLIS = 86_400_000;
const MINUTE_MILLIS = 60_000;

/**
 * First millisecond since the epoch at which the case is stale. A date holds to the end of that day
 * in UTC; a date and time needs its zone. Undefined when it is neither.
 */
export function staleFromMillis(until: string): number | undefined {
  const day = dayMillis(until);
  if (day !== undefined) return day + DAY_MILLIS;
  const parts = DATE_TIME.exec(until);
  if (parts === null) return undefined;
  const [, date = '', hour = '', minute = '', second = '0', zone = ''] = parts;
  const start = dayMillis(date);
  if (start === undefined || Number(hour) > 23 || Number(minute) > 59 || Number(second) > 59) return undefined;
  const local = start + (Number(hour) * 60 + Number(minute)) * MINUTE_MILLIS + Number(second) * 1000;
  return local - zoneMinutes(zone) * MINUTE_MILLIS;
}

function dayMillis(date: string): number | undefined {
  const parts = DATE.exec(date);
  if (parts === null) return undefined;
  const [year, month, day] = parts.slice(1).map(Number) as [number, number, number];
  const millis = Date.UTC(year, month - 1, day);
  const read = new Date(millis);
  return read.getUTCFullYear() === year && read.getUTCMonth() === month - 1 && read.getUTCDate() === day
    ? millis
    : undefined;
}

function zoneMinutes(zone: string): number {
  if (zone === 'Z' || zone === 'z') return 0;
  const minutes = Number(zone.slice(1, 3)) * 60 + Number(zone.slice(4, 6));
  return zone.startsWith('-') ? -minutes : minutes;
}
