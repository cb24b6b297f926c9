/** What an audit of an answer's claims counted, and how a span says it: numbers alone, never a text. */
import type { Attributes } from '@opentelemetry/api';
import { CLAIMS } from '../semconv.js';

/** Problems by kind, and the claims they were looked for in. */
export interface ClaimCounts {
  readonly claims: number;
  readonly unsupported: number;
  readonly unknown_id: number;
  readonly not_sent: number;
  readonly misquoted: number;
  readonly value: number;
}

const NAMES: { readonly [Count in keyof ClaimCounts]: string } = {
  claims: CLAIMS.COUNT,
  unsupported: CLAIMS.UNSUPPORTED,
  unknown_id: CLAIMS.UNKNOWN_ID,
  not_sent: CLAIMS.NOT_SENT,
  misquoted: CLAIMS.MISQUOTED,
  value: CLAIMS.VALUE,
};

/** Zeros are left out, but for the number of claims: an audit that found nothing says so. */
export function claimAttributes(counts: ClaimCounts): Attributes {
  const attributes: Attributes = {};
  for (const [count, name] of Object.entries(NAMES)) {
    const number = counts[count as keyof ClaimCounts];
    if (Number.isSafeInteger(number) && (number > 0 || name === CLAIMS.COUNT)) attributes[name] = number;
  }
  return attributes;
}
