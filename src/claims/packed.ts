/**
 * What was sent to the model, and what was retrieved and not sent: what claims and citations are
 * held against. Where the sent context itself is at hand, its bytes decide; else the lists do.
 */
import { presenceOf } from '../attribution/audit/audit-run.js';
import type { SourcePresence } from '../attribution/audit/sources.js';
import { scanRun } from '../attribution/sent/scan.js';
import { currentHash } from '../instrumentation/capture.js';
import type { ChunkOf } from '../instrumentation/chunk-of.js';
import { guarded, warnOnce } from '../instrumentation/guard.js';
import { itemsOf } from '../instrumentation/items-of.js';
import { readSafely } from '../instrumentation/retrieval-log.js';
import { asShape } from '../instrumentation/shape.js';
import type { RetrievedItem } from '../model/retrieval-log.js';
import { isInvalidText } from '../model/text.js';
import type { ChunkId } from './claim.js';
import { sentCall, type SentCall } from './sent-messages.js';

/** Chunks in rank order, or by id. */
export type Chunks<Item = unknown> = Iterable<Item> | ReadonlyMap<ChunkId, Item>;

/**
 * Citation labels that were issued, as `pack()` takes them (`true`: numbered from 1 in the order
 * given), or label → id or digest.
 */
export type Labels<Item = unknown> =
  | boolean
  | ((item: Item, index: number) => string)
  | ReadonlyMap<string, ChunkId>
  | Readonly<Record<string, ChunkId>>;

export interface PackedSources<Item = unknown> {
  /** What was sent. */
  readonly sent?: Chunks<Item> | undefined;
  /** What was retrieved, where the sent context says which of it was sent; without a context, all of it was. */
  readonly chunks?: Chunks<Item> | undefined;
  /** Retrieved and not sent; what is in `sent`, too, counts there. */
  readonly candidates?: Chunks<Item> | undefined;
  /** What was really sent: what `pack()` or `assembly()` returned, messages, or a whole request. */
  readonly context?: unknown;
  /** The question: standing in the context, it is no evidence. */
  readonly question?: string | undefined;
  readonly labels?: Labels<Item> | undefined;
  /** Text and id of one of your items, where the common shapes do not fit. */
  readonly chunkOf?: ChunkOf<Item> | undefined;
}

/** A list or map of what was sent; or that, what was not sent, and the context, by name; or the context alone. */
export type Packed<Item = unknown> = Chunks<Item> | PackedSources<Item>;

export interface PackedChunk<Item = unknown> {
  readonly item: Item;
  /** 1-based, over all of them. */
  readonly rank: number;
  readonly id?: string;
  readonly text?: string;
  readonly digest?: string;
  readonly presence: SourcePresence;
}

export interface ReadPacked<Item = unknown> {
  readonly chunks: readonly PackedChunk<Item>[];
  /** Chunks were given, none perhaps: what stands outside them is no source. */
  readonly isListed: boolean;
  /** How many of them, from the first on, were handed to the assembly: `labels` number these. */
  readonly labelled: number;
  readonly sent?: SentCall;
  readonly labels?: Labels<Item>;
}

export function readPacked<Item>(packed: Packed<Item>): ReadPacked<Item> {
  const { sent, chunks, candidates, context, question, labels, chunkOf } = named(packed);
  const call =
    context === undefined ? undefined : guarded('a sent context', () => sentCall(context, question), undefined);
  if (context !== undefined && call === undefined)
    warnOnce(
      'context shape',
      'the sent context was not recognised, so that nothing is known of it: give a text, messages or a request',
    );
  const listed = [
    ...readChunks(sent, chunkOf, 'sent'),
    ...readChunks(chunks, chunkOf, context === undefined ? 'sent' : 'unknown'),
  ];
  const seen = new Set(listed.map(({ chunk }) => keyOf(chunk)));
  const others = readChunks(candidates, chunkOf, 'not_sent').filter(({ chunk }) => !seen.has(keyOf(chunk)));
  const all = [...listed, ...others];
  const presences = call === undefined ? all.map(({ listedAs }) => listedAs) : presencesIn(call, all);
  return {
    chunks: all.map(({ chunk }, index) => ({ ...chunk, rank: index + 1, presence: presences[index] ?? 'unknown' })),
    isListed: all.length > 0 || [sent, chunks, candidates].some(isIterable),
    labelled: listed.length,
    ...(call === undefined ? {} : { sent: call }),
    ...(labels === undefined || labels === false ? {} : { labels }),
  };
}

/** A text, messages or a request in place of chunks is the context, of which no chunk is known. */
function named<Item>(packed: Packed<Item>): PackedSources<Item> {
  if (typeof packed === 'string') return { context: packed };
  if (Array.isArray(packed) && packed.length > 0 && packed.every(isMessage)) return { context: packed };
  if (isIterable(packed)) return { chunks: packed };
  const shape = asShape(packed);
  if (shape === undefined) return {};
  return NAMES.some((name) => shape[name] !== undefined) ? (packed as PackedSources<Item>) : { context: packed };
}

const NAMES: readonly (keyof PackedSources)[] = ['sent', 'chunks', 'candidates', 'context'];

function isMessage(item: unknown): boolean {
  return guarded(
    'reading a message',
    () => {
      const shape = asShape(item);
      return typeof shape?.['role'] === 'string' && ('content' in shape || 'parts' in shape);
    },
    false,
  );
}

function isIterable(value: unknown): value is Iterable<never> {
  return typeof (value as { [Symbol.iterator]?: unknown } | undefined | null)?.[Symbol.iterator] === 'function';
}

interface ListedChunk<Item> {
  readonly chunk: Omit<PackedChunk<Item>, 'rank' | 'presence'>;
  readonly listedAs: SourcePresence;
}

function readChunks<Item>(
  chunks: Chunks<Item> | undefined,
  chunkOf: ChunkOf<Item> | undefined,
  listedAs: SourcePresence,
): ListedChunk<Item>[] {
  const listed = isIterable(chunks) ? chunks : guarded('a list of chunks', () => itemsOf(chunks), undefined);
  if (listed === undefined) return [];
  const read = (item: Item, key?: ChunkId): ListedChunk<Item> => {
    const { text, id } = readSafely(item, chunkOf as ChunkOf<never> | undefined);
    const own = key === undefined ? id : readSafely({ id: key }, undefined).id;
    const digest = guarded('a digest', () => digestOf(item), undefined);
    return {
      chunk: {
        item,
        ...(own === undefined ? {} : { id: own }),
        ...(text === undefined ? {} : { text }),
        ...(digest === undefined ? {} : { digest }),
      },
      listedAs,
    };
  };
  return listed instanceof Map
    ? Array.from(listed as ReadonlyMap<ChunkId, Item>, ([key, item]) => read(item, key))
    : Array.from(listed as Iterable<Item>, (item) => read(item));
}

const DIGEST = /^[0-9a-f]{32}$/;

function digestOf(item: unknown): string | undefined {
  const digest = asShape(item)?.['digest'];
  return typeof digest === 'string' && DIGEST.test(digest) ? digest : undefined;
}

/** The digest of a chunk's text, or the one it came with. */
export function chunkDigest({ digest, text }: Pick<PackedChunk, 'digest' | 'text'>): string | undefined {
  if (digest !== undefined || text === undefined || isInvalidText(text)) return digest;
  return currentHash().digest(text);
}

function keyOf({ id, text, digest }: { id?: string; text?: string; digest?: string }): string {
  return JSON.stringify([id, text ?? digest]);
}

/** Far beyond what a model reads; past it nothing is known. */
const MAX_SCAN_BYTES = 32 * 1024 * 1024;

/** As a run's own audit has it (spec §6): sent in part, or altered, is sent. What has no text stays as listed. */
function presencesIn<Item>({ call, context }: SentCall, chunks: readonly ListedChunk<Item>[]): SourcePresence[] {
  const items = chunks.map(({ chunk: { text, id } }): RetrievedItem => ({
    ...(text === undefined ? {} : { text }),
    ...(id === undefined ? {} : { id }),
    lossy: false,
    invalid: text !== undefined && isInvalidText(text),
  }));
  const { fates } = scanRun({
    calls: [{ call, context }],
    items,
    otherItems: [],
    acceptForms: [],
    maxScanBytes: MAX_SCAN_BYTES,
    hash: currentHash(),
  });
  return chunks.map(({ chunk, listedAs }, index) => {
    if (chunk.text === undefined) return listedAs;
    const fate = fates[index];
    // An empty text stands everywhere, and nothing can rest on it.
    return fate?.counted === false ? 'not_sent' : presenceOf(fate);
  });
}
