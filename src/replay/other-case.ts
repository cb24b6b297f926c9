/** Whether a replay was judged by the case of the record: a verdict that changed may be the case's own doing. */
import { matchRun } from '../attribution/attribute-run.js';
import { freeze } from '../attribution/freeze.js';
import { caseMessage } from '../incidents/case-message.js';
import { builtInRedactors } from '../incidents/redaction/built-in-redactors.js';
import { canonicalJson } from '../incidents/sealed-json.js';
import { TextKeeper } from '../incidents/triple/kept-text.js';
import type { JudgedRun } from '../joining/judge-trace.js';
import type { CaseMessage, ReplayRecordMessage } from '../proto/messages.generated.js';

/** By what the record keeps of its case: what was left out of it (a line without consent) counts by its hash. */
export function isOtherCase(record: ReplayRecordMessage, { run, basis }: JudgedRun): boolean {
  if (record.case === undefined) return false;
  const frozen = freeze(run, basis.book, basis.options);
  const applied = matchRun(frozen, basis.book).case;
  if (applied?.id !== record.case.id) return true;
  const keeper = new TextKeeper({
    withText: record.with_text === true,
    redactors: builtInRedactors,
    hash: basis.options.hash,
  });
  return declared(record.case) !== declared(caseMessage(frozen, applied, keeper));
}

/** Digests that stand in for a line or an id are of what was retrieved then, and no part of what is declared. */
function declared({ needs = [], expect = {} }: CaseMessage): string {
  return canonicalJson({
    needs: needs.map(({ line_sha256, ids = [], chunks = [], line_is }) => ({
      line: line_sha256 ?? '',
      ids: [...ids],
      chunks: line_sha256 === undefined && ids.length === 0 ? [...chunks] : [],
      line_is: line_is ?? 'unconfirmed',
    })),
    expect: {
      ...expect,
      case_sensitive: expect.case_sensitive === true,
    },
  });
}
