/** A reply taken apart into its quotes and its answer, whichever form the model kept to. */
import type { Sentence } from './sentences.js';

export interface Quote {
  /** As the answer names it. */
  readonly number: number;
  /** Without quotation marks around it. */
  readonly text: string;
  /** Label or id of the source, as the model said it. */
  readonly source?: string;
}

export interface QuotedAnswer {
  /** `none`: no quote was found, and all of the reply is the answer. */
  readonly form: 'json' | 'text' | 'none';
  readonly quotes: readonly Quote[];
  readonly answer: string;
  readonly sentences: readonly Sentence[];
  /** The reply was longer than is read, or held more quotes or sentences. */
  readonly isCut: boolean;
}

/** UTF-16 units; far beyond any answer. */
export const MAX_REPLY_UNITS = 1_048_576;
export const MAX_QUOTES = 500;
export const MAX_SENTENCES = 5_000;

const PAIRS: Readonly<Record<string, string>> = { '"': '"', "'": "'", '“': '”', '„': '“', '«': '»', '‘': '’' };

/** Marks around the whole quote are the model's: what is inside stands wherever the whole does. */
export function withoutMarks(text: string): string {
  const trimmed = text.trim();
  const isMarked = trimmed.length > 2 && PAIRS[trimmed.charAt(0)] === trimmed.charAt(trimmed.length - 1);
  return isMarked ? trimmed.slice(1, -1).trim() : trimmed;
}
