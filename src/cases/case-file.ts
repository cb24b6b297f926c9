/**
 * A case file as plain data (spec §8): what people write (`CaseFileInput`), and what it comes to
 * once read (`CaseFile`), where every list is a list. Keys are the file's own. Patterns and
 * templates are still source text.
 */
import type { AcceptableForm, Loss } from '../model/verdict.js';
import type { PatternShape } from './pattern.js';

export interface CaseFile {
  readonly version: '1';
  readonly services: readonly ServiceShape[];
  readonly cases: readonly CaseShape[];
  /** Digests known to be wrong, 32 hex, lower case. */
  readonly incorrect_chunks: readonly string[];
}

export interface ServiceShape {
  /** `service.name`, `*` at the end. */
  readonly name: string;
  readonly top_k?: number;
  readonly accept_forms: readonly AcceptableForm[];
  readonly retrieval_tools: readonly { readonly name: string; readonly text?: string; readonly id?: string }[];
  readonly refusals: readonly PatternShape[];
  readonly expected_loss: readonly Loss[];
}

export interface CaseShape {
  readonly id: string;
  readonly when: WhenShape;
  readonly need: readonly NeedShape[];
  readonly expect: ExpectShape;
  readonly snapshot?: string;
  /** As written: a date, or a date and time with zone. */
  readonly until?: string;
}

export interface WhenShape {
  readonly input?: string;
  readonly input_sha256?: string;
  readonly input_matches?: string;
  readonly attributes: readonly { readonly key: string; readonly value: string }[];
  readonly retrieved: readonly string[];
}

export interface NeedShape {
  readonly line?: string;
  readonly chunk: readonly string[];
  readonly id: readonly string[];
  readonly line_is: 'correct' | 'incorrect' | 'unconfirmed';
}

export interface ExpectShape {
  /** Each entry: alternatives. */
  readonly must: readonly (readonly PatternShape[])[];
  readonly must_not: readonly (readonly PatternShape[])[];
  readonly allow: readonly PatternShape[];
  readonly refusals: readonly PatternShape[];
  readonly case_sensitive: boolean;
}
