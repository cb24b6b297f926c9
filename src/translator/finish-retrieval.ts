/** From what the dialects read to the list that is judged: digests, hash keys, damage (spec §3). */
import type { TextHash } from '../model/judging-options.js';
import type { RetrievalList } from '../model/retrieval-log.js';
import { type ItemHashing, type ItemReading, retrievedItem } from '../model/retrieved-item.js';
import { isInvalidText } from '../model/text.js';
import type { RetrievalReading, TranslateContext } from './dialect.js';

type Mutable<T> = { -readonly [key in keyof T]: T[key] };

/** `dropped`: the span lost attributes or events. */
export function finishRetrieval(
  reading: RetrievalReading,
  stage: 'retrieve' | 'rerank',
  dropped: boolean,
  context: TranslateContext,
): RetrievalList {
  const { hash } = context;
  const hasLoggedDigests = reading.items?.some((item) => item.loggedDigest !== undefined) === true;
  const isForeign = hasLoggedDigests && reading.hashKey !== hash.keyName;
  const hashing: ItemHashing = {
    digest: memoised(hash, context.memo),
    isForeign,
    trustsLogged: context.trustsSourceText === true,
  };
  const lossy = dropped || reading.broken === true;
  const list: Mutable<RetrievalList> = {
    stage: reading.stage ?? stage,
    lossy,
    foreignHash: isForeign && reading.items?.some(isDigestOnly) === true,
  };
  const items = itemsOf(reading, lossy);
  if (items !== undefined) list.items = items.map((item) => retrievedItem(item, hashing));
  if (reading.inputs !== undefined) list.inputs = reading.inputs.map((item) => retrievedItem(item, hashing));
  if (reading.query !== undefined) list.query = reading.query.text;
  const querySha256 = querySha256Of(reading, hash);
  if (querySha256 !== undefined) list.querySha256 = querySha256;
  if (reading.topK !== undefined) list.topK = reading.topK;
  if (reading.handedOn !== undefined) list.handedOn = reading.handedOn;
  if (reading.count !== undefined) list.count = reading.count;
  if (reading.snapshot !== undefined) list.snapshot = reading.snapshot;
  if (reading.source !== undefined) list.source = reading.source;
  if (reading.hashKey !== undefined) list.hashKey = reading.hashKey;
  return list;
}

function isDigestOnly(item: ItemReading): boolean {
  return item.loggedDigest !== undefined && item.text === undefined;
}

/** Only an explicit list is zero items: what is left of a damaged one may be empty for any reason. */
function itemsOf(reading: RetrievalReading, lossy: boolean): readonly ItemReading[] | undefined {
  if (reading.items === undefined) return reading.count === 0 ? [] : undefined;
  if (reading.items.length === 0 && (lossy || (reading.count ?? 0) > 0)) return undefined;
  return reading.items;
}

function memoised(hash: TextHash, memo: Map<string, string> | undefined): (text: string) => string {
  if (memo === undefined) return (text) => hash.digest(text);
  return (text) => {
    let digest = memo.get(text);
    if (digest === undefined) memo.set(text, (digest = hash.digest(text)));
    return digest;
  };
}

/** Text at hand is hashed under our key; what was logged under another one cannot be compared. */
function querySha256Of(reading: RetrievalReading, hash: TextHash): string | undefined {
  const { query, querySha256 } = reading;
  if (querySha256 !== undefined && reading.hashKey === hash.keyName) return querySha256;
  if (query === undefined || query.lossy || isInvalidText(query.text)) return undefined;
  return hash.sha256(query.text);
}
