/**
 * Packs chunks into a context under a budget and records, for every one of them, what became of
 * it. Sizes are counted piece by piece (separator and chunk), as packers do.
 */
import { utf8Length } from '../model/utf8.js';
import type { AssemblyLog } from './assembly-log.js';
import type { ChunkOf } from './chunk-of.js';
import { warnOnce } from './guard.js';
import { packAndCut, packWhole } from './pack-pieces.js';
import type { Piece } from './pack-pieces.js';
import { readSafely } from './retrieval-log.js';

export interface PackOptions<Item> {
  /**
   * Size of a text in the budget's unit: your tokenizer. Needed for the unit `token`; bytes and
   * characters (UTF-16 units) are counted without it.
   */
  readonly count?: ((text: string) => number) | undefined;
  /** Between chunks; default an empty line. */
  readonly separator?: string | undefined;
  /** Text in front of the first chunk; it counts, and is part of the result. */
  readonly before?: string | undefined;
  /** Part of the budget kept free for what follows (question, answer). */
  readonly reserve?: number | undefined;
  /**
   * What to do at the end of the budget: `stop` at the first chunk that does not fit (default),
   * `skip` it and go on, or cut the whole text at its tail or head wherever the budget ends.
   */
  readonly overflow?: 'stop' | 'skip' | 'cut-tail' | 'cut-head' | undefined;
  /** Citation labels: `true` numbers the chunks from 1. They are recorded, and shown as `[label]`. */
  readonly labels?: (boolean | ((item: Item, index: number) => string)) | undefined;
  /** How a chunk is shown; must hold the text as it is. Default: `[label] text`, or the text. */
  readonly render?:
    | ((
        text: string,
        place: { readonly item: Item; readonly index: number; readonly label: string | undefined },
      ) => string)
    | undefined;
  /** Text of an item, where the common shapes do not fit. */
  readonly chunkOf?: ChunkOf<Item> | undefined;
}

/** Returns the packed text. `log` is that of `assembly()`: it knows the budget and its unit. */
export function pack<Item>(items: readonly Item[], log: AssemblyLog, options: PackOptions<Item> = {}): string {
  const count = measure(log, options);
  const before = options.before ?? '';
  const start = count(before);
  const pieces = cutIntoPieces(items, options, count, start);
  const limit = log.budget === undefined ? Infinity : Math.max(0, log.budget - (options.reserve ?? 0));
  const overflow = options.overflow ?? 'stop';
  const packed =
    overflow === 'cut-tail' || overflow === 'cut-head'
      ? packAndCut(before, start, pieces, limit, overflow, count)
      : packWhole(before, start, pieces, limit, overflow === 'skip');
  log.used(packed.used);
  if (packed.cutAt !== undefined) log.cut({ at: packed.cutAt, side: overflow === 'cut-head' ? 'head' : 'tail' });
  log.packed?.(packed);
  return packed.text;
}

function measure<Item>(log: AssemblyLog, options: PackOptions<Item>): (text: string) => number {
  const { count } = options;
  if (count !== undefined) return (text) => (text === '' ? 0 : count(text));
  if (log.unit === 'byte') return utf8Length;
  if (log.unit === 'token')
    warnOnce('pack without count', 'pack() has no `count` for a budget in tokens and counts characters instead');
  return (text) => text.length;
}

function cutIntoPieces<Item>(
  items: readonly Item[],
  options: PackOptions<Item>,
  count: (text: string) => number,
  start: number,
): Piece[] {
  const separator = options.separator ?? '\n\n';
  const pieces: Piece[] = [];
  let position = start;
  let isFirst = true;
  for (const [index, item] of items.entries()) {
    const { text } = readSafely(item, options.chunkOf as ChunkOf<never> | undefined);
    const label = labelFor(item, index, options.labels);
    if (text === undefined) {
      warnOnce('pack item', 'pack() left out an item whose text was not recognised: give `chunkOf`');
      pieces.push({ item, text, label: '', shown: '', textAt: -1, size: 0, planned: -1 });
      continue;
    }
    const rendered =
      options.render?.(text, { item, index, label }) ?? (label === undefined ? text : `[${label}] ${text}`);
    const shown = (isFirst ? '' : separator) + rendered;
    const inRendered = rendered.indexOf(text);
    const textAt = inRendered < 0 ? -1 : shown.length - rendered.length + inRendered;
    const size = count(shown);
    const planned = position + (textAt > 0 ? count(shown.slice(0, textAt)) : 0);
    pieces.push({ item, text, label: label ?? '', shown, textAt, size, planned });
    position += size;
    isFirst = false;
  }
  return pieces;
}

function labelFor<Item>(item: Item, index: number, labels: PackOptions<Item>['labels']): string | undefined {
  if (labels === true) return String(index + 1);
  return typeof labels === 'function' ? labels(item, index) : undefined;
}
