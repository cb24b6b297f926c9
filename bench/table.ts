/** One table: what was measured, its goal, and MISS where the goal is missed. */

export interface Row {
  readonly what: string;
  readonly value: number;
  /** Largest value that meets the goal; absent: no goal, told for its own sake. */
  readonly goal?: number;
  readonly show: (value: number) => string;
  /** The figures behind it. */
  readonly note: string;
}

export const ratio = (value: number): string => `${value.toFixed(2)} ×`;
export const millis = (value: number): string => `${value.toFixed(2)} ms`;
export const percent = (value: number): string => `${value >= 0 ? '+' : ''}${value.toFixed(1)} %`;
export const bytes = (value: number): string =>
  value < 10_240 ? `${Math.round(value)} B` : `${(value / 1024).toFixed(1)} KB`;
export const exponent = (value: number): string => `n^${value.toFixed(2)}`;

export const isMissed = ({ value, goal }: Row): boolean => goal !== undefined && !(value <= goal);

export function tableOf(rows: readonly Row[]): string {
  const cells = rows.map((row) => [
    row.what,
    row.show(row.value),
    row.goal === undefined ? '' : `≤ ${row.show(row.goal)}`,
    row.goal === undefined ? '' : isMissed(row) ? 'MISS' : 'ok',
    row.note,
  ]);
  const head = ['what', 'measured', 'goal', '', 'behind it'];
  const widths = head.map((title, column) => Math.max(title.length, ...cells.map((line) => line[column]?.length ?? 0)));
  const draw = (line: readonly string[]): string =>
    `| ${line.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(' | ')} |`;
  return [draw(head), `|${widths.map((width) => '-'.repeat(width + 2)).join('|')}|`, ...cells.map(draw)].join('\n');
}
