/** Time in periods that a report can be read by, in UTC. */
export const PERIODS = ['day', 'week', 'month', 'all'] as const;
export type Period = (typeof PERIODS)[number];

const DAY_MILLIS = 86_400_000;

/** `2026-11-30`, `2026-W49` (ISO 8601), `2026-11`, or `all`. Beyond what a date holds: `no time`. */
export function periodOf(unixNano: bigint, by: Period): string {
  if (by === 'all') return 'all';
  const date = new Date(Number(unixNano / 1_000_000n));
  if (Number.isNaN(date.getTime())) return 'no time';
  const day = date.toISOString().slice(0, 10);
  return by === 'day' ? day : by === 'month' ? day.slice(0, 7) : isoWeek(date);
}

/** The week belongs to the year that its Thursday is in. */
function isoWeek(date: Date): string {
  const midnight = Date.UTC(date.getUTCFullYear(), date.getUTCMonth(), date.getUTCDate());
  const weekday = (date.getUTCDay() + 6) % 7;
  const thursday = new Date(midnight + (3 - weekday) * DAY_MILLIS);
  const first = Date.UTC(thursday.getUTCFullYear(), 0, 1);
  const week = 1 + Math.floor((thursday.getTime() - first) / (7 * DAY_MILLIS));
  return `${thursday.getUTCFullYear()}-W${String(week).padStart(2, '0')}`;
}
