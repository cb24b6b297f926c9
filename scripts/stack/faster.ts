/**
 * The shipped rules and routes in fast motion: every duration of an expression, `for`, `interval` and
 * of Alertmanager's waits divided by one factor, nothing else changed. With 60, an hour is a minute
 * and `for: 5m` five seconds; names of series (`ratio1h`) stay, thresholds and counts stay.
 */
import { parse, stringify } from 'yaml';

const UNITS: Readonly<Record<string, number>> = { ms: 1, s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000 };

/** `1h` by 60 is `60s`; never below a second, the shortest scrape interval used. */
export function shortened(duration: string, factor: number): string {
  const millis = [...duration.matchAll(/(\d+)(ms|[smhd])/g)].reduce(
    (sum, [, count, unit]) => sum + Number(count) * (UNITS[unit ?? ''] ?? 0),
    0,
  );
  return `${Math.max(1, Math.round(millis / factor / 1000))}s`;
}

interface Rule {
  readonly expr: string;
  readonly for?: string;
}

interface RuleFile {
  readonly groups: readonly { readonly interval?: string; readonly rules: readonly Rule[] }[];
}

/** A range of a selector stands in brackets: nothing else in an expression is a duration. */
export function fasterRules(file: string, factor: number): string {
  const { groups } = parse(file) as RuleFile;
  return stringify({
    groups: groups.map(({ interval, rules, ...group }) => ({
      ...group,
      ...(interval === undefined ? {} : { interval: shortened(interval, factor) }),
      rules: rules.map(({ expr, for: pending, ...rule }) => ({
        ...rule,
        expr: expr.replaceAll(/\[([0-9a-z]+)\]/g, (_, range: string) => `[${shortened(range, factor)}]`),
        ...(pending === undefined ? {} : { for: shortened(pending, factor) }),
      })),
    })),
  });
}

const WAITS = new Set(['group_wait', 'group_interval', 'repeat_interval']);

/** Waits of routes, at any depth. */
export function fasterRoutes(value: unknown, factor: number): unknown {
  if (Array.isArray(value)) return value.map((one: unknown) => fasterRoutes(one, factor));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, one]) => [
      key,
      WAITS.has(key) && typeof one === 'string' ? shortened(one, factor) : fasterRoutes(one, factor),
    ]),
  );
}
