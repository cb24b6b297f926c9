/** Short ways to write what a call was sent, and to scan it. */
import { createHash } from 'node:crypto';
import { type Scan, type ScanCall, type ScanInput, scanRun } from '../../src/attribution/sent/scan.js';
import { sentContext } from '../../src/attribution/sent/segments.js';
import type { AssembledChunk, AssemblyRecord } from '../../src/model/assembly-record.js';
import type { TextHash } from '../../src/model/judging-options.js';
import type { ModelCall, SentMessage } from '../../src/model/model-call.js';
import type { RetrievedItem } from '../../src/model/retrieval-log.js';

export const C1 = 'The refund window is 30 days from delivery.';
export const C2 = 'Items over $1,000 need manager approval.';
export const C3 = 'Warranty claims close after 24 months.';
export const T0 = `Context:\n${C1}\n\n${C2}\n\n${C3}`;

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');
export const hash: TextHash = { sha256, digest: (text) => sha256(text).slice(0, 32) };

export function item(text: string, more: Partial<RetrievedItem> = {}): RetrievedItem {
  const invalid = text.includes('\uFFFD');
  return {
    text,
    length: Buffer.byteLength(text),
    ...(invalid ? {} : { digest: hash.digest(text) }),
    lossy: false,
    invalid,
    ...more,
  };
}

/** What a log of hashes holds of a text. */
export function hashed(text: string): RetrievedItem {
  return { digest: hash.digest(text), length: Buffer.byteLength(text), lossy: false, invalid: false };
}

export function message(role: string, ...texts: readonly string[]): SentMessage {
  return { role, parts: texts.map((text) => ({ kind: 'text', leaves: [text], lossy: false })) };
}

export function modelCall(messages: readonly SentMessage[] | undefined, more: Partial<ModelCall> = {}): ModelCall {
  return {
    ...(messages === undefined ? {} : { messages }),
    contextLossy: false,
    contextInvalid: false,
    providerHeld: false,
    outputLossy: false,
    finishReasons: [],
    usage: {},
    isAnswer: false,
    isRefusal: false,
    pins: {},
    foreignHash: false,
    ...more,
  };
}

export function record(chunks: readonly AssembledChunk[], more: Partial<AssemblyRecord> = {}): AssemblyRecord {
  return { chunks, lossy: false, foreignHash: false, ...more };
}

export interface SentOptions {
  readonly question?: string;
  readonly record?: AssemblyRecord;
  readonly call?: Partial<ModelCall>;
}

export function scanCall(messages: readonly SentMessage[] | undefined, options: SentOptions = {}): ScanCall {
  const call = modelCall(messages, options.call);
  return {
    call,
    context: sentContext(call, options.question),
    ...(options.record === undefined ? {} : { record: options.record }),
  };
}

/** One user message per text, in one call. */
export function sent(texts: string | readonly string[], options: SentOptions = {}): ScanCall {
  return scanCall(
    [typeof texts === 'string' ? texts : [...texts]].flat().map((text) => message('user', text)),
    options,
  );
}

export function scan(calls: readonly ScanCall[], items: readonly RetrievedItem[], more: Partial<ScanInput> = {}): Scan {
  return scanRun({ calls, items, otherItems: [], acceptForms: [], maxScanBytes: 2 << 20, hash, ...more });
}

export function fatesOf(judged: Scan): string[] {
  return judged.fates.map(({ fate }) => fate);
}
