/** Whether an item stands whole in what a run sent: by its bytes, or by an assembly record (spec §3, §4). */
import type { RetrievedItem } from '../model/retrieval-log.js';
import type { RunCalls } from './calls.js';
import { findPresent } from './presence.js';
import type { CallRecords } from './records.js';

export function wholeItems(calls: RunCalls, records: CallRecords): (item: RetrievedItem) => boolean {
  const kept = new Map<string, number | undefined>();
  for (const record of [...records.byCall.values(), ...records.loose]) {
    for (const chunk of record.chunks ?? []) {
      if (chunk.digest !== undefined && (chunk.offset ?? 0) >= 0 && chunk.keptBytes !== 0) kept.set(chunk.digest, chunk.keptBytes);
    }
  }
  return (item) => {
    if (item.text !== undefined && calls.contributing.some((call) => findPresent(calls.contextOf(call), item.text as string) !== undefined)) return true;
    if (item.digest === undefined || !kept.has(item.digest)) return false;
    const bytes = kept.get(item.digest);
    return bytes === undefined || item.length === undefined || bytes === item.length;
  };
}
