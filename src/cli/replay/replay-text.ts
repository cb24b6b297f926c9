/** The replays of one record for a terminal: what changed first, the boundaries, the replays, the bucket. */
import type { ReplayMessage, ReplayRecordMessage, ReplayReportMessage } from '../../proto/messages.generated.js';
import type { MadeReplay } from '../../replay/replay-report.js';
import { escapeText } from '../escape-text.js';
import { plural, timeText } from '../numbers.js';
import type { Color, Style } from '../style.js';
import { clip, padEnd, textWidth, wrap } from '../text-width.js';
import { boundaryDetails } from './boundary-details.js';

const LABEL = 13;
const STATE = 12;
const NARROW = 60;
const LONGEST_ERROR = 600;

export interface ReplayTexts {
  readonly record: ReplayRecordMessage;
  readonly report: ReplayReportMessage;
  /** In the order of the report's replays. */
  readonly made: readonly MadeReplay[];
  /** Where the case is from. */
  readonly judgedBy: string;
}

/** Ends with a blank line. */
export function replayText(texts: ReplayTexts, style: Style): string {
  const { record, report } = texts;
  const replays = report.replays ?? [];
  const seen = replays.filter(({ boundaries }) => boundaries !== undefined);
  const shown = seen.find(({ changed }) => changed !== undefined) ?? seen[0];
  const lines: string[] = [style.dim('─'.repeat(style.width)), titleLine(report, seen, style), ''];
  const field = (label: string, text: string): void =>
    wrap(text, style.width - LABEL - 1).forEach((line, index) =>
      lines.push(` ${style.dim(padEnd(index === 0 ? label : '', LABEL))}${line}`),
    );
  const kept = record.with_text === true ? 'with text' : 'hashes only';
  field(
    'recorded',
    [timeText(record.recorded_at_unix_nano), kept, report.verdict === undefined ? '' : verdictWords(report.verdict)]
      .filter((one) => one !== '')
      .join(', '),
  );
  field('application', escapeText(report.app));
  field('judged by', escapeText(texts.judgedBy));
  if (shown !== undefined) {
    pinLines(shown, field, style);
    lines.push('');
    const isOne = replays.length === 1;
    boundaryLines(shown, texts, lines, style);
    if (!isOne) lines.push(style.dim(` (replay ${shown.number} of ${report.times})`));
  }
  if (replays.length !== 1 || shown === undefined) {
    lines.push('');
    for (const replay of replays) replayLine(replay, field);
  }
  const errors = replays.length === 1 ? replays.filter(({ error }) => error !== undefined && shown !== undefined) : [];
  for (const { error = '' } of errors) field('error', escapeText(clip(error, LONGEST_ERROR)));
  if (report.bucket !== undefined) {
    const { bucket, because, first_fix: fix, temperature, distinct_outputs: outputs, replays: count } = report.bucket;
    lines.push('');
    field('bucket', `${bucket}: ${escapeText(because)}`);
    if (count > 0)
      field(
        '',
        `${plural(count, 'comparable replay')}, ${plural(outputs, 'distinct output')}, temperature ${escapeText(temperature ?? 'not logged')}`,
      );
    if (fix !== undefined) field('first fix', escapeText(fix));
  }
  return `${lines.join('\n')}\n\n`;
}

function titleLine(report: ReplayReportMessage, seen: readonly ReplayMessage[], style: Style): string {
  const [color, word, rest] = headlineOf(report, seen);
  const left = `${word}${rest}`;
  const right = clip(`replay of ${escapeText(report.request_id)}`, style.width);
  const gap = style.width - textWidth(left) - textWidth(right);
  const painted = `${style.bold(style[color](word))}${rest}`;
  return gap > 0 ? `${painted}${' '.repeat(gap)}${style.dim(right)}` : `${painted}\n${style.dim(right)}`;
}

const ORDER = ['retrieval', 'assembly', 'generation'];

/** Colour, first word, and what follows it. */
function headlineOf({ times }: ReplayReportMessage, seen: readonly ReplayMessage[]): [Color, string, string] {
  if (seen.length === 0) return ['yellow', 'NOT REPLAYED', ''];
  const changed = seen.filter((one) => one.changed !== undefined);
  const first = ORDER.find((boundary) => changed.some((one) => one.changed === boundary));
  const other = otherWords(seen);
  const share = times === 1 ? '' : ` in ${changed.length} of ${seen.length}`;
  if (first !== undefined) return ['red', 'CHANGED', ` at ${first}${share}${other}`];
  const isWhole = seen.every(({ boundaries = [] }) => boundaries.every(({ state }) => state === 'same'));
  if (!isWhole) return ['yellow', 'NOT TOLD', `: a boundary could not be compared${other}`];
  return ['green', 'SAME', `${times === 1 ? '' : ` in all ${seen.length}`}${other}`];
}

/** Another question is worse than another configuration: nothing else of the comparison counts then. */
function otherWords(seen: readonly ReplayMessage[]): string {
  const pins = seen.flatMap((one) => one.pins ?? []);
  if (pins.length === 0) return '';
  return pins.some(({ pin }) => pin === 'input_sha256') ? ', not the same question' : ', not the same configuration';
}

function verdictWords({ verdict, reason }: NonNullable<ReplayReportMessage['verdict']>): string {
  return escapeText(reason === undefined ? verdict : `${verdict} ${reason}`);
}

function pinLines(shown: ReplayMessage, field: (label: string, text: string) => void, style: Style): void {
  const { pins } = shown;
  if (pins === undefined) {
    field('pins', 'the same configuration');
    return;
  }
  field('pins', style.red(otherWords([shown]).slice(2)));
  for (const { pin, from, to } of pins) field('', escapeText(`${pin}: ${pinValue(from)} → ${pinValue(to)}`));
}

/** Hashes in short. */
function pinValue(json: string | undefined): string {
  if (json === undefined) return 'not logged';
  return /^"[0-9a-f]{64}"$/u.test(json) ? `${json.slice(1, 13)}…` : clip(json, 80);
}

const SYMBOLS: { readonly [state: string]: string } = { same: '✔', changed: '✘', suspended: '·', unknown: '?' };
const STATE_COLOR: { readonly [state: string]: Color } = { same: 'green', changed: 'red' };

function boundaryLines(shown: ReplayMessage, texts: ReplayTexts, lines: string[], style: Style): void {
  const run = texts.made[shown.number - 1]?.run;
  // In a narrow terminal what is found stands below the boundary instead of beside it.
  const isNarrow = style.width < NARROW;
  const indent = isNarrow ? 3 : 1 + LABEL + STATE;
  for (const boundary of shown.boundaries ?? []) {
    const { state } = boundary;
    const paint = state === 'suspended' ? style.dim : style[STATE_COLOR[state] ?? 'yellow'];
    const head = paint(`${SYMBOLS[state] ?? '?'} ${isNarrow ? state : padEnd(state, STATE - 2)}`);
    const dimmed = state === 'suspended' ? style.dim : (text: string): string => text;
    const details = boundaryDetails(boundary, texts.record, run)
      .flatMap((line) => wrap(line, style.width - indent))
      .map(dimmed);
    const beside = isNarrow ? '' : (details[0] ?? '');
    lines.push(
      ` ${padEnd(boundary.boundary, LABEL)}${head}${beside}`.trimEnd(),
      ...(isNarrow ? details : details.slice(1)).map((line) => `${' '.repeat(indent)}${line}`),
    );
  }
}

function replayLine(replay: ReplayMessage, field: (label: string, text: string) => void): void {
  const { number, changed, verdict, error, pins } = replay;
  const parts = [
    replay.boundaries === undefined ? 'no run' : changed === undefined ? 'same' : `changed at ${changed}`,
    pins === undefined ? '' : 'other pins',
    verdict === undefined ? '' : verdictWords(verdict),
    error === undefined ? '' : escapeText(clip(error, LONGEST_ERROR)),
  ];
  field(`replay ${number}`, parts.filter((part) => part !== '').join(', '));
}
