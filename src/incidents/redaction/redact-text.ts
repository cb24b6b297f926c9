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
  /** Rules that threw: what they would have found stands in the text. */
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

function findAll(redactor: Redactor, text: string, failed: string[]): Found[] {
  try {
    const found: Found[] = [];
    for (const { start, end } of redactor.find(text)) {
      if (!Number.isInteger(start) || !Number.isInteger(end) || start < 0 || end > text.length || start >= end)
        continue;
      found.push({ ...onCodePoints(text, start, end), rule: redactor.rule });
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
