/** `ragspan demo`: the canonical three (spec §14) through the real SDK and OTLP, and what a backend then has. */
import { parseCases } from '../cases/index.js';
import { textHash } from '../model/digest.js';
import type { CaseBook } from '../model/case.js';
import { parseArguments } from './arguments.js';
import { answerQuestion } from './demo/answer-question.js';
import { ANSWER, BUDGET, CANDIDATES, CASE, INCIDENTS, LINE, QUESTION, TOP_K, type Incident } from './demo/incidents.js';
import { Backend, type StoredRun } from './demo/stored.js';
import { startTelemetry } from './demo/telemetry.js';
import { escapeText } from './escape-text.js';
import { EXIT_DONE, EXIT_UNUSABLE, UsageError, type Io } from './io.js';
import { grouped, plural } from './numbers.js';
import { startOtlpReceiver } from './otlp-receiver.js';
import { VERDICT } from '../semconv.js';
import { runReport } from './report/run-report.js';
import { VERDICT_COLOR } from './report/verdict-color.js';
import { styleFor, type Style } from './style.js';
import { padEnd, wrap } from './text-width.js';

const DEMO_HELP = `Usage: ragspan demo

One question gets one wrong answer, three times, and each time another hand-off lost the
evidence. A small RAG application runs under the real OpenTelemetry SDK, exports over
OTLP/HTTP to a receiver on this machine, and what arrived there is shown and judged again.
Nothing leaves the machine.
`;

export async function demoCommand(args: readonly string[], io: Io): Promise<number> {
  const { values, positionals } = parseArguments('demo', args, { help: { type: 'boolean', short: 'h' } } as const);
  if (values.help === true) {
    await io.out(DEMO_HELP);
    return EXIT_DONE;
  }
  if (positionals.length > 0)
    throw new UsageError(`demo takes no argument, and ${JSON.stringify(positionals[0])} was given`, 'Leave it out.');
  const style = styleFor(io);
  const book = demoBook();
  const backend = new Backend();
  const receiver = await startOtlpReceiver({
    onRequest: ({ signal, body }) => (signal === 'traces' ? backend.receive(body) : undefined),
  });
  const telemetry = await startTelemetry(receiver.url, book).catch(async (error: unknown) => {
    await receiver.close();
    throw error;
  });
  for (const incident of INCIDENTS) await answerQuestion(incident);
  await telemetry.shutdown();
  await receiver.close();

  const judging = { acceptForms: [], maxScanBytes: 2 ** 21, refusals: [], retrievalTools: [], hash: textHash() };
  const stored = backend.runs(book, judging);
  await io.out(intro(style));
  for (const [index, incident] of INCIDENTS.entries()) {
    const one = stored[index];
    if (one === undefined) continue;
    const title = wrap(`Incident ${incident.name}: ${incident.story}.`, style.width).map(style.bold).join('\n');
    await io.out(`${title}\n${runReport(one.judged, book, style)}`);
  }
  await io.out(closing(stored, backend, style));
  if (INCIDENTS.every((incident, index) => isAsExpected(incident, stored[index]))) return EXIT_DONE;
  io.err(
    'ragspan: the verdicts are not the ones of the canonical three, which is a fault of ragspan: please report it\n',
  );
  return EXIT_UNUSABLE;
}

function demoBook(): CaseBook {
  const parsed = parseCases(JSON.stringify({ version: 1, cases: [CASE] }), 'the demo');
  if ('problems' in parsed) throw new Error('the case of the demo is not valid');
  return parsed.book;
}

/** Both verdicts: the one that travelled with the span, and the one from the exported bytes alone. */
function isAsExpected({ expected }: Incident, stored: StoredRun | undefined): boolean {
  const verdict = stored?.judged.verdict;
  return (
    stored?.attached === expected.verdict && verdict?.verdict === expected.verdict && verdict.reason === expected.reason
  );
}

function intro(style: Style): string {
  const rows: readonly (readonly [string, string])[] = [
    ['question', `“${QUESTION}”`],
    ['answer', `“${ANSWER}” – and that is wrong`],
    ['evidence', `the ledger says “${LINE}”`],
    ['set-up', `${CANDIDATES} candidates, k = ${TOP_K}, a budget of ${grouped(BUDGET)} tokens`],
  ];
  const text = 'One question, one wrong answer, three times. The sentence is always the same; what went wrong is not.';
  const lines = wrap(text, style.width).map(style.bold);
  for (const [label, value] of rows) {
    wrap(value, style.width - 13).forEach((line, row) =>
      lines.push(` ${style.dim(padEnd(row === 0 ? label : '', 12))}${line}`),
    );
  }
  return `${lines.join('\n')}\n\n`;
}

function closing(stored: readonly StoredRun[], backend: Backend, style: Style): string {
  const lines = [
    style.dim('─'.repeat(style.width)),
    style.bold('The same sentence, three verdicts'),
    ...tableLines(stored, style),
  ];
  lines.push('', style.bold('What the backend stored'));
  const arrived = `${plural(backend.spanCount, 'span')} arrived over OTLP/HTTP. The verdict stands on the root of each run, where any backend can search it:`;
  lines.push(...wrap(arrived, style.width));
  for (const { root } of stored) {
    lines.push(` ${root.name}`);
    for (const key of STORED) {
      const value = root.attributes[key];
      const text = `${key} = ${typeof value === 'string' ? escapeText(value) : 'none'}`;
      lines.push(...wrap(text, style.width - 5).map((line, row) => `   ${row === 0 ? '' : '  '}${style.dim(line)}`));
    }
  }
  const next = 'Your own traces: `ragspan attribute --line "…" FILE`, or `ragspan doctor FILE` to see what they hold.';
  return `${[...lines, '', ...wrap(next, style.width)].join('\n')}\n`;
}

const STORED = [VERDICT.VERDICT, VERDICT.REASON, VERDICT.BOUNDARY, VERDICT.EXPLANATION] as const;

/** Columns where there is room for them. */
function tableLines(stored: readonly StoredRun[], style: Style): string[] {
  const [first, second, third] = [10, 24, 27];
  const isWide = style.width >= 78;
  const head = ` ${padEnd('incident', first)}${padEnd('retrieval log', second)}${padEnd('sent context', third)}verdict`;
  const lines = isWide ? [style.dim(head)] : [];
  for (const [index, { name }] of INCIDENTS.entries()) {
    const one = stored[index];
    if (one === undefined) continue;
    const { verdict, reason } = one.judged.verdict;
    const [retrieval, context, more] = tableCells(one);
    const word = style[VERDICT_COLOR[verdict]](`${verdict} ${reason ?? ''}`);
    if (isWide) {
      lines.push(` ${padEnd(name, first)}${padEnd(retrieval, second)}${padEnd(context, third)}${word}`);
      if (more !== '') lines.push(` ${' '.repeat(first + second)}${more}`);
    } else {
      lines.push(
        ` ${name}  ${word}`,
        ...[retrieval, context, more].filter((cell) => cell !== '').map((cell) => `    ${cell}`),
      );
    }
  }
  return lines;
}

function tableCells({ judged: { verdict } }: StoredRun): readonly [string, string, string] {
  const { evidence, pattern } = verdict;
  const [log = '', context = ''] = pattern?.split('/') ?? [];
  const rank = `rank ${evidence?.rank ?? '–'} of ${evidence?.candidates_seen ?? '–'}`;
  const planned = evidence?.planned_at === undefined ? '' : `planned at ${grouped(evidence.planned_at)}`;
  const cut = evidence?.cut?.at;
  if (cut !== undefined) return [`${log}, ${rank}`, `${context}, cut at ${grouped(cut)}`, planned];
  return [`${log}, ${rank}`, `${context}${planned === '' ? '' : `, ${planned}`}`, ''];
}
