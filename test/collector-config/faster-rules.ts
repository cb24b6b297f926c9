/**
 * The shipped rules with every span of time shortened alike, for a test that cannot wait an hour: windows, offsets and
 * `for`. Names of series keep the hour in them.
 */
const SECONDS: Readonly<Record<string, number>> = { s: 1, m: 60, h: 3600, d: 86_400 };

/** `1h` at a factor of 60 becomes `60s`. Whole seconds, and never none. */
export function fasterRules(rules: string, factor: number): string {
  const shorter = (duration: string): string => {
    const [, count = '', unit = ''] = /^(\d+)([smhd])$/.exec(duration) ?? [];
    return `${Math.max(1, Math.round((Number(count) * (SECONDS[unit] ?? 1)) / factor))}s`;
  };
  return rules
    .replace(/\[(\d+[smhd])\]/g, (_, window: string) => `[${shorter(window)}]`)
    .replace(/^( +for: )(\d+[smhd])$/gm, (_, head: string, wait: string) => head + shorter(wait));
}
