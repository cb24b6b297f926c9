/** JSON out of an attribute, whatever it holds (spec §3 "Lossy": unparseable JSON). */
import { completeTruncatedJson } from './truncated-json.js';

export type JsonReading =
  | { readonly kind: 'json'; readonly value: unknown }
  /** Begins like JSON and does not parse. `value`: what stands before a cut, when it is a cut. */
  | { readonly kind: 'broken'; readonly value: unknown }
  | { readonly kind: 'text' };

const TEXT: JsonReading = { kind: 'text' };

/** An object, an array or a quoted string; a bare number or word is text. Never throws. */
export function readJson(text: string): JsonReading {
  const first = firstUnit(text);
  if (first !== '{' && first !== '[' && first !== '"') return TEXT;
  try {
    return { kind: 'json', value: JSON.parse(text) as unknown };
  } catch {
    return beginsLikeJson(text) ? { kind: 'broken', value: completeTruncatedJson(text) } : TEXT;
  }
}

/** `{"`, `["`, `[{"` and the like: prose in brackets (`[1] …`, `[[link]]`) does not begin so. */
export function beginsLikeJson(text: string): boolean {
  let at = skipSpace(text, 0);
  const start = at;
  while (text[at] === '[') at = skipSpace(text, at + 1);
  if (text[at] === '{') return text[skipSpace(text, at + 1)] === '"';
  return at > start && text[at] === '"';
}

function firstUnit(text: string): string | undefined {
  return text[skipSpace(text, 0)];
}

function skipSpace(text: string, from: number): number {
  let at = from;
  while (text[at] === ' ' || text[at] === '\n' || text[at] === '\r' || text[at] === '\t') at += 1;
  return at;
}
