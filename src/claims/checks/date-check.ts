/** Dates in claims, compared as calendar days or as instants. */
import type { Claim } from '../claim.js';
import { shown, type ValueCheck, valueCheck, type ValueOptions } from './value-check.js';

/** ISO 8601 (`2026-08-14`, `2026-08-14T09:30:00Z`), or a Date, which is read in UTC. */
export type DateLike = string | Date;

export interface Period {
  readonly from?: DateLike | undefined;
  /** The last day, or instant, that counts. */
  readonly to?: DateLike | undefined;
}

export interface DateOptions extends ValueOptions {
  /** `day` (default): the day as it is written, whatever the hour. `instant`: date, time and offset. */
  readonly precision?: 'day' | 'instant' | undefined;
}

/** `claim.values[name]` is a real date, and the expected one or within the period. */
export function dateCheck<C extends Claim = Claim>(
  name: string,
  expected: DateLike | Period | ((claim: C) => DateLike | Period | undefined),
  options: DateOptions = {},
): ValueCheck<C> {
  const read = options.precision === 'instant' ? readInstant : readDay;
  const own = (date: DateLike): Moment => {
    const moment = read(date);
    if (moment === undefined) throw new TypeError(`${shown(date)} is no date`);
    return moment;
  };
  return valueCheck<C>(name, options, 'a date', (value, claim) => {
    const known = typeof expected === 'function' ? expected(claim) : expected;
    if (known === undefined) return undefined;
    const moment = read(value);
    const period = typeof known === 'string' || known instanceof Date ? { from: known, to: known } : known;
    const from = period.from === undefined ? undefined : own(period.from);
    const to = period.to === undefined ? undefined : own(period.to);
    const isWithin =
      moment !== undefined && (from === undefined || moment.at >= from.at) && (to === undefined || moment.at <= to.at);
    if (isWithin) return undefined;
    const isOne = from !== undefined && from.at === to?.at;
    const bounds = isOne ? [from.shown] : [from && `from ${from.shown}`, to && `to ${to.shown}`];
    return {
      expected: bounds.filter((bound) => bound !== undefined).join(' ') || 'a date',
      found: moment?.shown ?? shown(value),
    };
  });
}

interface Moment {
  readonly at: number;
  readonly shown: string;
}

const ISO = /^(\d{4})-(\d{2})-(\d{2})(?:[T ](\d{2}):(\d{2})(?::(\d{2})(?:[.,](\d{1,9}))?)?(Z|[+-]\d{2}:?\d{2})?)?$/i;

function readDay(value: unknown): Moment | undefined {
  const text = value instanceof Date ? isoOf(value) : value;
  const parts = typeof text === 'string' ? ISO.exec(text.trim()) : null;
  const at = parts === null ? undefined : startOfDay(parts);
  return at === undefined ? undefined : { at, shown: new Date(at).toISOString().slice(0, 10) };
}

function readInstant(value: unknown): Moment | undefined {
  const text = value instanceof Date ? isoOf(value) : value;
  const parts = typeof text === 'string' ? ISO.exec(text.trim()) : null;
  const day = parts === null ? undefined : startOfDay(parts);
  const zone = parts?.[8];
  if (parts === null || day === undefined || zone === undefined) return undefined;
  const [hour, minute, second] = [Number(parts[4]), Number(parts[5]), Number(parts[6] ?? 0)];
  if (hour > 23 || minute > 59 || second > 59) return undefined;
  const milliseconds = Number((parts[7] ?? '0').padEnd(3, '0').slice(0, 3));
  const at = day + ((hour * 60 + minute - offsetMinutes(zone)) * 60 + second) * 1000 + milliseconds;
  return { at, shown: new Date(at).toISOString() };
}

function isoOf(date: Date): string | undefined {
  return Number.isNaN(date.getTime()) ? undefined : date.toISOString();
}

/** Undefined: no such day. */
function startOfDay([, year, month, day]: RegExpExecArray): number | undefined {
  const date = new Date(0);
  date.setUTCFullYear(Number(year), Number(month) - 1, Number(day));
  const isReal = date.getUTCMonth() === Number(month) - 1 && date.getUTCDate() === Number(day);
  return isReal ? date.getTime() : undefined;
}

function offsetMinutes(zone: string): number {
  if (/^z$/i.test(zone)) return 0;
  const minutes = Number(zone.slice(1, 3)) * 60 + Number(zone.slice(-2));
  return zone.startsWith('-') ? -minutes : minutes;
}
