/** One start of a split test: what is left of it is run, each trial told as it ends. */
import type { TextHash } from '../../model/judging-options.js';
import { VERSION } from '../../model/version.js';
import type { SplitTestMessage, TrialMessage } from '../../proto/messages.generated.js';
import type { Journal } from '../../trials/journal/journal.js';
import { trialsLeft } from '../../trials/next-trial.js';
import { historyOf, withoutFailed } from '../../trials/retries.js';
import { verdictWords } from '../../trials/rulings/words.js';
import { runApp } from '../../trials/run-app.js';
import { runSplitTest, type RunOutcome } from '../../trials/run-split-test.js';
import { splitTestMessage } from '../../trials/split-test-message.js';
import type { PlannedTrial, SplitTestPlan } from '../../trials/split-test-plan.js';
import { trialOfRun } from '../../trials/trial-of-run.js';
import { escapeText } from '../escape-text.js';
import { UsageError, type Io } from '../io.js';
import { nowUnixNano } from '../now-unix-nano.js';

export interface Session {
  readonly io: Io;
  readonly plan: SplitTestPlan;
  readonly hash: TextHash;
  readonly journal: Journal | undefined;
  readonly maxCalls: number | undefined;
  readonly timeoutMillis: number | undefined;
  readonly retriesFailed: boolean;
  readonly environment: Io['env'];
}

export async function runSession(session: Session): Promise<{ outcome: RunOutcome; message: SplitTestMessage }> {
  const { io, plan, journal, maxCalls, timeoutMillis, retriesFailed, environment } = session;
  const before = journal?.trials ?? [];
  const { trials: all } = historyOf(before);
  const done = retriesFailed ? withoutFailed(all) : all;
  const startedAtUnixNano = journal?.startedAtUnixNano ?? nowUnixNano();
  const stop = new AbortController();
  void io.interrupted().then(() => stop.abort());
  /** Of the latest trial: told now, whatever is kept of it. */
  let failure: string | undefined;
  const ask = async (planned: PlannedTrial): Promise<TrialMessage | undefined> => {
    const { incident, repair } = planned;
    const at = nowUnixNano();
    const run = await runApp({
      app: plan.app,
      input: incident.input,
      overrides: repair?.overrides,
      cases: incident.cases,
      environment,
      timeoutMillis,
      signal: stop.signal,
    });
    if (stop.signal.aborted) return undefined;
    failure = run.error?.message;
    if (run.error?.kind === 'load' || run.error?.kind === 'set_up')
      throw new UsageError(`--app ${plan.app}: ${run.error.message}`, 'Mend it, and run the same command again.');
    return trialOfRun(planned, run, at);
  };
  const outcome = await runSplitTest({
    plan,
    done,
    ask,
    keep: async (trial) => journal?.append(trial),
    maxCalls,
    signal: stop.signal,
    onTrial: (trial, trials) => io.err(progressLine(trial, failure, trials.length, trialsLeft({ plan, trials }))),
  });
  const { replaced } = historyOf([...before, ...outcome.trials.slice(done.length)]);
  const message = splitTestMessage(
    { plan, trials: outcome.trials, replaced },
    {
      startedAtUnixNano,
      testedBy: `ragspan ${VERSION}`,
      ...(outcome.stopped === undefined ? { endedAtUnixNano: lastTime(outcome.trials, startedAtUnixNano) } : {}),
    },
  );
  return { outcome, message };
}

/** The same journal gives the same file: the test ended with its last trial. */
function lastTime(trials: readonly TrialMessage[], started: bigint): bigint {
  return trials.at(-1)?.at_unix_nano ?? started;
}

function progressLine(trial: TrialMessage, failure: string | undefined, done: number, left: number): string {
  const { incident, repair, number, verdict, error } = trial;
  const words = error === undefined ? verdictWords(verdict) : `failed: ${failure ?? error}`;
  return `[${done}/${done + left}] ${escapeText(`${incident}  ${repair === '' ? 'control' : repair}  ${number}: ${words}`)}\n`;
}
