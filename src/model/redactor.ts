/** What must not be written to a file, and how it is found. */

/** A half-open range of UTF-16 units. */
export interface TextRange {
  readonly start: number;
  readonly end: number;
}

/** Finds what to replace in a text. Ranges may overlap and stand in any order; what throws redacts nothing and is told. */
export interface Redactor {
  /** Stands in the mark and in the file: `[redacted:email]`. */
  readonly rule: string;
  find(text: string): Iterable<TextRange>;
}
