/**
 * Which quotes do not stand where they are said to (spec §6 "Claim audit": both sides folded). A
 * quote of a claim that names chunks is looked for in those that were sent; else in all that was.
 *
 * How it works: each chunk and each segment of the context is folded and searched once, for the
 * quotes of all claims together.
 */
import { decodedTexts, plainWords, withoutLastStop } from '../attribution/audit/quoted-words.js';
import { ManyTexts } from '../attribution/search/many-texts.js';
import type { PackedChunk, ReadPacked } from './packed.js';
import { saidSegments } from './said-segments.js';

/** Where quotes may stand. */
type Sent = Pick<ReadPacked, 'chunks' | 'sent'>;

export interface Quotation {
  readonly quote: string;
  /** The chunks that it is said to stand in. */
  readonly from: readonly PackedChunk[];
}

/** `unproven`: it may stand in something that is not at hand. */
export type QuoteState = 'stands' | 'misquoted' | 'unproven';

/** One answer per quotation. */
export function quoteStates(quotations: readonly Quotation[], packed: Sent): readonly QuoteState[] {
  const words = numbered(quotations);
  const many = new ManyTexts([...words.numbers.keys()]);
  const texts = new TextsSent(packed);
  const states = words.of.map((number): QuoteState => (number === undefined ? 'stands' : 'misquoted'));

  const anywhere: number[] = [];
  const citing = new Map<PackedChunk, number[]>();
  for (const [index, { from }] of quotations.entries()) {
    const held = from.filter(mayHold);
    if (held.length === 0) anywhere.push(index);
    for (const chunk of held) {
      const others = citing.get(chunk);
      if (others === undefined) citing.set(chunk, [index]);
      else others.push(index);
    }
  }
  const inContext = texts.standingInContext(many);
  for (const [{ text = '', presence }, indexes] of citing) {
    const found = texts.standingIn(text, many);
    for (const index of indexes) {
      const number = words.of[index] ?? -1;
      if (states[index] === 'stands' || !found.has(number)) continue;
      // What was cut off the chunk was never sent.
      if (inContext?.has(number) === true || (inContext === undefined && presence === 'sent')) states[index] = 'stands';
      else if (texts.isPartial || presence === 'unknown') states[index] = 'unproven';
    }
  }
  if (anywhere.length === 0) return states;
  const sent = inContext ?? texts.standingInChunks(many);
  for (const index of anywhere) {
    if (sent.has(words.of[index] ?? -1)) states[index] = 'stands';
    else if (states[index] !== 'stands' && texts.isUnproven) states[index] = 'unproven';
  }
  return states;
}

interface NumberedWords {
  readonly numbers: ReadonlyMap<string, number>;
  /** Per quotation; undefined: no word is left of it. */
  readonly of: readonly (number | undefined)[];
}

function numbered(quotations: readonly Quotation[]): NumberedWords {
  const numbers = new Map<string, number>();
  const byQuote = new Map<string, number | undefined>();
  const of = quotations.map(({ quote }) => {
    if (byQuote.has(quote)) return byQuote.get(quote);
    const words = withoutLastStop(plainWords(quote));
    if (words !== '' && !numbers.has(words)) numbers.set(words, numbers.size);
    const number = numbers.get(words);
    byQuote.set(quote, number);
    return number;
  });
  return { numbers, of };
}

/** Sent, or perhaps, and its text is at hand. */
function mayHold({ presence, text }: PackedChunk): boolean {
  return text !== undefined && presence !== 'not_sent';
}

class TextsSent {
  readonly #packed: Sent;

  constructor(packed: Sent) {
    this.#packed = packed;
  }

  /** The model read more than is at hand. */
  get isPartial(): boolean {
    return this.#packed.sent?.context.lossy === true;
  }

  /** Nothing, or not all, of what was sent is at hand: "stands nowhere" is then no finding. */
  get isUnproven(): boolean {
    if (this.isPartial) return true;
    if (this.#packed.sent !== undefined) return false;
    return this.#packed.chunks.some(({ presence, text }) => presence !== 'not_sent' && text === undefined);
  }

  /** Undefined: the context is not at hand. */
  standingInContext(many: ManyTexts): ReadonlySet<number> | undefined {
    if (this.#packed.sent === undefined) return undefined;
    return standing(
      many,
      saidSegments(this.#packed).map(({ text }) => text),
    );
  }

  standingInChunks(many: ManyTexts): ReadonlySet<number> {
    return standing(
      many,
      this.#packed.chunks.filter(mayHold).map(({ text = '' }) => text),
    );
  }

  standingIn(text: string, many: ManyTexts): ReadonlySet<number> {
    return standing(many, [text]);
  }
}

function standing(many: ManyTexts, texts: readonly string[]): ReadonlySet<number> {
  const found = new Set<number>();
  const isMissing = (number: number): boolean => !found.has(number);
  for (const text of [...texts, ...decodedTexts(texts)])
    for (const number of many.standingIn(plainWords(text), isMissing)) found.add(number);
  return found;
}
