/** What an audit of an answer's claims counted, and how a span says it: numbers alone, never a text. */
import type { Attributes, Span } from '@opentelemetry/api';
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

/** Spans that an audit has written on: what it said cannot be taken back, only written over. */
const counted = new WeakSet<Span>();

/**
 * The last audit of a span stands. Zeros are left out, but for the number of claims (an audit that
 * found nothing says so), and on a span that may hold the numbers of an earlier audit.
 */
export function writeClaims(span: Span, counts: ClaimCounts): void {
  const isAgain = counted.has(span);
  const attributes: Attributes = {};
  for (const [count, name] of Object.entries(NAMES)) {
    const number = counts[count as keyof ClaimCounts];
    if (Number.isSafeInteger(number) && (number > 0 || name === CLAIMS.COUNT || isAgain)) attributes[name] = number;
  }
  counted.add(span);
  span.setAttributes(attributes);
}
