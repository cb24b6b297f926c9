/**
 * RE2 patterns (spec §6 "Patterns"): leftmost-first, `(?i)` unless case-sensitive, no border rule,
 * no `\p`. They are matched against folded text by a linear-time library, so neither a hostile
 * pattern nor a hostile output can stall a run.
 */
import { RE2JS } from 're2js';
import { normalizeNfc } from '../attribution/text/nfc.js';
import { isWhiteSpace } from '../attribution/text/unicode.js';
import type { FoldedText, Match, TextPattern } from '../model/case.js';

/** A longer pattern is a mistake or an attack: compiling costs time by its length and repeat counts. */
export const MAX_PATTERN_CODE_POINTS = 1000;
/** Instructions of a compiled pattern; each step of a search may touch all of them. */
const MAX_PROGRAM_SIZE = 20_000;

const MAX_REASON_UNITS = 160;

/** `size`: instructions of the compiled expression, where there is one. */
export type Compiled<T> = ({ readonly pattern: T } | { readonly problem: string }) & { readonly size?: number };

/** `source`: without the slashes. */
export function regexPattern(source: string, shown: string, caseSensitive: boolean): Compiled<TextPattern> {
  if (source === '') return { problem: 'is an empty pattern; put an expression between the slashes' };
  if (Array.from(source).length > MAX_PATTERN_CODE_POINTS) {
    return { problem: `is longer than ${MAX_PATTERN_CODE_POINTS} characters; split it into alternatives` };
  }
  if (hasUnicodeClass(source))
    return { problem: 'uses \\p, which depends on a Unicode version; list the characters instead' };
  const folded = foldSource(source);
  const compiled = compile(folded, caseSensitive);
  if ('problem' in compiled) return compiled;
  const regexes = new Map([[caseSensitive, compiled.pattern]]);
  return {
    pattern: {
      source: shown,
      isRegex: true,
      find: (text, from = 0) => find(regexOf(regexes, folded, text), text, from),
    },
    size: compiled.pattern.programSize(),
  };
}

/** Refusals of a case-sensitive case are also read as those of the service are: both spellings may be asked for. */
function regexOf(
  regexes: Map<boolean, RE2JS | undefined>,
  source: string,
  { caseSensitive }: FoldedText,
): RE2JS | undefined {
  if (!regexes.has(caseSensitive)) {
    const compiled = compile(source, caseSensitive);
    regexes.set(caseSensitive, 'pattern' in compiled ? compiled.pattern : undefined);
  }
  return regexes.get(caseSensitive);
}

function compile(source: string, caseSensitive: boolean): Compiled<RE2JS> {
  try {
    const pattern = RE2JS.compile(source, RE2JS.DISABLE_UNICODE_GROUPS | (caseSensitive ? 0 : RE2JS.CASE_INSENSITIVE));
    const size = pattern.programSize();
    if (size <= MAX_PROGRAM_SIZE) return { pattern, size };
    return { problem: 'is too large once its repeats are written out; use smaller counts', size };
  } catch (error) {
    return { problem: `is no RE2 expression: ${reasonOf(error)}` };
  }
}

function reasonOf(error: unknown): string {
  if (error instanceof RangeError) return 'it is nested too deep';
  const message = error instanceof Error ? error.message : String(error);
  const reason = message.replace(/^error parsing regexp: /, '').replaceAll('(?i)', '');
  return reason.length <= MAX_REASON_UNITS ? reason : `${reason.slice(0, MAX_REASON_UNITS)}…`;
}

function find(regex: RE2JS | undefined, text: FoldedText, from: number): Match | undefined {
  if (regex === undefined) return undefined;
  try {
    // Asking whether there is a match is several times cheaper than asking where.
    if (from === 0 && !regex.test(text.folded)) return undefined;
    const matcher = regex.matcher(text.folded);
    return matcher.find(from) ? { start: matcher.start(), end: matcher.end() } : undefined;
  } catch {
    return undefined;
  }
}

/** As the text is folded, but for lower case: that would turn `\W` into `\w`, and `(?i)` does it. */
function foldSource(source: string): string {
  let folded = '';
  let wasSpace = false;
  for (const character of normalizeNfc(source).text) {
    const isSpace = isWhiteSpace(character.codePointAt(0) as number);
    if (isSpace && wasSpace) continue;
    wasSpace = isSpace;
    folded += isSpace ? ' ' : character === '\u2019' ? "'" : character;
  }
  return folded;
}

function hasUnicodeClass(source: string): boolean {
  let isQuoted = false;
  for (let index = source.indexOf('\\'); index >= 0; index = source.indexOf('\\', index + 2)) {
    const letter = source.charAt(index + 1);
    if (letter === 'E') isQuoted = false;
    else if (isQuoted) index--;
    else if (letter === 'Q') isQuoted = true;
    else if (letter === 'p' || letter === 'P') return true;
  }
  return false;
}
