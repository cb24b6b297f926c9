/**
 * Citations in an answer (spec §6 "Claim audit"): `[n]`, `[ID:n]`, `[^n]` (n: 1–3 digits, optional
 * letter), a bracketed issued id, and the ids of structured claims.
 */
import { wordBefore } from '../text/literal-pattern.js';

export const NUMBERED = /^(?:ID:|\^)?(\d{1,3}[A-Za-z]?)$/;

/** The label inside its mark: `[ID:7]`, `^7` and `7` name one thing. */
export function bareLabel(label: string): string {
  const inner = label.startsWith('[') && label.endsWith(']') ? label.slice(1, -1) : label;
  return NUMBERED.exec(inner)?.[1] ?? inner;
}

/** A mark as it stands in a passage: UTF-16 indexes, brackets included. */
export interface CitationMark {
  readonly label: string;
  readonly start: number;
  readonly end: number;
}

/** The marks of `passage` in order. `isIssued`: of ids that are no numbers, those that were issued. Linear time. */
export function citationMarks(passage: string, isIssued: (id: string) => boolean): CitationMark[] {
  const marks: CitationMark[] = [];
  let open = -1;
  for (const { 0: bracket, index } of passage.matchAll(/[[\]]/g)) {
    if (bracket === '[') {
      open = index;
      continue;
    }
    if (open < 0) continue;
    const inner = passage.slice(open + 1, index);
    const number = NUMBERED.exec(inner)?.[1];
    if (number === undefined) {
      if (isIssued(inner)) marks.push({ label: inner, start: open, end: index + 1 });
    } else if (wordBefore(passage, open) === undefined && passage.charAt(index + 1) !== '(')
      marks.push({ label: number, start: open, end: index + 1 });
    open = -1;
  }
  return marks;
}

/** One list of ids for each structured claim; undefined when the document has none. */
export function structuredClaims(document: unknown): readonly (readonly string[])[] | undefined {
  if (!isRecord(document) || !Array.isArray(document['claims'])) return undefined;
  const claims = (document['claims'] as unknown[]).filter(isRecord);
  const lists = claims.map((claim) => claim['chunkIds'] ?? claim['chunk_ids'] ?? claim['ids']);
  if (lists.every((list) => list === undefined)) return undefined;
  return lists.map(claimedIds);
}

/** Ids of one claim without their marks. */
export function claimedIds(list: unknown): string[] {
  return givenIds(list).map(bareLabel);
}

/** The same as they were given: strings, integers in decimal; missing ones are left out (spec §2). */
export function givenIds(list: unknown): string[] {
  return (Array.isArray(list) ? (list as unknown[]) : [list]).flatMap(givenId);
}

function givenId(value: unknown): string[] {
  if (typeof value === 'bigint') return [String(value)];
  if (typeof value === 'number') return Number.isInteger(value) ? [String(value)] : [];
  if (typeof value !== 'string' || value === '' || value === 'undefined' || value === 'null' || value === 'None')
    return [];
  return [value];
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
