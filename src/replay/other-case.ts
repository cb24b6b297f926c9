/** Whether a replay was judged by the case of the record: a verdict that changed may be the case's own doing. */
import { matchRun } from '../attribution/attribute-run.js';
import { freeze } from '../attribution/freeze.js';
import { caseMessage } from '../incidents/case-message.js';
import { builtInRedactors } from '../incidents/redaction/built-in-redactors.js';
import { redactText } from '../incidents/redaction/redact-text.js';
import { canonicalJson } from '../incidents/sealed-json.js';
import { TextKeeper } from '../incidents/triple/kept-text.js';
import type { JudgedRun } from '../joining/judge-trace.js';
import type { CaseMessage, NeedMessage, ReplayRecordMessage } from '../proto/messages.generated.js';

/** By what the record keeps of its case: what was left out of it (a line without consent) counts by its hash. */
export function isOtherCase(record: ReplayRecordMessage, { run, basis }: JudgedRun): boolean {
  if (record.case === undefined) return false;
  const frozen = freeze(run, basis.book, basis.options);
  const applied = matchRun(frozen, basis.book).case;
  if (applied?.id !== record.case.id) return true;
  // As declared: nothing is written, so nothing is left out.
  const keeper = new TextKeeper({ withText: true, redactors: [], hash: basis.options.hash });
  const now = caseMessage(frozen, applied, keeper);
  const { needs = [] } = now;
  const { needs: recorded = [] } = record.case;
  return (
    expected(record.case) !== expected(now) ||
    recorded.length !== needs.length ||
    recorded.some((need, index) => !isSameNeed(need, needs[index] as NeedMessage))
  );
}

function expected({ expect = {} }: CaseMessage): string {
  return canonicalJson({ ...expect, case_sensitive: expect.case_sensitive === true });
}

/**
 * Of the record's need a line may be missing, and ids that a redactor objected to. Digests of what
 * was retrieved then stand in for them: more chunks than are declared say nothing.
 */
function isSameNeed(recorded: NeedMessage, now: NeedMessage): boolean {
  const { ids = [], chunks = [] } = recorded;
  const { ids: idsNow = [], chunks: chunksNow = [] } = now;
  const withheld = idsNow.filter((id) => !ids.includes(id));
  const keepsLine = recorded.line_sha256 === undefined || recorded.line !== undefined;
  const isWhole = keepsLine && withheld.length === 0;
  return (
    recorded.line_sha256 === now.line_sha256 &&
    (recorded.line_is ?? 'unconfirmed') === (now.line_is ?? 'unconfirmed') &&
    isSame(
      ids,
      idsNow.filter((id) => ids.includes(id)),
    ) &&
    (isWhole ? isSame(chunks, chunksNow) : chunksNow.every((chunk) => chunks.includes(chunk))) &&
    // By whose rules is not recorded: the built-in ones', or those of others where digests stand in for the ids.
    (withheld.every(isFoundByBuiltIn) || (keepsLine && chunks.length > chunksNow.length))
  );
}

function isSame(one: readonly string[], other: readonly string[]): boolean {
  return one.length === other.length && one.every((word, index) => word === other[index]);
}

function isFoundByBuiltIn(text: string): boolean {
  return redactText(text, builtInRedactors).redactions.length > 0;
}
