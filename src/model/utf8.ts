/** UTF-8 measures of JavaScript strings, and the text that every reader sees (spec §3 "Text"). */

interface WellFormedString {
  readonly isWellFormed?: () => boolean;
  readonly toWellFormed?: () => string;
}

const encoder = new TextEncoder();

/** Bytes of the text in UTF-8; a lone surrogate counts as the three bytes of U+FFFD. */
export const utf8Length: (text: string) => number =
  typeof Buffer === 'undefined' ? (text) => encoder.encode(text).length : (text) => Buffer.byteLength(text, 'utf8');

/** No lone surrogate stands in the text. */
export function isWellFormed(text: string): boolean {
  return (text as unknown as WellFormedString).isWellFormed?.() ?? !/\p{Surrogate}/u.test(text);
}

/** Each lone surrogate becomes U+FFFD; the same string when there is none. */
export function wellFormed(text: string): string {
  const held = text as unknown as WellFormedString;
  if (held.isWellFormed?.() === true) return text;
  return held.toWellFormed?.() ?? text.replace(/\p{Surrogate}/gu, '\uFFFD');
}
