/** Which case of the file a run is (spec §8 `when`): the first in file order whose given keys all hold. */
import type { Case, CaseBook, Need, Template } from '../model/case.js';
import { trimWhiteSpace } from './text/unicode.js';

/** What a run offers to `when`. Lists are read only when a case asks. */
export interface CaseFacts {
  /** Every text that `input` may equal (spec §8). */
  readonly inputs: readonly string[];
  /** The one of them that is *the* question: what `input_matches` reads, as a prompt holds retrieved text. */
  readonly question?: string;
  /** Hashes of these, and those logged without their text; 64 hex, lower case. */
  inputSha256s(): readonly string[];
  /** The attribute as text, for `${…}`: the first span of the run that has it, then its resource. */
  attribute(key: string): string | undefined;
  /** Every value the attribute has, as text, on any span of the run or its resource. */
  attributeValues(key: string): readonly string[];
  /** Every candidate of the log, handed on or not. */
  readonly retrieved: readonly { readonly id?: string; readonly digest?: string }[];
}

export interface CaseMatch {
  readonly case?: Case;
  /** How many cases of the file match, the first one included. */
  readonly matched: number;
}

export function matchCases(book: CaseBook, facts: CaseFacts): CaseMatch {
  const inputs = new Set(facts.inputs.map(trimWhiteSpace));
  const matching = book.cases.filter((candidate) => holds(candidate, facts, inputs));
  const [first] = matching;
  return first === undefined ? { matched: 0 } : { case: first, matched: matching.length };
}

function holds({ when, needs }: Case, facts: CaseFacts, inputs: ReadonlySet<string>): boolean {
  const resolve = (template: Template): string | undefined => template.resolve((key) => facts.attribute(key));
  if (when.input !== undefined) {
    const input = resolve(when.input);
    if (input === undefined || !inputs.has(trimWhiteSpace(input))) return false;
  }
  if (when.inputSha256 !== undefined && !facts.inputSha256s().includes(when.inputSha256)) return false;
  if (when.inputMatches !== undefined && (facts.question === undefined || !when.inputMatches(facts.question)))
    return false;
  for (const { key, value } of when.attributes) {
    const expected = resolve(value);
    if (expected === undefined || !facts.attributeValues(key).includes(expected)) return false;
  }
  // A need of which every `${…}` is unset can match nothing: the case is not this run's.
  const isResolvable = ({ line, chunks, ids }: Need): boolean =>
    [line, ...chunks, ...ids].some((part) => part !== undefined && resolve(part) !== undefined);
  if (!needs.every(isResolvable)) return false;
  return (
    when.retrieved.length === 0 || when.retrieved.some((template) => isRetrieved(template, resolve(template), facts))
  );
}

function isRetrieved(template: Template, wanted: string | undefined, { retrieved }: CaseFacts): boolean {
  if (wanted === undefined) return false;
  // The star is the author's: one that comes out of an attribute is a character.
  const isPrefix = template.source.endsWith('*');
  const text = isPrefix ? wanted.slice(0, -1) : wanted;
  const fits = (label: string | undefined): boolean =>
    label !== undefined && (isPrefix ? label.startsWith(text) : label === text);
  return retrieved.some(({ id, digest }) => fits(id) || fits(digest));
}
