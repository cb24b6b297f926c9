/**
 * The generation check (spec §6): verbatim and declared, no judge. Decides the O of the table in
 * §5: the output passes, fails for a reason, or cannot be told.
 */
import type { Expectation, FoldedText, Match, TextPattern } from '../../model/case.js';
import type { H3Reason, UnknownReason } from '../../model/verdict.js';

import { blankAllowed } from '../text/blanking.js';
import type { FoldedSource } from '../text/fold.js';
import { OutputText } from './output-text.js';
import { isRefusal } from './refusals.js';
import { utf8Length } from '../text/utf8.js';

export { isRefusal };

export interface Quote {
  /** UTF-8 bytes of the raw output. */
  readonly offset: number;
  readonly length: number;
  /** The quoted characters (escapes of a JSON document decoded), to look for in lines and chunks. */
  readonly text: string;
}

export interface GenerationResult {
  readonly state: 'passes' | 'fails' | 'unknown';
  readonly reason?: H3Reason | Extract<UnknownReason, 'output_incomplete' | 'lossy_capture' | 'output_unchecked'>;
  /** The leftmost match of the first `must_not` found, whatever the state. */
  readonly quote?: Quote;
  /** At least one `must` is declared, and all are there: the outcome is then no abstention (§7). */
  readonly hasEveryMust: boolean;
}

export interface RefusalSigns {
  /** Of the service and of the application; those of the case are in its expectation. */
  readonly patterns: readonly TextPattern[];
  /** `ragspan.refused`. */
  readonly flagged: boolean;
}

export interface OutputStatus {
  /** Ended early (§3 "Output"). */
  readonly incomplete: boolean;
  /** Telemetry may have changed the bytes (§3 "Lossy"). */
  readonly lossy: boolean;
}

/** Never throws; linear in the output for each pattern. */
export function checkOutput(
  output: string | OutputText,
  expect: Expectation,
  refusals: RefusalSigns,
  status: OutputStatus,
): GenerationResult {
  const text = OutputText.of(output);
  const folded = text.folded(expect.caseSensitive);
  const quote = findQuote(folded, expect);
  const hasEveryMust =
    expect.must.length > 0 && expect.must.every((entry) => entry.some((pattern) => has(pattern, folded)));
  const found = quote === undefined ? { hasEveryMust } : { quote, hasEveryMust };

  // Bytes that are there convict; that others are missing says nothing unless the output is whole.
  if (quote !== undefined) return { state: 'fails', reason: 'contradiction', ...found };
  if (status.incomplete) return { state: 'unknown', reason: 'output_incomplete', ...found };
  if (status.lossy) return { state: 'unknown', reason: 'lossy_capture', ...found };
  if (hasEveryMust) return { state: 'passes', ...found };
  if (expect.refusals.some((pattern) => has(pattern, folded)) || isRefusal(text, refusals.patterns, refusals.flagged)) {
    return { state: 'fails', reason: 'refusal', ...found };
  }
  if (expect.must.length > 0) return { state: 'fails', reason: 'unsupported', ...found };
  if (expect.mustNot.length > 0) return { state: 'passes', ...found };
  return { state: 'unknown', reason: 'output_unchecked', ...found };
}

function has(pattern: TextPattern, text: FoldedText): boolean {
  return pattern.find(text) !== undefined;
}

function findQuote(folded: FoldedSource, expect: Expectation): Quote | undefined {
  if (expect.mustNot.length === 0) return undefined;
  const blanked = blankAllowed(folded, expect.allow);
  for (const entry of expect.mustNot) {
    const match = leftmost(entry, blanked.text);
    if (match !== undefined) return quoteOf(folded, blanked.foldedStart(match.start), blanked.foldedEnd(match.end));
  }
  return undefined;
}

/** Of alternatives that start at one place, the first in file order. */
function leftmost(entry: readonly TextPattern[], text: FoldedText): Match | undefined {
  let first: Match | undefined;
  for (const pattern of entry) {
    const match = pattern.find(text);
    if (match !== undefined && (first === undefined || match.start < first.start)) first = match;
  }
  return first;
}

function quoteOf(folded: FoldedSource, foldedStart: number, foldedEnd: number): Quote {
  const { source } = folded;
  const start = folded.sourceStart(foldedStart);
  const end = Math.max(start, folded.sourceEnd(foldedEnd));
  const rawStart = source.rawStart(start);
  const rawEnd = Math.max(rawStart, source.rawEnd(end));
  return {
    offset: utf8Length(source.raw, 0, rawStart),
    length: utf8Length(source.raw, rawStart, rawEnd),
    text: source.text.slice(start, end),
  };
}
