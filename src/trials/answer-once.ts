/** One trial, inside its own process: the application loaded, asked once, its run decided. */
import { setImmediate as turn } from 'node:timers/promises';
import { parseCases } from '../cases/index.js';
import { readOptions } from '../config/index.js';
import type { JudgedRun } from '../joining/judge-trace.js';
import { textHash } from '../model/digest.js';
import type { Run } from '../model/run.js';
import type { SpanFacts } from '../model/span-facts.js';
import { appWords } from './app-words.js';
import { chooseRun } from './choose-run.js';
import { answerText, loadApp } from './load-app.js';
import type { AppError, AppErrorKind, SeenRun, TrialReply, TrialRequest } from './trial-message.js';
import { registerTrialProvider, type TrialProvider } from './trial-provider.js';

/** Turns of the event loop that spans which end just after the answer are waited for. */
const LATE_TURNS = 3;

/** Never throws. */
export async function answerOnce(request: TrialRequest): Promise<TrialReply> {
  const provider = attempt('set_up', () => setUp(request));
  if ('error' in provider) return { ...provider, notes: [], durationMillis: 0 };
  const { notes } = provider.value;
  const app = await attemptLater('load', async () => loadApp(request.app));
  if ('error' in app) return { ...app, notes, durationMillis: 0 };
  const resources = process.getActiveResourcesInfo();
  const begun = performance.now();
  const given = await attemptLater('threw', async () => answerText(app.value(request.input, request.overrides)));
  const durationMillis = Math.round(performance.now() - begun);
  const seen = await decide(provider.value, request);
  noteWhatIsOpen(resources, notes);
  if ('error' in given) return { ...given, ...('seen' in seen ? seen : {}), notes, durationMillis };
  const answer = given.value ?? ('seen' in seen ? outputOf(seen.seen) : undefined);
  return { ...seen, ...(answer === undefined ? {} : { answer }), notes, durationMillis };
}

function setUp({ app, cases, judging }: TrialRequest): TrialProvider {
  const parsed = cases === undefined ? undefined : parseCases(cases, 'the case');
  if (parsed !== undefined && 'problems' in parsed) {
    const [first] = parsed.problems;
    throw new Error(`the case cannot be read: ${first?.key ?? ''} ${first?.problem ?? ''}`);
  }
  return registerTrialProvider({ app, judging, book: parsed?.book });
}

async function decide(
  { processor, decided, hasRival }: TrialProvider,
  { input, judging }: TrialRequest,
): Promise<{ readonly seen: SeenRun } | { readonly error: AppError }> {
  for (let turns = 0; turns < LATE_TURNS; turns += 1) await turn();
  await processor.forceFlush();
  processor.decideAll();
  const { hashKey } = readOptions(judging, undefined, () => undefined);
  const chosen = chooseRun(decided, textHash(hashKey).sha256(input));
  if ('judged' in chosen) return { seen: seenRun(chosen.judged) };
  if (chosen.error.kind !== 'no_run' || !hasRival()) return chosen;
  const message =
    'no run was seen: the application sets up a tracer provider of its own and writes to that one; take tracers from `trace.getTracer()` of @opentelemetry/api, or do not set it up when it is asked by a split test';
  return { error: { kind: 'no_run', message } };
}

/** Cases hold functions, and are the asker's own: they stay behind. */
function seenRun({ run, verdict, contextBytes, basis }: JudgedRun): SeenRun {
  const { nowUnixMillis, cutShort } = basis.options;
  return {
    run: withoutCases(run),
    verdict,
    nowUnixMillis,
    ...(contextBytes === undefined ? {} : { contextBytes }),
    ...(cutShort === undefined ? {} : { cutShort }),
  };
}

/** Each span stays one object, wherever the run names it. */
function withoutCases(run: Run): Run {
  if (!run.members.some((span) => span.codeCase !== undefined)) return run;
  const copies = new Map<SpanFacts, SpanFacts>();
  const copy = (span: SpanFacts): SpanFacts => {
    const { codeCase: _case, ...rest } = span;
    const made = copies.get(span) ?? rest;
    copies.set(span, made);
    return made;
  };
  return {
    ...run,
    ...(run.root === undefined ? {} : { root: copy(run.root) }),
    members: run.members.map(copy),
    calls: run.calls.map((call) => ({ ...call, span: copy(call.span) })),
    retrievals: run.retrievals.map((one) => ({ ...one, span: copy(one.span) })),
    assemblies: run.assemblies.map(copy),
  };
}

function outputOf({ run, verdict }: SeenRun): string | undefined {
  return run.calls.find((call) => call.span.spanId === verdict.answered_by)?.model.output?.text?.text;
}

/** Beyond those before the answer: the process ends all the same. */
function noteWhatIsOpen(before: readonly string[], notes: string[]): void {
  const left = new Map<string, number>();
  for (const one of process.getActiveResourcesInfo()) left.set(one, (left.get(one) ?? 0) + 1);
  for (const one of before) left.set(one, (left.get(one) ?? 0) - 1);
  const open = [...left].filter(([, count]) => count > 0).map(([name, count]) => `${count} ${name}`);
  if (open.length > 0) notes.push(`the application left open: ${open.join(', ')}`);
}

type Attempt<T> = { readonly value: T } | { readonly error: AppError };

function attempt<T>(kind: AppErrorKind, work: () => T): Attempt<T> {
  try {
    return { value: work() };
  } catch (error) {
    return { error: appError(kind, error) };
  }
}

async function attemptLater<T>(kind: AppErrorKind, work: () => Promise<T>): Promise<Attempt<T>> {
  try {
    return { value: await work() };
  } catch (error) {
    return { error: appError(kind, error) };
  }
}

const WITHOUT_WORDS: { readonly [kind in AppErrorKind]?: string } = {
  threw: 'the application threw an error',
  load: 'the application could not be loaded',
};

export function appError(kind: AppErrorKind, error: unknown): AppError {
  const said = error instanceof Error ? `${error.name}: ${error.message}` : `${describe(error)} was thrown`;
  const withoutWords = WITHOUT_WORDS[kind];
  return { kind, message: appWords(said), ...(withoutWords === undefined ? {} : { withoutWords }) };
}

function describe(value: unknown): string {
  try {
    return String(value);
  } catch {
    return 'something that is no text';
  }
}
