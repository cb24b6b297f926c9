/** From a row to a case: what can be a fact about bytes, and nothing that cannot. */
import { isMissing, textsOf } from './cells.js';
import type { Columns } from './columns.js';
import {
  assertedExpectation,
  expectedAnswers,
  type Expectation,
  forbiddenTexts,
  NO_EXPECTATION,
} from './expectation.js';
import type { Row } from './row.js';

export interface DraftNeed {
  readonly line?: string;
  readonly id?: readonly string[];
  readonly chunk?: readonly string[];
}

export interface DraftCase {
  readonly place: string;
  readonly question: string;
  readonly needs: readonly DraftNeed[];
  readonly expect: Expectation;
}

export interface LeftOut {
  readonly place: string;
  readonly column?: string;
  readonly value?: string;
  /** What is wrong and what to do. */
  readonly problem: string;
}

export interface DraftOptions {
  /** Splits a cell that holds several contexts or ids as one text. */
  readonly separator?: string | undefined;
  /** One of the ids is enough; else all of them are needed. */
  readonly isAnyIdEnough?: boolean | undefined;
  /** Longest expected answer that becomes a `must`. */
  readonly mustWords?: number | undefined;
}

const MAX_QUESTION_UNITS = 20_000;
const MAX_LINE_UNITS = 100_000;
export const MAX_NEEDS = 64;

export function draftCase(row: Row, { byField, asserts }: Columns, options: DraftOptions): DraftCase | LeftOut {
  const leftOut = (column: string | undefined, value: unknown, problem: string): LeftOut => ({
    place: row.place,
    ...(column === undefined ? {} : { column }),
    ...(value === undefined
      ? {}
      : { value: typeof value === 'string' ? value : (JSON.stringify(value) ?? typeof value) }),
    problem,
  });
  const cell = (column: string | undefined): unknown => (column === undefined ? undefined : row.columns.get(column));

  const question = cell(byField.question);
  if (byField.question === undefined)
    return leftOut(undefined, undefined, 'no column holds the question; name it: --map question=COLUMN');
  if (isMissing(question)) return leftOut(byField.question, undefined, 'the question is missing; fill it in');
  if (typeof question !== 'string')
    return leftOut(byField.question, question, 'is no question in one text; a case asks one question');
  const asked = problemOf(question, MAX_QUESTION_UNITS);
  if (asked !== undefined) return leftOut(byField.question, question, asked);

  const found: Found = { context: [], id: [], digest: [], isPaired: true };
  for (const field of ['context', 'id', 'digest'] as const) {
    const column = byField[field];
    const value = cell(column);
    const read = textsOf(value, options.separator);
    if ('problem' in read) return leftOut(column, value, read.problem);
    for (const text of read.texts) {
      const problem = problemOf(text, MAX_LINE_UNITS) ?? (field === 'context' ? undefined : nameProblem(field, text));
      if (problem !== undefined) return leftOut(column, text, problem);
    }
    if (read.texts.length > MAX_NEEDS)
      return leftOut(
        column,
        undefined,
        `holds ${read.texts.length} entries, more than an answer rests on (${MAX_NEEDS}); name the needed ones`,
      );
    found[field] = read.texts;
    found.isPaired &&= read.isWhole || isMissing(value);
  }
  const needs = needsOf(found, options);
  if (needs.length === 0)
    return leftOut(
      byField.context ?? byField.id ?? byField.digest,
      undefined,
      'says nothing of the evidence that the answer needs; add a reference context or id, or name its column: --map context=COLUMN',
    );

  return { place: row.place, question, needs, expect: expectOf(row, byField, asserts, options) };
}

interface Found {
  context: readonly string[];
  id: readonly string[];
  digest: readonly string[];
  /** Nothing was taken out of a list: contexts and ids at one place belong together. */
  isPaired: boolean;
}

function needsOf({ context, id, digest, isPaired }: Readonly<Found>, { isAnyIdEnough }: DraftOptions): DraftNeed[] {
  if (context.length > 0)
    return context.map((line, index) => ({
      line,
      ...(isPaired && id.length === context.length ? { id: [id[index] as string] } : {}),
    }));
  const names = digest.length > 0 ? digest.map((one) => one.toLowerCase().slice(0, 32)) : id;
  const key = digest.length > 0 ? 'chunk' : 'id';
  if (names.length === 0) return [];
  return isAnyIdEnough === true ? [{ [key]: names }] : names.map((name) => ({ [key]: [name] }));
}

function expectOf(
  row: Row,
  byField: Columns['byField'],
  asserts: readonly string[],
  options: DraftOptions,
): Expectation {
  const value = byField.expected === undefined ? undefined : row.columns.get(byField.expected);
  const read = isMissing(value) ? { texts: [] } : textsOf(value, undefined);
  const expected: Expectation =
    'problem' in read
      ? { ...NO_EXPECTATION, leftOut: [`${byField.expected ?? ''} ${read.problem}`] }
      : expectedAnswers(read.texts, options.mustWords);
  // Expected answers are compared in any case, and one case has one rule.
  const asserted = assertedExpectation(
    asserts.map((column) => row.columns.get(column)),
    expected.must.length === 0,
  );
  const forbidden = textsOf(
    byField.must_not === undefined ? undefined : row.columns.get(byField.must_not),
    options.separator,
  );
  return {
    must: [...expected.must, ...asserted.must],
    mustNot: [...asserted.mustNot, ...('problem' in forbidden ? [] : forbiddenTexts(forbidden.texts))],
    isCaseSensitive: asserted.isCaseSensitive,
    leftOut: [
      ...expected.leftOut,
      ...asserted.leftOut,
      ...('problem' in forbidden ? [`${byField.must_not ?? ''} ${forbidden.problem}`] : []),
    ],
  };
}

/** What a case file would read as something else, or could not hold at all. */
function problemOf(text: string, maxUnits: number): string | undefined {
  if (text.length > maxUnits) return `is longer than ${maxUnits} characters; quote the part that counts`;
  if (/\$\{[^{}]+\}/.test(text))
    return 'holds ${…}, which a case file reads as an attribute of the run; write the case by hand';
  if (/\ufffd|\p{Cs}/u.test(text)) return 'holds a damaged character; mend the text at its source';
  return undefined;
}

function nameProblem(field: 'id' | 'digest', text: string): string | undefined {
  if (field === 'digest')
    return /^(?:[0-9a-f]{32}|[0-9a-f]{64})$/i.test(text)
      ? undefined
      : 'is no digest; write the SHA-256 of the chunk in hexadecimal, or its first 32 characters';
  return text.includes('*') ? 'holds a *, which a case file reads as any ending; write the case by hand' : undefined;
}
