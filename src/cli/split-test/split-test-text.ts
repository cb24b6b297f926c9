/** A split test for people: the recovery matrix, the rulings, the trials. */
import type {
  CellMessage,
  RulingMessage,
  SplitTestMessage,
  TestedIncidentMessage,
  TrialMessage,
} from '../../proto/messages.generated.js';
import { isRecovered } from '../../proto/trial-outcome.js';
import { verdictWords } from '../../trials/rulings/words.js';
import { escapeText } from '../escape-text.js';
import { plural } from '../numbers.js';
import type { Color, Style } from '../style.js';
import { padEnd, textWidth, wrap } from '../text-width.js';

const CONTROL = 'control';
/** Between columns. */
const GAP = 2;

export function splitTestText(test: SplitTestMessage, left: number, style: Style): string {
  const { incidents = [], repairs = [], trials_per_cell: each } = test;
  const lines = [
    style.bold(
      `${plural(incidents.length, 'incident')} × ${plural(repairs.length, 'repair')} and a control, ${each} trials each, on ${escapeText(test.app)}`,
    ),
    '',
    style.bold('Recovered'),
    ...matrixLines(test, style),
    ...incidents.flatMap((one) => noteLines(one, style)),
    '',
    style.bold('Rulings'),
    ...(test.ended_at_unix_nano === undefined
      ? [` not complete: ${plural(left, 'trial')} left`]
      : (test.rulings ?? []).flatMap((one) => rulingLines(one, style))),
    '',
    style.bold('Ranks'),
    ...rankLines(test.matrix ?? [], style),
    '',
    style.bold('Trials'),
    ...trialLines(test.trials ?? [], style),
  ];
  return `${lines.join('\n')}\n`;
}

function matrixLines({ incidents = [], repairs = [], matrix = [] }: SplitTestMessage, style: Style): string[] {
  const names = ['', ...repairs.map(({ id }) => id)];
  const heads = names.map((name) => (name === '' ? CONTROL : escapeText(name)));
  const aims = names.map((name) => repairs.find(({ id }) => id === name)?.boundary ?? '');
  const full = incidents.map((one) => `${escapeText(one.id)}  ${verdictWords(one)}`);
  const widths = heads.map((head, index) => Math.max(textWidth(head), textWidth(aims[index] ?? ''), 5) + GAP);
  const cellOf = (incident: string, repair: string): CellMessage | undefined =>
    matrix.find((cell) => cell.incident === incident && cell.repair === repair);
  // Nothing stands behind the last column; the reason stands among the trials, too.
  const room = style.width - 1 - widths.reduce((sum, width) => sum + width, 0);
  const rows = [full, incidents.map((one) => `${escapeText(one.id)}  ${one.verdict}`)].find(
    (some) => Math.max(...some.map(textWidth)) <= room,
  );
  if (rows === undefined) {
    const longest = Math.max(...heads.map(textWidth)) + GAP;
    return incidents.flatMap((one, index) => [
      ` ${full[index] ?? ''}`,
      ...names.map(
        (name, column) => `   ${padEnd(heads[column] ?? '', longest)}${countText(cellOf(one.id, name), style)}`,
      ),
    ]);
  }
  const first = Math.max(...rows.map(textWidth)) + GAP;
  const row = (head: string, cells: readonly string[], plain: readonly string[]): string =>
    ` ${padEnd(head, first)}${cells.map((cell, index) => cell + ' '.repeat(Math.max(0, (widths[index] ?? 0) - textWidth(plain[index] ?? '')))).join('')}`.trimEnd();
  return [
    row('', heads, heads),
    style.dim(row('', aims, aims)),
    ...incidents.map((one, index) => {
      const cells = names.map((name) => cellOf(one.id, name));
      return row(
        rows[index] ?? '',
        cells.map((cell) => countText(cell, style)),
        cells.map(plainCount),
      );
    }),
  ];
}

function plainCount(cell: CellMessage | undefined): string {
  if (cell === undefined || cell.trials === 0) return '–';
  return `${cell.recovered}/${cell.trials}${cell.unknown > 0 ? ' ?' : ''}`;
}

function countText(cell: CellMessage | undefined, style: Style): string {
  const text = plainCount(cell);
  if (cell === undefined || cell.trials === 0) return style.dim(text);
  if (cell.recovered === cell.trials) return style.green(text);
  return cell.recovered === 0 && cell.unknown === 0 ? text : style.yellow(text);
}

function noteLines({ id, not_established: why }: TestedIncidentMessage, style: Style): string[] {
  if (why === undefined) return [];
  return indented(`${escapeText(id)} is not established: ${escapeText(why)}`, 1, style).map((line) =>
    style.yellow(line),
  );
}

function rankLines(matrix: readonly CellMessage[], style: Style): string[] {
  const varying = matrix.filter(({ ranks = [], rank_unstable }) => ranks.length > 1 || rank_unstable === true);
  if (varying.length === 0) return [' the same in all trials of each cell'];
  return varying.flatMap(({ incident, repair, ranks = [], rank_unstable }) =>
    indented(
      `${escapeText(incident)} under ${repair === '' ? CONTROL : escapeText(repair)}: not stable, seen at ${ranks.join(', ')}${rank_unstable === true ? ', and absent' : ''}`,
      1,
      style,
    ).map((line) => style.yellow(line)),
  );
}

const RULING_COLOR: { readonly [ruling: string]: Color } = {
  discriminant: 'green',
  confounded: 'red',
  not_recovered: 'yellow',
  not_established: 'yellow',
};

function rulingLines({ repair, ruling, because, pan_repair }: RulingMessage, style: Style): string[] {
  const words = style[RULING_COLOR[ruling] ?? 'yellow'](ruling.replaceAll('_', ' '));
  const mark = pan_repair === true ? ` ${style.red('pan-repair')}` : '';
  return [` ${escapeText(repair)}  ${words}${mark}`, ...indented(escapeText(because), 3, style)];
}

/** Trials of a cell that went the same way stand on one line. */
function trialLines(trials: readonly TrialMessage[], style: Style): string[] {
  return alike(trials).flatMap((group) => {
    const [one] = group;
    const last = group.at(-1);
    if (one === undefined || last === undefined) return [];
    const { incident, repair, number, verdict, error } = one;
    const numbers = group.length === 1 ? String(number) : `${number}–${last.number}`;
    const words = error === undefined ? verdictWords(verdict) : 'failed';
    const label = ` ${escapeText(incident)}  ${repair === '' ? CONTROL : escapeText(repair)}  ${numbers}  `;
    const why = escapeText(error ?? verdict?.explanation ?? '');
    const shown = isRecovered(one) ? style.green(words) : words;
    if (textWidth(label) + textWidth(words) + GAP + textWidth(why) <= style.width)
      return [`${label}${shown}${' '.repeat(GAP)}${style.dim(why)}`];
    return [label + shown, ...indented(why, 3, style).map(style.dim)];
  });
}

function alike(trials: readonly TrialMessage[]): TrialMessage[][] {
  const groups: TrialMessage[][] = [];
  const keyOf = ({ incident, repair, verdict, error }: TrialMessage): string =>
    JSON.stringify([incident, repair, error, verdict?.verdict, verdict?.reason, verdict?.explanation]);
  for (const trial of trials) {
    const last = groups.at(-1);
    if (last?.[0] !== undefined && keyOf(last[0]) === keyOf(trial)) last.push(trial);
    else groups.push([trial]);
  }
  return groups;
}

function indented(text: string, by: number, style: Style): string[] {
  return wrap(text, style.width - by).map((line) => ' '.repeat(by) + line);
}
