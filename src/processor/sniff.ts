/**
 * Does this span concern us at all? Asked of every span of the application, so it looks at the
 * names of its attributes and nothing else: a first letter tells most of them apart. Our own
 * instrumentation always leaves a public attribute beside the private ones.
 */
import type { ReadableSpanLike } from './live-span.js';

export type Sniff = (span: ReadableSpanLike) => boolean;

const LETTERS = 128;

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
  const byLetter: (readonly string[] | undefined)[] = Array.from({ length: LETTERS }, () => undefined);
  for (const prefix of prefixes) {
    const letter = prefix.charCodeAt(0);
    byLetter[letter] = [...(byLetter[letter] ?? []), prefix];
  }
  const asked = exactKeys.size === 0 ? undefined : exactKeys;
  return (span) => {
    const attributes = span.attributes;
    // The SDK's own object: no prototype of a stranger brings keys in.
    for (const key in attributes) {
      const candidates = byLetter[key.charCodeAt(0)];
      if (candidates !== undefined && startsWithOne(key, candidates)) return true;
      if (asked !== undefined && asked.has(key)) return true;
    }
    const { events } = span;
    for (let at = 0; at < events.length; at += 1) if (startsWithOne(events[at]?.name ?? '', eventPrefixes)) return true;
    return false;
  };
}

function startsWithOne(text: string, prefixes: readonly string[]): boolean {
  for (let at = 0; at < prefixes.length; at += 1) if (text.startsWith(prefixes[at] as string)) return true;
  return false;
}
