/**
 * Does this span concern us at all? Asked of every span of the application, so it looks at the
 * names of its attributes and nothing else: a first letter tells most of them apart.
 */
import { privateAttributes } from '../model/private-attributes.js';
import type { ReadableSpanLike } from './live-span.js';

export type Sniff = (span: ReadableSpanLike) => boolean;

/**
 * @param prefixes of attribute names that some dialect reads.
 * @param eventPrefixes of span events that some dialect reads.
 * @param exactKeys attributes that cases ask for on any span of a run.
 */
export function createSniff(
  prefixes: readonly string[],
  eventPrefixes: readonly string[],
  exactKeys: ReadonlySet<string>,
): Sniff {
  const byLetter: (readonly string[] | undefined)[] = [];
  for (const prefix of prefixes) {
    const letter = prefix.charCodeAt(0);
    byLetter[letter] = [...(byLetter[letter] ?? []), prefix];
  }
  const asksForKeys = exactKeys.size > 0;
  return (span) => {
    const attributes = span.attributes;
    // The SDK's own object: no prototype of a stranger brings keys in.
    for (const key in attributes) {
      const candidates = byLetter[key.charCodeAt(0)];
      if (candidates !== undefined) for (const prefix of candidates) if (key.startsWith(prefix)) return true;
      if (asksForKeys && exactKeys.has(key)) return true;
    }
    for (const event of span.events) for (const prefix of eventPrefixes) if (event.name.startsWith(prefix)) return true;
    return privateAttributes(span) !== undefined;
  };
}
