/** Spans → verdicts: finds the runs (spec §9) and attributes each (spec §3–§7). */
import { attributeRun } from '../attribution/attribute-run.js';
import type { CaseBook } from '../model/case.js';
import type { JudgingOptions } from '../model/judging-options.js';
import type { Run } from '../model/run.js';
import type { SpanFacts } from '../model/span-facts.js';
import type { RunVerdict } from '../model/verdict.js';
import { findRuns } from './find-runs.js';
import { toolDeclarations } from './tool-declarations.js';

export interface JudgedRun {
  readonly run: Run;
  readonly verdict: RunVerdict;
  /** UTF-8 bytes of the answering call's sent context, when logged. */
  readonly contextBytes?: number;
  /** Cases and options it was judged by: what is asked about the run later is asked by the same. */
  readonly basis: JudgingBasis;
}

export interface JudgingBasis {
  readonly book: CaseBook | undefined;
  readonly options: JudgingOptions;
}

/** Undefined: half a run that no case makes one. */
export function judgeRun(run: Run, book: CaseBook | undefined, options: JudgingOptions): JudgedRun | undefined {
  const attributed = attributeRun(run, book, options);
  return attributed === undefined ? undefined : { run, ...attributed, basis: { book, options } };
}

/** The runs of these spans, halves that only a case can make a run included: pass each to `judgeRun`. */
export function runsOf(
  facts: readonly SpanFacts[],
  book: CaseBook | undefined,
  options: Pick<JudgingOptions, 'retrievalTools' | 'hash'>,
): Run[] {
  return findRuns(facts, { tools: toolDeclarations(book, options) });
}

/**
 * Every run of the spans given, in order of trace id, start of the run's root, span id. Spans of
 * several traces may be given; those that share a `ragspan.run.id` must be given together.
 */
export function judgeSpans(
  facts: readonly SpanFacts[],
  book: CaseBook | undefined,
  options: JudgingOptions,
): JudgedRun[] {
  return runsOf(facts, book, options).flatMap((run) => judgeRun(run, book, options) ?? []);
}

/** `judgeSpans`, verdicts only. */
export function judgeTrace(
  facts: readonly SpanFacts[],
  book: CaseBook | undefined,
  options: JudgingOptions,
): RunVerdict[] {
  return judgeSpans(facts, book, options).map(({ verdict }) => verdict);
}
