/**
 * Quotes held against what was sent, byte for byte (spec §4: exact, trimmed, JSON-escaped), and the
 * sentences of the answer that rest on none. No folding here: a model that was asked to copy, copies.
 */
import { placesOf } from '../../attribution/sent/places.js';
import { type Place } from '../../attribution/sent/presence.js';
import { type SentContext } from '../../attribution/sent/segments.js';
import { textsAsContext } from '../../attribution/search/text-finder.js';
import { guarded } from '../../instrumentation/guard.js';
import { utf8Length } from '../../model/utf8.js';
import { type Packed, type PackedChunk, type ReadPacked, readPacked } from '../packed.js';
import { PackedNames } from '../packed-sources.js';
import { parseQuotedAnswer } from './parse-quoted-answer.js';
import { quotable } from './quotable.js';
import type { Quote, QuotedAnswer } from './quoted-answer.js';
import type { Sentence } from './sentences.js';

/**
 * `absent`: nowhere in what was sent as evidence. `elsewhere`: there, and not in the source that was
 * named. `outside`: there, and in no source at all, but in the instructions around them.
 */
export type QuoteFinding =
  | 'verbatim'
  | 'absent'
  | 'elsewhere'
  | 'outside'
  | 'unknown-source'
  | 'too-short'
  | 'unproven';

export interface QuotePlace {
  readonly form: 'exact' | 'trim' | 'json';
  /** UTF-8 bytes: from the start of the sent context (spec §3); where that is not at hand, of the chunk. */
  readonly offset: number;
  /** The chunk it stands in, where that is known. */
  readonly id?: string;
  readonly rank?: number;
}

export interface CheckedQuote extends Quote {
  readonly finding: QuoteFinding;
  /** Of a quote that stands in what was sent. */
  readonly place?: QuotePlace;
}

export interface CheckedSentence extends Sentence {
  /** It names a quote that was found verbatim. */
  readonly isQuoted: boolean;
}

export interface QuoteCheck extends QuotedAnswer {
  readonly quotes: readonly CheckedQuote[];
  readonly sentences: readonly CheckedSentence[];
  /** Sentences that rest on no verbatim quote. */
  readonly unquoted: readonly CheckedSentence[];
  /** There is an answer, all of it was read, and every sentence rests on a verbatim quote. */
  readonly isQuoted: boolean;
}

export interface QuoteCheckOptions {
  /** UTF-8 bytes that a quote must have to prove anything; default 4. */
  readonly minBytes?: number | undefined;
}

/** `reply`: what the model returned, or what `parseQuotedAnswer` made of it. Never throws. */
export function checkQuotes<Item>(
  reply: unknown,
  packed: Packed<Item>,
  { minBytes = 4 }: QuoteCheckOptions = {},
): QuoteCheck {
  const parsed = isParsed(reply) ? reply : parseQuotedAnswer(reply);
  const quotes = guarded<readonly CheckedQuote[]>(
    'checking quotes',
    () => new QuotePlaces(readPacked(packed)).check(parsed.quotes, minBytes),
    parsed.quotes.map((quote) => ({ ...quote, finding: 'unproven' })),
  );
  // Of two quotes with one number neither is meant for sure: both must stand.
  const failed = new Set(quotes.flatMap(({ number, finding }) => (finding === 'verbatim' ? [] : [number])));
  const found = new Set(quotes.flatMap(({ number }) => (failed.has(number) ? [] : [number])));
  const sentences = parsed.sentences.map((sentence) => ({
    ...sentence,
    isQuoted: sentence.quotes.some((number) => found.has(number)),
  }));
  const unquoted = sentences.filter(({ isQuoted }) => !isQuoted);
  const isQuoted = sentences.length > 0 && unquoted.length === 0 && !parsed.isCut;
  return { ...parsed, quotes, sentences, unquoted, isQuoted };
}

const parsedShape: readonly (keyof QuotedAnswer)[] = ['form', 'quotes', 'answer', 'sentences', 'isCut'];

function isParsed(reply: unknown): reply is QuotedAnswer {
  return guarded(
    'a quoted answer',
    () => typeof reply === 'object' && reply !== null && parsedShape.every((key) => key in reply),
    false,
  );
}

class QuotePlaces<Item> {
  readonly #packed: ReadPacked<Item>;
  readonly #names: PackedNames<Item>;
  /** Sent, at least in part, and with their text. */
  readonly #chunks: readonly PackedChunk<Item>[];

  constructor(packed: ReadPacked<Item>) {
    this.#packed = packed;
    this.#names = new PackedNames(packed, 'mark');
    this.#chunks = packed.chunks.filter(({ presence, text }) => presence === 'sent' && text !== undefined);
  }

  check(quotes: readonly Quote[], minBytes: number): readonly CheckedQuote[] {
    const texts = quotes.map(({ text }) => text);
    const evidence = quotable(this.#packed);
    const inContext = evidence === undefined ? undefined : placesOf(evidence.said, texts);
    const inSource = evidence?.sources === evidence?.said ? inContext : placesIn(evidence?.sources, texts);
    const inSources = this.#inSources(quotes);
    const anywhere = this.#inChunks(texts);
    const toContext = this.#chunksInContext([...inSources, ...anywhere]);
    return quotes.map((quote, index): CheckedQuote => {
      if (utf8Length(quote.text) < minBytes) return { ...quote, finding: 'too-short' };
      const source = inSources[index] ?? 'none';
      if (source === 'unknown') return { ...quote, finding: 'unknown-source' };
      const chunk = typeof source === 'object' ? source : anywhere[index];
      const found = chunk === undefined ? (inSource?.[index] ?? inContext?.[index]) : inContext?.[index];
      const place = inContext === undefined ? chunk : found && toContext(found, chunk);
      if (place === undefined) return { ...quote, finding: this.#isUnproven ? 'unproven' : 'absent' };
      if (chunk === undefined && inSource?.[index] === undefined) return { ...quote, finding: 'outside', place };
      return { ...quote, finding: source === 'elsewhere' ? 'elsewhere' : 'verbatim', place };
    });
  }

  /** From the first place in the context to the one in the chunk, where that stands there byte for byte. */
  #chunksInContext(places: readonly unknown[]): (place: Place, chunk: QuotePlace | undefined) => QuotePlace {
    const ranks = new Set(places.flatMap((place) => (isPlace(place) && place.rank !== undefined ? [place.rank] : [])));
    const chunks = this.#chunks.filter(({ rank }) => ranks.has(rank));
    const context = this.#packed.sent?.context;
    const found =
      context === undefined
        ? []
        : placesOf(
            context,
            chunks.map(({ text = '' }) => text),
          );
    const starts = new Map(
      chunks.flatMap(({ rank }, index): [number, number][] =>
        found[index]?.form === 'exact' ? [[rank, found[index].offset]] : [],
      ),
    );
    return ({ form, offset }, chunk) => {
      const start = chunk?.form === 'exact' ? starts.get(chunk.rank ?? 0) : undefined;
      if (chunk === undefined) return { form: form as QuotePlace['form'], offset };
      return {
        ...chunk,
        form: form as QuotePlace['form'],
        offset: start === undefined ? offset : start + chunk.offset,
      };
    };
  }

  get #isUnproven(): boolean {
    const { sent, chunks } = this.#packed;
    if (sent !== undefined) return sent.context.lossy;
    return chunks.some(({ presence, text }) => presence !== 'not_sent' && text === undefined);
  }

  /** Where each quote stands in the source it names. `none`: it names none, or one whose text is not at hand. */
  #inSources(quotes: readonly Quote[]): readonly (QuotePlace | 'none' | 'unknown' | 'elsewhere')[] {
    const outcomes = quotes.map(({ source }) => {
      const found = source === undefined ? undefined : this.#names.find(this.#names.nameOf(source), false);
      return source === undefined
        ? ('none' as const)
        : found === undefined
          ? ('unknown' as const)
          : (found.source?.chunks ?? []);
    });
    const naming = new Map<PackedChunk<Item>, number[]>();
    for (const [index, chunks] of outcomes.entries()) {
      if (typeof chunks === 'string') continue;
      for (const chunk of chunks) {
        const others = naming.get(chunk);
        if (others === undefined) naming.set(chunk, [index]);
        else others.push(index);
      }
    }
    const places = new Map<number, QuotePlace>();
    for (const [chunk, indexes] of naming) {
      if (chunk.presence !== 'sent' || chunk.text === undefined) continue;
      const found = placesOf(
        contextOf([chunk]),
        indexes.map((index) => quotes[index]?.text ?? ''),
      );
      for (const [at, index] of indexes.entries()) {
        const place = found[at];
        if (place !== undefined && !places.has(index)) places.set(index, inChunk(place, place.offset, chunk));
      }
    }
    return outcomes.map((chunks, index) => {
      if (typeof chunks === 'string') return chunks;
      const isReadable = chunks.some(({ presence, text }) => presence !== 'unknown' && text !== undefined);
      return places.get(index) ?? (isReadable ? 'elsewhere' : 'none');
    });
  }

  /** The first chunk in which each text stands. */
  #inChunks(texts: readonly string[]): readonly (QuotePlace | undefined)[] {
    const context = contextOf(this.#chunks);
    return placesOf(context, texts).map((place) => {
      const chunk = place === undefined ? undefined : this.#chunks[place.segment];
      const start = context.segments[place?.segment ?? 0]?.startByte ?? 0;
      return place === undefined || chunk === undefined ? undefined : inChunk(place, place.offset - start, chunk);
    });
  }
}

function placesIn(context: SentContext | undefined, texts: readonly string[]): ReturnType<typeof placesOf> {
  return context === undefined ? [] : placesOf(context, texts);
}

/** Each chunk as a segment of its own: nothing matches across two. */
function contextOf(chunks: readonly PackedChunk[]): SentContext {
  return textsAsContext(chunks.map(({ text = '' }) => text));
}

function inChunk<Item>({ form }: Place, offset: number, { id, rank }: PackedChunk<Item>): QuotePlace {
  return { form: form as QuotePlace['form'], offset, ...(id === undefined ? {} : { id }), rank };
}

function isPlace(value: unknown): value is QuotePlace {
  return typeof value === 'object' && value !== null;
}
