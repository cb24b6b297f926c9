/** A provider-held context (spec §5 "Rulings"): what is not found may stand in the part nobody logged. */
import type { ItemFate, Scan, SentFinding } from './scan.js';

export function withHiddenPart(scan: Scan): Scan {
  let fates: readonly ItemFate[] | undefined;
  return {
    get fates() {
      return (fates ??= scan.fates.map(hideFate));
    },
    ofItem: (index) => hideFate(scan.ofItem(index)),
    ofLine: (line, itemIndex) => hide(scan.ofLine(line, itemIndex)),
    ofText: (text) => hide(scan.ofText(text)),
    ofDigest: (digest) => hide(scan.ofDigest(digest)),
  };
}

function hide(finding: SentFinding): SentFinding {
  return finding.state === 'in' ? finding : { state: 'unknown', reason: 'context_unlogged', ...(finding.selfReport === true ? { selfReport: true } : {}) };
}

function hideFate(fate: ItemFate): ItemFate {
  return fate.state === 'in' ? fate : { ...hide(fate), fate: 'unknown' };
}
