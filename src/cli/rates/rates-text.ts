/** The report for a terminal: one table of rates, one of recovery. */
import type { RecoveryRates } from '../../rates/count-recovery.js';
import type { RunRates } from '../../rates/count-runs.js';
import type { TriedRepair } from '../../rates/tried-repairs.js';
import { escapeText } from '../escape-text.js';
import type { Style } from '../style.js';
import { padEnd, textWidth, wrap } from '../text-width.js';

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
      style.bold('Lost by each boundary, of runs judged'),
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
          row.repairs.map(repairWords).join(', ') || 'not tried',
        ]),
        style,
      ),
      '',
    );
  return parts.length === 0
    ? 'Nothing to count: neither a run nor an incident was found.\n'
    : `${parts.join('\n').trimEnd()}\n`;
}

function repairWords({ repair, recovered, trials, mark }: TriedRepair): string {
  return `${escapeText(repair)} ${recovered}/${trials}${mark === undefined ? '' : ` (${mark.replace('_', '-')})`}`;
}

function config(sha256: string): string {
  return sha256 === 'none' ? 'none' : sha256.slice(0, 8);
}

/** Count and share: a share alone hides how few it is of. */
function rate(count: number, of: number): string {
  return of === 0 ? '0' : `${count} (${Math.round((100 * count) / of)} %)`;
}

/** Between columns, where there is room. */
const GAP = 2;
/** Narrower than this a last column is no help to read. */
const LEAST_LAST = 20;

/** As columns where the width has room for them, the last one wrapped; else a paragraph for each row. */
function table(head: readonly string[], rows: readonly (readonly string[])[], style: Style): string {
  const widths = head.map((title, column) =>
    Math.max(textWidth(title), ...rows.map((row) => textWidth(row[column] ?? ''))),
  );
  const last = widths.length - 1;
  const before = (gap: number): number => widths.slice(0, last).reduce((sum, width) => sum + width + gap, 0);
  const fits = (gap: number): boolean => style.width - before(gap) >= Math.min(widths[last] ?? 0, LEAST_LAST);
  const gap = [GAP, 1].find(fits);
  if (gap === undefined) return rows.map((row) => paragraph(head, row, style)).join('\n');
  const line = (cells: readonly string[]): string => {
    const [first = '', ...more] = wrap(cells[last] ?? '', style.width - before(gap));
    const start = cells.slice(0, last).map((cell, column) => padEnd(cell, (widths[column] ?? 0) + gap));
    return [`${start.join('')}${first}`.trimEnd(), ...more.map((rest) => `${' '.repeat(before(gap))}${rest}`)].join(
      '\n',
    );
  };
  return [style.dim(line(head)), ...rows.map(line)].join('\n');
}

/** Period and configuration; below them each number with its name, as many as a line holds. */
function paragraph(head: readonly string[], row: readonly string[], style: Style): string {
  const [period = '', configuration = '', ...cells] = row;
  const lines = [''];
  for (const [at, cell] of cells.entries()) {
    const named = `${head[at + 2] ?? ''} ${cell}`;
    const line = lines.at(-1) ?? '';
    if (line === '') lines[lines.length - 1] = named;
    else if (textWidth(line) + GAP + textWidth(named) <= style.width - 2 * GAP)
      lines[lines.length - 1] = `${line}${' '.repeat(GAP)}${named}`;
    else lines.push(named);
  }
  const indented = lines.flatMap((line) =>
    wrap(line, style.width - 2 * GAP).map((part, at) => ' '.repeat(at === 0 ? GAP : 2 * GAP) + part),
  );
  return [style.bold(`${period}  ${configuration}`), ...indented].join('\n');
}
