/** The first thing to repair, for each bucket: one sentence, with the numbers of the run. */
import type { VerdictMessage } from '../../proto/messages.generated.js';

const RETRIEVAL_FIXES: ReadonlyMap<string | undefined, (verdict: VerdictMessage) => string> = new Map([
  [
    'below_k',
    ({ evidence }: VerdictMessage) =>
      `Repair retrieval: raise top_k${evidence?.rank === undefined ? '' : ` to reach rank ${evidence.rank}`}, or rerank the evidence upwards.`,
  ],
  ['reranked_out', () => 'Repair retrieval: a later stage dropped the evidence; look at how many it keeps.'],
  ['not_in_corpus', () => 'Repair ingestion: the evidence is in no chunk of the corpus.'],
  ['empty', () => 'Repair retrieval: it returned nothing; look at filters, permissions and the index.'],
  ['retrieval_failed', () => 'Repair retrieval: it ended in error and was not tried again with success.'],
]);

const NOT_RETRIEVED =
  'Repair retrieval: the evidence is not among the candidates; look at the query, the filters and how the document was split.';

/** The need did not reach the prompt (H1, H2). */
export function evidenceFix(verdict: VerdictMessage): string {
  const { reason } = verdict;
  if (verdict.verdict !== 'H2') return RETRIEVAL_FIXES.get(reason)?.(verdict) ?? NOT_RETRIEVED;
  return reason === 'cut'
    ? 'Repair assembly: count the budget before sending, and put what must survive first.'
    : `Repair assembly: the evidence was handed on and is not whole in the prompt (${reason ?? 'dropped'}).`;
}

export const REFUSAL_FIX =
  'Let the application refuse when retrieval gives it nothing to answer from (`refuseIfEmpty`, and an instruction to say so)';

export function samplerFix(temperature: string | undefined): string {
  return temperature === '0'
    ? 'Temperature is 0 already: pin the seed and the model’s exact version, then replay again.'
    : 'Pin the sampler (temperature 0, a seed), then replay again; a retry only hides it.';
}

export const PROMPT_FIX =
  'Permit a refusal in the prompt (say when to answer that the context does not say it), then replay again.';
