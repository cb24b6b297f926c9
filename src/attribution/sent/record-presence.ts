/**
 * Presence by the assembly record alone (spec §4 "Need": "By record alone"), where bytes cannot
 * tell: nothing but digests, lengths and kept counts.
 */
import type { AssembledChunk, AssemblyRecord } from '../../model/assembly-record.js';
import { type AcceptableForm, FORMS, type Form, type UnknownReason } from '../../model/verdict.js';
import { chunksOf, isClosed } from './record-index.js';

/** What is known of the one that is looked for. */
export interface Recorded {
  readonly digest?: string;
  /** UTF-8 bytes. */
  readonly length?: number;
  readonly invalid: boolean;
  readonly lossy: boolean;
}

export type RecordFinding =
  | { readonly is: 'in'; readonly form?: Form; readonly keptBytes?: number }
  | { readonly is: 'out'; readonly form?: AcceptableForm | 'edited'; readonly keptBytes?: number }
  | { readonly is: 'part'; readonly keptBytes: number }
  | { readonly is: 'untold'; readonly reason: UnknownReason };

/** A record without a list of chunks says nothing. */
export function judgeByRecord(
  record: AssemblyRecord,
  sought: Recorded,
  logDigests: ReadonlySet<string>,
  acceptForms: readonly AcceptableForm[],
): RecordFinding | undefined {
  if (record.chunks === undefined) return undefined;
  const chunk = mostKept(chunksOf(record, sought.digest));
  if (chunk !== undefined) return judgeChunk(chunk, sought.length, acceptForms);
  if (sought.digest === undefined && sought.invalid) return untold('invalid_text');
  if (sought.digest === undefined && sought.lossy) return untold('lossy_capture');
  if (record.foreignHash) return untold('hash_mismatch');
  if (record.lossy) return untold('lossy_capture');
  return sought.digest !== undefined && isClosed(record, logDigests) ? { is: 'out' } : untold('offset_unproven');
}

function untold(reason: UnknownReason): RecordFinding {
  return { is: 'untold', reason };
}

/** The entry of an item, of several with its digest the one that kept most. */
export function mostKept(chunks: readonly AssembledChunk[]): AssembledChunk | undefined {
  const kept = (chunk: AssembledChunk): number =>
    chunk.keptBytes ?? (chunk.offset === -1 ? 0 : Number.POSITIVE_INFINITY);
  return chunks.reduce<AssembledChunk | undefined>(
    (best, chunk) => (best === undefined || kept(chunk) > kept(best) ? chunk : best),
    undefined,
  );
}

function judgeChunk(
  chunk: AssembledChunk,
  length: number | undefined,
  acceptForms: readonly AcceptableForm[],
): RecordFinding {
  const { keptBytes, offset } = chunk;
  if (keptBytes === 0 || (keptBytes === undefined && offset === -1)) return { is: 'out', keptBytes: 0 };
  const kept = keptBytes === undefined ? {} : { keptBytes };
  const form = formOf(chunk);
  if (form === 'edited') return { is: 'out', form, ...kept };
  if (isAlteredForm(form) && !acceptForms.includes(form)) return { is: 'out', form };
  if (keptBytes === undefined || (length !== undefined && keptBytes >= length))
    return { is: 'in', ...(form === undefined ? {} : { form }), ...kept };
  return length === undefined ? untold('offset_unproven') : { is: 'part', keptBytes };
}

function formOf({ form }: AssembledChunk): Form | 'edited' | undefined {
  return form === 'edited' ? form : FORMS.find((known) => known === form);
}

function isAlteredForm(form: Form | undefined): form is AcceptableForm {
  return form === 'html' || form === 'crlf' || form === 'nfc' || form === 'ws';
}
