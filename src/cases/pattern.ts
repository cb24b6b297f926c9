/** The pattern syntax of case files and options (spec §6 "Patterns"). */
import { foldedString } from '../attribution/text/fold.js';
import { literalPattern } from '../attribution/text/literal-pattern.js';
import type { TextPattern } from '../model/case.js';
import { type Compiled, regexPattern } from './regex-pattern.js';

/** A literal, or RE2 between slashes; `{text: "/a/"}` is a literal in slashes. */
export type PatternShape = string | { readonly text: string };

/** Characters of a literal; a line of a case may well be quoted whole. */
const MAX_LITERAL_UNITS = 20_000;

/** `caseSensitive`: which spelling to check now; the pattern follows the text it is asked about. */
export function compilePattern(shape: PatternShape, caseSensitive = false): Compiled<TextPattern> {
  const source = typeof shape === 'string' ? shape : shape.text;
  if (typeof shape === 'string' && isRegex(shape)) return regexPattern(shape.slice(1, -1), shape, caseSensitive);
  if (foldedString(source, true).trim() === '') return { problem: 'is an empty pattern; write the text to look for' };
  if (source.length > MAX_LITERAL_UNITS)
    return { problem: `is longer than ${MAX_LITERAL_UNITS} characters; quote less` };
  return { pattern: literalPattern(source) };
}

/** Between slashes: `/a/`. One slash alone is a literal. */
export function isRegex(source: string): boolean {
  return source.length >= 2 && source.startsWith('/') && source.endsWith('/');
}

export interface CompiledRefusals {
  readonly patterns: readonly TextPattern[];
  readonly problems: readonly { readonly value: string; readonly problem: string }[];
}

/** Refusals that come from an option instead of a case file: what cannot be used is told and left out. */
export function compileRefusals(shapes: readonly PatternShape[]): CompiledRefusals {
  const patterns: TextPattern[] = [];
  const problems: { value: string; problem: string }[] = [];
  for (const shape of shapes) {
    const compiled = compilePattern(shape);
    if ('pattern' in compiled) patterns.push(compiled.pattern);
    else problems.push({ value: typeof shape === 'string' ? shape : shape.text, problem: compiled.problem });
  }
  return { patterns, problems };
}
