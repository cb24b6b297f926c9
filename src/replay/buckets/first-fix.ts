/** The first thing to repair, for each bucket: one sentence, with the numbers of the run. */
import { H1_REASONS, H2_REASONS, type RunVerdict } from '../../model/verdict.js';
import type { VerdictMessage } from '../../proto/messages.generated.js';
import { nextSteps } from '../../wording/next-steps.js';

const REASONS: ReadonlySet<string | undefined> = new Set<string>([...H1_REASONS, ...H2_REASONS]);

/** The need did not reach the prompt (H1, H2). A file may name a reason that this ragspan does not know. */
export function evidenceFix(verdict: VerdictMessage): string {
  const [step] = REASONS.has(verdict.reason) ? nextSteps(verdict as RunVerdict) : [];
  return step ?? (verdict.verdict === 'H2' ? 'Repair assembly.' : 'Repair retrieval.');
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
