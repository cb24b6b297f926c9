/** `ragspan replay record`: one run of a trace file → a replay record. */
import { judgeFiles, type JudgedFileRun } from '../../files/judge-files.js';
import { damageText } from '../../files/read/damage.js';
import { writeReplayRecord } from '../../replay/record-file.js';
import { replayRecordOf } from '../../replay/replay-record.js';
import { parseArguments } from '../arguments.js';
import { escapeText } from '../escape-text.js';
import { REDACTOR_FLAGS, REDACTOR_HELP, redactorsOf } from '../incident/redactor-flags.js';
import { EXIT_DONE, EXIT_UNUSABLE, UsageError, type Io } from '../io.js';
import { JUDGING_FLAGS, JUDGING_HELP, judgingSettings } from '../judging-flags.js';
import { CASE_FLAGS, caseBookOrProblems } from '../load-cases.js';
import { Progress } from '../progress.js';
import { SOURCE_FLAGS, totalBytes, traceSources } from '../trace-sources.js';
import { DEFAULT_DIR } from './recorded-run.js';

const RECORD_HELP = `Usage: ragspan replay record [options] TRACE…
       ragspan replay record [options] --from jaeger=URL|tempo=URL TRACE_ID…

Records one run of a trace, so that it can be run again: pins, what was retrieved, what was packed,
the output, the verdict, sealed with a hash. Without text only hashes, lengths, ranks and offsets
are kept.

  --run ID                  trace id, root span id or run id, or its beginning
  --request-id ID           your own id of the request (default: the run id, else the trace id)
  --cases FILE  --line TEXT  --must TEXT …         as for ragspan attribute

What is written
  --out DIR                 folder of the records (default: ${DEFAULT_DIR})
  --with-text               keep the texts, redacted
${REDACTOR_HELP}
Where traces come from, and how they are judged
  --from jaeger=URL|tempo=URL  --header "NAME: VALUE"
${JUDGING_HELP}
Exit status: 0 recorded; 2 wrong usage, unreadable input, or a record that is there already.
`;

const FLAGS = {
  ...CASE_FLAGS,
  ...JUDGING_FLAGS,
  ...SOURCE_FLAGS,
  ...REDACTOR_FLAGS,
  run: { type: 'string' },
  'request-id': { type: 'string' },
  out: { type: 'string' },
  'with-text': { type: 'boolean' },
  help: { type: 'boolean', short: 'h' },
} as const;

/** More runs than a person would list. */
const MOST_LISTED = 20;

export async function replayRecord(args: readonly string[], io: Io): Promise<number> {
  const { values, positionals } = parseArguments('replay record', args, FLAGS);
  if (values.help === true) {
    await io.out(RECORD_HELP);
    return EXIT_DONE;
  }
  const redactors = redactorsOf(values);
  const sources = traceSources('replay record', positionals, values, io);
  const { settings, judging } = judgingSettings(values, io);
  const book = caseBookOrProblems(values, settings, io);
  if (book === 'unusable') return EXIT_UNUSABLE;

  const progress = new Progress(io, values.from === undefined ? totalBytes(positionals) : undefined);
  let damages = 0;
  const meant: JudgedFileRun[] = [];
  const others: JudgedFileRun[] = [];
  for await (const run of judgeFiles(sources, {
    ...(book === undefined ? {} : { book }),
    judging,
    onProgress: (state) => progress.update(state),
    onDamage: (damage) => {
      damages += 1;
      progress.clear();
      io.err(`ragspan: ${escapeText(damageText(damage))}\n`);
    },
  })) {
    const to = values.run === undefined || isNamed(run, values.run) ? meant : others;
    if (to.length < MOST_LISTED) to.push(run);
  }
  progress.clear();
  const [only] = meant;
  if (only === undefined || meant.length > 1) throw choice(values.run, meant, others);
  const record = replayRecordOf(only, {
    requestId: values['request-id'],
    withText: values['with-text'] === true,
    redactors,
  });
  const path = await writeReplayRecord(values.out ?? DEFAULT_DIR, record, only.basis.options.hash);
  await io.out(`${path}\n`);
  const kept = values['with-text'] === true ? 'with text' : 'hashes only';
  io.err(
    `ragspan: ${escapeText(record.request_id)} recorded: ${verdictWords(only)}, ${kept}, sha256 ${record.sha256}\n`,
  );
  return damages === 0 ? EXIT_DONE : EXIT_UNUSABLE;
}

function isNamed({ verdict }: JudgedFileRun, name: string): boolean {
  return [verdict.trace_id, verdict.span_id, verdict.run_id].some((id) => id?.startsWith(name) === true);
}

function choice(
  name: string | undefined,
  meant: readonly JudgedFileRun[],
  others: readonly JudgedFileRun[],
): UsageError {
  if (meant.length === 0 && others.length === 0)
    return new UsageError('no run was found in what was given', '`ragspan doctor FILE` says what is missing.');
  const shown = meant.length === 0 ? others : meant;
  const listed = shown.map((run) => `\n  --run ${nameAmong(run, shown)}   ${verdictWords(run)}`).join('');
  return meant.length === 0
    ? new UsageError(
        `no run is named ${JSON.stringify(name)}; there are:${listed}`,
        'Give the beginning of a trace id, root span id or run id.',
      )
    : new UsageError(
        `${meant.length < MOST_LISTED ? meant.length : `${MOST_LISTED} or more`} runs could be meant:${listed}`,
        'Choose one with --run.',
      );
}

/** The first of its ids that no other run has: two traces may number their spans alike. */
function nameAmong(run: JudgedFileRun, runs: readonly JudgedFileRun[]): string {
  const { run_id, span_id, trace_id } = run.verdict;
  const names = [run_id, span_id, trace_id].filter((one) => one !== undefined);
  return names.find((name) => runs.every((other) => other === run || !isNamed(other, name))) ?? trace_id;
}

function verdictWords({ verdict: { verdict, reason } }: JudgedFileRun): string {
  return reason === undefined ? verdict : `${verdict} ${reason}`;
}
