/** Adds imported cases to the text of a case file: what stands in it stays byte for byte, comments included. */
import { isMap, isScalar, isSeq, LineCounter, parseDocument } from 'yaml';
import { type CaseFile, type CaseProblem, parseCases } from '../cases/index.js';
import { CASE_FILE_HEAD } from './case-yaml.js';

export interface CasePlace {
  readonly file: CaseFile;
  /** Spaces before each item. */
  readonly indent: number;
  /** UTF-16 unit of the text at which a line starts, or its end. */
  readonly insertAt: number;
  /** What stands before the first item. */
  readonly head: string;
}

/** Where new items go: after the last one of a list written with dashes, or at the end of a file without a list. */
export function placeInCaseFile(
  text: string,
  name: string,
): CasePlace | { readonly problem: string } | { readonly problems: readonly CaseProblem[] } {
  if (text.trim() === '') return { file: EMPTY, indent: INDENT, insertAt: text.length, head: CASE_FILE_HEAD };
  const parsed = parseCases(text, name);
  if ('problems' in parsed) return parsed;
  const { file } = parsed;
  const lines = new LineCounter();
  const { contents } = parseDocument(text, { lineCounter: lines });
  if (!isMap(contents) || contents.flow === true)
    return { problem: 'it is written in braces; write it with indented keys, or print the cases and add them by hand' };
  const cases = contents.get('cases', true) as unknown;
  if (cases === undefined) return { file, indent: INDENT, insertAt: text.length, head: 'cases:\n' };
  if (isScalar(cases) && cases.range?.[0] === cases.range?.[1])
    return { file, indent: INDENT, insertAt: nextLine(text, cases.range?.[1] ?? text.length), head: '' };
  if (!isSeq(cases) || cases.flow === true)
    return { problem: 'its cases stand in brackets; write them as a list with dashes' };
  const [start, end] = cases.range ?? [0, text.length];
  return { file, indent: lines.linePos(start).col - 1, insertAt: nextLine(text, end), head: '' };
}

const INDENT = 2;
const EMPTY: CaseFile = { version: '1', services: [], cases: [], incorrect_chunks: [] };

function nextLine(text: string, from: number): number {
  if (from > 0 && text.charAt(from - 1) === '\n') return from;
  const end = text.indexOf('\n', from);
  return end < 0 ? text.length : end + 1;
}

/** The new text; no byte of the old one is changed. */
export function withCases(text: string, { insertAt, head }: CasePlace, yaml: string): string {
  const before = text.slice(0, insertAt);
  const joint = before === '' || before.endsWith('\n') ? '' : '\n';
  return `${before}${joint}${head}${yaml}${text.slice(insertAt)}`;
}

/** The new cases stand in it, and the old ones as they were. */
export function isAppended(before: CaseFile, text: string, name: string, added: number): boolean {
  const parsed = parseCases(text, name);
  if ('problems' in parsed) return false;
  const { cases, ...rest } = parsed.file;
  const { cases: old, ...oldRest } = before;
  return (
    cases.length === old.length + added &&
    JSON.stringify([cases.slice(0, old.length), rest]) === JSON.stringify([old, oldRest])
  );
}
