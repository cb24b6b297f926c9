/** An output that is one JSON document is searched with its escapes decoded (spec §3 "Output"). */
import { type MappedText, MappedTextBuilder } from './mapped-text.js';
import { trimWhiteSpace } from './unicode.js';

/** The parsed value of a text that is one JSON object, array or string; undefined when it is none. */
export function parseJsonDocument(text: string): { readonly value: unknown } | undefined {
  const trimmed = trimWhiteSpace(text);
  const first = trimmed.charAt(0);
  const last = trimmed.charAt(trimmed.length - 1);
  if (!((first === '{' && last === '}') || (first === '[' && last === ']') || (first === '"' && last === '"')))
    return undefined;
  try {
    return { value: JSON.parse(trimmed) as unknown };
  } catch {
    return undefined;
  }
}

const SIMPLE_ESCAPES: Readonly<Record<string, string>> = {
  '"': '"',
  '\\': '\\',
  '/': '/',
  b: '\b',
  f: '\f',
  n: '\n',
  r: '\r',
  t: '\t',
};

/** Decodes the escapes of a text known to be a JSON document: there, a backslash always starts one. */
export function decodeJsonEscapes(raw: string): MappedText {
  const builder = new MappedTextBuilder(raw);
  for (let start = raw.indexOf('\\'), end: number; start >= 0; start = raw.indexOf('\\', end)) {
    const letter = raw.charAt(start + 1);
    if (letter !== 'u') {
      end = start + 2;
      builder.replace(start, end, SIMPLE_ESCAPES[letter] ?? letter);
      continue;
    }
    end = start + 6;
    let unit = hexAt(raw, start);
    if (isHighSurrogate(unit) && raw.startsWith('\\u', end) && isLowSurrogate(hexAt(raw, end))) {
      builder.replace(start, end + 6, String.fromCharCode(unit, hexAt(raw, end)));
      end += 6;
      continue;
    }
    // Readers turn a lone surrogate into U+FFFD.
    if (isHighSurrogate(unit) || isLowSurrogate(unit)) unit = 0xfffd;
    builder.replace(start, end, String.fromCharCode(unit));
  }
  return builder.finish();
}

function hexAt(raw: string, escapeStart: number): number {
  return Number.parseInt(raw.slice(escapeStart + 2, escapeStart + 6), 16);
}

function isHighSurrogate(unit: number): boolean {
  return unit >= 0xd800 && unit <= 0xdbff;
}

function isLowSurrogate(unit: number): boolean {
  return unit >= 0xdc00 && unit <= 0xdfff;
}
