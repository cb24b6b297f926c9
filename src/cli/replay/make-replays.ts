/** Calls the application as often as asked, one call after the other, each in a process of its own. */
import type { RagspanOptions } from '../../config/index.js';
import type { JudgedRun } from '../../joining/judge-trace.js';
import { replayedRun } from '../../replay/replayed-run.js';
import type { MadeReplay } from '../../replay/replay-report.js';
import { runApp, type AppErrorKind } from '../../trials/run-app.js';

export interface ReplaysOptions {
  readonly app: string;
  readonly input: string;
  readonly cases: string | undefined;
  readonly judging: RagspanOptions;
  readonly times: number;
  readonly timeoutMillis: number | undefined;
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly signal: AbortSignal;
  /** Before each call; 1-based. */
  readonly onStart: (number: number) => void;
  readonly onJudged: (judged: JudgedRun) => void;
}

/** The next call would end the same way. */
const FINAL: ReadonlySet<AppErrorKind> = new Set(['load', 'set_up']);

/** Fewer than asked for when the user stopped it, or when the application cannot be loaded. */
export async function makeReplays(options: ReplaysOptions): Promise<readonly MadeReplay[]> {
  const made: MadeReplay[] = [];
  while (made.length < options.times && !options.signal.aborted) {
    options.onStart(made.length + 1);
    const { judged, error, durationMillis } = await runApp(options);
    if (options.signal.aborted) break;
    if (judged !== undefined) options.onJudged(judged);
    made.push({
      durationMillis,
      ...(judged === undefined ? {} : { run: replayedRun(judged) }),
      ...(error === undefined ? {} : { error: error.message }),
    });
    if (error !== undefined && FINAL.has(error.kind)) break;
  }
  return made;
}
