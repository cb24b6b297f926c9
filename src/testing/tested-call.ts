/** What a tested call gave: its answer, the runs that were seen in it, and their verdicts. */
import type { CaseBook } from '../model/case.js';
import type { JudgedRun } from '../joining/judge-trace.js';
import { runReport } from '../cli/report/run-report.js';
import { styleFor } from '../cli/style.js';
import type { RunVerdict } from '../model/verdict.js';
import { keyOf } from '../processor/pipeline.js';

export interface TestedCall {
  /** The text that the call gave; any stream was read to its end. Undefined: it gave something else than text. */
  readonly answer: string | undefined;
  /** What the call gave, as it is. */
  readonly value: unknown;
  /** One a run, in the order in which they were decided; revised ones once, as they stand. */
  readonly verdicts: readonly RunVerdict[];
  /** What `ragspan attribute` prints of these runs. */
  readonly report: string;
  /** What might explain that no run was seen, or that no case applied. */
  readonly hints: readonly string[];
}

/** Revisions replace what they revise. */
export function lastOfEach(decided: readonly JudgedRun[]): JudgedRun[] {
  return [...new Map(decided.map((one) => [`${one.run.traceId} ${keyOf(one.run)}`, one])).values()];
}

export function reportOf(runs: readonly JudgedRun[], book: CaseBook): string {
  const style = styleFor({ env: {}, isOutTerminal: false, columns: 80 });
  return runs
    .map((judged) => runReport({ ...judged, facts: judged.run.members }, book, style))
    .join('')
    .trimEnd();
}
