/**
 * URLs that an answer made up, before it is shown. Asks no network. It finds more than the audit of
 * a run counts (spec §6 `unknown_url`): what only a reader's page makes a link of, and URLs that are
 * the beginning of one that was sent.
 */
import { decodedTexts } from '../../attribution/audit/quoted-words.js';
import { OutputText } from '../../attribution/generation/output-text.js';
import { guarded, warnOnce } from '../../instrumentation/guard.js';
import { asShape } from '../../instrumentation/shape.js';
import { stringLeaves } from '../../model/string-leaves.js';
import { type Packed, readPacked, type ReadPacked } from '../packed.js';
import type { SentCall } from '../sent-messages.js';
import { KnownUrls } from './known-urls.js';
import { asRendered, writtenUrls } from './written-urls.js';

/**
 * The distinct URLs of the answer, as they stand, that are in no chunk's metadata and not in what was
 * sent, in order of place; those that only rendering makes links of come last. `packed`: the chunks that were sent, or what was sent by name (`context`, `chunks`,
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
  const known = new KnownUrls([...segments, ...decodedTexts(segments), ...urls]);
  const invented = new OutputText(markdown).passages.flatMap((passage) => {
    const written = writtenUrls(passage);
    const rendered = new Set(written.map(asRendered));
    // What is a link only once it is rendered has no place of its own: it comes last.
    const hidden = writtenUrls(asRendered(passage)).filter((url) => !rendered.has(url));
    return [...written.filter((url) => !known.has(asRendered(url))), ...hidden].filter((url) => !known.has(url));
  });
  return [...new Set(invented)];
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
  return stringLeaves(item).filter((leaf) => leaf !== text && /\/\/|www\./i.test(leaf));
}
