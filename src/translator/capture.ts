/** An attribute whose value is structured, or JSON that says the same (spec §10, formats differ per emitter). */
import { IN_JSON, type TextReader } from './lossy.js';
import { readJson } from './json-reading.js';

/** What an attribute holds once parsed. `broken`: damaged; `value` is then what could be saved, if anything. */
export interface Capture {
  readonly value: unknown;
  readonly broken: boolean;
  /** How to read the strings in `value`. */
  readonly texts: TextReader;
  /** The attribute was plain text: `value` is that text. */
  readonly isText: boolean;
  /** The string it was parsed from. */
  readonly raw?: string;
}

/**
 * Undefined: nothing of use was logged (absent, a number, bytes). `expects` `json`: text that is no
 * JSON is damage; `any`: it is a text.
 */
export function capture(value: unknown, expects: 'json' | 'any', values: TextReader): Capture | undefined {
  if (typeof value === 'string') {
    const read = readJson(value);
    // Text in quotation marks is a text, unless a structure was to be there.
    if (read.kind === 'json' && (expects === 'json' || typeof read.value !== 'string'))
      return { value: read.value, broken: false, texts: IN_JSON, isText: false, raw: value };
    if (read.kind === 'broken') return { value: read.value, broken: true, texts: IN_JSON, isText: false, raw: value };
    if (expects === 'any') return { value, broken: false, texts: values, isText: true, raw: value };
    // A bare number or word where a structure belongs was never one; other text is damage.
    return isBareScalar(value)
      ? undefined
      : { value: undefined, broken: true, texts: IN_JSON, isText: false, raw: value };
  }
  if (typeof value !== 'object' || value === null || value instanceof Uint8Array) return undefined;
  return { value, broken: false, texts: values, isText: false };
}

function isBareScalar(text: string): boolean {
  return text.length < 32 && /^\s*(?:-?[\d.]+(?:[eE][+-]?\d+)?|true|false|null|None|undefined)?\s*$/.test(text);
}
