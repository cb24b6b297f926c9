/** What an UNKNOWN leaves open (spec §5): "not H1" is true of it only where H1 is none of its candidates. */
import { type RunVerdict, type VerdictName, verdictsNamed } from './verdict.js';

/** An UNKNOWN that may be one of these in truth. Without candidates nothing is ruled out; any other verdict is what it is. */
export function mayBe(
  { verdict, candidates }: Pick<RunVerdict, 'verdict' | 'candidates'>,
  verdicts: Iterable<VerdictName>,
): boolean {
  if (verdict !== 'UNKNOWN') return false;
  const possible = new Set((candidates ?? ['H1', 'H2', 'H3', 'HOLD']).flatMap((one) => verdictsNamed(one) ?? []));
  return [...verdicts].some((one) => possible.has(one));
}
