/**
 * Whether the sources that an answer cites were issued, and sent (spec §6 "Claim audit"): distinct
 * citations count.
 */
import { bareLabel, collectCitations, structuredClaims } from './citations.js';
import type { OutputText } from '../generation/output-text.js';

/** Whether an item, as far as is known, stood in the sent context at least in part. */
export type SourcePresence = 'sent' | 'not_sent' | 'unknown';

export interface AuditItem {
  /** 1-based rank in the log. */
  readonly rank: number;
  readonly id?: string;
  readonly digest?: string;
  /** Asked only when the item is cited. */
  presence(): SourcePresence;
}

/** A citation label as the assembly recorded it. */
export interface IssuedLabel {
  readonly label: string;
  readonly digest?: string;
}

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
  for (const passage of output.passages) collectCitations(passage, (id) => sources.isIssued(id), cited);
  const isZeroBased = cited.has('0') || sources.hasLabel('0');
  for (const label of cited) {
    const presence = sources.presenceOf(label, isZeroBased);
    if (presence === undefined) counts.unknown_id++;
    else if (presence === 'not_sent') counts.not_sent++;
  }
  if (!isOutputWhole) return counts;
  if (claims !== undefined) counts.no_citation = claims.filter((ids) => ids.length === 0).length;
  else if (cited.size === 0) counts.no_citation = 1;
  return counts;
}

const PLAIN_NUMBER = /^\d{1,3}$/;

/** What a citation can name: a label of the assembly's own map, an id or digest of the log, a rank. */
class Sources {
  readonly #labels = new Map<string, string | undefined>();
  readonly #byName = new Map<string, AuditItem>();
  readonly #byRank = new Map<number, AuditItem>();

  constructor(labels: readonly IssuedLabel[], items: readonly AuditItem[]) {
    for (const { label, digest } of labels) this.#labels.set(bareLabel(label), digest);
    for (const item of items) {
      for (const name of [item.id, item.digest])
        if (name !== undefined && !this.#byName.has(name)) this.#byName.set(name, item);
      if (!this.#byRank.has(item.rank)) this.#byRank.set(item.rank, item);
    }
  }

  hasLabel(label: string): boolean {
    return this.#labels.has(label);
  }

  isIssued(id: string): boolean {
    return this.#labels.has(id) || this.#byName.has(id);
  }

  /** Undefined: nothing of that name was issued. */
  presenceOf(label: string, isZeroBased: boolean): SourcePresence | undefined {
    // Labels are counted from 1 or from 0; a map with a `0` of its own says itself what it means.
    const number = PLAIN_NUMBER.test(label) ? Number(label) : undefined;
    const shifted = number !== undefined && isZeroBased ? number + 1 : number;
    if (this.#labels.size > 0) {
      const own = number === undefined || this.#labels.has('0') ? label : String(shifted);
      if (this.#labels.has(own)) return this.#presenceOfDigest(this.#labels.get(own));
    }
    const named = this.#byName.get(label);
    if (named !== undefined) return named.presence();
    return shifted === undefined || this.#labels.size > 0 ? undefined : this.#byRank.get(shifted)?.presence();
  }

  #presenceOfDigest(digest: string | undefined): SourcePresence {
    return (digest === undefined ? undefined : this.#byName.get(digest)?.presence()) ?? 'unknown';
  }
}
