/** One JSON value out of its bytes, with text well formed and long integers exact. */
import { wellFormed } from '../../model/utf8.js';
import { decodeUtf8 } from '../utf8.js';
import { Unreadable } from './damage.js';

export type JsonObject = { readonly [key: string]: unknown };

/**
 * `hasLongInteger`: bare integers of 16 digits or more become strings before the parse, which would
 * round them; whoever reads a number takes the string as well.
 */
export function parseJson(bytes: Buffer, hasLongInteger: boolean): unknown {
  const text = decodeUtf8(bytes);
  try {
    return JSON.parse(hasLongInteger ? quoteLongIntegers(text) : text);
  } catch (error) {
    throw new Unreadable(`is no JSON (${parserWords(error)})`);
  }
}

/** Without the excerpt that V8 adds: text of the trace has no place in an error message. */
function parserWords(error: unknown): string {
  const words = error instanceof Error ? error.message : String(error);
  return words
    .replace(/, ?(?:\.\.\. ?)?".*$/su, '')
    .replace(/ in JSON.*$/su, '')
    .replace(/Unexpected token .*$/su, 'unexpected character');
}

/** Puts quotes around each bare integer of 16 digits or more. One pass, no backtracking. */
function quoteLongIntegers(text: string): string {
  const parts: string[] = [];
  let done = 0;
  let at = 0;
  while (at < text.length) {
    const code = text.charCodeAt(at);
    if (code === 34) {
      at = afterString(text, at);
    } else if (code === 45 || isDigit(code)) {
      const end = afterNumber(text, at);
      const digits = end - at - (code === 45 ? 1 : 0);
      if (digits >= 16 && isInteger(text, at + 1, end)) {
        parts.push(text.slice(done, at), '"', text.slice(at, end), '"');
        done = end;
      }
      at = end;
    } else {
      at += 1;
    }
  }
  return parts.join('') + text.slice(done);
}

function afterString(text: string, open: number): number {
  let at = open + 1;
  while (at < text.length) {
    const code = text.charCodeAt(at);
    if (code === 34) return at + 1;
    at += code === 92 ? 2 : 1;
  }
  return at;
}

function afterNumber(text: string, start: number): number {
  let at = start + 1;
  for (; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (!isDigit(code) && code !== 46 && code !== 43 && code !== 45 && code !== 69 && code !== 101) break;
  }
  return at;
}

function isInteger(text: string, from: number, to: number): boolean {
  for (let at = from; at < to; at += 1) if (!isDigit(text.charCodeAt(at))) return false;
  return true;
}

function isDigit(code: number): boolean {
  return code >= 48 && code <= 57;
}

export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The value under the first of the names that is there: proto3 JSON readers take both spellings. */
export function member(object: JsonObject, camel: string, snake?: string): unknown {
  const value = object[camel];
  return value === undefined && snake !== undefined ? object[snake] : value;
}

export function stringOf(value: unknown): string {
  return typeof value === 'string' ? wellFormed(value) : '';
}

export function arrayOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? (value as readonly unknown[]) : [];
}

/** A count: decimal string or number; anything else is 0. */
export function countOf(value: unknown): number {
  const number = typeof value === 'string' ? Number(value) : value;
  return typeof number === 'number' && Number.isFinite(number) && number > 0 ? Math.floor(number) : 0;
}

/** Nanoseconds: decimal string or number. Undefined: absent. */
export function nanosOf(value: unknown, key: string): bigint | undefined {
  if (value === undefined || value === null || value === '') return undefined;
  if (typeof value === 'string' && /^\d{1,20}$/u.test(value)) return BigInt(value);
  if (typeof value === 'number' && Number.isFinite(value) && value >= 0) return BigInt(Math.floor(value));
  throw new Unreadable('is no time in nanoseconds', key);
}

/** A number if it can hold the integer exactly, else a bigint. */
export function exactInteger(value: bigint): number | bigint {
  return value >= -9_007_199_254_740_991n && value <= 9_007_199_254_740_991n ? Number(value) : value;
}

const HEX = /^[0-9a-fA-F]+$/u;

/**
 * Hex as OTLP JSON has it, base64 as protobuf's own JSON (Tempo) has it. All zeros or empty: none.
 * `bytes` is 16 for a trace, 8 for a span.
 */
export function idOf(value: unknown, bytes: 8 | 16, key: string): string | undefined {
  if (value === undefined || value === null || value === '') return undefined;
  if (typeof value === 'string') {
    if (value.length === bytes * 2 && HEX.test(value)) return noneIfZero(value.toLowerCase());
    const decoded = value.length === Math.ceil(bytes / 3) * 4 ? Buffer.from(value, 'base64') : undefined;
    if (decoded?.length === bytes) return noneIfZero(decoded.toString('hex'));
  }
  throw new Unreadable(`is not ${bytes * 2} hex digits`, key);
}

export function noneIfZero(id: string): string | undefined {
  return /^0*$/u.test(id) ? undefined : id;
}
