/**
 * Whether "not found" in one call is a finding (spec §3 "Lossy", §4 "By record alone"): only when
 * the bytes of both sides are whole; else the assembly record may tell; else it is not known.
 */
import type { AcceptableForm, UnknownReason } from '../../model/verdict.js';
import { chunksOf } from './record-index.js';
import { type RecordFinding, type Recorded, judgeByRecord } from './record-presence.js';
import type { ScanCall } from './scan.js';
import { firstReason } from '../unknown-order.js';

export interface Sought extends Recorded {
  /** Its bytes are known and were looked for. */
  readonly hasText: boolean;
  /** A needed digest that no item of the log has: nothing says that it was ever near the context. */
  readonly isFromNowhere?: true;
}

export type CallFinding =
  | { readonly is: 'out'; readonly byRecord?: RecordFinding }
  | { readonly is: 'in'; readonly byRecord: RecordFinding }
  | { readonly is: 'unknown'; readonly reason: UnknownReason; readonly byRecord?: RecordFinding };

/** For something whose bytes, where known, do not stand in the call's segments. */
export function judgeAbsence(
  scanCall: ScanCall,
  sought: Sought,
  logDigests: ReadonlySet<string>,
  acceptForms: readonly AcceptableForm[],
): CallFinding {
  const { call, context, record } = scanCall;
  const isLogged = call.messages !== undefined;
  const reasons: UnknownReason[] = [];
  if (call.providerHeld) reasons.push('context_unlogged');
  if (isLogged) {
    if (sought.invalid || context.invalid) reasons.push('invalid_text');
    if (sought.lossy || context.lossy) reasons.push('lossy_capture');
    if (!sought.hasText && (sought.isFromNowhere !== true || record?.chunks !== undefined))
      reasons.push('offset_unproven');
    if (reasons.length === 0) return { is: 'out' };
  }
  const byRecord = record === undefined ? undefined : judgeByRecord(record, sought, logDigests, acceptForms);
  switch (byRecord?.is) {
    case 'in':
      // A claimed place at which the digest does not fit: the record is wrong about it, or about more.
      if (isLogged && !sought.hasText && claimsPlace(scanCall, sought.digest))
        return unknown(['offset_unproven'], byRecord);
      return { is: 'in', byRecord };
    case 'out':
      return call.providerHeld ? unknown(reasons, byRecord) : { is: 'out', byRecord };
    case 'part':
      return unknown([...reasons, 'offset_unproven'], byRecord);
    case 'untold':
      return unknown([...reasons, byRecord.reason], byRecord);
    case undefined:
      if (!isLogged)
        reasons.push(call.contextSha256 === undefined && record === undefined ? 'content_off' : 'offset_unproven');
      return unknown(reasons);
  }
}

function unknown(reasons: readonly UnknownReason[], byRecord?: RecordFinding): CallFinding {
  return {
    is: 'unknown',
    reason: firstReason(reasons) ?? 'content_off',
    ...(byRecord === undefined ? {} : { byRecord }),
  };
}

function claimsPlace({ record }: ScanCall, digest: string | undefined): boolean {
  return chunksOf(record, digest).some(({ offset }) => offset !== undefined && offset >= 0);
}
