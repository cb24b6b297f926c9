/** Which items of the log match a need (spec §4 "Need"), and what cannot be told. */
import type { Need, Template } from '../model/case.js';
import type { TextHash } from '../model/judging-options.js';
import type { UnknownReason } from '../model/verdict.js';
import { findInText } from './sent/presence.js';
import type { LogItem } from './retrieval/retrieval-log.js';

/** An id, or a prefix of one. */
export interface Label {
  readonly text: string;
  readonly isPrefix: boolean;
}

/** A need with the run's attributes put in. */
export interface ResolvedNeed {
  readonly line?: string;
  readonly lineDigest?: string;
  readonly chunks: ReadonlySet<string>;
  readonly ids: readonly Label[];
  readonly lineIs: Need['lineIs'];
}

export function resolveNeed(need: Need, attribute: (key: string) => string | undefined, hash: TextHash): ResolvedNeed {
  const line = need.line?.resolve(attribute);
  const resolved = (templates: Need['chunks']): string[] =>
    templates.flatMap((template) => template.resolve(attribute) ?? []);
  return {
    ...(line === undefined ? {} : { line, lineDigest: hash.digest(line) }),
    chunks: new Set(resolved(need.chunks).map((digest) => digest.toLowerCase())),
    ids: need.ids.flatMap((template) => labelOf(template, attribute) ?? []),
    lineIs: need.lineIs,
  };
}

/** The star is the author's: one that comes out of an attribute is a character. */
function labelOf(template: Template, attribute: (key: string) => string | undefined): Label | undefined {
  const text = template.resolve(attribute);
  if (text === undefined) return undefined;
  const isPrefix = template.source.endsWith('*');
  return { text: isPrefix ? text.slice(0, -1) : text, isPrefix };
}

export type ItemMatch =
  | { readonly is: 'match'; /** The log's own bytes of an altered line. */ readonly altered?: string }
  | { readonly is: 'other' }
  | { readonly is: 'untold'; readonly reason: UnknownReason };

const MATCH: ItemMatch = { is: 'match' };
const OTHER: ItemMatch = { is: 'other' };
const PRESENCE_FORMS: ReadonlySet<string> = new Set(['exact', 'trim', 'json']);

export function matchItem(entry: LogItem, need: ResolvedNeed): ItemMatch {
  const { item } = entry;
  const byDigest = item.digest !== undefined && !entry.isForeignHash;
  if (need.line !== undefined && item.text !== undefined) {
    const found = findInText(item.text, need.line);
    if (found !== undefined) return PRESENCE_FORMS.has(found.form) ? MATCH : { is: 'match', altered: found.matched };
    if (!item.invalid && !item.lossy) return OTHER;
    // Hashes made at the source are immune to what telemetry did to the text.
    return byDigest && isNeededDigest(item.digest as string, need) ? MATCH : { is: 'untold', reason: whyUntold(entry) };
  }
  if (byDigest && isNeededDigest(item.digest as string, need)) return MATCH;
  if (
    item.id !== undefined &&
    need.ids.some(({ text, isPrefix }) => (isPrefix ? item.id?.startsWith(text) : item.id === text))
  )
    return MATCH;
  // Identity is the digest: with one at hand a missing id changes nothing.
  const isTold =
    need.line === undefined &&
    (need.chunks.size === 0 || byDigest) &&
    (need.ids.length === 0 || item.id !== undefined || (byDigest && need.chunks.size > 0));
  return isTold ? OTHER : { is: 'untold', reason: whyUntold(entry) };
}

function isNeededDigest(digest: string, need: ResolvedNeed): boolean {
  return need.chunks.has(digest) || digest === need.lineDigest;
}

function whyUntold({ item, isForeignHash }: LogItem): UnknownReason {
  if (isForeignHash) return 'hash_mismatch';
  if (item.invalid) return 'invalid_text';
  return item.lossy ? 'lossy_capture' : 'content_off';
}

/** A name with `*` at the end only, as services and tools are named. */
export function matchesName(pattern: string, id: string): boolean {
  return pattern.endsWith('*') ? id.startsWith(pattern.slice(0, -1)) : id === pattern;
}
