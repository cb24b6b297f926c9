/** A parsed case file (spec §8). Patterns are already compiled: attribution never sees their source syntax. */
import type { AcceptableForm, Loss } from './verdict.js';

/** A half-open range of UTF-16 units in the text that was searched. */
export interface Match {
  readonly start: number;
  readonly end: number;
}

/** A compiled `must`, `must_not`, `allow` or refusal (spec §6). */
export interface TextPattern {
  /** As written; between slashes when it is an expression. */
  readonly source: string;
  /** Written between slashes; without it a source in slashes is a literal. */
  readonly isRegex?: true;
  /** Leftmost match at or after `from` in the *folded* text; `from` ≤ length. Linear time, never throws. */
  find(text: FoldedText, from?: number): Match | undefined;
}

/** Text after NFC, white-space folding, U+2019 → ' and, unless case-sensitive, simple lower-casing; with the way back. */
export interface FoldedText {
  readonly folded: string;
  readonly raw: string;
  readonly caseSensitive: boolean;
  /** UTF-16 index in `raw` of the folded index (start of the group it came from). */
  rawStart(foldedIndex: number): number;
  /** UTF-16 index in `raw` just after the group that the folded unit before `foldedIndex` came from. */
  rawEnd(foldedIndex: number): number;
}

/** A string with `${attribute}` places; without any it is one literal. */
export interface Template {
  readonly source: string;
  /** Undefined when an attribute is unset: then nothing matches. */
  resolve(attribute: (key: string) => string | undefined): string | undefined;
}

export interface Need {
  readonly line?: Template;
  /** Any one of these digests (32 hex, lower case). */
  readonly chunks: readonly Template[];
  /** Any one of these ids; `*` at the end only. */
  readonly ids: readonly Template[];
  readonly lineIs: 'correct' | 'incorrect' | 'unconfirmed';
}

export interface CaseWhen {
  readonly input?: Template;
  readonly inputSha256?: string;
  /** RE2 over the raw question. */
  readonly inputMatches?: (question: string) => boolean;
  readonly attributes: readonly { readonly key: string; readonly value: Template }[];
  /** Ids or digests, `*` at the end only: any candidate's. */
  readonly retrieved: readonly Template[];
}

export interface Expectation {
  /** All must be found; each entry is a list of alternatives. */
  readonly must: readonly (readonly TextPattern[])[];
  readonly mustNot: readonly (readonly TextPattern[])[];
  readonly allow: readonly TextPattern[];
  readonly refusals: readonly TextPattern[];
  readonly caseSensitive: boolean;
}

export interface Case {
  readonly id: string;
  readonly when: CaseWhen;
  readonly needs: readonly Need[];
  readonly expect: Expectation;
  readonly snapshot?: string;
  /** First instant (milliseconds since the epoch) at which the case is stale. */
  readonly untilUnixMillis?: number;
}

export interface RetrievalTool {
  /** Exact, or a prefix with `*` at the end. */
  readonly name: string;
  /** Path such as `results[].content`; absent: the string leaves. */
  readonly text?: string;
  readonly id?: string;
}

export interface Service {
  /** `service.name`, `*` at the end. */
  readonly name: string;
  readonly topK?: number;
  readonly acceptForms: readonly AcceptableForm[];
  readonly retrievalTools: readonly RetrievalTool[];
  readonly refusals: readonly TextPattern[];
  readonly expectedLoss: readonly Loss[];
}

export interface CaseBook {
  readonly services: readonly Service[];
  readonly cases: readonly Case[];
  /** Digests known to be wrong. */
  readonly incorrectChunks: ReadonlySet<string>;
  /** Attribute keys that any case reads: a holder of spans may forget the others. */
  readonly attributeKeys: ReadonlySet<string>;
}
