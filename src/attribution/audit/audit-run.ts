/** The claim audit of a run (spec §6): what its answer says of its sources, as counts. */
import type { RetrievedItem } from '../../model/retrieval-log.js';
import type { Audit } from '../../model/verdict.js';
import { type AuditItem, type IssuedLabel, type SourcePresence, auditClaims } from './claim-audit.js';
import type { Frozen } from '../freeze.js';
import type { ItemFate } from '../sent/scan.js';

export function auditRun(frozen: Frozen): Audit {
  const { calls, log, output, outputText } = frozen;
  if (output === undefined || outputText === undefined) return {};
  const { contributing } = calls;
  const all = [...log.handedOn, ...log.below].map(({ item }) => item);
  return auditClaims({
    output: outputText,
    segments: contributing.flatMap((call) => calls.contextOf(call).segments.map(({ text }) => text)),
    isContextWhole: !contributing.some(({ model }) => model.contextLossy || model.providerHeld),
    isOutputWhole: !output.lossy,
    items: auditItems(frozen),
    labels: issuedLabels(frozen),
    urls: all.flatMap(({ urls }) => urls ?? []),
  });
}

function auditItems({ log, scans }: Frozen): AuditItem[] {
  const handedOn = log.handedOn.map(({ item, rank }, index) =>
    auditItem(item, rank, () => presenceOf(scans.all.fates[index])),
  );
  const below = log.below.map(({ item, rank }) =>
    auditItem(item, rank, () =>
      item.text === undefined ? 'unknown' : presenceOfCandidate(scans.all.ofText(item.text).state),
    ),
  );
  return [...handedOn, ...below];
}

function auditItem(item: RetrievedItem, rank: number, presence: () => SourcePresence): AuditItem {
  return {
    rank,
    ...(item.id === undefined ? {} : { id: item.id }),
    ...(item.digest === undefined ? {} : { digest: item.digest }),
    presence,
  };
}

/** An item that was sent in part or altered was there to be cited. */
export function presenceOf(fate: ItemFate | undefined): SourcePresence {
  switch (fate?.fate) {
    case 'sent':
    case 'clipped':
    case 'altered':
      return 'sent';
    case 'cut':
      return (fate.keptBytes ?? 0) > 0 ? 'sent' : 'not_sent';
    case 'packed_out':
    case 'deselected':
    case 'dropped':
      return 'not_sent';
    case 'unknown':
    case undefined:
      return 'unknown';
  }
}

function presenceOfCandidate(state: 'in' | 'out' | 'unknown'): SourcePresence {
  return state === 'in' ? 'sent' : state === 'out' ? 'not_sent' : 'unknown';
}

/** The map of the records that belong to the calls, else of the one that stands alone. */
function issuedLabels({ calls, records }: Frozen): IssuedLabel[] {
  const own = calls.contributing.flatMap((call) => records.byCall.get(call) ?? []);
  return (own.length > 0 ? own : records.loose).flatMap(({ chunks }) =>
    (chunks ?? []).flatMap(({ label, digest }) => {
      if (label === undefined || label === '') return [];
      return [digest === undefined ? { label } : { label, digest }];
    }),
  );
}
