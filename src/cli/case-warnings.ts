/** What `ragspan cases check` warns of: a valid case file that does not do what its author means. */
import { matchCases } from '../attribution/match-case.js';
import { trimWhiteSpace } from '../attribution/text/unicode.js';
import { isRegex } from '../cases/pattern.js';
import type { Case, CaseBook } from '../model/case.js';
import { plural } from './numbers.js';

export function caseWarnings(book: CaseBook): string[] {
  return [...book.cases.flatMap(tooShort), ...shadowed(book)];
}

/** One word alone convicts on any sentence that holds it, a denial included. */
function tooShort(one: Case): string[] {
  if (one.expect.allow.length > 0) return [];
  return one.expect.mustNot
    .flatMap((alternatives) => alternatives)
    .filter(({ source }) => !isRegex(source) && !/\s/u.test(source.trim()))
    .map(
      ({ source }) =>
        `case ${one.id}: must_not ${JSON.stringify(source)} is one word without allow: it also stands in "not ${source}"; quote more, or list what is fine under allow`,
    );
}

const MOST_COMPARISONS = 100_000;

/**
 * Cases that no run can get: the first that matches is taken (spec §8), and one above them matches
 * every run that asks their question. Told of cases with the whole question alone: what another
 * expression, an attribute or the retrieval log will be is not known here.
 */
function shadowed(book: CaseBook): string[] {
  const warnings: string[] = [];
  let comparisons = 0;
  let unseen = 0;
  const byQuestion = new Map<string, Case>();
  /** Those above that may match a question which they do not spell out. A question in `input` matches itself alone. */
  const broad: Case[] = [];
  for (const one of book.cases) {
    const { input, inputSha256, attributes, retrieved } = one.when;
    const isOpen = attributes.length === 0 && retrieved.length === 0 && inputSha256 === undefined;
    const question = input?.resolve(() => undefined);
    if (question !== undefined) {
      const key = trimWhiteSpace(question);
      const same = byQuestion.get(key);
      // Many expressions over many questions: each pair is one search.
      const isAffordable = (comparisons += broad.length) <= MOST_COMPARISONS;
      if (!isAffordable && broad.length > 0) unseen += 1;
      const above = [...(isAffordable ? broad : []), ...(same === undefined ? [] : [same])];
      const taker = matchCases({ ...book, cases: above }, factsOf(question)).case;
      if (taker !== undefined)
        warnings.push(
          `case ${one.id}: never applies: case ${taker.id} stands above it and matches its question; put it above that one, or make them one case`,
        );
      else if (same === undefined && isOpen) byQuestion.set(key, one);
    }
    if (isOpen && input === undefined) broad.push(one);
  }
  if (unseen > 0)
    warnings.push(
      `the last ${plural(unseen, 'case')} with a question were not compared with every case above that has none: there are too many of both`,
    );
  return warnings;
}

/** A run of which only the question is known: a case that holds for it holds for all that ask it. */
function factsOf(question: string): Parameters<typeof matchCases>[1] {
  return {
    inputs: [question],
    question,
    inputSha256s: () => [],
    attribute: () => undefined,
    attributeValues: () => [],
    retrieved: [],
  };
}
