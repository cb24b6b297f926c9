/** One boundary of the paper form in words: what was found, with which numbers, and what each hypothesis predicts. */
import type { BoundaryDiffMessage, IncidentMessage, PredictionMessage } from '../../proto/messages.generated.js';
import { BOUNDARIES, type BoundaryName } from '../diff.js';

const FAILED_WORDS: ReadonlyMap<string, string> = new Map([
  ['contradiction', 'CONTRADICTS'],
  ['refusal', 'REFUSES'],
  ['unsupported', 'UNSUPPORTED'],
]);

export function foundWord(
  boundary: BoundaryName,
  { state, reason }: BoundaryDiffMessage,
  { verdict }: IncidentMessage,
): string {
  // What lies behind the convicted boundary is not judged, but it was seen.
  const seen = (verdict?.pattern ?? '').split('/')[BOUNDARIES.indexOf(boundary)];
  if (state === 'unknown') return 'UNKNOWN';
  if (boundary === 'generation') {
    if (seen === 'passes') return 'SUPPORTS';
    return seen === 'fails' ? (FAILED_WORDS.get(reason ?? failure(verdict)) ?? 'FAILS') : 'UNKNOWN';
  }
  return seen === 'present' ? 'PRESENT' : seen === 'absent' ? 'ABSENT' : 'UNKNOWN';
}

/** Why the output fails when that is not the verdict, in the order of spec §6. */
function failure(verdict: IncidentMessage['verdict']): string {
  if (verdict?.evidence?.quote !== undefined) return 'contradiction';
  return verdict?.outcome === 'abstained' ? 'refusal' : 'unsupported';
}

export function numbersText(boundary: BoundaryName, found: BoundaryDiffMessage, { verdict }: IncidentMessage): string {
  const { measured, limit, unit = '', candidates_seen, quote } = found;
  switch (boundary) {
    case 'retrieval': {
      const of =
        candidates_seen === undefined
          ? ''
          : measured === undefined
            ? ` of ${candidates_seen} candidates`
            : `/${candidates_seen}`;
      const k = limit === undefined ? '' : `, k = ${limit}`;
      return `${measured === undefined ? 'no rank' : `rank ${measured}`}${of}${k}${rankRelation(found)}`;
    }
    case 'assembly': {
      const kept = verdict?.evidence?.kept_bytes;
      const length = verdict?.evidence?.length;
      const over = found.reason === 'split' ? ', over several calls' : '';
      const keeps = kept === undefined || length === undefined ? '' : `, ${kept} of ${length} bytes kept${over}`;
      if (measured === undefined) return keeps.slice(2);
      if (limit === undefined)
        return measured < 0 ? `no offset${keeps}` : `offset ${measured} ${unit}`.trimEnd() + keeps;
      return `planned at ${measured} ${measured >= limit ? '≥' : '<'} cut at ${limit} ${unit}`.trimEnd() + keeps;
    }
    case 'generation':
      return quote === undefined ? '' : `output byte ${quote.offset}, ${quote.length} bytes`;
  }
}

/** A rank within k does not help an item that was not handed on: then it says so. */
function rankRelation({ state, measured, limit, reason }: BoundaryDiffMessage): string {
  if (measured === undefined) return '';
  const isAbsent = state === 'diverges' || state === 'bypassed';
  if (isAbsent && reason === 'reranked_out') return ' (dropped by a later stage)';
  if (limit === undefined) return isAbsent ? ' (not handed on)' : '';
  if (measured > limit) return ' (> k)';
  return isAbsent ? ' (≤ k, not handed on)' : ' (≤ k)';
}

/** Rows of one hypothesis: any of them bears it out, but for `holds`, which needs all. */
export function expectsText(rows: readonly PredictionMessage[]): string {
  const isAll = rows[0]?.hypothesis === 'holds';
  return rows.map(expectText).join(isAll ? ' and ' : ' or ');
}

const RELATIONS: ReadonlyMap<string, string> = new Map([
  ['at_most', '≤'],
  ['above', '>'],
  ['at_least', '≥'],
  ['below', '<'],
  ['before', '<'],
  ['at_or_after', '≥'],
]);
const MEASURES: ReadonlyMap<string, string> = new Map([
  ['rank', 'rank'],
  ['offset', 'offset'],
  ['kept_bytes', 'bytes kept'],
  ['expected_text', 'expected text'],
]);

function expectText({ measure, relation, limit, unit }: PredictionMessage): string {
  const sign = RELATIONS.get(relation);
  const name = MEASURES.get(measure) ?? measure;
  if (sign === undefined || limit === undefined)
    return relation === 'fails' ? 'contradicted, refused or missing' : `${name} ${relation}`;
  return `${name} ${sign} ${limit}${unit === undefined || unit === 'rank' || measure === 'kept_bytes' ? '' : ` ${unit}`}`;
}
