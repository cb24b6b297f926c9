/**
 * Sets that hold one row for each pair of question and document (relevance judgements): rows of one
 * question that follow each other are one case. Only ids and digests are joined: two rows with
 * reference texts are two opinions on what an answer needs.
 */
import { type DraftCase, type DraftNeed, type DraftOptions, MAX_NEEDS } from './draft-case.js';

/** Both as one case; undefined when the second names nothing more, or they are not of one kind. */
export function joinedDrafts(first: DraftCase, second: DraftCase, options: DraftOptions): DraftCase | undefined {
  const [kind, ...others] = new Set([...first.needs, ...second.needs].map(kindOf));
  if (kind === undefined || kind === 'line' || others.length > 0 || namesNoMoreThan(second, first)) return undefined;
  const names = [...new Set([...namesOf(first.needs), ...namesOf(second.needs)])];
  if (names.length > MAX_NEEDS) return undefined;
  const needs = options.isAnyIdEnough === true ? [{ [kind]: names }] : names.map((name) => ({ [kind]: [name] }));
  const { expect } = first;
  const isExpectedAlike = JSON.stringify(expect) === JSON.stringify(second.expect);
  return {
    ...first,
    needs,
    expect: isExpectedAlike
      ? expect
      : { ...expect, leftOut: [...expect.leftOut, `row ${second.place} expects another answer`] },
  };
}

/** Whether all evidence of the one is evidence of the other. */
export function namesNoMoreThan(one: DraftCase, other: DraftCase): boolean {
  const there = new Set([...namesOf(other.needs), ...other.needs.map(({ line }) => line)]);
  return [...namesOf(one.needs), ...one.needs.flatMap(({ line }) => line ?? [])].every((name) => there.has(name));
}

function kindOf({ line, id }: DraftNeed): 'line' | 'id' | 'chunk' {
  return line !== undefined ? 'line' : id === undefined ? 'chunk' : 'id';
}

function namesOf(needs: readonly DraftNeed[]): string[] {
  return needs.flatMap(({ id, chunk }) => id ?? chunk ?? []);
}
