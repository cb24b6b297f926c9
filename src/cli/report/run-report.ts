/** One run for a terminal: verdict, run, the three boundaries, the cut, the quotes, what to do next. */
import type { CaseBook } from '../../model/case.js';
import type { JudgedFileRun } from '../../files/judge-files.js';
import { escapeText } from '../escape-text.js';
import { durationText, grouped, timeText } from '../numbers.js';
import type { Style } from '../style.js';
import { clip, padEnd, textWidth, wrap } from '../text-width.js';
import { boundaryRows, type BoundaryRow, type BoundaryState } from './boundaries.js';
import { cutBar } from './cut-bar.js';
import { nextSteps } from '../../wording/next-steps.js';
import {
  answerOf,
  attachedVerdict,
  distractorsOf,
  excerpt,
  needTexts,
  questionOf,
  quotedAnswer,
  type Quoted,
} from './run-texts.js';
import { FATE_WORDS, headline } from '../../wording/verdict-words.js';
import { VERDICT_COLOR } from './verdict-color.js';
import { FATES, FINDINGS } from '../../model/verdict.js';

const LABEL = 12;
const STATE = 10;
const NARROW = 60;

/** Ends with a blank line. */
export function runReport(judged: JudgedFileRun, book: CaseBook | undefined, style: Style): string {
  const { verdict } = judged;
  if (verdict.verdict === 'UNDECLARED') return undeclaredReport(judged, style);
  const lines: string[] = [...titleLines(judged, style), ''];
  const field = fieldWriter(lines, style);
  runFields(judged, field, style);
  for (const need of needTexts(judged, book)) field('needed', escapeText(need));
  lines.push('', ...boundaryLines(judged, style), '');
  answerFields(judged, field, lines, style);
  countFields(judged, field);
  stepLines(judged, lines, style);
  return `${lines.join('\n')}\n\n`;
}

type Field = (label: string, text: string, maxLines?: number) => void;

function fieldWriter(lines: string[], style: Style): Field {
  return (label, text, maxLines = 3) => {
    const room = style.width - LABEL - 1;
    const wrapped = wrap(text, room);
    const shown =
      wrapped.length > maxLines
        ? [...wrapped.slice(0, maxLines - 1), clip(wrapped.slice(maxLines - 1).join(' '), room)]
        : wrapped;
    shown.forEach((line, index) => lines.push(` ${style.dim(padEnd(index === 0 ? label : '', LABEL))}${line}`));
  };
}

function titleLines({ verdict }: JudgedFileRun, style: Style): string[] {
  const color = VERDICT_COLOR[verdict.verdict];
  const reason =
    verdict.reason ?? (verdict.verdict === 'UNDECLARED' && verdict.loss !== undefined ? `loss ${verdict.loss}` : '');
  const left = `${style.badge(color, verdict.verdict)} ${style.bold(reason)}`.trimEnd();
  const leftWidth = verdict.verdict.length + (style.hasColor ? 2 : 0) + 1 + reason.length;
  const right = verdict.case === undefined ? '' : `case ${escapeText(verdict.case)}`;
  const gap = style.width - leftWidth - textWidth(right);
  return [
    style.dim('─'.repeat(style.width)),
    right === '' ? left : gap > 0 ? `${left}${' '.repeat(gap)}${style.dim(right)}` : `${left} ${style.dim(right)}`,
    ...wrap(headline(verdict), style.width).map((line) => style[color](line)),
  ];
}

function runFields(judged: JudgedFileRun, field: Field, style: Style): void {
  const { run, verdict } = judged;
  const root = run.root;
  const service = (root ?? run.members[0])?.resource.attributes['service.name'];
  const name = root === undefined ? 'several roots' : escapeText(root.name);
  const lasted =
    root?.endTimeUnixNano === undefined || root.endTimeUnixNano < root.startTimeUnixNano
      ? ''
      : durationText(root.endTimeUnixNano - root.startTimeUnixNano);
  const started = timeText(run.startTimeUnixNano);
  field(
    'run',
    [name, typeof service === 'string' ? escapeText(service) : '', started, lasted]
      .filter((one) => one !== '')
      .join(' · '),
  );
  if (verdict.run_id !== undefined) field('run id', escapeText(verdict.run_id));
  field(
    'trace',
    style.dim(`${verdict.trace_id}${verdict.span_id === undefined ? '' : ` · root ${verdict.span_id}`}`),
    4,
  );
  const attached = attachedVerdict(judged);
  if (attached !== undefined) field('in process', escapeText(attached));
  const question = questionOf(judged);
  if (question !== undefined) field('question', `“${escapeText(question.trim())}”`);
}

const SYMBOLS: { readonly [state in BoundaryState]: string } = {
  holds: '✔',
  lost: '✘',
  suspended: '·',
  unknown: '?',
  none: '·',
};

function boundaryLines(judged: JudgedFileRun, style: Style): string[] {
  const quoted = quotedAnswer(judged)?.quote;
  const rows = boundaryRows(judged.verdict, quoted === undefined ? undefined : escapeText(clip(quoted, 60)));
  // In a narrow terminal the numbers stand below the boundary instead of beside it.
  const isNarrow = style.width < NARROW;
  const indent = isNarrow ? 3 : 1 + LABEL + 2 + STATE;
  return rows.flatMap((row) => {
    const details = wrap(row.detail, style.width - indent);
    const state = painted(row, style)(`${SYMBOLS[row.state]} ${isNarrow ? row.word : padEnd(row.word, STATE)}`);
    const head = ` ${padEnd(row.boundary, LABEL)}${state}`;
    const paint = row.state === 'suspended' ? style.dim : (text: string): string => text;
    const { evidence, boundary } = judged.verdict;
    const isDrawn = row.boundary === 'assembly' && boundary === 'assembly' && evidence !== undefined;
    const below = [
      ...(isNarrow ? details : details.slice(1)).filter((line) => line !== '').map(paint),
      ...(isDrawn ? cutBar(evidence, style.width - indent, style) : []),
    ];
    const first = isNarrow ? '' : paint(details[0] ?? '');
    return [`${head}${first}`.trimEnd(), ...below.map((line) => ' '.repeat(indent) + line)];
  });
}

function painted({ state }: BoundaryRow, style: Style): (text: string) => string {
  switch (state) {
    case 'holds':
      return style.green;
    case 'lost':
      return style.red;
    case 'unknown':
      return style.yellow;
    case 'suspended':
    case 'none':
      return style.dim;
  }
}

function answerFields(judged: JudgedFileRun, field: Field, lines: string[], style: Style): void {
  const quoted = quotedAnswer(judged);
  const answer = answerOf(judged);
  if (quoted !== undefined) quoteLines(quoted, lines, style);
  else if (answer !== undefined) field('answer', `“${escapeText(answer.trim())}”`);
  for (const [index, one] of distractorsOf(judged).entries()) {
    const id = one.id === undefined ? one.digest : `${escapeText(one.id)} (${one.digest.slice(0, 12)}…)`;
    field(index === 0 ? 'distractors' : '', one.text === undefined ? id : `${id}: “${escapeText(one.text.trim())}”`, 2);
  }
}

/** One line of the answer around the quote; what contradicts is coloured, or underlined where there is no colour. */
function quoteLines(quoted: Quoted, lines: string[], style: Style): void {
  const room = style.width - LABEL - 3;
  const shown = excerpt(quoted, room - 2);
  const before = escapeText(shown.before);
  const quote = escapeText(clip(shown.quote, room - 10));
  const after = clip(escapeText(shown.after), Math.max(1, room - textWidth(before) - textWidth(quote)));
  lines.push(` ${style.dim(padEnd('answer', LABEL))}“${before}${style.mark(quote)}${after}”`);
  if (!style.hasColor) lines.push(`${' '.repeat(LABEL + 2 + textWidth(before))}${'^'.repeat(textWidth(quote))}`);
}

function countFields({ verdict, contextBytes }: JudgedFileRun, field: Field): void {
  const { chunks, audit } = verdict;
  if (chunks !== undefined) {
    const fates = FATES.filter((fate) => chunks[fate] !== undefined).map(
      (fate) => `${grouped(chunks[fate] ?? 0)} ${FATE_WORDS[fate]}`,
    );
    const sent = contextBytes === undefined ? '' : `; ${grouped(contextBytes)} bytes of context`;
    field(
      'chunks',
      `${grouped(chunks.retrieved)} retrieved${fates.length === 0 ? '' : `: ${fates.join(', ')}`}${sent}`,
    );
  }
  if (audit !== undefined) {
    field(
      'audit',
      FINDINGS.filter((finding) => audit[finding] !== undefined)
        .map((finding) => `${audit[finding]} ${finding.replace('_', ' ')}`)
        .join(', '),
    );
  }
  if (verdict.candidates !== undefined) field('possible', verdict.candidates.join(' or '));
}

function stepLines({ verdict }: JudgedFileRun, lines: string[], style: Style): void {
  nextSteps(verdict).forEach((step, index) => {
    const label = index === 0 ? style.bold('next') + ' '.repeat(LABEL - 4 - 2) : ' '.repeat(LABEL - 2);
    wrap(step, style.width - LABEL - 1).forEach((line, row) =>
      lines.push(` ${row === 0 ? `${label}${style.cyan('→')} ` : ' '.repeat(LABEL)}${line}`),
    );
  });
}

/** Most production runs: three lines. */
function undeclaredReport(judged: JudgedFileRun, style: Style): string {
  const { verdict } = judged;
  const lines = titleLines(judged, style);
  const field = fieldWriter(lines, style);
  runFields(judged, field, style);
  countFields(judged, field);
  if (verdict.outcome !== undefined) field('outcome', verdict.outcome.replace('_', ', '));
  stepLines(judged, lines, style);
  return `${lines.join('\n')}\n\n`;
}
