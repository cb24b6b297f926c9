/** Verdicts, reasons and fates in words. Numbers come from the evidence; these are the sentences around them. */
import type { Fate, RunVerdict, UnknownReason } from '../model/verdict.js';

export function headline(verdict: RunVerdict): string {
  switch (verdict.verdict) {
    case 'H1':
      return 'Retrieval lost the evidence: it was never handed on.';
    case 'H2':
      return 'Assembly lost the evidence: it was retrieved and did not reach the prompt.';
    case 'H3':
    case 'H3a':
      return verdict.reason === 'refusal'
        ? 'Generation lost the evidence: it was in the prompt, the model refused.'
        : verdict.reason === 'unsupported'
          ? 'Generation lost the evidence: it was in the prompt, the output does not say it.'
          : 'Generation lost the evidence: it was in the prompt, the output contradicts it.';
    case 'H3b':
      return 'The corpus is wrong: the output repeats what a source says.';
    case 'HOLD':
      return verdict.route === 'outside_retrieval'
        ? 'The evidence reached the prompt by another way than retrieval, and the output passes.'
        : 'All three boundaries hold.';
    case 'UNKNOWN':
      return `Cannot be told: ${unknownWords(verdict.reason ?? 'internal_error')}.`;
    case 'UNDECLARED':
      return 'No case applies: nothing is claimed, losses are counted.';
  }
}

export const UNKNOWN_WORDS: { readonly [reason in UnknownReason]: string } = {
  ambiguous_run: 'the trace does not say what belongs to this answer',
  case_stale: 'the case was made for another index, or has expired',
  retrieval_unlogged: 'no span logs the retrieval',
  context_unlogged: 'no span logs what was sent to the model',
  output_unlogged: 'no span logs what the model returned',
  timeout: 'the run did not end in time',
  evicted: 'the run was given up under load',
  shutdown: 'the process stopped before the run ended',
  content_off: 'the spans are there, but without the text, or a hash that would tell',
  hash_mismatch: 'the digests were made with another key',
  invalid_text: 'the text holds bytes that are no valid UTF-8',
  lossy_capture: 'telemetry may have changed the bytes',
  offset_unproven: 'hashes alone do not prove that the evidence was there',
  transformed: 'the text was rewritten on its way to the prompt',
  engine_truncated: 'the engine read less than was sent',
  output_incomplete: 'the output broke off',
  output_unchecked: 'the case does not say what the output must say',
  internal_error: 'judging this run failed inside ragspan',
};

/** A reason of another version stands for itself. */
function unknownWords(reason: string): string {
  return Object.hasOwn(UNKNOWN_WORDS, reason) ? UNKNOWN_WORDS[reason as UnknownReason] : reason;
}

export const FATE_WORDS: { readonly [fate in Fate]: string } = {
  sent: 'sent',
  cut: 'cut',
  clipped: 'clipped',
  altered: 'altered',
  packed_out: 'packed out',
  deselected: 'deselected',
  dropped: 'dropped',
  unknown: 'unknown',
};
