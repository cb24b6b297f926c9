/**
 * One statement of an answer with what it rests on, as the application parsed it. Nothing here is
 * trusted: it was written by a model.
 */

/** What a claim says in figures, ids and dates, for the application's own checks. */
export type ClaimValue = string | number | bigint | boolean | Date | null | undefined | readonly ClaimValue[];

export interface Claim {
  /** The application's own id of the claim. */
  readonly id?: string | undefined;
  readonly text: string;
  /** Ids, labels or digests of the chunks it rests on. `chunk_ids` and `ids` are read, too. */
  readonly chunkIds?: readonly ChunkId[] | undefined;
  readonly chunk_ids?: readonly ChunkId[] | undefined;
  readonly ids?: readonly ChunkId[] | undefined;
  /** Words that it says stand in them. */
  readonly quote?: string | null | undefined;
  /** By the name that a check asks for. */
  readonly values?: Readonly<Record<string, ClaimValue>> | undefined;
}

/** `""`, `undefined`, `null` and `None` are missing ids (spec §2). */
export type ChunkId = string | number | bigint | null | undefined;
