/** The verdict on one need (spec §5): the table, with its reason, candidates and explanation. */
import type { JudgingOptions } from '../model/judging-options.js';
import type { Candidate, H3Reason, Reason, UnknownReason, VerdictName } from '../model/verdict.js';
import {
  EMPTY,
  FAILED,
  OUTSIDE,
  PASSES,
  explainAbsent,
  explainBelow,
  explainFailed,
  explainLost,
  explainRerankedOut,
  explainRetrieved,
  explainSent,
  explainUnknown,
} from './explain.js';
import type { GenerationResult } from './generation/generation-check.js';
import type { NeedFinding } from './need.js';
import type { RunLog } from './retrieval/retrieval-log.js';
import { ALL_CANDIDATES, type OutputKnowledge, boundaryRank, possibleVerdicts } from './table.js';
import { utf8Length } from './text/utf8.js';

export interface OutputFinding {
  readonly state: OutputKnowledge;
  /** Of a failure. */
  readonly h3Reason?: H3Reason;
  /** Of an unknown. */
  readonly reason?: UnknownReason;
  readonly quote?: GenerationResult['quote'];
}

export interface NeedVerdict {
  readonly verdict: VerdictName;
  readonly reason?: Reason;
  readonly candidates?: readonly Candidate[];
  readonly explanation: string;
  /** Place in the order of the boundaries: of the verdict, or of an UNKNOWN's earliest candidate. */
  readonly rank: number;
  readonly finding: NeedFinding;
}

export interface JudgingFacts {
  readonly log: RunLog;
  readonly output: OutputFinding;
  /** Zero items, and neither assembly nor model call: a canned answer. */
  readonly isCanned: boolean;
  /** Overrides every reason: the run or the case itself is in doubt. */
  readonly doubt?: 'ambiguous_run' | 'case_stale' | undefined;
  /** Quoted bytes stand in a line or sent chunk declared incorrect. */
  readonly isCorpusFailure: boolean;
  /** The run has not ended: why it is judged now says more than what is missing. */
  readonly cutShort?: JudgingOptions['cutShort'];
}

const UNLOGGED: ReadonlySet<string> = new Set(['retrieval_unlogged', 'context_unlogged', 'output_unlogged']);

export function judgeNeed(finding: NeedFinding, facts: JudgingFacts): NeedVerdict {
  const { log, output } = facts;
  const r = explainR(finding, log);
  const s = explainS(finding);
  // Two calls may be the answer: that precedes a stale case, where the output decides.
  const isOutputAmbiguous =
    output.reason === 'ambiguous_run' && finding.retrieved !== 'unknown' && finding.sent === 'in';
  if (facts.doubt !== undefined && !(facts.doubt === 'case_stale' && isOutputAmbiguous)) {
    const known = facts.doubt === 'case_stale' ? [r, s] : [];
    return unknown(facts.doubt, ALL_CANDIDATES, known, finding);
  }
  if (facts.isCanned) return { verdict: 'H1', reason: 'empty', explanation: EMPTY, rank: 0, finding };

  const reason =
    finding.retrievedReason ??
    finding.sentReason ??
    (finding.sent === 'in' && output.state === 'unknown' ? output.reason : undefined);
  if (reason !== undefined)
    return unknown(
      UNLOGGED.has(reason) ? (facts.cutShort ?? reason) : reason,
      possibleVerdicts(finding.retrieved, finding.sent, output.state),
      [r, s],
      finding,
    );
  if (finding.sent === 'out') {
    return finding.retrieved === 'in'
      ? { verdict: 'H2', reason: finding.h2Reason, explanation: join([r, s]), rank: boundaryRank('H2'), finding }
      : { verdict: 'H1', reason: finding.h1Reason, explanation: join([r]), rank: boundaryRank('H1'), finding };
  }
  if (output.state === 'passes')
    return { verdict: 'HOLD', explanation: join([r, s, PASSES]), rank: boundaryRank('HOLD'), finding };
  const h3Reason = output.h3Reason ?? 'unsupported';
  return {
    verdict: h3Name(h3Reason, finding, facts.isCorpusFailure),
    reason: h3Reason,
    explanation: join([r, s, explainFailed(h3Reason, output.quote?.offset)]),
    rank: boundaryRank('H3'),
    finding,
  };
}

function h3Name(reason: H3Reason, finding: NeedFinding, isCorpusFailure: boolean): VerdictName {
  if (reason === 'contradiction' && isCorpusFailure) return 'H3b';
  return finding.need.lineIs === 'correct' ? 'H3a' : 'H3';
}

function unknown(
  reason: UnknownReason,
  candidates: readonly Candidate[],
  known: readonly (string | undefined)[],
  finding: NeedFinding,
): NeedVerdict {
  const [earliest] = candidates;
  return {
    verdict: 'UNKNOWN',
    reason,
    candidates,
    explanation: join([...known, explainUnknown(reason, candidates)]),
    rank: earliest === undefined ? boundaryRank('HOLD') : boundaryRank(earliest),
    finding,
  };
}

function explainR(finding: NeedFinding, log: RunLog): string | undefined {
  const { retrieved, entry, entryIs } = finding;
  if (retrieved === 'unknown') return undefined;
  if (retrieved === 'in') return entry === undefined ? undefined : explainRetrieved(entry);
  const outside = finding.sent === 'in' ? OUTSIDE : '';
  if (log.hasFailed) return FAILED + outside;
  if (log.isExplicitlyEmpty) return EMPTY + outside;
  if (entry !== undefined && entryIs === 'below') return explainBelow(entry) + outside;
  if (entry !== undefined && entryIs === 'reranked_out') return explainRerankedOut(entry) + outside;
  return explainAbsent(log.candidatesSeen, log.topK) + outside;
}

function explainS(finding: NeedFinding): string | undefined {
  if (finding.sent === 'in') return explainSent(finding.finding.offset);
  if (finding.sent === 'unknown' || finding.retrieved !== 'in') return undefined;
  const item = finding.entry?.item;
  const length = item?.length ?? (item?.text === undefined ? undefined : utf8Length(item.text));
  return explainLost(finding.h2Reason, finding.fate ?? finding.finding, length);
}

function join(parts: readonly (string | undefined)[]): string {
  return parts.filter((part) => part !== undefined).join('; ');
}

/**
 * Several needs are judged apart: the earliest boundary wins, ties in file order, but an UNKNOWN
 * with an earlier candidate wins over it.
 */
export function earliestVerdict(verdicts: readonly NeedVerdict[]): NeedVerdict | undefined {
  let earliest: NeedVerdict | undefined;
  for (const verdict of verdicts) {
    if (earliest === undefined || verdict.rank < earliest.rank) earliest = verdict;
    else if (verdict.rank === earliest.rank && earliest.verdict === 'UNKNOWN' && verdict.verdict !== 'UNKNOWN')
      earliest = verdict;
  }
  return earliest;
}
