/** The items of two lists side by side: by digest, never by id or score. */
import type { RetrievedItemMessage } from '../../proto/messages.generated.js';

/** Without `after` it went, without `before` it came. */
export interface PairedItem {
  readonly before?: RetrievedItemMessage;
  readonly after?: RetrievedItemMessage;
}

/** In the order of the first list, then what came, in the order of the second. Linear. */
export function pairedItems(
  before: readonly RetrievedItemMessage[],
  after: readonly RetrievedItemMessage[],
): readonly PairedItem[] {
  const waiting = new Map(keyed(after));
  const pairs = keyed(before).map(([key, item]): PairedItem => {
    const other = waiting.get(key);
    waiting.delete(key);
    return other === undefined ? { before: item } : { before: item, after: other };
  });
  return [...pairs, ...[...waiting.values()].map((item): PairedItem => ({ after: item }))];
}

/** One text may stand twice in a list: the second is another item. Without a digest, the rank must do. */
function keyed(items: readonly RetrievedItemMessage[]): [string, RetrievedItemMessage][] {
  const seen = new Map<string, number>();
  return items.map((item) => {
    const name = item.digest ?? `rank ${item.rank}`;
    const count = (seen.get(name) ?? 0) + 1;
    seen.set(name, count);
    return [`${name} ${count}`, item];
  });
}
