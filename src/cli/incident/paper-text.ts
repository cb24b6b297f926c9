/** The paper form for a terminal. */
import { bucketLine, reRunText } from '../../incidents/show/markdown.js';
import { divergenceText, type PaperBoundary, type PaperForm } from '../../incidents/show/paper-form.js';
import { escapeText } from '../escape-text.js';
import { VERDICT_COLOR } from '../report/verdict-color.js';
import type { Style } from '../style.js';
import { clip, padEnd, textWidth, wrap } from '../text-width.js';
import type { VerdictName } from '../../model/verdict.js';

const LABEL = 17;
const SHORT_HASH = 12;

/** Whatever stands in the file is made safe for a terminal where it becomes a line. Ends with one LF. */
export function paperText(form: PaperForm, style: Style): string {
  const lines: string[] = [];
  const field: Field = (label, text, paint = (line) => line) =>
    wrap(escapeText(text), Math.max(20, style.width - LABEL - 1)).forEach((line, index) =>
      lines.push(` ${style.dim(padEnd(index === 0 ? label : '', LABEL))}${paint(line)}`.trimEnd()),
    );
  lines.push(style.dim('─'.repeat(style.width)), titleLine(form, style), '');
  field('trace', form.trace_id);
  field('frozen', `${form.frozen_at}, ${keptText(form)}`);
  // On one line, to be copied.
  lines.push(` ${style.dim('sha256')} ${escapeText(form.frozen_sha256)}`);
  field('input', identified(form.input_sha256, form.input));
  for (const need of form.needs)
    field(
      'line',
      identified(need.line_sha256, need.line, [
        ...(need.chunks ?? []).map((digest) => `chunk ${short(digest)}`),
        ...(need.ids ?? []).map((id) => `id ${id}`),
        need.line_is ?? '',
      ]),
    );
  const pins = Object.entries(form.pins).map(
    ([name, value]) => `${name} ${value.length === 64 ? short(value) : value}`,
  );
  if (pins.length > 0) field('pins', pins.join(', '));
  field(
    'predictions',
    form.sealed_at === undefined ? 'not sealed yet' : `sealed ${form.sealed_at}, ${short(form.seal_sha256)}`,
  );
  lines.push('');
  for (const boundary of form.boundaries) boundaryLines(boundary, field, style);
  if (form.distractors.length > 0) field('distractors', form.distractors.join(', '));
  lines.push('');
  field('first divergence', divergenceText(form));
  field('repair', form.repair);
  field('re-runs', reRunText(form));
  if (form.bucket !== undefined) field('bucket', bucketLine(form.bucket));
  if (form.pairs_with.length > 0) field('pairs with', form.pairs_with.join(', '));
  field('next', form.next);
  for (const note of form.notes) field('note', note);
  return `${lines.join('\n')}\n`;
}

type Field = (label: string, text: string, paint?: (line: string) => string) => void;

function titleLine(form: PaperForm, style: Style): string {
  const color = Object.hasOwn(VERDICT_COLOR, form.verdict) ? VERDICT_COLOR[form.verdict as VerdictName] : 'yellow';
  const left = escapeText(`${form.id}  ${form.verdict}${form.reason === undefined ? '' : ` ${form.reason}`}`);
  const right = form.case === undefined ? '' : `case ${escapeText(form.case)}`;
  const gap = Math.max(1, style.width - textWidth(left) - textWidth(right));
  return `${style.bold(style[color](left))}${right === '' ? '' : ' '.repeat(gap) + style.dim(right)}`;
}

function keptText({ with_text, redactions }: PaperForm): string {
  if (!with_text) return 'hashes only';
  return redactions === 0 ? 'with text' : `with text, ${redactions} redacted`;
}

function short(hash: string | undefined): string {
  return hash === undefined ? '' : `${hash.slice(0, SHORT_HASH)}…`;
}

function identified(hash: string | undefined, text: string | undefined, others: readonly string[] = []): string {
  const parts = [
    hash === undefined ? '' : short(hash),
    text === undefined ? '' : `“${clip(text.trim(), 400)}”`,
    ...others,
  ].filter((part) => part !== '');
  return parts.length === 0 ? 'not logged' : parts.join('  ');
}

const TITLES = { retrieval: 'retrieval', assembly: 'context', generation: 'output' } as const;

function boundaryLines(row: PaperBoundary, field: Field, style: Style): void {
  const label = TITLES[row.boundary];
  const holds = row.predicted.find(({ hypothesis }) => hypothesis === 'holds')?.expects;
  if (row.state === 'open') {
    field(label, holds === undefined ? 'open' : `open; holds when ${holds}`);
    return;
  }
  const paint = row.state === 'holds' ? style.green : row.state === 'diverges' ? style.red : style.yellow;
  const said = [row.found, row.numbers].filter((part) => part !== '').join('  ');
  field(label, `${said}${row.quote === undefined ? '' : `  “${clip(row.quote, 120)}”`}`);
  field('', `${row.state}${row.fits.length === 0 ? '' : `: as predicted by ${row.fits.join(', ')}`}`, paint);
}
