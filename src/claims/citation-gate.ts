/** Which citations of an answer hold, by what was issued, what was sent, and where it can be looked up. */
import { type AnswerMark, answerMarks } from './answer-marks.js';
import { type CanonicalPath, canonicalPath, type PathRules } from './canonical-path.js';
import type { AnswerPart, Citation, UnverifiedCitation, UnverifiedReason } from './citation.js';
import { quoteStates, type QuoteState } from './misquoted.js';
import type { ReadPacked } from './packed.js';
import { PackedNames } from './packed-sources.js';

export interface Passage {
  readonly text: string;
  /** Ids of a structured claim. */
  readonly ids: readonly string[];
  readonly quote?: string;
}

export class CitationGate<Item> {
  readonly #packed: ReadPacked<Item>;
  readonly #rules: PathRules<Item>;
  readonly #marks: PackedNames<Item>;
  readonly #ids: PackedNames<Item>;
  readonly #isZeroBased: boolean;
  /** A 0 stands where it may be no citation: then a number is a rank that nobody can tell. */
  readonly #isBaseUnclear: boolean;
  readonly #quotes: ReadonlyMap<Passage, QuoteState>;
  readonly #marksByText = new Map<string, readonly AnswerMark[]>();
  readonly #markOutcomes = new Map<string, UnverifiedReason | Place<Item>>();
  readonly #idOutcomes = new Map<string, UnverifiedReason | Place<Item>>();

  constructor(packed: ReadPacked<Item>, rules: PathRules<Item>, passages: readonly Passage[]) {
    this.#packed = packed;
    this.#rules = rules;
    const given = passages.flatMap(({ ids }) => ids);
    this.#ids = new PackedNames(packed, 'id', given);
    this.#marks = new PackedNames(packed, 'mark', passages.some(({ text }) => DIGEST_MARK.test(text)) ? [DIGEST] : []);
    const zeros = passages.flatMap(({ text }) =>
      this.#marksOf(text).filter(({ label, isReadable }) => isReadable && label === '0'),
    );
    this.#isZeroBased = given.some((id) => this.#ids.nameOf(id) === '0') || zeros.some(({ isPlain }) => isPlain);
    this.#isBaseUnclear = !this.#isZeroBased && zeros.length > 0;
    this.#quotes = this.#quotesOf(passages);
  }

  partsOf(passage: Passage): readonly AnswerPart<Item>[] {
    const parts: AnswerPart<Item>[] = [];
    let read = 0;
    const addText = (to: number): void => {
      if (to > read) parts.push({ kind: 'text', text: passage.text.slice(read, to) });
    };
    for (const { label, start, end, isReadable } of this.#marksOf(passage.text)) {
      addText(start);
      const mark = passage.text.slice(start, end);
      parts.push(isReadable ? this.#citation(this.#marks, label, mark) : refused(label, mark, 'unreadable'));
      read = end;
    }
    addText(passage.text.length);
    return [...parts, ...this.#listed(passage)];
  }

  /** The ids of a structured claim, held to its quote as well. */
  #listed(passage: Passage): readonly Citation<Item>[] {
    const quote = this.#quotes.get(passage) ?? 'stands';
    return this.#namesIn(passage).map((id) => {
      const citation = this.#citation(this.#ids, id, id);
      return citation.verified && quote !== 'stands' ? refused(id, id, quote) : citation;
    });
  }

  #namesIn({ ids }: Passage): readonly string[] {
    return [...new Set(ids.map((id) => this.#ids.nameOf(id)))];
  }

  #quotesOf(passages: readonly Passage[]): ReadonlyMap<Passage, QuoteState> {
    const quoting = passages.flatMap((passage) => {
      const { quote } = passage;
      const from = this.#namesIn(passage).flatMap((id) => this.#ids.find(id, this.#isZeroBased)?.source?.chunks ?? []);
      return quote === undefined ? [] : [{ passage, quote, from }];
    });
    const states = quoting.length === 0 ? [] : quoteStates(quoting, this.#packed);
    return new Map(quoting.map(({ passage }, index) => [passage, states[index] ?? 'unproven']));
  }

  #marksOf(text: string): readonly AnswerMark[] {
    let marks = this.#marksByText.get(text);
    if (marks === undefined) this.#marksByText.set(text, (marks = answerMarks(text, (id) => this.#marks.isIssued(id))));
    return marks;
  }

  #citation(names: PackedNames<Item>, label: string, mark: string): Citation<Item> {
    const known = names === this.#marks ? this.#markOutcomes : this.#idOutcomes;
    let outcome = known.get(label);
    if (outcome === undefined) known.set(label, (outcome = this.#outcomeOf(names, label)));
    if (typeof outcome === 'string') return refused(label, mark, outcome);
    return { kind: 'citation', verified: true, label, mark, ...outcome };
  }

  #outcomeOf(names: PackedNames<Item>, label: string): UnverifiedReason | Place<Item> {
    const found = names.find(label, this.#isZeroBased);
    if (this.#isBaseUnclear && found?.source !== names.find(label, true)?.source) return 'ambiguous';
    if (found === undefined) return 'unknown-id';
    const { source } = found;
    const presence = source?.presence() ?? 'unknown';
    if (source === undefined || presence === 'unknown') return 'unproven';
    if (presence === 'not_sent') return 'not-sent';
    const sent = source.chunks.filter((chunk) => chunk.presence === 'sent');
    const [first, ...others] = sent.map((chunk) => canonicalPath(chunk.item, this.#rules));
    const [chunk] = sent;
    if (first === undefined || chunk === undefined) return 'unproven';
    if (others.some((path) => !isSame(path, first))) return 'ambiguous';
    if ('problem' in first) return first.problem;
    return { path: first.path, ...(chunk.id === undefined ? {} : { id: chunk.id }), item: chunk.item };
  }
}

interface Place<Item> {
  readonly path: string;
  readonly id?: string;
  readonly item: Item;
}

function isSame(a: CanonicalPath, b: CanonicalPath): boolean {
  return 'path' in a ? 'path' in b && a.path === b.path : 'problem' in b && a.problem === b.problem;
}

/** Digests are made only where an answer may cite one. */
const DIGEST = '0'.repeat(32);
const DIGEST_MARK = /\[[0-9a-f]{32}\]/;

function refused(label: string, mark: string, reason: UnverifiedReason): UnverifiedCitation {
  return { kind: 'citation', verified: false, label, mark, reason };
}
