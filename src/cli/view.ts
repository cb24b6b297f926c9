/** `ragspan view`: a list of runs and incidents in the browser, live when it listens for OTLP. */
import { IncidentError } from '../incidents/incident-error.js';
import { VERSION } from '../model/version.js';
import type { LiveState } from '../page/run-list.js';
import { parseArguments } from './arguments.js';
import { escapeText } from './escape-text.js';
import { REDACTOR_FLAGS, redactorsOf } from './incident/redactor-flags.js';
import { EXIT_DONE, EXIT_UNUSABLE, UsageError, type Io } from './io.js';
import { JUDGING_FLAGS, JUDGING_HELP, judgingSettings } from './judging-flags.js';
import { CASE_FLAGS, caseBookOrProblems } from './load-cases.js';
import { plural } from './numbers.js';
import { startOtlpReceiver, type OtlpReceiver } from './otlp-receiver.js';
import { isLoopback } from './own-host.js';
import { Progress } from './progress.js';
import { totalBytes } from './trace-sources.js';
import { fillShelf } from './view/fill-shelf.js';
import { Guard, MIN_TOKEN_LENGTH, newToken } from './view/guard.js';
import { ledgerPairings } from './view/ledger-pairings.js';
import { FILE_LIMITS, LIVE_LIMITS, MAX_REQUEST_BYTES } from './view/limits.js';
import { LiveRuns } from './view/live-runs.js';
import { ProblemList } from './view/problem-list.js';
import { RunShelf } from './view/run-shelf.js';
import { sourceFiles } from './view/source-files.js';
import type { ShowingOptions } from './view/view-options.js';
import { viewPage } from './view/view-pages.js';
import { startViewServer } from './view/view-server.js';

const DEFAULT_PORT = 4319;
const DEFAULT_HOST = '127.0.0.1';
const MOST_NAMED = 3;

const VIEW_HELP = `Usage: ragspan view [options] FILE|DIR|:PORT…

Shows runs and incidents in the browser: a list with filters and search, and for each the page
that \`ragspan incident html\` writes. FILE is a trace file (judged as \`ragspan attribute\` does),
an incident, or - for standard input; DIR is a folder of both. :4318 listens for OTLP/HTTP on that
port of the loopback address and shows runs as they arrive: the latest ${LIVE_LIMITS.maxRuns.toLocaleString('en-US')}.

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
  const showing: ShowingOptions = {
    book,
    judging,
    redactors: redactorsOf({ ...values, redact: values.redact ?? 'none' }),
  };
  const names = values['allow-host'] ?? [];
  const shelf = new RunShelf(otlpPort === undefined ? FILE_LIMITS : LIVE_LIMITS);
  const problems = new ProblemList();
  try {
    const ledger = values.ledger === undefined ? undefined : await ledgerPairings(values.ledger, judging.hash);
    await readFiles(paths, shelf, problems, showing, io);
    if (otlpPort === undefined && shelf.size === 0 && problems.count > 0) return EXIT_UNUSABLE;
    const live = otlpPort === undefined ? undefined : await listen(otlpPort, { ...showing, shelf, problems }, names);
    const source = sourceName(paths, live?.receiver.port);
    const pages = { shelf, problems, source, ledger, madeBy: `ragspan ${VERSION}`, live: live?.state };
    const server = await startViewServer({
      host,
      port,
      guard: new Guard({ token, host, names }),
      madeBy: pages.madeBy,
      page: (path, query) => viewPage(pages, path, query),
      ...(live === undefined ? {} : { version: () => shelf.version }),
    }).catch(async (error: unknown) => {
      await live?.receiver.close();
      throw cannotHave(`${host}:${port}`, error, 'Choose another with --port N, or 0 for any.');
    });
    live?.runs.whenChanged(() => server.changed());
    say(io, shelf, problems, { host, port: server.port, token, otlp: live?.receiver.url });
    await io.interrupted();
    live?.runs.close();
    await Promise.all([server.close(), live?.receiver.close()]);
    return EXIT_DONE;
  } catch (error) {
    throw error instanceof IncidentError ? new UsageError(error.message, error.hint) : error;
  } finally {
    shelf.close();
  }
}

interface Sources {
  readonly paths: readonly string[];
  readonly otlpPort: number | undefined;
}

function sourcesOf(positionals: readonly string[]): Sources {
  const ports = positionals.filter((one) => one.startsWith(':'));
  const paths = positionals.filter((one) => !one.startsWith(':'));
  const [port, ...more] = ports;
  if (positionals.length === 0)
    throw new UsageError(
      'nothing to show',
      'Name trace files, incidents or a folder of them, or :4318 to listen for OTLP.',
    );
  if (more.length > 0) throw new UsageError('view listens on one port', 'Leave the others out.');
  if (paths.filter((one) => one === '-').length > 1)
    throw new UsageError('- stands twice: standard input can be read once', 'Leave one out.');
  return { paths, otlpPort: port === undefined ? undefined : portOf(port, port.slice(1)) };
}

/** Names as they were given, as long as they are few. */
function sourceName(paths: readonly string[], otlpPort: number | undefined): string {
  const files =
    paths.length > MOST_NAMED
      ? [plural(paths.length, 'path')]
      : paths.map((path) => (path === '-' ? 'standard input' : path));
  return [...files, ...(otlpPort === undefined ? [] : [`OTLP on port ${otlpPort}`])].join(', ');
}

function portOf(what: string, text: string): number {
  if (/^\d{1,5}$/u.test(text) && Number(text) <= 65_535) return Number(text);
  throw new UsageError(`${what}: ${JSON.stringify(text)} is no port from 0 to 65535`, 'Write a number, as 4318.');
}

/** Off the loopback address nobody looks without one. */
function tokenOf(given: string | undefined, host: string): string | undefined {
  if (given === undefined) return isLoopback(host) ? undefined : newToken();
  if (given.length >= MIN_TOKEN_LENGTH && /^[\x21-\x7e]+$/u.test(given)) return given;
  throw new UsageError(
    `--token: ${given.length} characters; it must be ${MIN_TOKEN_LENGTH} or more, ASCII without spaces`,
    'Leave it out: then one is made and printed.',
  );
}

async function readFiles(
  paths: readonly string[],
  shelf: RunShelf,
  problems: ProblemList,
  showing: ShowingOptions,
  io: Io,
): Promise<void> {
  if (paths.length === 0) return;
  const files = await sourceFiles(paths);
  const progress = new Progress(io, totalBytes(files.traces));
  await fillShelf(shelf, files, {
    ...showing,
    stdin: io.stdin,
    problems,
    onProgress: (state) => progress.update(state),
  });
  progress.clear();
  for (const problem of problems.kept) io.err(`ragspan: ${escapeText(problem)}\n`);
}

interface Live {
  readonly runs: LiveRuns;
  readonly receiver: OtlpReceiver;
  readonly state: () => LiveState;
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
    const state = (): LiveState => ({ url: receiver.url, spans: runs.spans, evicted: options.shelf.evicted });
    return { runs, receiver, state };
  } catch (error) {
    throw cannotHave(`port ${port}`, error, 'Choose another, as :14318, or :0 for any.');
  }
}

function cannotHave(what: string, error: unknown, hint: string): UsageError {
  return new UsageError(`${what} cannot be had: ${error instanceof Error ? error.message : String(error)}`, hint);
}

interface Place {
  readonly host: string;
  readonly port: number;
  readonly token: string | undefined;
  readonly otlp: string | undefined;
}

function say(io: Io, shelf: RunShelf, problems: ProblemList, { host, port, token, otlp }: Place): void {
  const name = host.includes(':') ? `[${host}]` : host;
  const address = `http://${name}:${port}/${token === undefined ? '' : `?token=${encodeURIComponent(token)}`}`;
  const count = otlp === undefined ? plural(shelf.size, 'run') : 'Runs as they arrive';
  const unread = problems.count === 0 ? '' : `; ${plural(problems.count, 'place')} could not be read`;
  io.err(`${count}${unread}: ${address}\n`);
  if (otlp !== undefined) io.err(`Listening on ${otlp} (OTLP/HTTP): set OTEL_EXPORTER_OTLP_ENDPOINT=${otlp}.\n`);
  io.err('Ctrl-C ends it.\n');
}
