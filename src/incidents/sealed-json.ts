/**
 * What seals a file: a hash over the RFC 8785 form of its JSON, so that spaces and the order of keys
 * do not matter and everything else does, members we do not know included.
 */
import type { TextHash } from '../model/judging-options.js';

/** Deeper than any file of ours; a deeper one is no such file. */
const MAX_DEPTH = 200;

/**
 * RFC 8785 form of a value as `JSON.parse` gives it; members that are undefined are left out.
 * Throws a RangeError when it is nested deeper than 200 levels, or holds a number JSON cannot.
 */
export function canonicalJson(value: unknown): string {
  const parts: string[] = [];
  write(value, parts, 0);
  return parts.join('');
}

/** 64 hex over the canonical form of an object without the members named. */
export function sealedSha256(
  value: Readonly<Record<string, unknown>>,
  leaveOut: readonly string[],
  hash: Pick<TextHash, 'sha256'>,
): string {
  return hash.sha256(
    canonicalJson(Object.fromEntries(Object.entries(value).filter(([key]) => !leaveOut.includes(key)))),
  );
}

function write(value: unknown, parts: string[], depth: number): void {
  if (depth > MAX_DEPTH) throw new RangeError(`nested deeper than ${MAX_DEPTH} levels`);
  if (typeof value === 'number' && !Number.isFinite(value)) throw new RangeError(`${value} is no JSON number`);
  if (typeof value !== 'object' || value === null) {
    parts.push(JSON.stringify(value));
    return;
  }
  if (Array.isArray(value)) {
    (value as readonly unknown[]).forEach((item, index) => {
      parts.push(index === 0 ? '[' : ',');
      write(item ?? null, parts, depth + 1);
    });
    parts.push(value.length === 0 ? '[]' : ']');
    return;
  }
  const members = Object.entries(value).filter(([, held]) => held !== undefined);
  // By UTF-16 code units, as `<` compares strings.
  members.sort(([a], [b]) => (a < b ? -1 : 1));
  members.forEach(([key, held], index) => {
    parts.push(index === 0 ? '{' : ',', JSON.stringify(key), ':');
    write(held, parts, depth + 1);
  });
  parts.push(members.length === 0 ? '{}' : '}');
}
