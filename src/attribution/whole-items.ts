/** Whether any of some items stands whole in what a run sent: by its bytes, or by an assembly record (spec §3, §4). */
import type { RetrievedItem } from '../model/retrieval-log.js';
import type { RunCalls } from './calls.js';
import { whichPresent } from './presence.js';
import type { CallRecords } from './records.js';

export function wholeItems(calls: RunCalls, records: CallRecords): (items: readonly RetrievedItem[]) => boolean {
  const kept = new Map<string, number | undefined>();
  for (const record of [...records.byCall.values(), ...records.loose]) {
    for (const chunk of record.chunks ?? []) {
      if (chunk.digest !== undefined && (chunk.offset ?? 0) >= 0 && chunk.keptBytes !== 0) kept.set(chunk.digest, chunk.keptBytes);
    }
  }
  const isKept = ({ digest, length }: RetrievedItem): boolean => {
    if (digest === undefined || !kept.has(digest)) return false;
    const bytes = kept.get(digest);
    return bytes === undefined || length === undefined || bytes === length;
  };
  return (items) => {
    if (items.length === 0) return false;
    if (items.some(isKept)) return true;
    const texts = items.flatMap(({ text }) => text ?? []);
    return texts.length > 0 && calls.contributing.some((call) => whichPresent(calls.contextOf(call), texts).includes(true));
  };
}
