/** What the process of a trial is told, and what it answers. Plain data: it passes between processes. */
import type { RagspanOptions } from '../config/index.js';
import type { Run } from '../model/run.js';
import type { RunVerdict } from '../model/verdict.js';

/** What a repair changes, as the application's `answer(input, overrides)` is given it: a JSON object. */
export type Overrides = Readonly<Record<string, unknown>>;

export interface TrialRequest {
  /** Absolute path of the application module. */
  readonly app: string;
  readonly input: string;
  readonly overrides: Overrides;
  /** Text of a case file; absent: no case applies. */
  readonly cases?: string;
  readonly judging: RagspanOptions;
}

/**
 * Why there is no verdict: the module does not load, `answer` threw, it did not end in time, the
 * process ended under it, no run was seen, or several; or the SDK cannot be set up.
 */
export type AppErrorKind = 'load' | 'threw' | 'timeout' | 'ended' | 'no_run' | 'several_runs' | 'set_up';

export interface AppError {
  readonly kind: AppErrorKind;
  /** One sentence: what happened, and what to do. What the application said itself is redacted. */
  readonly message: string;
  /** Where it holds words of the application, the same without them: what may be kept without consent to keep text. */
  readonly withoutWords?: string;
}

/** A decided run without what holds functions: cases and options stay with who asked. */
export interface SeenRun {
  readonly run: Run;
  readonly verdict: RunVerdict;
  readonly contextBytes?: number;
  readonly nowUnixMillis: number;
  readonly cutShort?: 'timeout' | 'evicted' | 'shutdown';
}

export interface TrialReply {
  readonly seen?: SeenRun;
  readonly answer?: string;
  readonly error?: AppError;
  readonly notes: readonly string[];
  /** Of `answer` alone, milliseconds. */
  readonly durationMillis: number;
}
