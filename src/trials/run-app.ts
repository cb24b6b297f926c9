/**
 * Drives the user's own pipeline once, under the real SDK, in a process of its own: the application
 * module exports `answer(input, overrides)`; its run is decided there, freshly, and comes back.
 *
 * How it works: a child process registers the SDK with RagspanProcessor and no exporter, imports the
 * application, calls `answer`, and sends the decided run. Whatever the application does (throws,
 * hangs, exits, leaves handles open) ends that process alone, and is told as an error or a note.
 */
import { fork, type ChildProcess } from 'node:child_process';
import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { compilePattern, parseCases } from '../cases/index.js';
import { judgingOptions, readOptions, type Environment, type RagspanOptions } from '../config/index.js';
import type { JudgedRun } from '../joining/judge-trace.js';
import { appWords } from './app-words.js';
import type { AppError, Overrides, SeenRun, TrialReply, TrialRequest } from './trial-message.js';
import { trialEnvironment } from './trial-environment.js';

export type { AppErrorKind, Overrides } from './trial-message.js';

export interface RunAppOptions {
  /** Path of the application module, from the working directory. */
  readonly app: string;
  readonly input: string;
  /** Handed to `answer` as they are. Default: none. */
  readonly overrides?: Overrides | undefined;
  /** Text of a case file (YAML or JSON) to judge by. Without it, or where no case applies: UNDECLARED. */
  readonly cases?: string | undefined;
  /** Options that change a verdict; the environment's `RAGSPAN_…` otherwise. */
  readonly judging?: RagspanOptions | undefined;
  /** Of the process: what the application finds, and our own options. */
  readonly environment: Environment;
  /** Milliseconds until the application is stopped; default 120,000. */
  readonly timeoutMillis?: number | undefined;
  /** Stops the application. */
  readonly signal?: AbortSignal | undefined;
  /** For tests: the built file of the trial's process. */
  readonly trialProcess?: string | undefined;
}

export interface AppRun {
  /** Absent: see `error`. May stand beside an error: `answer` threw after its run had ended. */
  readonly judged?: JudgedRun;
  /** What `answer` returned; where that is no text, what the answering call gave. */
  readonly answer?: string;
  readonly error?: AppError;
  /** What is worth telling: handles left open, a provider that was joined. */
  readonly notes: readonly string[];
  /** Of `answer`; of the whole trial when it did not end. */
  readonly durationMillis: number;
}

export const DEFAULT_TIMEOUT_MILLIS = 120_000;
/** Of what the application prints, this much of the end is kept for an error. */
const MAX_PRINTED_BYTES = 4_096;

/** Never rejects for what an application does. Rejects with an Error when the trial's process cannot be started. */
export async function runApp(options: RunAppOptions): Promise<AppRun> {
  const app = resolve(options.app);
  if (!existsSync(app))
    return { error: { kind: 'load', message: `there is no file ${app}` }, notes: [], durationMillis: 0 };
  const judging = options.judging ?? {};
  const request: TrialRequest = {
    app,
    input: options.input,
    overrides: options.overrides ?? {},
    judging,
    ...(options.cases === undefined ? {} : { cases: options.cases }),
  };
  const { seen, ...rest } = await ask(request, options);
  return seen === undefined ? rest : { ...rest, judged: judgedRun(seen, options) };
}

/** Built beside this file, or beside the folder of its chunk; of the sources, what was built of them. */
const PLACES = ['./trial-process.mjs', '../trial-process.mjs', '../../dist/trial-process.mjs'];

function trialProcess(): string {
  const places = PLACES.map((place) => fileURLToPath(new URL(place, import.meta.url)));
  const found = places.find((place) => existsSync(place));
  if (found === undefined) throw new Error(`${places[0] ?? ''} is missing: install ragspan anew`);
  return found;
}

function ask(request: TrialRequest, options: RunAppOptions): Promise<TrialReply> {
  const isWindows = process.platform === 'win32';
  const begun = performance.now();
  const child = fork(options.trialProcess ?? trialProcess(), [String(process.pid)], {
    // Runs hold bigints, which JSON does not.
    serialization: 'advanced',
    // What the application prints is not what the command prints.
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    execArgv: [],
    env: trialEnvironment(options.environment),
    // A group of its own: what the application starts ends with it.
    detached: !isWindows,
  });
  const printed = collectPrinted(child);
  const timeoutMillis = options.timeoutMillis ?? DEFAULT_TIMEOUT_MILLIS;
  let release = (): void => undefined;
  const replied = new Promise<TrialReply>((settle, reject) => {
    const failed = (error: AppError): void =>
      settle({ error, notes: [], durationMillis: Math.round(performance.now() - begun) });
    const timer = setTimeout(
      () => failed({ kind: 'timeout', message: `it did not answer within ${timeoutMillis} ms, and was stopped` }),
      timeoutMillis,
    );
    const stop = (): void => failed({ kind: 'ended', message: 'the trial was stopped' });
    release = () => {
      clearTimeout(timer);
      options.signal?.removeEventListener('abort', stop);
      end(child, isWindows);
    };
    if (options.signal?.aborted === true) stop();
    else options.signal?.addEventListener('abort', stop, { once: true });
    child.on('message', (message) => {
      // An application may send messages of its own.
      if (typeof message === 'object' && message !== null && 'ragspan' in message)
        settle(message.ragspan as TrialReply);
    });
    child.on('error', (error) => {
      if (child.pid === undefined) reject(error);
    });
    child.on('close', (status, signal) => failed(endedError(status, signal, printed())));
    // It may end before it is asked: `close` says how.
    child.send(request, () => undefined);
  });
  return replied.finally(release);
}

function end(child: ChildProcess, isWindows: boolean): void {
  child.removeAllListeners('message');
  if (child.pid !== undefined && !isWindows) {
    try {
      process.kill(-child.pid, 'SIGKILL');
    } catch {
      // The whole group has gone.
    }
  } else child.kill('SIGKILL');
  child.stdout?.destroy();
  child.stderr?.destroy();
}

function endedError(status: number | null, signal: NodeJS.Signals | null, printed: string): AppError {
  const how = signal === null ? `ended the process (status ${status})` : `was ended by ${signal}`;
  const plain = `the application ${how} before it answered`;
  const last = appWords(printed.trim(), 'end');
  return last === ''
    ? { kind: 'ended', message: plain }
    : { kind: 'ended', message: `${plain}; it printed: ${last}`, withoutWords: plain };
}

/** The end of what it printed on standard error, else on standard output. */
function collectPrinted(child: ChildProcess): () => string {
  const [out, err] = [child.stdout, child.stderr].map((stream) => {
    let held = Buffer.alloc(0);
    let isCut = false;
    stream?.on('data', (piece: Buffer) => {
      const all = Buffer.concat([held, piece]);
      isCut ||= all.length > MAX_PRINTED_BYTES;
      held = all.subarray(-MAX_PRINTED_BYTES);
    });
    // No redactor knows again what is left of a line that was cut.
    return () => (isCut ? held.toString('utf8').replace(/^(?:.*\n|\S+)/u, '') : held.toString('utf8'));
  });
  return () => {
    const said = err?.() ?? '';
    return said === '' ? (out?.() ?? '') : said;
  };
}

/** Cases and options as they were in the trial's process, made here again. */
function judgedRun(seen: SeenRun, { cases, judging, environment }: RunAppOptions): JudgedRun {
  const { run, verdict, contextBytes, nowUnixMillis, cutShort } = seen;
  const parsed = cases === undefined ? undefined : parseCases(cases, 'the case');
  const settings = readOptions(judging ?? {}, environment, () => undefined);
  const fixed = judgingOptions(
    settings,
    (source) => {
      const compiled = compilePattern(source);
      return 'pattern' in compiled ? compiled.pattern : undefined;
    },
    () => undefined,
  );
  return {
    run,
    verdict,
    ...(contextBytes === undefined ? {} : { contextBytes }),
    basis: {
      book: parsed !== undefined && 'book' in parsed ? parsed.book : undefined,
      options: { ...fixed, nowUnixMillis, ...(cutShort === undefined ? {} : { cutShort }) },
    },
  };
}
