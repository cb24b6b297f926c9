/** The quoted bytes of the output, out of the text that was kept. */
import type { IncidentMessage, TextMessage } from '../../proto/messages.generated.js';

/** Undefined: nothing was quoted, the output was not kept, or the place was redacted. */
export function quoteOf({ triple, verdict }: IncidentMessage): string | undefined {
  const quote = verdict?.evidence?.quote;
  const output = triple?.output?.text;
  if (quote === undefined || output?.text === undefined) return undefined;
  return originalRange(output, quote.offset, quote.length);
}

/** Bytes of the original that are kept as they were; undefined where a redaction touches them. */
export function originalRange(kept: TextMessage, offset: number, length: number): string | undefined {
  let shift = 0;
  for (const one of kept.redactions ?? []) {
    if (one.offset >= offset + length) break;
    if (one.offset + one.bytes > offset) return undefined;
    shift += one.stored_bytes - one.bytes;
  }
  const bytes = new TextEncoder().encode(kept.text ?? '');
  const start = offset + shift;
  return start + length > bytes.length ? undefined : new TextDecoder().decode(bytes.subarray(start, start + length));
}
