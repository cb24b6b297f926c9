/**
 * Text with what redactors find replaced by marks, and where. Offsets stay explainable: each
 * redaction says which bytes of the original it stands for and how long its mark is.
 */
import { utf8Length } from '../../model/utf8.js';
import type { RedactionMessage } from '../../proto/messages.generated.js';
import type { Redactor, TextRange } from '../../model/redactor.js';

export interface RedactedText {
  readonly text: string;
  /** In order, without overlap; offsets and lengths in UTF-8 bytes. */
  readonly redactions: readonly RedactionMessage[];
  /** Rules that threw, gave a promise, a range that is none, or more than 100,000 ranges: what they would have found stands in the text. */
  readonly failed: readonly string[];
}

interface Found extends TextRange {
  readonly rule: string;
}

/** Of overlapping finds the first, then the longer, gives the rule; the mark covers them all. Never throws. */
export function redactText(text: string, redactors: readonly Redactor[]): RedactedText {
  const failed: string[] = [];
  const found = redactors.flatMap((redactor) => findAll(redactor, text, failed));
  const parts: string[] = [];
  const redactions: RedactionMessage[] = [];
  let copied = 0;
  let bytes = 0;
  for (const { start, end, rule } of united(found)) {
    const kept = text.slice(copied, start);
    const mark = redactionMark(rule);
    bytes += utf8Length(kept);
    const length = utf8Length(text.slice(start, end));
    redactions.push({ offset: bytes, bytes: length, stored_bytes: utf8Length(mark), rule });
    parts.push(kept, mark);
    bytes += length;
    copied = end;
  }
  parts.push(text.slice(copied));
  return { text: parts.join(''), redactions, failed };
}

/** What stands where something was taken out. */
export function redactionMark(rule: string): string {
  return `[redacted:${rule}]`;
}

/** More in one text is a redactor gone wrong (endless, or one range for each byte). */
const MOST_RANGES = 100_000;

function findAll(redactor: Redactor, text: string, failed: string[]): Found[] {
  try {
    const found: Found[] = [];
    const ranges: unknown = redactor.find(text);
    // A promise is not waited for, and what it ends in must not end the process.
    if (ranges instanceof Promise) ranges.catch(() => undefined);
    let count = 0;
    for (const { start, end } of ranges as Iterable<TextRange>) {
      count += 1;
      if (count > MOST_RANGES) throw new RangeError(`more than ${MOST_RANGES} ranges`);
      if (!Number.isInteger(start) || !Number.isInteger(end)) throw new TypeError(`${start} to ${end} is no range`);
      // One that reaches beyond the text means what of the text it covers: better too much than too little.
      const from = Math.max(0, start);
      const to = Math.min(text.length, end);
      if (from < to) found.push({ ...onCodePoints(text, from, to), rule: redactor.rule });
    }
    return found;
  } catch {
    failed.push(redactor.rule);
    return [];
  }
}

/** A range never splits a surrogate pair. */
function onCodePoints(text: string, start: number, end: number): TextRange {
  return { start: isInsidePair(text, start) ? start - 1 : start, end: isInsidePair(text, end) ? end + 1 : end };
}

function isInsidePair(text: string, index: number): boolean {
  const before = text.charCodeAt(index - 1);
  const after = text.charCodeAt(index);
  return before >= 0xd800 && before <= 0xdbff && after >= 0xdc00 && after <= 0xdfff;
}

function united(found: readonly Found[]): Found[] {
  const inOrder = [...found].sort((a, b) => a.start - b.start || b.end - a.end);
  const all: Found[] = [];
  for (const one of inOrder) {
    const last = all.at(-1);
    if (last === undefined || one.start >= last.end) all.push(one);
    else if (one.end > last.end) all[all.length - 1] = { ...last, end: one.end };
  }
  return all;
}
