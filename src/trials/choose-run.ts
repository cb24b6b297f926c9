/** Which of the runs seen in a trial is the answer to its input. */
import { keyOf } from '../processor/pipeline.js';
import type { JudgedRun } from '../joining/judge-trace.js';
import type { AppError } from './trial-message.js';

/**
 * The run that answers the input (by its hash) wins over those that answer another (sub-questions),
 * and one with a case over one without.
 * @param decided in the order decided: a later one of the same run replaces the earlier.
 * @param inputSha256 of the trial's input, under the key in force.
 */
export function chooseRun(
  decided: readonly JudgedRun[],
  inputSha256: string,
): { readonly judged: JudgedRun } | { readonly error: AppError } {
  const runs = [...new Map(decided.map((one) => [`${one.run.traceId} ${keyOf(one.run)}`, one])).values()];
  const best = [
    runs.filter(({ verdict }) => verdict.sha256?.input === inputSha256 && verdict.case !== undefined),
    runs.filter(({ verdict }) => verdict.sha256?.input === inputSha256),
    runs,
  ].find((some) => some.length > 0);
  const [judged, ...others] = best ?? [];
  if (judged === undefined) {
    const message =
      'no run was seen: record the hand-offs with retrieval(), assembly() and generation() of ragspan, or with an OpenTelemetry instrumentation that logs content';
    return { error: { kind: 'no_run', message } };
  }
  if (others.length > 0) {
    const message = `${others.length + 1} runs answered this input: put run({ input }) around the whole answer`;
    return { error: { kind: 'several_runs', message } };
  }
  return { judged };
}
