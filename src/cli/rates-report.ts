/** `ragspan report DIR…`: rates per boundary and recovery, over time and by configuration. */
import type { Dirent } from 'node:fs';
import { readdir, stat } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import { judgeFiles } from '../files/judge-files.js';
import { damageText } from '../files/read/damage.js';
import { fileSource } from '../files/read/trace-file.js';
import { fileKind } from '../incidents/files/file-kind.js';
import { IncidentError } from '../incidents/incident-error.js';
import { readIncident, readText } from '../incidents/incident-file.js';
import { parseSplitTest } from '../ledger/confirm-split-test.js';
import type { TextHash } from '../model/judging-options.js';
import type { IncidentMessage, SplitTestMessage } from '../proto/messages.generated.js';
import { countRecovery } from '../rates/count-recovery.js';
import { RunCounter } from '../rates/count-runs.js';
import { PERIODS, type Period } from '../rates/periods.js';
import { parseArguments } from './arguments.js';
import { escapeText } from './escape-text.js';
import { EXIT_DONE, EXIT_UNUSABLE, UsageError, type Io } from './io.js';
import { JUDGING_FLAGS, JUDGING_HELP, judgingSettings } from './judging-flags.js';
import { CASE_FLAGS, caseBookOrProblems } from './load-cases.js';
import { plural } from './numbers.js';
import { Progress } from './progress.js';
import { ratesText } from './rates/rates-text.js';
import { styleFor } from './style.js';

const REPORT_HELP = `Usage: ragspan report [options] DIR|FILE…

Reads a folder as it lies there: trace files are judged, incidents and split tests are verified.
Prints, for each period and configuration, what each boundary lost of the runs that were judged,
and how many incidents a repair brought back: in all trials, three or more, of its newest test. A
repair of several pins, and one that a split test among the files ruled confounded, is marked and
counts as none. UNKNOWN and runs without a case are in no rate.

  --by day|week|month|all   periods, in UTC (default: day)
  --format text|json
  --cases FILE              for trace files (default: ragspan.cases.yaml, when it is there)
${JUDGING_HELP}
Exit status: 0 done; 2 wrong usage, or something could not be read (the rest is still counted).
`;

const FLAGS = {
  ...JUDGING_FLAGS,
  cases: CASE_FLAGS.cases,
  by: { type: 'string' },
  format: { type: 'string' },
  help: { type: 'boolean', short: 'h' },
} as const;

export async function reportCommand(args: readonly string[], io: Io): Promise<number> {
  const { values, positionals } = parseArguments('report', args, FLAGS);
  if (values.help === true) {
    await io.out(REPORT_HELP);
    return EXIT_DONE;
  }
  const by = readPeriod(values.by);
  const format = values.format ?? 'text';
  if (format !== 'text' && format !== 'json')
    throw new UsageError(
      `--format: ${JSON.stringify(format)} is neither text nor json`,
      'Write --format text or --format json.',
    );
  if (positionals.length === 0) throw new UsageError('report: no folder given', 'Write ragspan report DIR.');
  const { settings, judging } = judgingSettings(values, io);
  const book = caseBookOrProblems(values, settings, io);
  if (book === 'unusable') return EXIT_UNUSABLE;

  let problems = 0;
  const progress = new Progress(io, undefined);
  const tell = (problem: string): void => {
    problems += 1;
    progress.clear();
    io.err(`ragspan: ${escapeText(problem)}\n`);
  };
  const found = await sorted(positionals, judging.hash, tell);
  const runs = new RunCounter(by);
  for await (const { verdict, run } of judgeFiles(
    found.traces.map((path) => fileSource(path, io.stdin)),
    {
      ...(book === undefined ? {} : { book }),
      judging,
      onProgress: (state) => progress.update(state),
      onDamage: (damage) => tell(damageText(damage)),
    },
  ))
    runs.add(verdict, run.startTimeUnixNano);
  progress.clear();
  const report = { by, runs: runs.rows(), recovery: countRecovery(found.incidents, found.splitTests, by) };
  await io.out(format === 'json' ? `${JSON.stringify(report, undefined, 2)}\n` : ratesText(report, styleFor(io)));
  if (found.passedOver > 0 && report.runs.length + report.recovery.length === 0)
    io.err(
      `ragspan: ${plural(found.passedOver, 'ledger or replay record', 'ledgers or replay records')} passed over\n`,
    );
  if (problems > 0) io.err(`ragspan: ${plural(problems, 'problem')}; the rest was counted\n`);
  return problems > 0 ? EXIT_UNUSABLE : EXIT_DONE;
}

function readPeriod(text: string | undefined): Period {
  const found = PERIODS.find((one) => one === (text ?? 'day'));
  if (found !== undefined) return found;
  throw new UsageError(`--by: ${JSON.stringify(text)} is no period`, `The periods are ${PERIODS.join(', ')}.`);
}

interface Sorted {
  /** Files of the practice that hold nothing to count. */
  passedOver: number;
  readonly traces: string[];
  readonly incidents: IncidentMessage[];
  readonly splitTests: SplitTestMessage[];
}

/** What is no evidence (a ledger, a record to be replayed, a case file, a page) is passed over. */
async function sorted(paths: readonly string[], hash: TextHash, tell: (problem: string) => void): Promise<Sorted> {
  const found: Sorted = { traces: [], incidents: [], splitTests: [], passedOver: 0 };
  for (const path of await filesUnder(paths, tell)) {
    try {
      switch (await fileKind(path)) {
        case 'incident':
          found.incidents.push(await readIncident(path, hash));
          break;
        case 'split_test':
          found.splitTests.push(parseSplitTest(await readText(path), path, hash));
          break;
        case 'trace':
          found.traces.push(path);
          break;
        case 'ledger':
        case 'replay_record':
          found.passedOver += 1;
          break;
      }
    } catch (error) {
      if (!(error instanceof IncidentError)) throw error;
      tell(`${error.message}. ${error.hint}`);
    }
  }
  return found;
}

const EVIDENCE = /\.(?:json|jsonl|ndjson|pb|bin|proto|otlp|gz)$/i;

/** Of a folder the files that may hold evidence, by name, but none of installed packages; a file that was named is taken whatever its name. */
async function filesUnder(paths: readonly string[], tell: (problem: string) => void): Promise<string[]> {
  const files: string[] = [];
  for (const path of paths) {
    const about = await stat(path).catch(() => undefined);
    if (about?.isDirectory() !== true) {
      if (about === undefined) tell(`${path}: there is no such file or folder. Check the path.`);
      else files.push(path);
      continue;
    }
    const entries = await readdir(path, { recursive: true, withFileTypes: true });
    files.push(
      ...entries
        .filter((entry) => entry.isFile() && EVIDENCE.test(entry.name) && !entry.name.startsWith('.'))
        .map((entry) => join(folderOf(entry), entry.name))
        .filter((file) => !relative(path, file).split(sep).includes('node_modules'))
        .sort(),
    );
  }
  return [...new Set(files)];
}

/** Before Node 20.12 the folder of an entry had another name. */
function folderOf(entry: Dirent): string {
  return (entry.parentPath as string | undefined) ?? (entry as unknown as { readonly path: string }).path;
}
