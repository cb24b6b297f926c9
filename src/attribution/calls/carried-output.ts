/**
 * Whether a later call was given what an earlier one returned (spec §5 "Which calls"): its output,
 * trimmed and whole, or a string leaf where it is a JSON document or tool-call arguments.
 */
import type { ModelCall } from '../../model/model-call.js';
import { jsonStringLeaves } from '../../model/string-leaves.js';
import { isLetterOrDigit, trimWhiteSpace } from '../text/unicode.js';
import { utf8Length } from '../text/utf8.js';

/** Shorter outputs (a digit, a word) stand in texts by chance. */
export const CARRIED_MIN_BYTES = 16;
export const TRANSFORMED_MIN_BYTES = 4;

/** The strings by which an output is recognised, trimmed. */
export function outputStrings(model: ModelCall): readonly string[] {
  const text = model.output?.text?.text;
  const strings =
    text === undefined || trimWhiteSpace(text) === ''
      ? (model.output?.toolCalls ?? []).flatMap((call) => call.argumentLeaves)
      : [text, ...(jsonStringLeaves(text) ?? [])];
  return strings.map(trimWhiteSpace).filter((string) => string !== '');
}

/** By these another call is known to have been given the output: 16 bytes or more. */
export function carriedStrings(model: ModelCall): readonly string[] {
  return outputStrings(model).filter((output) => utf8Length(output) >= CARRIED_MIN_BYTES);
}

/** 4–15 bytes: what the output was made from is `transformed` where it stands on word borders. */
export function shortStrings(model: ModelCall): readonly string[] {
  return outputStrings(model).filter((output) => {
    const length = utf8Length(output);
    return length >= TRANSFORMED_MIN_BYTES && length < CARRIED_MIN_BYTES;
  });
}

/** So few words are searched one by one. */
const FEW_WORDS = 16;

/** Which of the words stand in the text on word borders. Linear, as they are short. */
export function standOnBorders(text: string, words: Iterable<string>): readonly string[] {
  const sought = new Set(words);
  if (sought.size <= FEW_WORDS) return [...sought].filter((word) => standsOnBorders(text, word));
  const lengths = [...new Set([...sought].map((word) => word.length))];
  const found: string[] = [];
  for (let at = 0; at < text.length && sought.size > 0; at++) {
    if (at > 0 && isWord(codePointBefore(text, at))) continue;
    for (const length of lengths) {
      const word = text.slice(at, at + length);
      if (sought.has(word) && !isWord(text.codePointAt(at + length)) && sought.delete(word)) found.push(word);
    }
  }
  return found;
}

function standsOnBorders(text: string, word: string): boolean {
  for (let at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + 1)) {
    if (!isWord(codePointBefore(text, at)) && !isWord(text.codePointAt(at + word.length))) return true;
  }
  return false;
}

function codePointBefore(text: string, index: number): number | undefined {
  if (index === 0) return undefined;
  const unit = text.charCodeAt(index - 1);
  return unit >= 0xdc00 && unit <= 0xdfff && index > 1 ? text.codePointAt(index - 2) : unit;
}

function isWord(codePoint: number | undefined): boolean {
  return codePoint !== undefined && (codePoint === 0x5f || isLetterOrDigit(codePoint));
}
