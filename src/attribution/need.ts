/**
 * R and S of one need (spec §4 "Need", §5 "Table"): whether it was in the log, whether it stood in
 * what was sent, which item it is about, and why where that cannot be told.
 */
import type { JudgingOptions } from '../model/judging-options.js';
import { FATES, type H1Reason, type H2Reason, type UnknownReason } from '../model/verdict.js';
import { type ItemMatch, type ResolvedNeed, matchItem } from './need-match.js';
import type { LogItem, RunLog } from './retrieval/retrieval-log.js';
import type { ItemFate, Scan, SentFinding } from './sent/scan.js';
import type { Knowledge } from './table.js';
import { firstReason } from './unknown-order.js';

export interface NeedFinding {
  readonly need: ResolvedNeed;
  readonly retrieved: Knowledge;
  readonly retrievedReason?: UnknownReason;
  readonly h1Reason: H1Reason;
  readonly sent: Knowledge;
  readonly sentReason?: UnknownReason;
  readonly h2Reason: H2Reason;
  /** The need's item: handed on, or the candidate it was. */
  readonly entry?: LogItem;
  readonly entryIs?: 'handed_on' | 'below' | 'reranked_out';
  /** Positions in `log.handedOn` of every matching item. */
  readonly matches: ReadonlySet<number>;
  /** Fate of the need's item, when it was handed on. */
  readonly fate?: ItemFate;
  /** Of the line if given, else of the item. */
  readonly finding: SentFinding;
  readonly isSelfReport: boolean;
}

/** The scans a need is looked for in; the second and third are made only when asked for. */
export interface NeedScans {
  /** All contributing calls. */
  readonly all: Scan;
  /** Contributing calls whose engine read what was sent; undefined when that is all of them. */
  readonly untruncated: (() => Scan) | undefined;
  /** Index into the contributing calls → its engine cut the prompt. */
  readonly isTruncated: (call: number) => boolean;
  /** Calls whose short output a contributing call was given. */
  readonly transforming: (() => Scan) | undefined;
  /** No call and no record says what was sent. */
  readonly isUnlogged: boolean;
}

export function findNeed(need: ResolvedNeed, log: RunLog, scans: NeedScans, options: JudgingOptions): NeedFinding {
  const handedOn = log.handedOn.map((entry) => matchItem(entry, need));
  const matches = new Set(handedOn.flatMap((match, index) => (match.is === 'match' ? [index] : [])));
  const fates = new Map([...matches].map((index) => [index, scans.all.ofItem(index)]));
  const best = bestMatch(fates);
  const candidate = matches.size > 0 ? undefined : findCandidate(need, log);
  const locate = (scan: Scan): SentFinding => locateIn(scan, need, handedOn, matches, best, candidate?.entry);

  const [retrieved, retrievedReason] = judgeRetrieved(log, handedOn, matches);
  const first = locate(scans.all);
  const [sent, sentReason] = judgeSent(first, need, scans, locate, matches);
  const entry = best === undefined ? candidate?.entry : log.handedOn[best];
  const entryIs = best === undefined ? candidate?.is : 'handed_on';
  const fate = best === undefined ? undefined : fates.get(best);
  return {
    need,
    retrieved,
    ...(retrievedReason === undefined ? {} : { retrievedReason }),
    h1Reason: h1ReasonOf(need, log, candidate?.is, options.corpus),
    sent,
    ...(sentReason === undefined ? {} : { sentReason }),
    h2Reason: h2ReasonOf(fate, first),
    ...(entry === undefined ? {} : { entry }),
    ...(entryIs === undefined ? {} : { entryIs }),
    matches,
    ...(fate === undefined ? {} : { fate }),
    finding: first,
    isSelfReport: sent !== 'in' && first.selfReport === true,
  };
}

function judgeRetrieved(
  log: RunLog,
  handedOn: readonly ItemMatch[],
  matches: ReadonlySet<number>,
): [Knowledge, UnknownReason?] {
  if (matches.size > 0) return ['in'];
  if (!log.isLogged) return ['unknown', 'retrieval_unlogged'];
  const untold = handedOn.flatMap((match) => (match.is === 'untold' ? [match.reason] : []));
  const reason = firstReason([...log.gaps, ...untold]);
  return reason === undefined ? ['out'] : ['unknown', reason];
}

/** The matching item whose fate comes first in the list of spec §4, then the lowest rank. */
function bestMatch(fates: ReadonlyMap<number, ItemFate>): number | undefined {
  let best: number | undefined;
  for (const [index, fate] of fates) {
    if (best === undefined || fateOrder(fate) < fateOrder(fates.get(best))) best = index;
  }
  return best;
}

function fateOrder(fate: ItemFate | undefined): number {
  return fate === undefined ? FATES.length : FATES.indexOf(fate.fate);
}

interface Candidate {
  readonly entry: LogItem;
  readonly is: 'below' | 'reranked_out';
}

function findCandidate(need: ResolvedNeed, log: RunLog): Candidate | undefined {
  const find = (entries: readonly LogItem[]): LogItem | undefined =>
    entries.find((entry) => matchItem(entry, need).is === 'match');
  const below = find(log.below) ?? find(log.belowEarlier);
  if (below !== undefined) return { entry: below, is: 'below' };
  const dropped = find(log.rerankedOut);
  return dropped === undefined ? undefined : { entry: dropped, is: 'reranked_out' };
}

function locateIn(
  scan: Scan,
  need: ResolvedNeed,
  handedOn: readonly ItemMatch[],
  matches: ReadonlySet<number>,
  best: number | undefined,
  candidate: LogItem | undefined,
): SentFinding {
  if (need.line !== undefined) return scan.ofLine(lineToSend(need.line, handedOn, best), best);
  if (matches.size > 0) return pickFinding([...matches].map((index) => scan.ofItem(index)));
  const findings = [...need.chunks].map((digest) => scan.ofDigest(digest));
  if (candidate?.item.text !== undefined) findings.push(scan.ofText(candidate.item.text));
  else if (candidate?.item.digest !== undefined) findings.push(scan.ofDigest(candidate.item.digest));
  // An id alone has no bytes to look for: it is found nowhere.
  return pickFinding(findings.length === 0 ? [scan.ofDigest('')] : findings);
}

/** A line found in the log only altered: the log's bytes are then what the context must hold. */
function lineToSend(line: string, handedOn: readonly ItemMatch[], best: number | undefined): string {
  const found = best === undefined ? undefined : handedOn[best];
  const isExactSomewhere = handedOn.some((match) => match.is === 'match' && match.altered === undefined);
  return found?.is === 'match' && found.altered !== undefined && !isExactSomewhere ? found.altered : line;
}

/** In wherever one is in; unknown where one is; the first otherwise (fate order is the caller's). */
function pickFinding(findings: readonly SentFinding[]): SentFinding {
  return (
    findings.find(({ state }) => state === 'in') ??
    findings.find(({ state }) => state === 'unknown') ??
    findings.find(({ selfReport }) => selfReport === true) ??
    findings[0] ?? { state: 'out' }
  );
}

function judgeSent(
  first: SentFinding,
  need: ResolvedNeed,
  scans: NeedScans,
  locate: (scan: Scan) => SentFinding,
  matches: ReadonlySet<number>,
): [Knowledge, UnknownReason?] {
  if (first.state === 'in') {
    if (first.call === undefined || !scans.isTruncated(first.call)) return ['in'];
    const elsewhere = scans.untruncated === undefined ? undefined : locate(scans.untruncated());
    return elsewhere?.state === 'in' ? ['in'] : ['unknown', 'engine_truncated'];
  }
  const reasons: UnknownReason[] = [];
  if (scans.isUnlogged) reasons.push('context_unlogged');
  if (first.state === 'unknown') reasons.push(first.reason ?? 'content_off');
  if (scans.transforming !== undefined && locate(scans.transforming()).state === 'in') reasons.push('transformed');
  if (need.line === undefined && matches.size > 0 && isAllEdited(scans.all.fates)) reasons.push('transformed');
  const reason = firstReason(reasons);
  return reason === undefined ? ['out'] : ['unknown', reason];
}

/** Every item that reached the context was edited: a step between rewrites them all. */
function isAllEdited(fates: readonly ItemFate[]): boolean {
  const reached = fates.filter(({ fate, keptBytes }) => fate === 'sent' || fate === 'altered' || (keptBytes ?? 0) > 0);
  return reached.length > 0 && reached.every(({ fate, form }) => fate === 'altered' && form === 'edited');
}

function h1ReasonOf(
  need: ResolvedNeed,
  log: RunLog,
  candidate: Candidate['is'] | undefined,
  corpus: ReadonlySet<string> | undefined,
): H1Reason {
  if (log.hasFailed) return 'retrieval_failed';
  if (log.isExplicitlyEmpty) return 'empty';
  if (candidate !== undefined) return candidate === 'below' ? 'below_k' : 'reranked_out';
  if (corpus !== undefined && need.chunks.size > 0 && [...need.chunks].every((digest) => !corpus.has(digest)))
    return 'not_in_corpus';
  return 'not_retrieved';
}

function h2ReasonOf(fate: ItemFate | undefined, finding: SentFinding): H2Reason {
  if (finding.split === true || fate?.split === true) return 'split';
  switch (fate?.fate) {
    case 'cut':
    case 'clipped':
    case 'altered':
    case 'packed_out':
    case 'deselected':
    case 'dropped':
      return fate.fate;
    // The item's bytes stand but not the line's (an altered line), or the item cannot be told.
    case 'sent':
      return 'altered';
    case 'unknown':
    case undefined:
      return 'dropped';
  }
}
