/**
 * Whether a later call was given what an earlier one returned (spec §5 "Which calls"): its output,
 * trimmed and whole, or a string leaf where it is a JSON document or tool-call arguments.
 */
import type { ModelCall } from '../model/model-call.js';
import { jsonStringLeaves } from '../model/string-leaves.js';
import { findPresent, isSelfReport } from './presence.js';
import type { SentContext } from './segments.js';
import { isLetterOrDigit, trimWhiteSpace } from './unicode.js';
import { utf8Length } from './utf8.js';

/** Shorter outputs (a digit, a word) stand in texts by chance. */
export const CARRIED_MIN_BYTES = 16;
export const TRANSFORMED_MIN_BYTES = 4;

/** The strings by which an output is recognised, trimmed. */
export function outputStrings(model: ModelCall): readonly string[] {
  const text = model.output?.text?.text;
  const strings = text === undefined || trimWhiteSpace(text) === '' ? (model.output?.toolCalls ?? []).flatMap((call) => call.argumentLeaves) : [text, ...(jsonStringLeaves(text) ?? [])];
  return strings.map(trimWhiteSpace).filter((string) => string !== '');
}

/** An output of 16 bytes or more of `model` stands in the context, whatever the role. */
export function carriesOutput(context: SentContext, model: ModelCall): boolean {
  return outputStrings(model).some((output) => utf8Length(output) >= CARRIED_MIN_BYTES && stands(context, output));
}

/** An output of 4–15 bytes stands there on word borders: what it was made from is `transformed`. */
export function carriesShortOutput(context: SentContext, model: ModelCall): boolean {
  return outputStrings(model).some((output) => {
    const length = utf8Length(output);
    return length >= TRANSFORMED_MIN_BYTES && length < CARRIED_MIN_BYTES && context.segments.some((segment) => standsOnBorders(segment.text, output));
  });
}

function stands(context: SentContext, text: string): boolean {
  return findPresent(context, text) !== undefined || isSelfReport(context, text);
}

function standsOnBorders(text: string, word: string): boolean {
  for (let at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + 1)) {
    const before = codePointBefore(text, at);
    const after = text.codePointAt(at + word.length);
    if (!isWord(before) && !isWord(after)) return true;
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
