/** The report for a terminal: one table of rates, one of recovery. */
import type { RecoveryRates } from '../../rates/count-recovery.js';
import type { RunRates } from '../../rates/count-runs.js';
import { escapeText } from '../escape-text.js';
import type { Style } from '../style.js';
import { padEnd, textWidth } from '../text-width.js';

export interface RatesReport {
  readonly by: string;
  readonly runs: readonly RunRates[];
  readonly recovery: readonly RecoveryRates[];
}

/** Ends with one LF. */
export function ratesText({ runs, recovery }: RatesReport, style: Style): string {
  const parts: string[] = [];
  if (runs.length > 0)
    parts.push(
      style.bold('Lost by each boundary, of the runs judged'),
      table(
        ['period', 'config', 'judged', 'retrieval', 'assembly', 'generation', 'holds', 'unknown', 'no case'],
        runs.map((row) => [
          row.period,
          config(row.config),
          String(row.judged),
          ...[row.retrieval_lost, row.assembly_lost, row.generation_lost, row.holds].map((count) =>
            rate(count, row.judged),
          ),
          String(row.unknown),
          `${row.undeclared}${row.undeclared_truncated === 0 ? '' : ` (${row.undeclared_truncated} cut)`}`,
        ]),
        style,
      ),
      '',
    );
  if (recovery.length > 0)
    parts.push(
      style.bold('Incidents, and what brought them back'),
      table(
        ['frozen', 'config', 'boundary', 'incidents', 'recovered', 'repairs'],
        recovery.map((row) => [
          row.period,
          config(row.config),
          row.boundary,
          String(row.incidents),
          `${row.recovered} of ${row.incidents}`,
          row.repairs.map((one) => `${escapeText(one.repair)} ${one.recovered}/${one.trials}`).join(', ') ||
            'not tried',
        ]),
        style,
      ),
      '',
    );
  return parts.length === 0
    ? 'Nothing to count: neither a run nor an incident was found.\n'
    : `${parts.join('\n').trimEnd()}\n`;
}

function config(sha256: string): string {
  return sha256 === 'none' ? 'none' : sha256.slice(0, 8);
}

/** Count and share: a share alone hides how few it is of. */
function rate(count: number, of: number): string {
  return of === 0 ? '0' : `${count} (${Math.round((100 * count) / of)} %)`;
}

function table(head: readonly string[], rows: readonly (readonly string[])[], style: Style): string {
  const widths = head.map((title, column) =>
    Math.max(textWidth(title), ...rows.map((row) => textWidth(row[column] ?? ''))),
  );
  const line = (cells: readonly string[]): string =>
    cells
      .map((cell, column) => padEnd(cell, widths[column] ?? 0))
      .join('  ')
      .trimEnd();
  return [style.dim(line(head)), ...rows.map(line)].join('\n');
}
