/** Ids of what was packed, in the order packed: from the assembly record, else as the fates tell it. */
import type { RetrievedItemMessage, TripleMessage } from '../proto/messages.generated.js';

/** Fates of an item of which something stands in the prompt. */
const PACKED_FATES: ReadonlySet<string | undefined> = new Set(['sent', 'clipped', 'altered']);

/** An item without an id is named by its digest. Without a record that says where each stands, in rank order. */
export function packedIds({ assembly, retrieval }: TripleMessage): readonly string[] {
  const items = retrieval?.items ?? [];
  const placed = (assembly?.chunks ?? []).filter(({ offset = -1, kept_bytes: kept = 0 }) => offset >= 0 || kept > 0);
  if (placed.length === 0)
    return items.filter(({ fate }) => PACKED_FATES.has(fate)).flatMap((item) => nameOf(item) ?? []);
  const byDigest = new Map<string | undefined, RetrievedItemMessage>();
  for (const item of items) if (!byDigest.has(item.digest)) byDigest.set(item.digest, item);
  return [...placed]
    .sort((a, b) => (a.offset ?? -1) - (b.offset ?? -1))
    .flatMap(({ digest }) => (digest === undefined ? [] : (byDigest.get(digest)?.id ?? digest)));
}

function nameOf({ id, digest }: RetrievedItemMessage): string | undefined {
  return id ?? digest;
}
