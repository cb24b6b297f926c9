/**
 * Whether the sources that an answer cites were issued, and sent (spec §6 "Claim audit"): distinct
 * citations count.
 */
import { citationMarks, structuredClaims } from './citations.js';
import { type AuditItem, type IssuedLabel, Sources } from './sources.js';
import type { OutputText } from '../generation/output-text.js';

export type CitationCounts = Record<'unknown_id' | 'not_sent' | 'no_citation', number>;

/** Only where the assembly issued labels, or structured claims exist. */
export function auditCitations(
  output: OutputText,
  labels: readonly IssuedLabel[],
  items: readonly AuditItem[],
  isOutputWhole: boolean,
): CitationCounts {
  const counts = { unknown_id: 0, not_sent: 0, no_citation: 0 };
  const claims = structuredClaims(output.document?.value);
  if (labels.length === 0 && claims === undefined) return counts;
  const sources = new Sources(labels, items);
  const cited = new Set<string>(claims?.flat());
  for (const passage of output.passages)
    for (const { label } of citationMarks(passage, (id) => sources.isIssued(id))) cited.add(label);
  const isZeroBased = cited.has('0') || sources.hasLabel('0');
  for (const label of cited) {
    const source = sources.find(label, isZeroBased);
    if (source === undefined) counts.unknown_id++;
    else if (source.item?.presence() === 'not_sent') counts.not_sent++;
  }
  if (!isOutputWhole) return counts;
  if (claims !== undefined) counts.no_citation = claims.filter((ids) => ids.length === 0).length;
  else if (cited.size === 0) counts.no_citation = 1;
  return counts;
}
