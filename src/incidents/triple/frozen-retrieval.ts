/** The retrieval log of a run, as frozen: what was handed on with its fate, then the other candidates. */
import type { Frozen } from '../../attribution/freeze.js';
import type { LogItem } from '../../attribution/retrieval/retrieval-log.js';
import type { Fate } from '../../model/verdict.js';
import type { RetrievalLogMessage, RetrievedItemMessage } from '../../proto/messages.generated.js';
import type { TextKeeper } from './kept-text.js';

export function frozenRetrieval({ log, scans, run }: Frozen, keeper: TextKeeper): RetrievalLogMessage {
  const fates = scans.all.fates;
  const items = [
    ...log.handedOn.map((entry, index) => frozenItem(entry, keeper, fates[index]?.fate)),
    ...[...log.below, ...log.belowEarlier, ...log.rerankedOut].map((entry) => frozenItem(entry, keeper, undefined)),
  ];
  const sources = [...new Set(run.retrievals.flatMap(({ list }) => list.source ?? []))].flatMap(
    (source) => keeper.label(source) ?? [],
  );
  return {
    ...(items.length === 0 ? {} : { items }),
    ...(log.isListed ? { handed_on: log.handedOn.length, candidates_seen: log.candidatesSeen } : {}),
    ...(log.topK === undefined ? {} : { top_k: log.topK }),
    ...(log.topKSource === undefined ? {} : { top_k_source: log.topKSource }),
    ...(log.snapshots[0] === undefined ? {} : { snapshot: log.snapshots[0] }),
    ...(sources.length === 0 ? {} : { sources }),
    ...(log.hasFailed ? { failed: true } : {}),
    ...(log.gaps.includes('lossy_capture') ? { lossy: true } : {}),
    ...(log.isListed ? {} : { content_off: true }),
  };
}

function frozenItem({ item, rank, stage }: LogItem, keeper: TextKeeper, fate: Fate | undefined): RetrievedItemMessage {
  const id = item.id === undefined ? undefined : keeper.label(item.id);
  return {
    rank,
    ...(item.digest === undefined ? {} : { digest: item.digest }),
    ...(item.length === undefined ? {} : { bytes: item.length }),
    ...(id === undefined ? {} : { id }),
    ...(item.score === undefined || !Number.isFinite(item.score) ? {} : { score: item.score }),
    stage,
    ...(fate === undefined ? {} : { fate }),
    ...(item.text === undefined ? {} : { text: keeper.keep(item.text, item.lossy) }),
    ...(item.urls === undefined || !keeper.keepsText ? {} : { urls: item.urls.filter((url) => keeper.mayKeep(url)) }),
  };
}
