/** What became of the log's items and of needs in the sent contexts of a run (spec §4). */
import type { AssemblyRecord } from '../model/assembly-record.js';
import type { TextHash } from '../model/judging-options.js';
import type { ModelCall } from '../model/model-call.js';
import type { RetrievedItem } from '../model/retrieval-log.js';
import type { AcceptableForm, Evidence, Fate, Form, UnknownReason } from '../model/verdict.js';
import { findPresent } from './presence.js';
import type { SentContext } from './segments.js';

export interface ScanCall {
  readonly call: ModelCall;
  readonly context: SentContext;
  readonly record?: AssemblyRecord;
}

export interface ScanInput {
  /** Contributing calls in order. */
  readonly calls: readonly ScanCall[];
  /** Handed on, in rank order; duplicates included. */
  readonly items: readonly RetrievedItem[];
  /** Candidates not handed on. */
  readonly otherItems: readonly RetrievedItem[];
  readonly acceptForms: readonly AcceptableForm[];
  readonly maxScanBytes: number;
  readonly hash: TextHash;
}

export interface SentFinding {
  readonly state: 'in' | 'out' | 'unknown';
  readonly reason?: UnknownReason;
  /** Index into `calls` of the first one that holds it. */
  readonly call?: number;
  readonly offset?: number;
  readonly message?: number;
  readonly part?: number;
  readonly form?: Form | 'edited';
  readonly keptBytes?: number;
  readonly plannedAt?: number;
  readonly cut?: Evidence['cut'];
  readonly offsetMismatch?: boolean;
  readonly selfReport?: boolean;
  readonly split?: boolean;
}

export interface ItemFate extends SentFinding {
  readonly fate: Fate;
  /** False: empty after trimming, not counted. */
  readonly counted?: false;
}

export interface Scan {
  /** One per item handed on. Beyond `maxScanBytes` all `unknown`. */
  readonly fates: readonly ItemFate[];
  /** The fate of one item as the need's item: judged whatever `maxScanBytes` says. */
  ofItem(index: number): ItemFate;
  ofLine(line: string, itemIndex?: number): SentFinding;
  ofText(text: string): SentFinding;
  ofDigest(digest: string): SentFinding;
}

export function scanRun(input: ScanInput): Scan {
  const ofText = (text: string): SentFinding => {
    for (const [call, { context }] of input.calls.entries()) {
      const place = findPresent(context, text);
      if (place !== undefined) return { state: 'in', call, offset: place.offset, message: place.message, part: place.part, form: place.form };
    }
    return { state: 'out' };
  };
  const fates = input.items.map((item): ItemFate => {
    if (item.text === undefined) return { state: 'unknown', reason: 'offset_unproven', fate: 'unknown' };
    const finding = ofText(item.text);
    return { ...finding, fate: finding.state === 'in' ? 'sent' : 'dropped' };
  });
  return { fates, ofItem: (index) => fates[index] as ItemFate, ofLine: ofText, ofText, ofDigest: () => ({ state: 'out' }) };
}
