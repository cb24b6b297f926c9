/** URLs that an answer made up (spec §6 `unknown_url`), before it is shown. Asks no network. */
import { unknownUrls } from '../../attribution/audit/unknown-urls.js';
import { OutputText } from '../../attribution/generation/output-text.js';
import { guarded, warnOnce } from '../../instrumentation/guard.js';
import { asShape } from '../../instrumentation/shape.js';
import { stringLeaves } from '../../model/string-leaves.js';
import { type Packed, readPacked, type ReadPacked } from '../packed.js';
import type { SentCall } from '../sent-messages.js';

/**
 * The distinct URLs of the answer that stand in no chunk's metadata and not in what was sent, in
 * order of place. `packed`: the chunks that were sent, or what was sent by name (`context`, `chunks`,
 * `sent`, `candidates`); where no context is given, the texts of the chunks are taken as sent.
 *
 * Only what is sure is given: where the sent context, or the text of a chunk that was sent, cannot
 * be read, nothing is.
 */
export function inventedUrls<Item>(markdown: string, packed: Packed<Item>): string[] {
  const read = readPacked(packed);
  const segments = read.sent === undefined ? chunkTexts(packed, read) : contextTexts(read.sent);
  if (segments === undefined) return [];
  const urls = read.chunks.flatMap(({ item, text }) => guarded('reading metadata', () => metadata(item, text), []));
  return unknownUrls(new OutputText(markdown), segments, urls);
}

/** Undefined: not all of it is known. */
function contextTexts({ context }: SentCall): string[] | undefined {
  return context.lossy ? undefined : context.segments.map(({ text }) => text);
}

/** Where no context was given. Undefined: not all of them are known. */
function chunkTexts(packed: unknown, { chunks }: Pick<ReadPacked, 'chunks'>): string[] | undefined {
  if (!isList(packed) && !isNamed(packed)) return undefined;
  const texts: string[] = [];
  for (const { presence, text } of chunks) {
    if (presence === 'not_sent') continue;
    if (text === undefined) {
      warnOnce(
        'chunk text for URLs',
        'the text of a chunk that was sent was not recognised, so that no URL is called invented: give chunkOf, or the context',
      );
      return undefined;
    }
    texts.push(text);
  }
  return texts;
}

function isList(packed: unknown): boolean {
  return typeof packed === 'object' && packed !== null && Symbol.iterator in packed;
}

/** A context that was not recognised says nothing, whatever lists stand beside it. */
function isNamed(packed: unknown): boolean {
  const shape = asShape(packed);
  return shape !== undefined && shape['context'] === undefined && (isList(shape['sent']) || isList(shape['chunks']));
}

/** Every string of the item that has an address, but its text: that counts where it was sent. */
function metadata(item: unknown, text: string | undefined): string[] {
  if (typeof item === 'string') return [];
  return stringLeaves(item).filter((leaf) => leaf !== text && leaf.includes('://'));
}
