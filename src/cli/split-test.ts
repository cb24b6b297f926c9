/** `ragspan split-test`: incidents crossed with repairs, through the user's own pipeline. */
import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { OPTION_TABLE, readOptions } from '../config/index.js';
import { withFileLock } from '../incidents/files/file-lock.js';
import { replaceFile } from '../incidents/files/write-file.js';
import { updateIncident } from '../incidents/incident-file.js';
import { IncidentError } from '../incidents/incident-error.js';
import type { TextHash } from '../model/judging-options.js';
import { VERSION } from '../model/version.js';
import type { IncidentMessage, SplitTestMessage, TrialMessage } from '../proto/messages.generated.js';
import { journalHead } from '../trials/journal/journal-head.js';
import { openJournal, type Journal } from '../trials/journal/journal.js';
import { trialsLeft } from '../trials/next-trial.js';
import { planIncidents } from '../trials/plan-incidents.js';
import { recordTrials } from '../trials/record-trials.js';
import { historyOf, withoutFailed } from '../trials/retries.js';
import { DEFAULT_TIMEOUT_MILLIS } from '../trials/run-app.js';
import type { RunOutcome } from '../trials/run-split-test.js';
import { sealSplitTest } from '../trials/split-test-message.js';
import type { SplitTestPlan } from '../trials/split-test-plan.js';
import { parseArguments } from './arguments.js';
import { incidentHash } from './incident/incident-files.js';
import { EXIT_DONE, EXIT_INCOMPLETE, UsageError, type Io } from './io.js';
import { plural } from './numbers.js';
import { nowUnixNano } from './now-unix-nano.js';
import {
  appSha256,
  knownTexts,
  readIncidents,
  readRepairFile,
  type TestedIncidentFile,
} from './split-test/test-files.js';
import { runSession } from './split-test/session.js';
import { splitTestText } from './split-test/split-test-text.js';
import { styleFor } from './style.js';

const SPLIT_TEST_HELP = `Usage: ragspan split-test --app APP --incidents FILE|DIR… --repairs FILE [options]

Runs your own pipeline on the pinned input of each incident: without a repair (the control), and
with each repair, three times each. Every trial is a process of its own under the real
OpenTelemetry SDK; nothing is exported; its verdict is attributed afresh.

  --app APP              module that exports answer(input, overrides)
  --incidents FILE|DIR   incidents; may be repeated
  --repairs FILE         YAML or JSON: a list of {id, boundary, changes, description?, from?}
  --trials N             of each cell (default and least: 3)
  --out FILE             the result as JSON; FILE.journal keeps each trial as it is done, and the
                         same command goes on where it was stopped
  --record               adds repairs and trials to the incident files as well
  --max-calls N          stops after so many calls of answer(); the same command goes on
  --retry-failed         runs trials again that failed before (a limit, a time-out), none that gave a
                         verdict; the journal of --out keeps both
  --timeout SECONDS      of one call (default ${DEFAULT_TIMEOUT_MILLIS / 1000})
  --force                runs repairs that change more than one pin, marked pan-repair
  --input ID=FILE        the input of an incident that keeps only its hash; may be repeated
  --cases FILE           case files with questions and lines that incidents keep only hashes of
  --format text|json     what is printed (default: text)
  --hash-key KEY         key of the hashes (better: RAGSPAN_HASH_KEY)

Exit status: 0 complete, whatever was ruled; 3 trials are left; 2 not to be run.
`;

const FLAGS = {
  app: { type: 'string' },
  incidents: { type: 'string', multiple: true },
  repairs: { type: 'string' },
  trials: { type: 'string' },
  out: { type: 'string' },
  record: { type: 'boolean' },
  'max-calls': { type: 'string' },
  timeout: { type: 'string' },
  'retry-failed': { type: 'boolean' },
  force: { type: 'boolean' },
  input: { type: 'string', multiple: true },
  cases: { type: 'string', multiple: true },
  format: { type: 'string' },
  'hash-key': { type: 'string' },
  help: { type: 'boolean', short: 'h' },
} as const;

const LEAST_TRIALS = 3;
const MOST_TRIALS = 1_000;
const LONGEST_SECONDS = 24 * 3_600;
/** Another process that only looks at the file is gone by then. */
const LOCK_WAIT_MILLIS = 1_000;

type Values = ReturnType<typeof parseArguments<typeof FLAGS>>['values'];

export async function splitTestCommand(args: readonly string[], io: Io): Promise<number> {
  const { values, positionals } = parseArguments('split-test', args, FLAGS);
  if (values.help === true) {
    await io.out(SPLIT_TEST_HELP);
    return EXIT_DONE;
  }
  try {
    return await splitTest(values, positionals, io);
  } catch (error) {
    throw error instanceof IncidentError ? new UsageError(error.message, error.hint) : error;
  }
}

async function splitTest(values: Values, positionals: readonly string[], io: Io): Promise<number> {
  const format = wordOf('format', values.format ?? 'text', ['text', 'json']);
  const maxCalls = values['max-calls'] === undefined ? undefined : countOf('max-calls', values['max-calls'], 1);
  const timeoutMillis =
    values.timeout === undefined ? undefined : countOf('timeout', values.timeout, 1, LONGEST_SECONDS) * 1_000;
  if (values['retry-failed'] === true && values.out === undefined)
    throw new UsageError(
      'split-test: --retry-failed needs --out: without it no trial is kept that could be run again',
      'Name the --out of the test that failed.',
    );
  const hash = incidentHash(values, io);
  // `--incidents A B C`: a shell that has spread a pattern gives the others as words of their own.
  const files = await readIncidents([...(values.incidents ?? missing('incidents')), ...positionals], values.out, hash);
  const plan = planOf(values, files, hash);
  const work = async (): Promise<number> => {
    const journal = values.out === undefined ? undefined : await journalOf(values.out, plan, values, hash, io);
    try {
      const session = {
        io,
        plan,
        hash,
        journal,
        maxCalls,
        timeoutMillis,
        retriesFailed: values['retry-failed'] === true,
        environment: environmentOf(values, io),
      };
      const { outcome, message } = await runSession(session);
      const sealed = sealSplitTest(message, hash);
      if (values.out !== undefined) await replaceFile(values.out, sealed.text);
      if (values.record === true) await record(files, sealed.message, hash);
      const left = trialsLeft({ plan, trials: outcome.trials });
      await io.out(format === 'json' ? sealed.text : splitTestText(sealed.message, left, styleFor(io)));
      tellFailed(outcome.trials, values.out, io);
      return told(outcome, left, values.out, io);
    } finally {
      await journal?.close();
    }
  };
  return values.out === undefined ? work() : withFileLock(values.out, work, { waitMillis: LOCK_WAIT_MILLIS });
}

function planOf(values: Values, files: readonly TestedIncidentFile[], hash: TextHash): SplitTestPlan {
  const app = values.app ?? missing('app');
  const texts = knownTexts(values.input ?? [], values.cases ?? []);
  const plan: SplitTestPlan = {
    app,
    appSha256: appSha256(app),
    trials: values.trials === undefined ? LEAST_TRIALS : countOf('trials', values.trials, LEAST_TRIALS, MOST_TRIALS),
    incidents: planIncidents(
      files.map(({ incident }) => incident),
      texts,
      hash,
    ),
    repairs: readRepairFile(values.repairs ?? missing('repairs')),
    isForced: values.force === true,
  };
  const pan = plan.repairs.find((repair) => repair.pan_repair === true);
  if (pan !== undefined && !plan.isForced)
    throw new UsageError(
      `repair ${pan.id} changes ${(pan.changes ?? []).map(({ pin }) => pin).join(', ')} at once: what it recovers cannot be told apart`,
      'Make one repair of each change; or run it with --force: it is then marked pan-repair.',
    );
  return plan;
}

async function journalOf(out: string, plan: SplitTestPlan, values: Values, hash: TextHash, io: Io): Promise<Journal> {
  const path = `${out}.journal`;
  if (existsSync(out) && !existsSync(path))
    throw new UsageError(
      `${out}: is there already, without ${path} to go on from; it is not overwritten`,
      'Name another --out.',
    );
  const settings = readOptions({}, environmentOf(values, io), () => undefined) as unknown as Record<string, unknown>;
  // The key itself is a secret; its name stands for it.
  const judging = Object.fromEntries(
    OPTION_TABLE.filter(({ changesVerdict, option }) => changesVerdict === true && option !== 'hashKey').map(
      ({ option }) => [option, settings[option]],
    ),
  );
  const head = journalHead(plan, {
    appPath: resolve(plan.app),
    testedBy: `ragspan ${VERSION}`,
    judging: { ...judging, hashKeyName: hash.keyName },
    hash,
  });
  const journal = await openJournal(path, head, nowUnixNano(), hash);
  const done = historyOf(journal.trials).trials.length;
  if (done > 0)
    io.err(`${path}: ${plural(done, 'trial')} done before${journal.wasTorn ? '; a torn last line was cut off' : ''}\n`);
  return journal;
}

async function record(files: readonly TestedIncidentFile[], test: SplitTestMessage, hash: TextHash): Promise<void> {
  for (const { path } of files)
    await updateIncident(path, hash, (incident: IncidentMessage) => recordTrials(incident, test));
}

function tellFailed(trials: readonly TrialMessage[], out: string | undefined, io: Io): void {
  const failed = trials.length - withoutFailed(trials).length;
  if (failed > 0 && out !== undefined)
    io.err(`ragspan: ${plural(failed, 'trial')} failed; the same command with --retry-failed runs such trials again\n`);
}

function told(outcome: RunOutcome, left: number, out: string | undefined, io: Io): number {
  if (outcome.stopped === undefined) return EXIT_DONE;
  const why = outcome.stopped === 'budget' ? `after ${plural(outcome.calls, 'call')}, as asked` : 'by you';
  const next =
    out === undefined ? 'without --out nothing was kept to go on from' : 'the same command goes on where it stopped';
  io.err(`ragspan: stopped ${why}; ${plural(left, 'trial')} left; ${next}\n`);
  return EXIT_INCOMPLETE;
}

function environmentOf(values: Values, io: Io): Io['env'] {
  return values['hash-key'] === undefined ? io.env : { ...io.env, RAGSPAN_HASH_KEY: values['hash-key'] };
}

function missing(flag: string): never {
  throw new UsageError(
    `split-test: --${flag} is missing`,
    'Write ragspan split-test --app app.mjs --incidents incidents --repairs repairs.yaml.',
  );
}

function wordOf(flag: string, word: string, words: readonly string[]): string {
  if (words.includes(word)) return word;
  throw new UsageError(`--${flag} ${JSON.stringify(word)} is not one of ${words.join(', ')}`, 'Choose one of them.');
}

function countOf(flag: string, word: string, least: number, most: number = Number.MAX_SAFE_INTEGER): number {
  const count = /^\d{1,15}$/u.test(word) ? Number(word) : Number.NaN;
  if (count >= least && count <= most) return count;
  const range = most === Number.MAX_SAFE_INTEGER ? `${least} or more` : `${least} to ${most}`;
  throw new UsageError(
    `--${flag} ${JSON.stringify(word)} is no whole number of ${range}`,
    flag === 'trials' ? 'Fewer than three trials prove nothing.' : `Write --${flag} ${least}, or more.`,
  );
}
