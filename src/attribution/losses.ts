/** What a run lost, with or without a case (spec §7). */
import type { ChunkCounts, Loss } from '../model/verdict.js';
import { FATES, LOSSES } from '../model/verdict.js';
import type { RunLog } from './retrieval/retrieval-log.js';
import { itemKey } from './retrieval/retrieval-list.js';
import type { ItemFate } from './sent/scan.js';

/** Undefined: no list was logged. */
export function countChunks(log: RunLog, fates: readonly ItemFate[]): ChunkCounts | undefined {
  if (!log.isListed) return undefined;
  const keys = log.handedOn.map(({ item }, index) => itemKey(item) ?? `#${index}`);
  const counts: Record<string, number> = { retrieved: log.handedOn.length, distinct: new Set(keys).size };
  for (const fate of FATES) {
    const count = fates.reduce((sum, item) => sum + (item.fate === fate ? 1 : 0), 0);
    if (count > 0) counts[fate] = count;
  }
  return counts as unknown as ChunkCounts;
}

/** The first loss that applies; one that the service expects is reported as `none`. */
export function lossOf(log: RunLog, fates: readonly ItemFate[], isEngineCut: boolean, expected: readonly Loss[]): Loss {
  const found = LOSSES.find((loss) => {
    if (loss === 'engine') return isEngineCut;
    if (loss === 'unknown') return !log.isWhollyListed || fates.some(({ fate }) => fate === 'unknown');
    return loss === 'none' || fates.some(({ fate }) => fate === loss);
  });
  return found === undefined || expected.includes(found) ? 'none' : found;
}
