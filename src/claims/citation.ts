/** An answer taken apart into text and citations, each citation verified or not. */

export type UnverifiedReason =
  /** It looks like a citation (`word[1]`, `[1-3]`, `[1](…)`), and cannot be read as one for sure. */
  | 'unreadable'
  /** Nothing of that name was retrieved. */
  | 'unknown-id'
  /** It was retrieved, and the model never saw it. */
  | 'not-sent'
  /** The model may have seen it; what is at hand does not show it. */
  | 'unproven'
  /** Several chunks have the id, and they lead to different places. */
  | 'ambiguous'
  /** The claim's quote does not stand in it. */
  | 'misquoted'
  /** Its metadata names no place. */
  | 'no-path'
  /** The place is nothing that a page may link to (`javascript:`, control characters). */
  | 'unsafe-path';

export interface VerifiedCitation<Item = unknown> {
  readonly kind: 'citation';
  readonly verified: true;
  /** As cited, without brackets. */
  readonly label: string;
  /** As it stands in the answer (`[2]`); for an id of a structured claim, the label. */
  readonly mark: string;
  readonly path: string;
  /** The chunk's own id. */
  readonly id?: string;
  readonly item: Item;
}

export interface UnverifiedCitation {
  readonly kind: 'citation';
  readonly verified: false;
  readonly label: string;
  readonly mark: string;
  readonly reason: UnverifiedReason;
}

export type Citation<Item = unknown> = VerifiedCitation<Item> | UnverifiedCitation;

export interface AnswerText {
  readonly kind: 'text';
  readonly text: string;
}

/** A stretch of the answer: joined, texts and marks are the passage as it was. */
export type AnswerPart<Item = unknown> = AnswerText | Citation<Item>;

export interface VerifiedAnswer<Item = unknown> {
  /** The answer's text, or one passage for each structured claim with its citations at the end. */
  readonly passages: readonly (readonly AnswerPart<Item>[])[];
  /** All citations, in order. */
  readonly citations: readonly Citation<Item>[];
  /** False: it is no answer, or holds claims that are not in the passages for sure (cut off, without text). */
  readonly isReadable: boolean;
  /** It could be read, and every citation is verified; true of an answer without any. */
  readonly isVerified: boolean;
}
