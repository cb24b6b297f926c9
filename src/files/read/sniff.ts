/** Which format a file is in, by its first bytes: names of files say nothing reliable. */

export type Format = 'json' | 'protobuf' | 'length_prefixed' | 'utf16' | 'zstd' | 'unknown';

/** So many bytes are enough to tell. */
export const SNIFF_BYTES = 4096;

/** Field 1, length-delimited. */
const MESSAGE = 0x0a;

export function sniff(head: Buffer): Format {
  if ((head[0] === 0xff && head[1] === 0xfe) || (head[0] === 0xfe && head[1] === 0xff)) return 'utf16';
  if (head.readUIntBE(0, Math.min(4, head.length || 1)) === 0x28b52ffd) return 'zstd';
  if (isJson(head)) return 'json';
  if (head[0] === MESSAGE && isMessage(head)) return 'protobuf';
  // A length of four bytes, then a message: OTLP, or one that is compressed or JSON.
  if (head.length >= 5 && (head[0] as number) < 0x10 && (head[4] === MESSAGE || head[4] === 0x28 || head[4] === 0x7b))
    return 'length_prefixed';
  // A text file whose first line is damaged still has whole lines.
  return head.includes('\n{') ? 'json' : 'unknown';
}

/** `{` or `[`, and after it what can stand there. The first byte of OTLP protobuf is an LF to JSON. */
function isJson(head: Buffer): boolean {
  const first = afterSpace(head, head[0] === 0xef && head[1] === 0xbb && head[2] === 0xbf ? 3 : 0);
  const open = head[first];
  if (open !== 0x7b && open !== 0x5b) return false;
  const second = afterSpace(head, first + 1);
  if (second >= head.length) return true;
  const next = String.fromCharCode(head[second] as number);
  return open === 0x7b ? next === '"' || next === '}' : '{[]"'.includes(next);
}

function afterSpace(head: Buffer, from: number): number {
  let at = from;
  // A record separator may stand before each document of a JSON text sequence.
  while (
    at < head.length &&
    (head[at] === 32 || head[at] === 9 || head[at] === 10 || head[at] === 13 || head[at] === 0x1e)
  )
    at += 1;
  return at;
}

/** Tag and length of a ResourceSpans, then the tag of one of its own fields (or its end). */
function isMessage(head: Buffer): boolean {
  let at = 1;
  while (at < 11 && ((head[at] ?? 0) & 0x80) !== 0) at += 1;
  const next = head[at + 1];
  return next === undefined || head[at] === 0 || next === MESSAGE || next === 0x12 || next === 0x1a || next === 0xc2;
}
