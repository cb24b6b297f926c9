/** The paper form as Markdown, for an issue or a post-mortem. Text of the run is quoted so that it is nothing but text. */
import { divergenceText, type PaperBoundary, type PaperForm } from './paper-form.js';

/** Ends with one LF. */
export function paperMarkdown(form: PaperForm): string {
  const rows: [string, string][] = [
    ['Input', joined(code(form.input_sha256), form.input === undefined ? undefined : quoted(form.input))],
    ...form.needs.map((need): [string, string] => [
      'Line',
      joined(
        code(need.line_sha256),
        need.line === undefined ? undefined : quoted(need.line),
        ...(need.chunks ?? []).map(code),
        ...(need.ids ?? []).map(code),
        need.line_is === undefined ? undefined : plain(need.line_is),
      ),
    ]),
    ...form.boundaries.map((boundary): [string, string] => [title(boundary.boundary), boundaryText(boundary)]),
    ...(form.distractors.length === 0
      ? []
      : [['Distractors', form.distractors.map(code).join(', ')] as [string, string]]),
    ['First divergence', plain(divergenceText(form))],
    ['Repair', plain(form.repair)],
    ['Re-runs', plain(reRunText(form))],
    ...(form.bucket === undefined ? [] : [['Bucket', plain(bucketLine(form.bucket))] as [string, string]]),
    ...(form.pairs_with.length === 0 ? [] : [['Pairs with', form.pairs_with.map(code).join(', ')] as [string, string]]),
    ['Next', plain(form.next)],
  ];
  const frozen = `Frozen ${form.frozen_at}, ${code(form.frozen_sha256)}${form.with_text ? `, text kept${form.redactions === 0 ? '' : `, ${form.redactions} redacted`}` : ', without text'}.`;
  const sealed =
    form.sealed_at === undefined
      ? 'No predictions sealed.'
      : `Predictions sealed ${form.sealed_at}, ${code(form.seal_sha256)}.`;
  return [
    `## ${plain(form.id)}: ${plain(form.verdict)}${form.reason === undefined ? '' : ` ${plain(form.reason)}`}`,
    '',
    plain(form.explanation),
    '',
    '| | |',
    '|---|---|',
    ...rows.map(([label, text]) => `| ${label} | ${text} |`),
    '',
    `${frozen} ${sealed}`,
    ...form.notes.map((note) => `\n> ${plain(note)}`),
    '',
  ].join('\n');
}

function joined(...parts: readonly (string | undefined)[]): string {
  const said = parts.filter((part) => part !== undefined && part !== '');
  return said.length === 0 ? 'not logged' : said.join(' ');
}

function title(boundary: string): string {
  return boundary === 'assembly' ? 'Context' : boundary === 'generation' ? 'Output' : 'Retrieval';
}

function boundaryText({ found, state, numbers, quote, predicted }: PaperBoundary): string {
  const holds = predicted.find(({ hypothesis }) => hypothesis === 'holds')?.expects;
  if (found === '') return holds === undefined ? 'open' : `open; holds when ${plain(holds)}`;
  return `${plain(found)}${numbers === '' ? '' : ` (${plain(numbers)})`}${quote === undefined ? '' : `, ${quoted(quote)}`}: ${plain(state)}`;
}

export function reRunText({ re_runs }: PaperForm): string {
  if (re_runs.trials === 0) return 'none';
  return re_runs.by_repair
    .map(({ repair, recovered, trials }) => `${repair === '' ? 'no repair' : repair} ${recovered}/${trials}`)
    .join(', ');
}

export function bucketLine({ name, because, first_fix }: NonNullable<PaperForm['bucket']>): string {
  return `${name.replaceAll('_', ' ')}: ${because}${first_fix === undefined ? '' : `. First fix: ${first_fix}`}`;
}

/** A code span that no back-tick of the text ends. */
function code(text: string | undefined): string {
  return text === undefined ? '' : quoted(text);
}

function quoted(text: string): string {
  const flat = oneLine(text).replaceAll('|', '\\|');
  const longest = Math.max(0, ...[...flat.matchAll(/`+/g)].map(([ticks]) => ticks.length));
  const fence = '`'.repeat(longest + 1);
  const pad = flat.startsWith('`') || flat.endsWith('`') ? ' ' : '';
  return `${fence}${pad}${flat}${pad}${fence}`;
}

/** What could be Markdown or HTML is escaped. */
function plain(text: string): string {
  return oneLine(text).replace(/[\\`*_[\]<>|#&~]/g, (sign) => `\\${sign}`);
}

/** Control characters and line breaks would end the row. */
function oneLine(text: string): string {
  return text.replace(/\p{Cc}+/gu, ' ');
}
