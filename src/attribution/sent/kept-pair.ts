/** The kept prefix and suffix of one item in one reading (spec §4 "Parts"). */
import { isCodePointStart } from '../text/utf8-bytes.js';

/** The shortest kept stretch, and how much longer than a shared start or end it must be. */
export const KEPT_MIN_BYTES = 16;

export interface KeptPair {
  /** Bytes of the item; 0: none kept. */
  readonly prefix: number;
  readonly suffix: number;
  /** Where they lie in the reading: the prefix from its start, the suffix from its start. */
  readonly prefixAt: number;
  readonly suffixAt: number;
}

/** Places of every length from `from` on, as the automaton gives them. */
export interface Lengths {
  readonly from: number;
  /** Prefixes: where each ends. Suffixes: where each starts. */
  readonly places: readonly number[];
}

const NOTHING: Lengths = { from: 1, places: [] };

/**
 * The pair that keeps most: each length at its outermost place, the suffix after the prefix, no
 * byte of the item twice, on code point borders. Of equals the one with the longer prefix.
 */
export function keptPair(
  item: Uint8Array,
  prefixes: Lengths = NOTHING,
  suffixes: Lengths = NOTHING,
): KeptPair | undefined {
  let best: KeptPair | undefined;
  let suffix = 0;
  const longest = suffixes.from + suffixes.places.length - 1;
  const suffixAt = (length: number): number => suffixes.places[length - suffixes.from] as number;
  // Shorter prefixes end earlier and leave more to the suffix, which therefore only grows.
  for (let prefix = prefixes.from + prefixes.places.length - 1; ; prefix--) {
    const isPrefix = prefix >= prefixes.from;
    if (!isPrefix) prefix = 0;
    if (isPrefix && prefix < item.length && !isCodePointStart(item[prefix] as number)) continue;
    const end = isPrefix ? (prefixes.places[prefix - prefixes.from] as number) : 0;
    for (
      let length = Math.max(suffix + 1, suffixes.from);
      length <= longest && length + prefix <= item.length && suffixAt(length) >= end;
      length++
    ) {
      if (isCodePointStart(item[item.length - length] as number)) suffix = length;
    }
    if (prefix + suffix > (best === undefined ? 0 : best.prefix + best.suffix)) {
      best = { prefix, suffix, prefixAt: end - prefix, suffixAt: suffix === 0 ? 0 : suffixAt(suffix) };
    }
    if (!isPrefix) return best;
  }
}
