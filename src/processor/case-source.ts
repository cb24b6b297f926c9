/** Where the processor has its cases from: the case file, and cases set in code (spec §8). */
import type { Case, CaseBook, TextPattern } from '../model/case.js';
import type { CodeCase } from '../model/code-case.js';
import type { PatternSource } from '../config/settings.js';

export interface CaseSource {
  /** The book in force; undefined: no cases. */
  readonly book: CaseBook | undefined;
  /** False while the reader of case files is still being loaded and something waits for it. */
  readonly isReady: boolean;
  /** One case in the case file's own shape; undefined (and a line in the log) when it is not one. */
  compileCase(value: CodeCase): Case | undefined;
  compilePattern(source: PatternSource): TextPattern | undefined;
  close(): void;
}
