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

/** Where quotes may stand. */
type Sent = Pick<ReadPacked, 'chunks' | 'sent'>;

export interface Quotation {
  readonly quote: string;
  /** The chunks that it is said to stand in. */
  readonly from: readonly PackedChunk[];
}

/** One answer per quotation: true = it stands nowhere it could. */
export function misquoted(quotations: readonly Quotation[], packed: Sent): readonly boolean[] {
  const words = quotations.map(({ quote }) => withoutLastStop(plainWords(quote)));
  const numbers = new Map<string, number>();
  for (const word of words) if (word !== '' && !numbers.has(word)) numbers.set(word, numbers.size);
  const many = new ManyTexts([...numbers.keys()]);
  const texts = new TextsSent(packed);

  const stands = quotations.map((_, index) => words[index] === '');
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
  const whole = anywhere.length > 0 || citing.size > 0 ? texts.standingInContext(many) : undefined;
  for (const [{ text = '' }, indexes] of citing) {
    const found = texts.standingIn(text, many);
    for (const index of indexes) {
      const number = numbers.get(words[index] ?? '') ?? -1;
      // What was cut off the chunk was never sent.
      if (found.has(number) && (whole === undefined || texts.isPartial || whole.has(number))) stands[index] = true;
    }
  }
  if (anywhere.length > 0) {
    const sent = whole ?? texts.standingInChunks(many);
    for (const index of anywhere)
      if (texts.isUnproven || sent.has(numbers.get(words[index] ?? '') ?? -1)) stands[index] = true;
  }
  return stands.map((one) => !one);
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
    const segments = this.#packed.sent?.context.segments.filter(({ isEvidence }) => isEvidence);
    return (
      segments &&
      standing(
        many,
        segments.map(({ text }) => text),
      )
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
