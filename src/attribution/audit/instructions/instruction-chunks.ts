/** How many distinct chunks stand in the sent context and hold instruction-like text (spec §6 "Claim audit"). */
import type { Audit } from '../../../model/verdict.js';
import type { Frozen } from '../../freeze.js';
import { builtinInstructionPatterns } from './instruction-text.js';

/**
 * Equal texts are one chunk, read once; of a chunk that was cut or clipped only what was kept counts.
 * Asks nothing of the output. Nothing when the context has no text.
 */
export function auditInstructions({ calls, scans }: Frozen): Audit {
  const hasText = calls.contributing.some((call) => calls.contextOf(call).segments.some(({ text }) => text !== ''));
  if (!hasText) return {};
  const patterns = builtinInstructionPatterns();
  const count = scans.all.standingTexts().filter((texts) => texts.some((text) => patterns.standIn(text))).length;
  return count === 0 ? {} : { instruction_in_chunk: count };
}
