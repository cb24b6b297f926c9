/**
 * `input.value` and `output.value`: the whole request or response in one attribute. Where it is
 * whole it is believed before the flattened keys, which attribute limits thin out (spec §3 "Lossy").
 */
import { isRedactionMark } from '../../model/redaction.js';
import type { AttributeValue } from '../../model/span.js';
import { capture, type Capture } from '../capture.js';
import type { TextReader } from '../lossy.js';

export type Blob =
  | { readonly kind: 'absent' }
  /** The text was taken away and a mark left in its place. */
  | { readonly kind: 'redacted' }
  | { readonly kind: 'text'; readonly raw: string }
  | { readonly kind: 'structure'; readonly capture: Capture; readonly raw: string | undefined }
  /** JSON that does not parse: `capture.value` is what could be saved. */
  | { readonly kind: 'broken'; readonly capture: Capture };

export function readBlob(value: AttributeValue, mimeType: AttributeValue, values: TextReader): Blob {
  if (typeof value === 'string' && isRedactionMark(value)) return { kind: 'redacted' };
  const held = capture(value, 'any', values);
  if (held === undefined || held.raw === '') return { kind: 'absent' };
  if (held.broken) return { kind: 'broken', capture: held };
  if (!held.isText) return { kind: 'structure', capture: held, raw: held.raw };
  const raw = held.raw ?? '';
  // What says it is JSON and begins with a bracket was JSON once.
  return mimeType === 'application/json' && /^\s*[[{]/.test(raw)
    ? { kind: 'broken', capture: { ...held, value: undefined } }
    : { kind: 'text', raw };
}
