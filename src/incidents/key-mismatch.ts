/** A file that was sealed under another key than the one at hand: what is said of it, for every kind of file. */
import type { TextHash } from '../model/judging-options.js';
import { shownValue } from './shown-value.js';

export interface KeyMismatch {
  /** Begins with `was`: what it is said of stands before. */
  readonly problem: string;
  readonly hint: string;
}

/**
 * Hashes under different keys cannot be compared (spec §3 "Hashes"). Undefined when there is nothing to say.
 *
 * @param made `sealed`, `written`, …: what was done with the file.
 * @param found name of its key, as the file says it.
 */
export function keyMismatch(made: string, found: unknown, hash: TextHash): KeyMismatch | undefined {
  if (found === hash.keyName) return undefined;
  if (found === undefined)
    return {
      problem: `was ${made} without a key, and one is given here`,
      hint: 'Give none to read it: neither RAGSPAN_HASH_KEY nor --hash-key.',
    };
  const here = hash.keyName === undefined ? 'no key is given here' : `the key given here is named ${hash.keyName}`;
  return {
    problem: `was ${made} under the key named ${shownValue(found)}, and ${here}`,
    hint: `Give the key it was ${made} under: RAGSPAN_HASH_KEY, or --hash-key.`,
  };
}
