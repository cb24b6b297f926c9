/** What a file holds, by its first bytes: so that a folder of the practice can be read as it lies there. */
import { open } from 'node:fs/promises';
import { fileError } from '../incident-error.js';

export type FileKind = 'incident' | 'split_test' | 'replay_record' | 'ledger' | 'trace';

const HEAD_BYTES = 16_384;

/** A member near the beginning that no other kind has. Files laid out anew keep it, unless its members were sorted. */
const SIGNS: readonly (readonly [FileKind, RegExp])[] = [
  ['trace', /"(?:resourceSpans|resource_spans|traceID|spans)"\s*:/],
  ['ledger', /"sequence"\s*:\s*"?\d/],
  ['split_test', /"trialsPerCell"\s*:/],
  ['replay_record', /"requestId"\s*:/],
  ['incident', /"(?:frozenAtUnixNano|frozenSha256|frozenBy)"\s*:/],
];

/**
 * By the sign that comes first: what a file holds further on may be named anything. Anything else is
 * taken for a trace: its reader says what is wrong with it. Throws an IncidentError.
 */
export async function fileKind(path: string): Promise<FileKind> {
  const head = await readHead(path);
  let first: { readonly kind: FileKind; readonly at: number } | undefined;
  for (const [kind, sign] of SIGNS) {
    const at = head.search(sign);
    if (at >= 0 && (first === undefined || at < first.at)) first = { kind, at };
  }
  return first?.kind ?? 'trace';
}

async function readHead(path: string): Promise<string> {
  try {
    const file = await open(path, 'r');
    try {
      const { buffer, bytesRead } = await file.read(Buffer.alloc(HEAD_BYTES), 0, HEAD_BYTES, 0);
      return buffer.subarray(0, bytesRead).toString('utf8');
    } finally {
      await file.close();
    }
  } catch (error) {
    throw fileError(error, path);
  }
}
