/** One line of a journal: JSON that is sealed together with the line before it. */
import { sealedSha256 } from '../../incidents/sealed-json.js';
import type { TextHash } from '../../model/judging-options.js';

export type Json = Readonly<Record<string, unknown>>;

/** `previous`: hash of the line before; empty for the first. */
export function sealLine(
  value: Json,
  previous: string,
  hash: TextHash,
): { readonly line: string; readonly sha256: string } {
  const chained = { ...value, previous };
  const sha256 = sealedSha256(chained, ['sha256'], hash);
  return { line: JSON.stringify({ ...chained, sha256 }), sha256 };
}

/** Undefined: torn, changed, or not the one that follows. */
export function openLine(
  line: string,
  previous: string,
  hash: TextHash,
): (Json & { readonly sha256: string }) | undefined {
  try {
    const value: unknown = JSON.parse(line);
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined;
    const json = value as Json;
    if (json['previous'] !== previous || typeof json['sha256'] !== 'string') return undefined;
    return json['sha256'] === sealedSha256(json, ['sha256'], hash)
      ? (json as Json & { readonly sha256: string })
      : undefined;
  } catch {
    return undefined;
  }
}
