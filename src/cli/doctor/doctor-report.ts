/** The survey and its findings for a terminal. */
import type { VerdictName } from '../../model/verdict.js';
import { escapeText } from '../escape-text.js';
import { grouped, plural } from '../numbers.js';
import { VERDICT_COLOR } from '../report/verdict-color.js';
import type { Style } from '../style.js';
import { padEnd, wrap } from '../text-width.js';
import { findingsOf, type Finding } from './findings.js';
import { KINDS, type Survey } from './survey.js';

const DIALECT_WORDS: { readonly [dialect: string]: string } = {
  ragspan: 'ragspan',
  gen_ai: 'OpenTelemetry GenAI',
  openinference: 'OpenInference',
};

export function doctorReport(survey: Survey, style: Style): string {
  const lines = [
    style.bold('Seen'),
    ` ${plural(survey.traces, 'trace')}, ${plural(survey.spans, 'span')}${servicesText(survey)}`,
    '',
  ];
  for (const kind of KINDS) {
    const dialects = survey.kinds.get(kind);
    const total = [...(dialects?.values() ?? [])].reduce((sum, one) => sum + one, 0);
    if (total === 0 && (kind === 'rerank' || kind === 'tool' || kind === 'embedding' || kind === 'other')) continue;
    const named = [...(dialects ?? [])]
      .filter(([dialect]) => dialect !== 'none')
      .map(([dialect, spans]) => `${DIALECT_WORDS[dialect] ?? dialect} ${grouped(spans)}`)
      .join(', ');
    const number = grouped(total).padStart(8);
    lines.push(` ${padEnd(kind, 11)}${total === 0 ? style.yellow(number) : number}  ${style.dim(named)}`.trimEnd());
  }
  lines.push(...verdictLines(survey, style));
  const findings = findingsOf(survey);
  for (const [title, level] of [
    ['Missing', 'missing'],
    ['Weak', 'weak'],
    ['Fine', 'fine'],
  ] as const) {
    const own = findings.filter((one) => one.level === level);
    if (own.length > 0) lines.push('', style.bold(title), ...own.flatMap((one) => findingLines(one, style)));
  }
  lines.push('', ...closing(survey, findings, style));
  return `${lines.join('\n')}\n`;
}

function servicesText({ services }: Survey): string {
  if (services.size === 0) return ', no service.name';
  const names = [...services.keys()].slice(0, 5).map(escapeText).join(', ');
  return `, ${services.size === 1 ? 'service' : 'services'} ${names}${services.size > 5 ? ` and ${services.size - 5} more` : ''}`;
}

/** What the process itself has found stands first: it is what the reader came for. */
function verdictLines({ attached, attachedVerdicts }: Survey, style: Style): string[] {
  if (attached.length === 0) return [];
  const lines = ['', style.bold('Verdicts on these spans')];
  for (const one of attached) {
    const color = isVerdict(one.verdict) ? VERDICT_COLOR[one.verdict] : 'yellow';
    const verdict = escapeText([one.verdict, one.reason].filter((word) => word !== '').join(' '));
    const where = [one.caseId === '' ? '' : `case ${one.caseId}`, one.span].filter((word) => word !== '').join(' · ');
    lines.push(` ${style[color](verdict)}  ${style.dim(escapeText(where))}`);
    lines.push(...wrap(escapeText(one.explanation), style.width - 3).map((line) => `   ${line}`));
  }
  if (attachedVerdicts > attached.length)
    lines.push(style.dim(` and ${grouped(attachedVerdicts - attached.length)} more`));
  return lines;
}

function isVerdict(word: string): word is VerdictName {
  return Object.hasOwn(VERDICT_COLOR, word);
}

function findingLines({ level, text, action }: Finding, style: Style): string[] {
  const mark = level === 'fine' ? style.green('✔') : level === 'weak' ? style.yellow('!') : style.red('✘');
  const body = wrap(text, style.width - 3).map((line, index) => ` ${index === 0 ? mark : ' '} ${line}`);
  if (action === undefined) return body;
  return [
    ...body,
    ...wrap(action, style.width - 5).map((line, index) => `   ${index === 0 ? style.cyan('→') : ' '} ${line}`),
  ];
}

function closing(survey: Survey, findings: readonly Finding[], style: Style): string[] {
  if (survey.spans === 0) return wrap('Nothing arrived: no span at all.', style.width);
  if (findings.some((one) => one.level === 'missing'))
    return wrap('As it stands most verdicts will be UNKNOWN. Mend what is missing first.', style.width);
  const text = findings.some((one) => one.level === 'weak')
    ? 'Verdicts are possible; what is weak makes some of them UNKNOWN or less telling.'
    : 'Everything that a verdict needs is there.';
  return wrap(text, style.width);
}
