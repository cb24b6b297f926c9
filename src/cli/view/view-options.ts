/** What judging and keeping of shown runs hangs on. */
import type { FileJudgingOptions } from '../../files/judge-records.js';
import type { Redactor } from '../../model/redactor.js';
import type { CaseBook } from '../../model/case.js';

export interface ShowingOptions {
  readonly book: CaseBook | undefined;
  readonly judging: FileJudgingOptions;
  /** None: texts are shown as the trace holds them. */
  readonly redactors: readonly Redactor[];
}
