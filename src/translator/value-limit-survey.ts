/**
 * The value limit of each resource, out of its values alone (spec §3 "Lossy"): the length of any
 * JSON that was cut, or a length that two values share as the resource's maximum. Feed it every
 * record of a file before translating.
 */
import type { Attributes, AttributeValue, SpanRecord } from '../model/span.js';
import { utf8Length } from '../model/utf8.js';
import { isJsonKey } from './json-keys.js';
import { beginsLikeJson } from './json-reading.js';
import { codePointLength, configuredValueLimit, NO_VALUE_LIMIT, type ValueLimits } from './value-limits.js';

/** Cuts of more different lengths than this are no limit's. */
const MAX_LENGTHS = 256;
const MAX_DEPTH = 8;

/** The longest length seen in one unit, and whether two different values have it. */
class Maximum {
  length = 0;
  isShared = false;
  #first = '';

  add(text: string, length: number): void {
    if (length < this.length) return;
    if (length > this.length) {
      this.length = length;
      this.isShared = false;
      this.#first = text;
    } else if (text !== this.#first) {
      this.isShared = true;
    }
  }
}

interface Seen {
  readonly utf16: Maximum;
  readonly codePoints: Maximum;
  readonly bytes: Maximum;
  /** Texts of JSON that does not parse, by their lengths. */
  readonly cut: { readonly utf16: Set<number>; readonly codePoints: Set<number>; readonly bytes: Set<number> };
}

export class ValueLimitSurvey {
  readonly #seen = new Map<string, Seen>();

  add(record: SpanRecord): void {
    const seen = this.#of(record.resource.key);
    addAttributes(record.attributes, seen);
    for (const event of record.events) addAttributes(event.attributes, seen);
  }

  /** Of a resource of which nothing was seen: none, and not known. */
  limitsOf(resourceKey: string): ValueLimits {
    const seen = this.#seen.get(resourceKey);
    if (seen === undefined) return { ...NO_VALUE_LIMIT, isKnown: false };
    return {
      isKnown: false,
      utf16: withShared(seen.cut.utf16, seen.utf16),
      codePoints: withShared(seen.cut.codePoints, seen.codePoints),
      bytes: withShared(seen.cut.bytes, seen.bytes),
    };
  }

  #of(key: string): Seen {
    let seen = this.#seen.get(key);
    if (seen === undefined) {
      seen = {
        utf16: new Maximum(),
        codePoints: new Maximum(),
        bytes: new Maximum(),
        cut: { utf16: new Set(), codePoints: new Set(), bytes: new Set() },
      };
      this.#seen.set(key, seen);
    }
    return seen;
  }
}

/** Of records of one resource. `configured` is believed instead of any inference. */
export function inferValueLimits(records: Iterable<SpanRecord>, configured?: number): ValueLimits {
  if (configured !== undefined) return configuredValueLimit(configured);
  const survey = new ValueLimitSurvey();
  let key = '';
  for (const record of records) {
    survey.add(record);
    key = record.resource.key;
  }
  return survey.limitsOf(key);
}

function withShared(cut: ReadonlySet<number>, maximum: Maximum): ReadonlySet<number> {
  return maximum.isShared ? new Set([...cut, maximum.length]) : cut;
}

function addAttributes(attributes: Attributes, seen: Seen): void {
  for (const key in attributes) {
    const value = attributes[key];
    if (typeof value === 'string') addText(key, value, seen);
    else if (typeof value === 'object' && value !== null && !isIdKey(key)) addNested(value, seen, MAX_DEPTH);
  }
}

/** The limit cuts the strings in arrays and structures one by one. */
function addNested(value: AttributeValue, seen: Seen, depth: number): void {
  if (typeof value === 'string') {
    if (!isHexOrUuid(value)) addLength(value, seen);
    return;
  }
  if (typeof value !== 'object' || value === null || value instanceof Uint8Array || depth === 0) return;
  for (const item of Array.isArray(value) ? (value as readonly AttributeValue[]) : Object.values(value))
    addNested(item, seen, depth - 1);
}

function addText(key: string, text: string, seen: Seen): void {
  if (isIdKey(key) || isHexOrUuid(text)) return;
  addLength(text, seen);
  if (isJsonKey(key) && beginsLikeJson(text) && !parses(text)) addCut(text, seen);
}

function addLength(text: string, seen: Seen): void {
  seen.utf16.add(text, text.length);
  // A UTF-16 unit makes three bytes at most: shorter texts cannot be the longest.
  if (text.length * 3 < seen.bytes.length && text.length < seen.codePoints.length) return;
  const bytes = utf8Length(text);
  seen.bytes.add(text, bytes);
  seen.codePoints.add(text, bytes === text.length ? bytes : codePointLength(text));
}

function addCut(text: string, seen: Seen): void {
  if (seen.cut.utf16.size >= MAX_LENGTHS) return;
  const bytes = utf8Length(text);
  seen.cut.utf16.add(text.length);
  seen.cut.bytes.add(bytes);
  seen.cut.codePoints.add(bytes === text.length ? bytes : codePointLength(text));
}

function parses(text: string): boolean {
  const last = text.trimEnd().at(-1);
  if (last !== '}' && last !== ']') return false;
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

/** Ids and hashes have a length by their nature. */
function isIdKey(key: string): boolean {
  return /(?:[._](?:ids?|digests|sha256|key)|Id)$/.test(key);
}

function isHexOrUuid(text: string): boolean {
  return text.length >= 16 && text.length <= 128 && /^[0-9a-fA-F-]+$/.test(text);
}
