/**
 * An output made ready for all that reads it (generation check, outcome, claim audit): decoded and
 * folded once, and only if somebody asks.
 */
import { stringLeaves } from '../../model/string-leaves.js';
import { fold, foldMapped, type FoldedSource } from '../text/fold.js';
import { decodeJsonEscapes, parseJsonDocument } from '../text/json-document.js';
import { type MappedText, unchangedText } from '../text/mapped-text.js';

/** Far beyond the part of an output that `opening` is asked about, so that the cut itself cannot be seen. */
const OPENING_UNITS = 512;

export class OutputText {
  readonly raw: string;
  #document: { readonly value: unknown } | undefined;
  #isParsed = false;
  #decoded: MappedText | undefined;
  #sensitive: FoldedSource | undefined;
  #insensitive: FoldedSource | undefined;

  constructor(raw: string) {
    this.raw = raw;
  }

  /** The same object for an output that is ready already. */
  static of(output: string | OutputText): OutputText {
    return typeof output === 'string' ? new OutputText(output) : output;
  }

  /** Set when the whole output is one JSON document. */
  get document(): { readonly value: unknown } | undefined {
    if (!this.#isParsed) {
      this.#isParsed = true;
      this.#document = parseJsonDocument(this.raw);
    }
    return this.#document;
  }

  /** The raw output, with the escapes of a JSON document decoded. */
  get decoded(): MappedText {
    return (this.#decoded ??= this.document === undefined ? unchangedText(this.raw) : decodeJsonEscapes(this.raw));
  }

  /**
   * What a reader of the answer sees: the strings of a JSON object or array, else the output itself.
   * An answer that is one quotation, or one mark `[1]`, happens to be JSON as well: it stays.
   */
  get passages(): readonly string[] {
    const value = this.document?.value;
    if (typeof value !== 'object' || value === null) return [this.decoded.text];
    const leaves = stringLeaves(value);
    return leaves.length === 0 && Array.isArray(value) ? [this.decoded.text] : leaves;
  }

  folded(caseSensitive: boolean): FoldedSource {
    if (caseSensitive) return (this.#sensitive ??= foldMapped(this.decoded, true));
    return (this.#insensitive ??= foldMapped(this.decoded, false));
  }

  /** Enough of the folded output to see what it opens with; the whole one where that is at hand. */
  opening(): FoldedSource {
    if (this.#insensitive !== undefined || this.raw.length <= OPENING_UNITS || this.document !== undefined)
      return this.folded(false);
    return fold(this.raw.slice(0, OPENING_UNITS), false);
  }
}
