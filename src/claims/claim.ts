/**
 * One statement of an answer with what it rests on, as the application parsed it. Nothing of it is
 * trusted: a model wrote it.
 */
import { givenIds } from '../attribution/audit/citations.js';
import { trimWhiteSpace } from '../attribution/text/unicode.js';
import { asShape, asText, type Shape } from '../instrumentation/shape.js';
import { wellFormed } from '../model/utf8.js';

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
  /** `ClaimValue`s by the name that a check asks for. */
  readonly values?: object | undefined;
}

/** `""`, `undefined`, `null` and `None` are missing ids (spec §2). */
export type ChunkId = string | number | bigint | null | undefined;

/** A claim as it is checked. */
export interface ReadClaim {
  readonly text: string;
  /** Distinct, as they were given, in that order. */
  readonly ids: readonly string[];
  readonly quote?: string;
}

/** In each spelling of structured claims. */
export function claimIds(claim: Shape): unknown {
  return claim['chunkIds'] ?? claim['chunk_ids'] ?? claim['ids'];
}

/** Something that is no claim at all, or cannot be read, rests on nothing. */
export function readClaim(value: unknown): ReadClaim {
  try {
    const shape = asShape(value);
    if (shape === undefined) return { text: asText(value) ?? '', ids: [] };
    const ids = givenIds(claimIds(shape)).map(wellFormed);
    const quote = wellFormed(asText(shape['quote']) ?? '');
    return {
      text: wellFormed(asText(shape['text']) ?? ''),
      ids: [...new Set(ids)],
      ...(trimWhiteSpace(quote) === '' ? {} : { quote }),
    };
  } catch {
    return { text: '', ids: [] };
  }
}

/** One value of a claim by name; what the prototype brings along is none of its values. */
export function valueOf(claim: Claim, name: string): ClaimValue {
  const values = asShape(claim.values);
  return values !== undefined && Object.hasOwn(values, name) ? (values[name] as ClaimValue) : undefined;
}
