/** `ragspan view`: a list of runs and incidents in the browser, live when it listens for OTLP. */
import { IncidentError } from '../incidents/incident-error.js';
import { VERSION } from '../model/version.js';
import type { LiveState, OtlpState } from '../page/run-list.js';
import { parseArguments } from './arguments.js';
import { escapeText } from './escape-text.js';
import { REDACTOR_FLAGS, redactorsOf } from './incident/redactor-flags.js';
import { EXIT_DONE, EXIT_UNUSABLE, UsageError, type Io } from './io.js';
import { JUDGING_FLAGS, JUDGING_HELP, judgingSettings } from './judging-flags.js';
import { CASE_FLAGS, caseBookOrProblems } from './load-cases.js';
import { grouped } from './numbers.js';
import { startOtlpReceiver, type OtlpReceiver } from './otlp-receiver.js';
import { Progress } from './progress.js';
import { totalBytes } from './trace-sources.js';
import { FileRuns } from './view/file-runs.js';
import { announce } from './view/announce.js';
import { Guard, MIN_TOKEN_LENGTH } from './view/guard.js';
import { FILE_LIMITS, LIVE_LIMITS, MAX_REQUEST_BYTES } from './view/limits.js';
import { LiveRuns } from './view/live-runs.js';
import { lookAgain } from './view/look-again.js';
import { joinedProblems, ProblemList, type Problems } from './view/problem-list.js';
import type { RunShelf } from './view/run-shelf.js';
import { ShownRuns } from './view/shown-runs.js';
import { portOf, sourceName, sourcesOf, tokenOf } from './view/view-arguments.js';
import type { ShowingOptions } from './view/view-options.js';
import { viewPage, type ViewPagesOptions } from './view/view-pages.js';
import { startViewServer } from './view/view-server.js';
import { WatchedLedger } from './view/watched-ledger.js';

const DEFAULT_PORT = 4319;
const DEFAULT_HOST = '127.0.0.1';

const VIEW_HELP = `Usage: ragspan view [options] FILE|DIR|:PORT…

Shows runs and incidents in the browser: a list with filters and search, and for each the page
that \`ragspan incident html\` writes. FILE is a trace file (judged as \`ragspan attribute\` does),
an incident, or - for standard input; DIR is a folder of both (folders in it are not read). What is
added or changes there is read again. :4318 listens for OTLP/HTTP on that port of the loopback
address and shows runs as they arrive. The newest ${grouped(FILE_LIMITS.maxRuns)} runs of files are kept, the latest
${grouped(LIVE_LIMITS.maxRuns)} that arrive, and every incident.

  --port N             of the page (default: ${DEFAULT_PORT}; 0 is any free one)
  --host ADDR          default: ${DEFAULT_HOST}, which only this machine reaches. Any other address
                       needs a token; the page travels as plain HTTP
  --token TOKEN        ${MIN_TOKEN_LENGTH} characters or more (default off loopback: made and printed)
  --allow-host NAME    another name this machine is reached by; may be repeated
  --ledger FILE        pairings of incidents, from the ledger
  --redact NAMES       mask in runs of traces: email, phone, card, key, with commas (default: none)
  --redact-pattern NAME=PATTERN
                       a pattern of one's own; /between slashes/ is RE2; may be repeated
  --cases FILE         the case file (default: ragspan.cases.yaml, when it is there)
  --line TEXT  --chunk DIGEST  --id ID  --line-is …  --must TEXT  --must-not TEXT  --allow TEXT
                       a case for every run, as for ragspan attribute

How traces are judged
${JUDGING_HELP}
Exit status: 0 ended by Ctrl-C; 2 wrong usage, or nothing that can be read.
`;

const FLAGS = {
  ...CASE_FLAGS,
  ...JUDGING_FLAGS,
  ...REDACTOR_FLAGS,
  port: { type: 'string' },
  host: { type: 'string' },
  token: { type: 'string' },
  'allow-host': { type: 'string', multiple: true },
  ledger: { type: 'string' },
  help: { type: 'boolean', short: 'h' },
} as const;

export async function viewCommand(args: readonly string[], io: Io): Promise<number> {
  const { values, positionals } = parseArguments('view', args, FLAGS);
  if (values.help === true) {
    await io.out(VIEW_HELP);
    return EXIT_DONE;
  }
  const { paths, otlpPort } = sourcesOf(positionals);
  const port = portOf('--port', values.port ?? String(DEFAULT_PORT));
  const host = values.host ?? DEFAULT_HOST;
  const token = tokenOf(values.token, host);
  const { settings, judging } = judgingSettings(values, io);
  const book = caseBookOrProblems(values, settings, io);
  if (book === 'unusable') return EXIT_UNUSABLE;
  const names = values['allow-host'] ?? [];
  const showing: ShowingOptions = {
    book,
    judging,
    redactors: redactorsOf({ ...values, redact: values.redact ?? 'none' }),
  };
  const shown = new ShownRuns();
  const files = new FileRuns({ ...showing, paths, shown, stdin: io.stdin });
  const arrived = new ProblemList();
  try {
    const ledger = values.ledger === undefined ? undefined : await WatchedLedger.open(values.ledger, judging.hash);
    await readFiles(files, io);
    const problems = (): Problems => joinedProblems(files.problems, ledgerProblems(ledger), arrived);
    if (otlpPort === undefined && shown.size === 0 && problems().count > 0) return EXIT_UNUSABLE;
    const live =
      otlpPort === undefined
        ? undefined
        : await listen(otlpPort, { ...showing, shelf: shown.live, problems: arrived }, names);
    const readsFiles = files.canChange || ledger !== undefined;
    const state = (): LiveState => ({ readsFiles, ...(live === undefined ? {} : { otlp: live.state() }) });
    const canChange = live !== undefined || readsFiles;
    let version = 0;
    const pages: ViewPagesOptions = {
      shown,
      problems,
      source: sourceName(paths, live?.receiver.port),
      ledger: () => ledger?.pairings,
      madeBy: `ragspan ${VERSION}`,
      live: canChange ? state : undefined,
    };
    const server = await startViewServer({
      host,
      port,
      guard: new Guard({ token, host, names }),
      madeBy: pages.madeBy,
      page: (path, query) => viewPage(pages, path, query),
      ...(canChange ? { version: () => version } : {}),
    }).catch(async (error: unknown) => {
      await live?.receiver.close();
      throw cannotHave(`${host}:${port}`, error, 'Choose another with --port N, or 0 for any.');
    });
    const onNews = (): void => {
      version += 1;
      server.changed();
    };
    live?.runs.whenChanged(onNews);
    const looking = readsFiles ? lookAgain(() => lookAt(files, ledger), onNews) : undefined;
    announce(io, shown, problems(), { host, port: server.port, token, otlp: live?.receiver.url });
    await io.interrupted();
    looking?.close();
    live?.runs.close();
    await Promise.all([server.close(), live?.receiver.close()]);
    return EXIT_DONE;
  } catch (error) {
    throw error instanceof IncidentError ? new UsageError(error.message, error.hint) : error;
  } finally {
    files.close();
    shown.close();
  }
}

async function lookAt(files: FileRuns, ledger: WatchedLedger | undefined): Promise<boolean> {
  const news = [await files.look(), (await ledger?.look()) ?? false];
  return news.includes(true);
}

function ledgerProblems(ledger: WatchedLedger | undefined): Problems {
  const kept = ledger?.problem === undefined ? [] : [ledger.problem];
  return { kept, count: kept.length };
}

async function readFiles(files: FileRuns, io: Io): Promise<void> {
  let progress: Progress | undefined;
  await files.read((traces) => {
    progress = new Progress(io, totalBytes(traces));
    return (state) => progress?.update(state);
  });
  progress?.clear();
  for (const problem of files.problems.kept) io.err(`ragspan: ${escapeText(problem)}\n`);
  for (const folder of files.empty)
    io.err(`ragspan: ${escapeText(folder)}: no trace file and no incident is in it; folders in it are not read\n`);
}

interface Live {
  readonly runs: LiveRuns;
  readonly receiver: OtlpReceiver;
  readonly state: () => OtlpState;
}

async function listen(
  port: number,
  options: ShowingOptions & { readonly shelf: RunShelf; readonly problems: ProblemList },
  names: readonly string[],
): Promise<Live> {
  const runs = new LiveRuns({ ...options, maxRequestBytes: MAX_REQUEST_BYTES });
  try {
    const receiver = await startOtlpReceiver({
      port,
      names,
      onRequest: ({ body }) => runs.receive(body),
    });
    return { runs, receiver, state: () => ({ url: receiver.url, spans: runs.spans }) };
  } catch (error) {
    throw cannotHave(`port ${port}`, error, 'Choose another, as :14318, or :0 for any.');
  }
}

function cannotHave(what: string, error: unknown, hint: string): UsageError {
  return new UsageError(`${what} cannot be had: ${error instanceof Error ? error.message : String(error)}`, hint);
}
