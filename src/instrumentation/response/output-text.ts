/** The output as it is judged and hashed (spec §3 "Output"). */

const OPEN = '<think>';
const CLOSE = '</think>';

/** A leading `<think>…</think>` is no output; one that was never closed is all there is. */
export function withoutReasoning(text: string): string {
  const trimmed = text.trimStart();
  if (!trimmed.startsWith(OPEN)) return text;
  const end = text.indexOf(CLOSE);
  return end < 0 ? '' : text.slice(end + CLOSE.length);
}
