/** The one line that says where the evidence went (spec §10 "Explanation"): numbers, no text of the run. */

import type { LogItem } from './retrieval/retrieval-log.js';
import type { SentFinding } from './sent/scan.js';
import type { Candidate, ChunkCounts, Fate, H3Reason, UnknownReason } from '../model/verdict.js';
import { FATES } from '../model/verdict.js';

export function explainRetrieved(entry: LogItem): string {
  return `rank ${entry.rank}/${entry.candidatesSeen} within k=${entry.topK}`;
}

/** A candidate that its own list did not hand on. */
export function explainBelow(entry: LogItem): string {
  return entry.rank > entry.topK
    ? `rank ${entry.rank}/${entry.candidatesSeen} below k=${entry.topK}`
    : explainRerankedOut(entry);
}

export function explainRerankedOut(entry: LogItem): string {
  return `rank ${entry.rank}/${entry.candidatesSeen} at ${entry.stage}, not handed on`;
}

export function explainAbsent(candidatesSeen: number, topK: number | undefined): string {
  return topK === undefined
    ? `absent from ${candidatesSeen} retrieved`
    : `absent from ${candidatesSeen} retrieved, k=${topK}`;
}

export const EMPTY = '0 retrieved';
export const FAILED = 'retrieval failed';
export const OUTSIDE = ' (present outside retrieval)';

/** What became of the need's item on its way into the context. */
export function explainLost(fate: Fate | 'split', item: SentFinding, length: number | undefined): string {
  const kept = `${item.keptBytes ?? 0} of ${length ?? '?'} bytes kept`;
  switch (fate) {
    case 'cut': {
      const { at, unit } = item.cut ?? {};
      if (at === undefined) return `cut, ${kept}`;
      const where = unit === undefined ? `cut at ${at}` : `cut at ${at} ${unit}`;
      return item.plannedAt !== undefined && item.plannedAt >= at
        ? `${where}, chunk at ${item.plannedAt}`
        : `${where}, ${kept}`;
    }
    case 'clipped':
      return `clipped, ${kept}`;
    case 'altered':
      return `altered (${item.form ?? 'edited'})`;
    case 'packed_out':
      return 'packed out';
    case 'split':
      return 'split over calls';
    case 'deselected':
    case 'dropped':
      return fate;
    case 'sent':
    case 'unknown':
      return 'dropped';
  }
}

export function explainSent(offset: number | undefined): string {
  return offset === undefined || offset < 0 ? 'sent' : `sent at byte ${offset}`;
}

export function explainFailed(reason: H3Reason, quoteOffset: number | undefined): string {
  switch (reason) {
    case 'contradiction':
      return `contradicted at output byte ${quoteOffset ?? 0}`;
    case 'unsupported':
      return 'expected text missing';
    case 'refusal':
      return 'refused';
  }
}

export const PASSES = 'output passes';

export function explainUnknown(reason: UnknownReason, candidates: readonly Candidate[]): string {
  return `${reason}: ${candidates.join(' or ')} possible`;
}

export function explainUndeclared(chunks: ChunkCounts | undefined): string {
  if (chunks === undefined) return 'no case; retrieval unlogged';
  const fates = FATES.flatMap((fate) =>
    chunks[fate] === undefined || chunks[fate] === 0 ? [] : [`${chunks[fate]} ${fate}`],
  );
  return ['no case; ' + `${chunks.retrieved} retrieved`, ...fates].join(', ');
}
