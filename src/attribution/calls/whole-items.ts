/** Whether an item stands whole in what a run sent: by its bytes, or by an assembly record (spec §3, §4). */
import type { RetrievedItem } from '../../model/retrieval-log.js';
import type { Run } from '../../model/run.js';
import type { RunCalls } from './calls.js';
import type { CallRecords } from './records.js';
import { TextFinder, evidenceOnly } from '../search/text-finder.js';
import { trimWhiteSpace } from '../text/unicode.js';

/** Searched when first asked, for all items of the run at once. */
export function wholeItems(run: Run, calls: RunCalls, records: CallRecords): (item: RetrievedItem) => boolean {
  const kept = new Map<string, number | undefined>();
  for (const record of [...records.byCall.values(), ...records.loose]) {
    for (const chunk of record.chunks ?? []) {
      if (chunk.digest !== undefined && (chunk.offset ?? 0) >= 0 && chunk.keptBytes !== 0)
        kept.set(chunk.digest, chunk.keptBytes);
    }
  }
  const isKept = ({ digest, length }: RetrievedItem): boolean => {
    if (digest === undefined || !kept.has(digest)) return false;
    const bytes = kept.get(digest);
    return bytes === undefined || length === undefined || bytes === length;
  };
  let standing: ReadonlySet<string> | undefined;
  return (item) => {
    if (isKept(item)) return true;
    if (item.text === undefined) return false;
    standing ??= standingTexts(run, calls);
    return standing.has(trimWhiteSpace(item.text));
  };
}

function standingTexts(run: Run, calls: RunCalls): ReadonlySet<string> {
  const finder = new TextFinder(
    run.retrievals.flatMap(({ list }) => (list.items ?? []).flatMap(({ text }) => text ?? [])),
  );
  return new Set(calls.contributing.flatMap((call) => [...finder.standing(calls.contextOf(call), evidenceOnly)]));
}
