/** Runs what is left of a split test, one trial at a time, each written down before the next begins. */
import type { TrialMessage } from '../proto/messages.generated.js';
import { nextTrial } from './next-trial.js';
import type { PlannedTrial, SplitTestPlan } from './split-test-plan.js';

export interface RunOptions {
  readonly plan: SplitTestPlan;
  /** Trials of an earlier start. */
  readonly done: readonly TrialMessage[];
  /** Runs one trial. Undefined: it was stopped, and did not happen. */
  readonly ask: (planned: PlannedTrial) => Promise<TrialMessage | undefined>;
  /** Resolves when the trial cannot be lost any more. */
  readonly keep: (trial: TrialMessage) => Promise<void>;
  /** Calls of `answer` that may be made now. Default: as many as it takes. */
  readonly maxCalls?: number | undefined;
  readonly signal?: AbortSignal | undefined;
  readonly onTrial?: ((trial: TrialMessage, trials: readonly TrialMessage[]) => void) | undefined;
}

export interface RunOutcome {
  readonly trials: readonly TrialMessage[];
  /** Why trials are left; absent: none is. */
  readonly stopped?: 'budget' | 'interrupted';
  readonly calls: number;
}

export async function runSplitTest(options: RunOptions): Promise<RunOutcome> {
  const { plan, ask, keep, maxCalls, signal } = options;
  const trials = [...options.done];
  for (let calls = 0; ; calls += 1) {
    const next = nextTrial({ plan, trials });
    if (next === undefined) return { trials, calls };
    if (signal?.aborted === true) return { trials, calls, stopped: 'interrupted' };
    if (maxCalls !== undefined && calls >= maxCalls) return { trials, calls, stopped: 'budget' };
    const trial = await ask(next);
    if (trial === undefined) return { trials, calls: calls + 1, stopped: 'interrupted' };
    await keep(trial);
    trials.push(trial);
    options.onTrial?.(trial, trials);
  }
}
