/** Where two texts part, in UTF-8 bytes of the original, as exactly as what was kept of them tells. */
import type { DifferenceMessage, TextMessage } from '../../proto/messages.generated.js';

/**
 * `before` may be redacted: bytes under a mark are not known, and the first known byte that differs
 * is then at or after the first that does. Undefined: nothing tells where.
 */
export function firstDifference(before: TextMessage, after: TextMessage): DifferenceMessage | undefined {
  if (before.text === undefined || after.text === undefined || (after.redactions ?? []).length > 0)
    return { offset: 0, precision: 'segment' };
  const stored = Buffer.from(before.text, 'utf8');
  const fresh = Buffer.from(after.text, 'utf8');
  const redactions = before.redactions ?? [];
  /** In the original, and in the stored text. */
  let original = 0;
  let held = 0;
  let isAfterMark = false;
  for (const { offset, bytes, stored_bytes: markBytes } of redactions) {
    // A file may say anything: what runs backwards says nothing.
    if (offset < original) return { offset: 0, precision: 'segment' };
    const known = stored.subarray(held, held + offset - original);
    const at = differingByte(known, fresh.subarray(original, offset));
    if (at !== undefined) return found(original + at, isAfterMark);
    held += offset - original + markBytes;
    original = offset + bytes;
    isAfterMark = true;
    if (original > fresh.length) return { offset: Math.min(offset, fresh.length), precision: 'redacted' };
  }
  const at = differingByte(stored.subarray(held), fresh.subarray(original));
  if (at !== undefined) return found(original + at, isAfterMark);
  const [first] = redactions;
  return first === undefined ? undefined : { offset: first.offset, precision: 'redacted' };
}

function found(offset: number, isAfterMark: boolean): DifferenceMessage {
  return { offset, precision: isAfterMark ? 'at_or_before' : 'byte' };
}

/** Index of the first byte that differs; where one ends, when it is the start of the other; undefined: equal. */
function differingByte(a: Uint8Array, b: Uint8Array): number | undefined {
  const shorter = Math.min(a.length, b.length);
  for (let index = 0; index < shorter; index += 1) if (a[index] !== b[index]) return index;
  return a.length === b.length ? undefined : shorter;
}
