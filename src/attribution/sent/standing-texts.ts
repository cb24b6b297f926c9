/** What of a text stands in the sent contexts, as text. */
import type { Standing } from './standing.js';
import { decodeUtf8, encodeUtf8, isCodePointStart } from '../text/utf8-bytes.js';

/** The text itself where it is whole, in whatever form; else the prefix and suffix that each call keeps. */
export function textsOf(raw: string, { shows, form, parts }: Standing): readonly string[] {
  if (shows === 'whole' || (shows === 'altered' && form !== 'edited')) return [raw];
  if (parts.size === 0) return [];
  const bytes = encodeUtf8(raw);
  const texts = [...parts.values()].flatMap(({ prefix, suffix }) => [
    decodeUtf8(bytes.subarray(0, borderBefore(bytes, prefix))),
    decodeUtf8(bytes.subarray(borderAfter(bytes, bytes.length - suffix))),
  ]);
  return [...new Set(texts)].filter((text) => text !== '');
}

/** What a record says was kept may end within a code point, or beyond the text. */
function borderBefore(bytes: Uint8Array, at: number): number {
  let border = Math.min(at, bytes.length);
  while (border > 0 && border < bytes.length && !isCodePointStart(bytes[border] as number)) border--;
  return border;
}

function borderAfter(bytes: Uint8Array, at: number): number {
  let border = Math.max(at, 0);
  while (border < bytes.length && !isCodePointStart(bytes[border] as number)) border++;
  return border;
}
