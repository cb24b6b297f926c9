/** The first boundary: were the same chunks handed on, in the same order? Scores are shown, never compared. */
import type {
  ItemChangeMessage,
  ReplayBoundaryMessage,
  RetrievalLogMessage,
  RetrievedItemMessage,
} from '../../proto/messages.generated.js';
import { pairedItems, type PairedItem } from './paired-items.js';

/** Items listed of a boundary: producers log no more (spec §10). */
const MAX_LISTED = 1000;

/** Not logged is not empty: what was not logged, or was changed on its way, gives `unknown`. */
export function compareRetrieval(
  before: RetrievalLogMessage | undefined,
  after: RetrievalLogMessage | undefined,
): ReplayBoundaryMessage {
  const boundary = 'retrieval';
  if (before === undefined || after === undefined) return { boundary, state: 'unknown', reason: 'retrieval_unlogged' };
  if (before.content_off === true || after.content_off === true)
    return { boundary, state: 'unknown', reason: 'content_off' };
  const then = handedOn(before);
  const now = handedOn(after);
  const items = pairedItems(then, now).map(itemChange).slice(0, MAX_LISTED);
  const listed = items.length === 0 ? {} : { items };
  const found = (state: string, reason?: string): ReplayBoundaryMessage => ({
    boundary,
    state,
    ...(reason === undefined ? {} : { reason }),
    ...listed,
  });
  // From a list that may have lost items neither ranks nor absences say anything.
  if (before.lossy === true || after.lossy === true) return found('unknown', 'lossy_capture');
  const isOther =
    then.length !== now.length ||
    (before.failed === true) !== (after.failed === true) ||
    then.some(({ digest }, index) => differs(digest, now[index]?.digest));
  if (isOther) return found('changed');
  return [...then, ...now].some(({ digest }) => digest === undefined)
    ? found('unknown', 'invalid_text')
    : found('same');
}

export function handedOn(log: RetrievalLogMessage | undefined): readonly RetrievedItemMessage[] {
  const items = log?.items ?? [];
  return items.slice(0, log?.handed_on ?? items.length);
}

function differs(before: string | undefined, after: string | undefined): boolean {
  return before !== undefined && after !== undefined && before !== after;
}

function itemChange({ before, after }: PairedItem): ItemChangeMessage {
  const digest = before?.digest ?? after?.digest;
  const id = before?.id ?? after?.id;
  return {
    ...(digest === undefined ? {} : { digest }),
    ...(id === undefined ? {} : { id }),
    ...(before === undefined ? {} : { rank_before: before.rank }),
    ...(after === undefined ? {} : { rank_after: after.rank }),
    ...(before?.score === undefined ? {} : { score_before: before.score }),
    ...(after?.score === undefined ? {} : { score_after: after.score }),
  };
}
