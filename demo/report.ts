/** The live runs for a person in a terminal. */
import type { LiveResult, Outcome } from './live.ts';
import type { StoredSpan, StoredValue } from './otlp-receiver.ts';
import { INCIDENTS, REPAIRS } from './scenarios.ts';
import { wrapText } from './style.ts';
import type { Style } from './style.ts';

export function liveReport(result: LiveResult, style: Style): string {
  const blocks = [
    heading('Live', style),
    intro(result, style),
    heading('One question, one wrong answer, three causes', style),
    ...result.incidents.map((outcome) => incident(outcome, style)),
    heading('What else production brings', style),
    ...result.others.map((outcome) => incident(outcome, style)),
    heading('Each repair recovers the incident it is for, and no other', style),
    matrix(result, style),
    heading('What the backend has stored of incident B', style),
    trace(result.incidents[1], style),
    closing(result, style),
  ];
  return `${blocks.join('\n\n')}\n`;
}

function heading(text: string, { bold, dim, width }: Style): string {
  return `${bold(text)} ${dim('─'.repeat(Math.max(4, width - text.length - 1)))}`;
}

function intro({ documents, question, need }: LiveResult, style: Style): string {
  const how = `${documents} documents in a minisearch index, a budget counted by gpt-tokenizer, the openai client against a local server, the OpenTelemetry SDK, OTLP/HTTP to a local receiver. Ranks and positions are what index and tokenizer give; verdicts are read from what the receiver got.`;
  return [
    wrapText(how, style.width, '  '),
    '',
    `  question  ${question}`,
    `  evidence  ${need}  ${style.dim('(ledger/8814)')}`,
  ].join('\n');
}

function incident(outcome: Outcome, style: Style): string {
  const { dim } = style;
  const notes = [
    outcome.pattern,
    outcome.outcome === 'answered' ? undefined : outcome.outcome,
    outcome.loss === 'none' || outcome.loss === undefined ? undefined : `loss ${outcome.loss}`,
  ];
  const field = (label: string, text: string): string =>
    `     ${dim(label)}${' '.repeat(9 - label.length)}${wrapText(text, style.width, ' '.repeat(14)).trimStart()}`;
  return [
    `  ${style.bold(outcome.scenario.length === 1 ? outcome.scenario : `· ${outcome.scenario}`)}  ${outcome.title}`,
    ...(outcome.scenario === 'undeclared' ? [field('asked', outcome.question)] : []),
    field('answer', outcome.answer),
    `     ${dim('verdict')}  ${painted(outcome, style)}  ${dim(notes.filter((note) => note !== undefined).join(' · '))}`,
    field('because', outcome.explanation),
  ].join('\n');
}

/** Verdict and reason as one word, coloured by what it means. */
function painted(outcome: Outcome, { good, bad, warn }: Style): string {
  const text = named(outcome);
  if (outcome.verdict === 'HOLD') return good(text);
  return outcome.verdict.startsWith('H') ? bad(text) : warn(text);
}

function named({ verdict, reason }: Outcome): string {
  return reason === undefined ? verdict : `${verdict} ${reason}`;
}

function matrix(result: LiveResult, style: Style): string {
  const columns = ['as it was', ...REPAIRS.map(({ title }) => title)];
  const rows = INCIDENTS.map(({ name }, index) => [
    result.incidents[index],
    ...REPAIRS.map((repair) => result.matrix[name]?.[repair.name]),
  ]);
  const widths = columns.map((title, column) =>
    Math.max(title.length, ...rows.map((row) => (row[column] === undefined ? 0 : named(row[column]).length))),
  );
  const pad = (text: string, column: number): string => ' '.repeat(Math.max(0, (widths[column] ?? 0) - text.length));
  const head = columns.map((title, column) => title + pad(title, column)).join('   ');
  const lines = rows.map((row, at) => {
    const cells = row.map((cell, column) =>
      cell === undefined ? '' : painted(cell, style) + pad(named(cell), column),
    );
    return `  ${style.bold(INCIDENTS[at]?.name ?? '')}   ${cells.join('   ')}`;
  });
  return [
    `      ${style.dim(head)}`,
    ...lines,
    '',
    `  ${style.dim('Every cell is a run of its own: the incident with that one change.')}`,
  ].join('\n');
}

/** The spans of one trace, below each other, with what a backend can show and search. */
function trace(outcome: Outcome | undefined, style: Style): string {
  if (outcome === undefined) return '';
  const root = outcome.spans.find((span) => span.attributes['demo.scenario'] !== undefined);
  const children = outcome.spans.filter((span) => span !== root);
  const shown = root === undefined ? children : [root, ...children];
  return shown.map((span, depth) => storedSpan(span, depth === 0 ? '  ' : '    ', style)).join('\n');
}

function storedSpan(span: StoredSpan, indent: string, style: Style): string {
  const lines = [`${indent}${style.bold(span.name)} ${style.dim(span.spanId)}`];
  const add = (attributes: Readonly<Record<string, StoredValue>>, inner: string): void => {
    for (const [key, value] of Object.entries(attributes))
      lines.push(`${inner}${style.dim(key)} ${shortened(value, style.width - inner.length - key.length - 1)}`);
  };
  add(span.attributes, `${indent}  `);
  for (const event of span.events) {
    lines.push(`${indent}  ${style.dim('event')} ${event.name}`);
    add(event.attributes, `${indent}    `);
  }
  return lines.join('\n');
}

function shortened(value: StoredValue, room: number): string {
  const text = Array.isArray(value) ? `[${value.join(', ')}]` : String(value);
  const limit = Math.max(24, room);
  return text.length <= limit ? text : `${text.slice(0, limit - 1)}…`;
}

function closing({ received, leaked }: LiveResult, style: Style): string {
  const sent = `${received.spans} spans in ${received.requests} requests, ${received.bytes} bytes.`;
  const text =
    leaked.length === 0
      ? 'Question, answers and evidence were looked for in every byte of them: none is there. Hashes, lengths, ranks and positions are.'
      : `Text of the runs was found in them: ${leaked.join(' | ')}`;
  return wrapText(`${sent} ${text}`, style.width, '  ');
}
