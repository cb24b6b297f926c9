/** The three boundaries of a run, each with its state and its numbers. */
import type { Boundary, Evidence, RunVerdict } from '../../model/verdict.js';
import { FATES } from '../../model/verdict.js';
import { grouped, plural } from '../numbers.js';
import { FATE_WORDS } from '../../wording/verdict-words.js';

export type BoundaryState = 'holds' | 'lost' | 'suspended' | 'unknown' | 'none';

export interface BoundaryRow {
  readonly boundary: Boundary;
  readonly state: BoundaryState;
  /** present, absent, passes, fails, unchecked, unlogged; empty without a case. */
  readonly word: string;
  readonly detail: string;
}

const BOUNDARIES: readonly Boundary[] = ['retrieval', 'assembly', 'generation'];

/** `quoted`: the words that contradict, when the output is at hand. */
export function boundaryRows(verdict: RunVerdict, quoted: string | undefined): readonly BoundaryRow[] {
  const words = verdict.pattern?.split('/') ?? [];
  const convicted = verdict.boundary === undefined ? BOUNDARIES.length : BOUNDARIES.indexOf(verdict.boundary);
  const details = [retrievalDetail(verdict), assemblyDetail(verdict), generationDetail(verdict, quoted)];
  return BOUNDARIES.map((boundary, index) => {
    const word = words[index] ?? '';
    return { boundary, word, state: stateOf(word, index, convicted, verdict), detail: details[index] ?? '' };
  });
}

function stateOf(word: string, index: number, convicted: number, { route }: RunVerdict): BoundaryState {
  if (word === '') return 'none';
  // After the first divergence the rest says nothing any more.
  if (index > convicted) return 'suspended';
  if (word === 'present' || word === 'passes') return 'holds';
  if (word === 'absent') return index === 0 && route === 'outside_retrieval' ? 'suspended' : 'lost';
  return word === 'fails' ? 'lost' : 'unknown';
}

function kText({ top_k, top_k_source }: Evidence): string {
  if (top_k === undefined) return '';
  const source =
    top_k_source === 'observed'
      ? ' (observed, not logged)'
      : top_k_source === 'case'
        ? ' (from the case file)'
        : top_k_source === 'option'
          ? ' (from the option)'
          : '';
  return `k = ${top_k}${source}`;
}

function retrievalDetail(verdict: RunVerdict): string {
  const { evidence, reason, route, chunks } = verdict;
  const outside = route === 'outside_retrieval' ? ' (present outside retrieval)' : '';
  if (evidence === undefined)
    return chunks === undefined
      ? 'not logged'
      : plural(chunks.retrieved, 'chunk') +
          (chunks.distinct === chunks.retrieved ? '' : `, ${chunks.distinct} distinct`);
  const k = kText(evidence);
  const seen = evidence.candidates_seen;
  if (evidence.rank !== undefined) {
    const of = seen === undefined ? '' : ` of ${grouped(seen)}`;
    if (reason === 'reranked_out')
      return `rank ${evidence.rank}${of} at ${evidence.stage ?? 'retrieve'}, then not handed on`;
    const side = reason === 'below_k' ? 'below ' : '';
    return `rank ${evidence.rank}${of}${k === '' ? '' : `, ${side}${k}`}${outside}`;
  }
  if (reason === 'retrieval_failed') return 'the retrieval ended in error';
  if (seen === 0) return `0 retrieved${outside}`;
  if (seen !== undefined) return `not among ${grouped(seen)} retrieved${k === '' ? '' : `, ${k}`}${outside}`;
  return reason === 'retrieval_unlogged' ? 'not logged' : '';
}

function assemblyDetail(verdict: RunVerdict): string {
  const { evidence, chunks, pattern, boundary, reason } = verdict;
  if (evidence === undefined) return fateCounts(verdict);
  const { offset, message, part, form, kept_bytes: kept, length, cut, planned_at: planned } = evidence;
  if (offset !== undefined && offset >= 0) {
    const place = message === undefined ? '' : ` (message ${message}, part ${part ?? 0})`;
    const as = form === undefined || form === 'exact' ? '' : ` as ${form}`;
    return `at byte ${grouped(offset)}${place}${as}${reason === 'engine_truncated' ? ', but the engine read less' : ''}`;
  }
  if (boundary === 'retrieval') return '';
  if (boundary === 'assembly') {
    const keptText =
      kept === undefined || length === undefined ? '' : `${grouped(kept)} of ${grouped(length)} bytes kept`;
    if (reason === 'cut') {
      const at =
        cut?.at === undefined ? 'cut' : `cut at ${grouped(cut.at)} ${cut.unit ?? ''}${cut.at === 1 ? '' : 's'}`;
      return planned !== undefined && cut?.at !== undefined && planned >= cut.at
        ? `${at}, the chunk was planned at ${grouped(planned)}`
        : `${at}${keptText === '' ? '' : `, ${keptText}`}`;
    }
    if (reason === 'clipped') return `clipped: ${keptText}`;
    if (reason === 'altered') return `altered (${form ?? 'edited'})`;
    if (reason === 'split') return 'split over calls: no call saw it whole';
    return `${reason === undefined ? 'lost' : reason.replace('_', ' ')}${chunks?.sent === undefined ? '' : ` while ${chunks.sent} of ${chunks.retrieved} chunks were sent`}`;
  }
  return pattern?.split('/')[1] === 'present' ? 'sent (by hash)' : '';
}

function fateCounts({ chunks }: RunVerdict): string {
  if (chunks === undefined) return '';
  return FATES.filter((fate) => chunks[fate] !== undefined)
    .map((fate) => `${grouped(chunks[fate] ?? 0)} ${FATE_WORDS[fate]}`)
    .join(', ');
}

function generationDetail({ evidence, reason, outcome, pattern }: RunVerdict, quoted: string | undefined): string {
  const quote = evidence?.quote;
  const words = pattern?.split('/')[2];
  if (quote !== undefined)
    return `contradicted${quoted === undefined ? '' : `: “${quoted}”`} at output byte ${grouped(quote.offset)}`;
  if (reason === 'refusal') return 'refused';
  if (reason === 'unsupported') return 'the expected text is missing';
  if (words === 'passes') return 'says what the case expects';
  if (reason === 'output_incomplete') return 'the output broke off';
  if (words === 'fails') return outcome === 'abstained' ? 'refused' : 'the expected text is missing';
  if (words === 'unlogged' || outcome === undefined) return 'no output logged';
  return outcome.replace('_', ', ').replace('answered, empty', 'answered, though nothing was retrieved');
}
