/** No chunk, no answer: what was not retrieved cannot be cited, and a model asked anyway makes it up. */
import { trimWhiteSpace } from '../attribution/text/unicode.js';
import type { ChunkOf } from '../instrumentation/chunk-of.js';
import { guarded } from '../instrumentation/guard.js';
import { itemsOf } from '../instrumentation/items-of.js';
import { recordRefusal } from '../instrumentation/refusal.js';
import { readSafely } from '../instrumentation/retrieval-log.js';
import type { SpanOptions } from '../instrumentation/wrap.js';
import type { ChunkId } from './claim.js';
import { refusalText, type RefusalLanguage, type RefusalText } from './refusal-texts.js';

export interface RefusalOptions<Item = unknown> extends RefusalLanguage, SpanOptions {
  /** Default: a built-in text, in the language if there is one in it, else in English. */
  readonly text?: RefusalText | undefined;
  /** Text of one of your items, where the common shapes do not fit. */
  readonly chunkOf?: ChunkOf<Item> | undefined;
}

export interface WrappedRefusalOptions<Refusal, Item = unknown> extends RefusalOptions<Item> {
  /** The refusal in the shape that `generate` gives: a response, a promise, a stream. */
  readonly wrap: (text: string) => Refusal;
}

/**
 * `generate(chunks)`, a map's as a list, without the blank ones, exactly as it returns it; when none is left, the canned
 * refusal instead, and no model is called. The run is then recorded as one that abstained. Items
 * whose text is not known are no blanks.
 */
export function refuseIfEmpty<Item, Result, Refusal>(
  chunks: ReadonlyMap<ChunkId, Item>,
  generate: (chunks: Item[]) => Result,
  options: WrappedRefusalOptions<Refusal, Item>,
): Result | Refusal;
export function refuseIfEmpty<Item, Result>(
  chunks: ReadonlyMap<ChunkId, Item>,
  generate: (chunks: Item[]) => Result,
  options?: RefusalOptions<Item>,
): Result | string;
export function refuseIfEmpty<Item, Result, Refusal>(
  chunks: Iterable<Item> | null | undefined,
  generate: (chunks: Item[]) => Result,
  options: WrappedRefusalOptions<Refusal, Item>,
): Result | Refusal;
export function refuseIfEmpty<Item, Result>(
  chunks: Iterable<Item> | null | undefined,
  generate: (chunks: Item[]) => Result,
  options?: RefusalOptions<Item>,
): Result | string;
export function refuseIfEmpty<Item, Result>(
  chunks: Iterable<Item> | ReadonlyMap<ChunkId, Item> | null | undefined,
  generate: (chunks: Item[]) => Result,
  options: RefusalOptions<Item> & { readonly wrap?: (text: string) => unknown } = {},
): unknown {
  // A promise is one item that is not blank: where `await` was forgotten, the model would be asked of nothing.
  if (isThenable<Item>(chunks)) return chunks.then((settled) => refuseIfEmpty(settled, generate, options));
  const found = listed<Item>(chunks).filter((item) => !isBlank(item, options.chunkOf));
  if (found.length > 0) return generate(found);
  const text = refusalText(options.text, options);
  guarded('recording a refusal', () => recordRefusal(text, options), undefined);
  return options.wrap === undefined ? text : options.wrap(text);
}

/** A result that holds its list (`{ documents: [] }`) is read as retrieval() reads it; what is no list is one item. */
function listed<Item>(chunks: Iterable<Item> | ReadonlyMap<ChunkId, Item> | null | undefined): Item[] {
  if (chunks === null || chunks === undefined) return [];
  if (chunks instanceof Map) return [...(chunks as ReadonlyMap<ChunkId, Item>).values()];
  if (typeof chunks === 'object' && typeof chunks[Symbol.iterator] === 'function')
    return [...(chunks as Iterable<Item>)];
  return [...((guarded('retrieved items', () => itemsOf(chunks), undefined) ?? [chunks]) as readonly Item[])];
}

function isBlank<Item>(item: Item, chunkOf: ChunkOf<Item> | undefined): boolean {
  if (item === undefined || item === null) return true;
  const { text } = readSafely(item, chunkOf as ChunkOf<never> | undefined);
  return text !== undefined && trimWhiteSpace(text) === '';
}

function isThenable<Item>(value: unknown): value is PromiseLike<Iterable<Item>> {
  return guarded('retrieved items', () => typeof (value as { then?: unknown } | null)?.then === 'function', false);
}
