/**
 * Text out of a trace, made safe for a terminal: control characters, escape sequences, text that
 * runs backwards and characters that cannot be seen are shown as `\u{…}`. Nothing else changes.
 */

/** Control characters, bidi controls and other invisible formatting, line separators, lone surrogates; not ZWJ, which emoji need. */
const UNSAFE =
  /\p{Cc}|(?!\u200d)\p{Cf}|\p{Zl}|\p{Zp}|\p{Cs}|[\u115f\u1160\u3164\uffa0\ufffe\uffff]|[\u{e0000}-\u{e0fff}]/gu;

const NAMED: { readonly [character: string]: string } = { '\n': '↵', '\r': '\\r', '\t': '\\t' };

export function escapeText(text: string): string {
  return text.replace(
    UNSAFE,
    (character) => NAMED[character] ?? `\\u{${(character.codePointAt(0) as number).toString(16)}}`,
  );
}
