/** What OTLP/HTTP answers, in the encoding of the request: the response of an export, and `Status` where it failed. */
import { WireWriter } from '../../files/write/wire-writer.js';
import type { OtlpOutcome } from './read-otlp-request.js';

export const OTLP_TYPES = ['application/x-protobuf', 'application/json'] as const;

export type OtlpType = (typeof OTLP_TYPES)[number];

export type OtlpSignal = 'traces' | 'logs' | 'metrics';

export interface OtlpAnswer {
  readonly status: number;
  readonly type: string;
  readonly body: Buffer;
}

const MOST_WORDS = 500;

/** Taken, taken in part, or refused because nothing of it could be read. */
export function exportAnswer(
  { taken, rejected, problem = '' }: OtlpOutcome,
  signal: OtlpSignal,
  type: OtlpType,
): OtlpAnswer {
  if (taken === 0 && rejected > 0) return failure(400, problem, type);
  if (rejected === 0) return { status: 200, type, body: Buffer.from(type === 'application/json' ? '{}' : '') };
  const words = problem.slice(0, MOST_WORDS);
  // What is rejected is named after the signal in JSON; in protobuf it is field 1 of each.
  const name = signal === 'logs' ? 'rejectedLogRecords' : 'rejectedSpans';
  const body =
    type === 'application/json'
      ? Buffer.from(JSON.stringify({ partialSuccess: { [name]: String(rejected), errorMessage: words } }))
      : new WireWriter().message(1, new WireWriter().varint(1, rejected).string(2, words)).finish();
  return { status: 200, type, body };
}

/** `type` undefined: the request is in no encoding of OTLP. */
export function failure(status: number, problem: string, type: OtlpType | undefined): OtlpAnswer {
  const words = problem.slice(0, MOST_WORDS);
  if (type === undefined) return { status, type: 'text/plain; charset=utf-8', body: Buffer.from(words) };
  const body =
    type === 'application/json'
      ? Buffer.from(JSON.stringify({ message: words }))
      : new WireWriter().string(2, words).finish();
  return { status, type, body };
}
