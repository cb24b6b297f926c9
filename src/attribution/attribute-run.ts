/**
 * One run → its verdict (spec §3–§7): freeze the three artifacts, diff them in order, name the first
 * boundary that lost the evidence. Pure: no clock, no I/O, no OpenTelemetry; the same run gives the
 * same verdict in every process.
 */
import type { Case, CaseBook } from '../model/case.js';
import type { JudgingOptions } from '../model/judging-options.js';
import type { Run } from '../model/run.js';
import type { Boundary, Outcome, RunVerdict, VerdictName } from '../model/verdict.js';
import { compact, evidenceOf, isCorpusFailure } from './evidence.js';
import { explainUndeclared } from './explain.js';
import { type Frozen, freeze } from './freeze.js';
import { isRefusal } from './generation/generation-check.js';
import { type OutputFinding, earliestVerdict, judgeNeed } from './judge-need.js';
import { judgeOutput } from './judge-output.js';
import { countChunks } from './losses.js';
import { type CaseMatch, matchCases } from './match-case.js';
import { type NeedFinding, findNeed } from './need.js';
import { resolveNeed } from './need-match.js';
import { runAttributes } from './run-attributes.js';
import { contextBytesOf, sideNumbers } from './side-numbers.js';
import type { Knowledge } from './table.js';
import { hasTwoQuestions } from './calls/two-questions.js';

export interface AttributedRun {
  readonly verdict: RunVerdict;
  /** UTF-8 bytes of the answering call's sent context, when its text or length is logged. */
  readonly contextBytes?: number;
}

/** Undefined: the run is half a run and no case makes it one (spec §9). Never throws on any facts. */
export function attributeRun(run: Run, book: CaseBook | undefined, options: JudgingOptions): AttributedRun | undefined {
  const frozen = freeze(run, book, options);
  const matched = matchRun(frozen, book);
  if (matched.case === undefined && run.needsCase) return undefined;
  const verdict =
    matched.case === undefined ? undeclared(frozen) : declared(frozen, matched.case, matched.matched, book);
  const contextBytes = contextBytesOf(frozen);
  return { verdict, ...(contextBytes === undefined ? {} : { contextBytes }) };
}

/** The case that applies to a run; one set in code wins over the file. */
export function matchRun({ run, question, log, options }: Frozen, book: CaseBook | undefined): CaseMatch {
  const codeCase = [run.root, ...run.members].find((span) => span?.codeCase !== undefined)?.codeCase;
  if (codeCase !== undefined) return { case: codeCase, matched: 1 };
  if (book === undefined || book.cases.length === 0) return { matched: 0 };
  const values = memo((key: string) => runAttributes(run, key));
  let inputSha256s: readonly string[] | undefined;
  return matchCases(book, {
    inputs: question.candidates,
    ...(question.text === undefined ? {} : { question: question.text }),
    inputSha256s: () =>
      (inputSha256s ??= [...question.candidates.map((input) => options.hash.sha256(input)), ...question.loggedSha256s]),
    attribute: (key) => values(key)[0],
    attributeValues: values,
    retrieved: [...log.handedOn, ...log.below, ...log.belowEarlier, ...log.rerankedOut].map(({ item }) => item),
  });
}

/** A case file asks the same of a run once per case. */
function memo<K, V>(make: (key: K) => V): (key: K) => V {
  const made = new Map<K, V>();
  return (key) => {
    const known = made.get(key);
    if (known !== undefined) return known;
    const value = make(key);
    made.set(key, value);
    return value;
  };
}

function undeclared(frozen: Frozen): RunVerdict {
  const chunks = countChunks(frozen.log, frozen.scans.all.fates);
  return compact({
    ...identity(frozen),
    verdict: 'UNDECLARED' as const,
    explanation: explainUndeclared(chunks),
    outcome: outcome(frozen, undefined, false),
    ...sideNumbers(frozen),
  });
}

function declared(frozen: Frozen, judged: Case, matched: number, book: CaseBook | undefined): RunVerdict {
  const { run, log, scans, options } = frozen;
  const fates = scans.all.fates;
  const attribute = (key: string): string | undefined => runAttributes(run, key)[0];
  const output = judgeOutput(frozen.calls, frozen.output, frozen.outputText, judged.expect, frozen.refusals);
  const findings = judged.needs.map((need) =>
    findNeed(resolveNeed(need, attribute, options.hash), log, scans, options),
  );
  const isCanned = log.isExplicitlyEmpty && !log.hasFailed && run.calls.length === 0 && run.assemblies.length === 0;
  const doubt = doubtOf(frozen, judged);
  const corpusFailure = isCorpusFailure(output.quote?.text, findings, log, fates, book);
  const verdicts = findings.map((finding) =>
    judgeNeed(finding, { log, output, isCanned, doubt, isCorpusFailure: corpusFailure, cutShort: options.cutShort }),
  );
  const chosen = earliestVerdict(verdicts);
  if (chosen === undefined) return undeclared(frozen);
  return compact({
    ...identity(frozen),
    verdict: chosen.verdict,
    reason: chosen.reason,
    boundary: boundaryOf(chosen.verdict),
    candidates: chosen.candidates,
    case: judged.id,
    cases_matched: matched,
    pattern: patternOf(findings, output, frozen.output !== undefined),
    outcome: isCanned ? ('abstained' as const) : outcome(frozen, judged, output.hasEveryMust),
    route: routeOf(chosen.finding),
    explanation: chosen.explanation,
    evidence: evidenceOf(chosen.finding, log, fates, output),
    ...sideNumbers(frozen),
  });
}

/** The run or the case itself is in doubt: that precedes every other reason. */
function doubtOf(frozen: Frozen, judged: Case): 'ambiguous_run' | 'case_stale' | undefined {
  const { run, calls, log, options } = frozen;
  if (run.hasContradictoryAncestry || hasTwoQuestions(run, calls, options.hash)) return 'ambiguous_run';
  const isOtherSnapshot =
    judged.snapshot !== undefined && log.snapshots.some((snapshot) => snapshot !== judged.snapshot);
  const isPast = judged.untilUnixMillis !== undefined && options.nowUnixMillis >= judged.untilUnixMillis;
  return isOtherSnapshot || isPast ? 'case_stale' : undefined;
}

function identity({ run, calls }: Frozen): Pick<RunVerdict, 'trace_id'> & Partial<RunVerdict> {
  return compact({
    trace_id: run.traceId,
    span_id: run.spanId,
    run_id: run.runId,
    answered_by: calls.answering?.span.spanId,
  });
}

function boundaryOf(verdict: VerdictName): Boundary | undefined {
  switch (verdict) {
    case 'H1':
      return 'retrieval';
    case 'H2':
      return 'assembly';
    case 'H3':
    case 'H3a':
    case 'H3b':
      return 'generation';
    case 'HOLD':
    case 'UNKNOWN':
    case 'UNDECLARED':
      return undefined;
  }
}

/** `absent` if any need is, else `unlogged` if any is (spec §10 "Pattern"). */
function patternOf(findings: readonly NeedFinding[], output: OutputFinding, hasOutput: boolean): string {
  const overall = (states: readonly Knowledge[]): string =>
    states.includes('out') ? 'absent' : states.includes('unknown') ? 'unlogged' : 'present';
  const last = output.state === 'unknown' ? (hasOutput ? 'unchecked' : 'unlogged') : output.state;
  return `${overall(findings.map(({ retrieved }) => retrieved))}/${overall(findings.map(({ sent }) => sent))}/${last}`;
}

function routeOf({ retrieved, sent, isSelfReport }: NeedFinding): RunVerdict['route'] {
  if (sent === 'in') return retrieved === 'out' ? 'outside_retrieval' : undefined;
  return isSelfReport ? 'self_report' : undefined;
}

function outcome(frozen: Frozen, judged: Case | undefined, hasEveryMust: boolean): Outcome | undefined {
  const { outputText, refusals, log } = frozen;
  if (outputText === undefined) return undefined;
  const patterns = [...refusals.patterns, ...(judged?.expect.refusals ?? [])];
  if (!hasEveryMust && isRefusal(outputText, patterns, refusals.flagged)) return 'abstained';
  return log.isExplicitlyEmpty ? 'answered_empty' : 'answered';
}
