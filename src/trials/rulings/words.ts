/** Words that several sentences of a split test share. */
import type { VerdictMessage } from '../../proto/messages.generated.js';

export function verdictWords(verdict: Pick<VerdictMessage, 'verdict' | 'reason'> | undefined): string {
  if (verdict === undefined) return 'no verdict';
  return verdict.reason === undefined ? verdict.verdict : `${verdict.verdict} (${verdict.reason})`;
}

export function listWords(names: readonly string[]): string {
  if (names.length < 2) return names.join('');
  return `${names.slice(0, -1).join(', ')} and ${names.at(-1) ?? ''}`;
}
