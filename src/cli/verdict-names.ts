/** Verdicts as a flag names them: `H1,H2`; H3 stands for all three of its kinds. */
import { VERDICT_NAMES, verdictsNamed, type VerdictName } from '../model/verdict.js';
import { UsageError } from './io.js';

/** A flag that names nothing would do nothing: that is wrong usage. Throws a UsageError. */
export function readVerdictNames(flag: string, texts: readonly string[] | undefined): ReadonlySet<VerdictName> {
  const chosen = new Set<VerdictName>();
  for (const word of (texts ?? [])
    .join(',')
    .split(',')
    .map((one) => one.trim())
    .filter((one) => one !== '')) {
    const named = verdictsNamed(word);
    if (named === undefined)
      throw new UsageError(
        `${flag}: ${JSON.stringify(word)} is no verdict`,
        `The verdicts are ${VERDICT_NAMES.join(', ')}.`,
      );
    for (const name of named) chosen.add(name);
  }
  if (texts !== undefined && chosen.size === 0)
    throw new UsageError(`${flag} names no verdict`, `The verdicts are ${VERDICT_NAMES.join(', ')}.`);
  return chosen;
}
