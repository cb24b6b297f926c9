/** Spans of one trace (or of traces that a run id joins) → verdicts: what files, vectors and the command line share. */
import { judgeSpans, type JudgedRun } from '../joining/judge-trace.js';
import type { CaseBook } from '../model/case.js';
import type { JudgingOptions } from '../model/judging-options.js';
import type { SpanFacts } from '../model/span-facts.js';
import type { SpanRecord } from '../model/span.js';
import { configuredValueLimit, translateSpan, ValueLimitSurvey } from '../translator/index.js';

export interface FileJudgingOptions extends Omit<JudgingOptions, 'nowUnixMillis' | 'cutShort'> {
  /** Of the producers; absent: inferred (spec §3 "Lossy"). */
  readonly valueLengthLimit?: number;
}

export interface JudgedTrace {
  /** In order of trace id, start of the run's root, span id. */
  readonly runs: readonly JudgedRun[];
  readonly facts: readonly SpanFacts[];
}

export function translateRecords(
  records: readonly SpanRecord[],
  options: Pick<FileJudgingOptions, 'hash' | 'valueLengthLimit'>,
): SpanFacts[] {
  const survey = new ValueLimitSurvey();
  if (options.valueLengthLimit === undefined) for (const record of records) survey.add(record);
  const configured =
    options.valueLengthLimit === undefined ? undefined : configuredValueLimit(options.valueLengthLimit);
  const memo = new Map<string, string>();
  return records.map((record) =>
    translateSpan(record, { hash: options.hash, limits: configured ?? survey.limitsOf(record.resource.key), memo }),
  );
}

export function judgeRecords(
  records: readonly SpanRecord[],
  book: CaseBook | undefined,
  options: FileJudgingOptions,
): JudgedTrace {
  const facts = translateRecords(records, options);
  return { facts, runs: judgeSpans(facts, book, { ...options, nowUnixMillis: endUnixMillis(records) }) };
}

/** A case's `until` is held against the time of the trace, not of the reading. */
function endUnixMillis(records: readonly SpanRecord[]): number {
  let last = 0n;
  for (const { startTimeUnixNano, endTimeUnixNano = startTimeUnixNano } of records)
    if (endTimeUnixNano > last) last = endTimeUnixNano;
  return Number(last / 1_000_000n);
}
