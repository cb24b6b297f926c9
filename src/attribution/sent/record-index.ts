/** An assembly record by digest: records and logs may both be long, and every item asks. */
import type { AssembledChunk, AssemblyRecord } from '../../model/assembly-record.js';

interface RecordIndex {
  readonly chunks: ReadonlyMap<string, readonly AssembledChunk[]>;
  /** Sets of digests of a log → all recorded digests are in it. */
  readonly isClosedIn: WeakMap<ReadonlySet<string>, boolean>;
}

const indexes = new WeakMap<AssemblyRecord, RecordIndex>();
const NONE: readonly AssembledChunk[] = [];

/** Entries with that digest, in the order of the record. */
export function chunksOf(record: AssemblyRecord | undefined, digest: string | undefined): readonly AssembledChunk[] {
  return record === undefined || digest === undefined ? NONE : (indexOf(record).chunks.get(digest) ?? NONE);
}

/** Every recorded chunk has a digest, and it is one of the log's. */
export function isClosed(record: AssemblyRecord, logDigests: ReadonlySet<string>): boolean {
  const { isClosedIn } = indexOf(record);
  let closed = isClosedIn.get(logDigests);
  if (closed === undefined) {
    closed = (record.chunks ?? NONE).every(({ digest }) => digest !== undefined && logDigests.has(digest));
    isClosedIn.set(logDigests, closed);
  }
  return closed;
}

function indexOf(record: AssemblyRecord): RecordIndex {
  const known = indexes.get(record);
  if (known !== undefined) return known;
  const chunks = new Map<string, AssembledChunk[]>();
  for (const chunk of record.chunks ?? NONE) {
    if (chunk.digest === undefined) continue;
    const same = chunks.get(chunk.digest);
    if (same === undefined) chunks.set(chunk.digest, [chunk]);
    else same.push(chunk);
  }
  const index = { chunks, isClosedIn: new WeakMap<ReadonlySet<string>, boolean>() };
  indexes.set(record, index);
  return index;
}
