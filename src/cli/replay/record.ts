/** `ragspan replay record`: one run of a trace file → a replay record. */
import { writeReplayRecord } from '../../replay/record-file.js';
import { replayRecordOf } from '../../replay/replay-record.js';
import { parseArguments } from '../arguments.js';
import { escapeText } from '../escape-text.js';
import { REDACTOR_FLAGS, REDACTOR_HELP, redactorsOf } from '../incident/redactor-flags.js';
import { EXIT_DONE, EXIT_UNUSABLE, type Io } from '../io.js';
import { JudgedSources } from '../judged-sources.js';
import { JUDGING_FLAGS, JUDGING_HELP, judgingSettings } from '../judging-flags.js';
import { CASE_FLAGS, caseBookOrProblems } from '../load-cases.js';
import { RunChoice, verdictWords } from '../run-choice.js';
import { SOURCE_FLAGS, totalBytes, traceSources } from '../trace-sources.js';
import { DEFAULT_DIR } from './recorded-run.js';

const RECORD_HELP = `Usage: ragspan replay record [options] TRACE…
       ragspan replay record [options] --from jaeger=URL|tempo=URL TRACE_ID…

Records one run of a trace, so that it can be run again: pins, what was retrieved, what was packed,
the output, the verdict, sealed with a hash. Without text only hashes, lengths, ranks and offsets
are kept.

  --run ID                  trace id, root span id or run id, or its beginning
  --request-id ID           your own id of the request (default: the run id, else the trace id)
  --cases FILE
  --line TEXT  --chunk DIGEST  --id ID  --line-is …  --must TEXT  --must-not TEXT  --allow TEXT
                            as for ragspan attribute

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

  const judged = new JudgedSources(sources, {
    book,
    judging,
    io,
    totalBytes: values.from === undefined ? totalBytes(positionals) : undefined,
  });
  const choice = new RunChoice(values.run);
  for await (const run of judged.runs()) choice.offer(run);
  const only = choice.only(judged.damages);
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
  return judged.damages === 0 ? EXIT_DONE : EXIT_UNUSABLE;
}
