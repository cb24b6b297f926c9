/** `ragspan replay RECORD --app app.mjs`. */
import { textHash } from '../../model/digest.js';
import { messageToJson } from '../../proto/messages.js';
import { isOtherCase } from '../../replay/other-case.js';
import { replayReport } from '../../replay/replay-report.js';
import { parseArguments } from '../arguments.js';
import { escapeText } from '../escape-text.js';
import { EXIT_DONE, EXIT_UNUSABLE, UsageError, type Io } from '../io.js';
import { nowUnixNano } from '../now-unix-nano.js';
import { flagOptions, JUDGING_FLAGS, JUDGING_HELP, judgingSettings } from '../judging-flags.js';
import { styleFor } from '../style.js';
import { exitStatus, readGates } from './gates.js';
import { makeReplays } from './make-replays.js';
import { judgingCase, readRecorded, recordedInput, recordedPath } from './recorded-run.js';
import { replayText } from './replay-text.js';

const REPLAY_HELP = `Usage: ragspan replay [options] RECORD --app APP
       ragspan replay record [options] TRACE…

Runs your own pipeline again on the recorded question and compares the two runs boundary by
boundary: the same chunks in the same order, the same bytes sent, the same bytes returned. The
first boundary that changed is named. RECORD is a replay record or an incident.

  --app APP                 module that exports answer(input, overrides)
  --times N                 replays, 1 to 100 (default: 1); 3 or more tell a sampler’s noise
  --input TEXT              the question, where the record keeps no text
  --timeout SECONDS         of each replay (default: 120)
  --refusal-permission TEXT words by which your prompt permits a refusal; may be repeated
  --cases FILE              judge by this case file (default: the one in force, where it holds
                            the record’s case, else the case in the record)
  --dir DIR                 where RECORD is an id: the folder (default: replays, then incidents)

What comes out
  --format text|json        json is for programs (default: text)
  --fail-on changed|pins|verdict
                            exit status 1 when a boundary, a pin or the verdict changed; with commas

How it is judged
${JUDGING_HELP}
Exit status: 0 done; 1 something of --fail-on occurred; 2 wrong usage, a record that was changed
after it was sealed, or no replay that gave a run. With --fail-on also 2: a replay gave no answer, or
nothing of it occurred and what it asks for could not be compared.
`;

const FLAGS = {
  ...JUDGING_FLAGS,
  app: { type: 'string' },
  times: { type: 'string' },
  input: { type: 'string' },
  timeout: { type: 'string' },
  'refusal-permission': { type: 'string', multiple: true },
  cases: { type: 'string' },
  dir: { type: 'string' },
  format: { type: 'string' },
  'fail-on': { type: 'string', multiple: true },
  help: { type: 'boolean', short: 'h' },
} as const;

const MOST_TIMES = 100;
const LONGEST_SECONDS = 86_400;

export async function replayRunAgain(args: readonly string[], io: Io): Promise<number> {
  const { values, positionals } = parseArguments('replay', args, FLAGS);
  if (values.help === true) {
    await io.out(REPLAY_HELP);
    return EXIT_DONE;
  }
  const format = values.format ?? 'text';
  if (format !== 'text' && format !== 'json')
    throw new UsageError(
      `--format: ${JSON.stringify(format)} is neither text nor json`,
      'Write --format text or --format json.',
    );
  const [word, ...others] = positionals;
  if (word === undefined) throw new UsageError('replay: no record given', 'Write ragspan replay RECORD --app APP.');
  if (others.length > 0) throw new UsageError('replay takes one record', 'Replay one after the other.');
  if (values.app === undefined)
    throw new UsageError('replay: no application given', 'Name the module that exports answer() with --app.');
  const gates = readGates(values['fail-on']);
  const times = wholeNumber('--times', values.times ?? '1', MOST_TIMES);
  const timeoutMillis =
    values.timeout === undefined ? undefined : wholeNumber('--timeout', values.timeout, LONGEST_SECONDS) * 1000;

  const { settings } = judgingSettings(values, io);
  const hash = textHash(settings.hashKey);
  const record = await readRecorded(recordedPath(word, values.dir, hash), hash);
  const input = recordedInput(record, values.input, hash);
  const judging = judgingCase(record, values.cases, settings, hash);
  if ('problems' in judging) {
    for (const problem of judging.problems) io.err(`ragspan: ${problem}\n`);
    return EXIT_UNUSABLE;
  }

  const startedAtUnixNano = nowUnixNano();
  const stop = new AbortController();
  void io.interrupted().then(() => stop.abort());
  const say = (text: string): void => {
    if (io.isErrTerminal) io.err(`\r\u001b[K${text}`);
  };
  let hasOtherCase = false;
  const made = await makeReplays({
    app: values.app,
    input,
    cases: judging.text,
    judging: flagOptions(values),
    times,
    timeoutMillis,
    environment: io.env,
    signal: stop.signal,
    onStart: (number) => say(`replay ${number} of ${times} …`),
    onJudged: (judged) => {
      hasOtherCase ||= judging.isFile && isOtherCase(record, judged);
    },
  });
  say('');
  const report = replayReport(record, made, {
    app: values.app,
    times,
    startedAtUnixNano,
    refusalPermission: values['refusal-permission'],
  });
  const judgedBy = hasOtherCase ? `${judging.from}; its case is not the one in the record` : judging.from;
  if (hasOtherCase && format === 'json') io.err(`ragspan: judged by ${escapeText(judgedBy)}\n`);
  if (stop.signal.aborted) io.err(`ragspan: stopped after ${made.length} of ${times} replays\n`);
  await io.out(
    format === 'json'
      ? `${messageToJson('ReplayReport', report, 2)}\n`
      : replayText({ record, report, made, judgedBy }, styleFor(io)),
  );
  return exitStatus({ record, report, gates, isStopped: stop.signal.aborted }, io);
}

function wholeNumber(flag: string, text: string, most: number): number {
  const value = /^\d{1,9}$/u.test(text) ? Number(text) : 0;
  if (value >= 1 && value <= most) return value;
  throw new UsageError(
    `${flag}: ${JSON.stringify(text)} is no whole number from 1 to ${most}`,
    `Write ${flag} 3, for example.`,
  );
}
