/** How much is read of one case file, and how much of that a text takes. */
import { Lexer } from 'yaml';

export interface CaseFileSize {
  /** UTF-16 units. */
  readonly units: number;
  /** Of YAML, as its lexer counts them: a case has about thirty to a hundred. */
  readonly tokens: number;
}

/** Thousands of cases fit. */
export const LARGEST_CASE_FILE: CaseFileSize = { units: 4 * 1024 * 1024, tokens: 300_000 };

export function caseFileSize(text: string): CaseFileSize {
  let tokens = 0;
  for (const _ of new Lexer().lex(text)) tokens += 1;
  return { units: text.length, tokens };
}
