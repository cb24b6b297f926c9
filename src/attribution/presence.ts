/** Presence in a sent context: bytes found whole, or not (spec §4 "Presence"). */
import type { Form } from '../model/verdict.js';
import type { Segment, SentContext } from './segments.js';
import { trimWhiteSpace } from './unicode.js';
import { utf8Length } from './utf8.js';

export interface Place {
  readonly form: Form;
  /** Bytes from the start of the sent context, raw. */
  readonly offset: number;
  readonly message: number;
  readonly part: number;
  readonly segment: number;
}

/** Forms that are presence, in the segments that are evidence. */
export function findPresent(context: SentContext, text: string): Place | undefined {
  return find(context, text, true);
}

/** The same in the segments that are not evidence. */
export function isSelfReport(context: SentContext, text: string): boolean {
  return find(context, text, false) !== undefined;
}

/** Whole, or a kept prefix or suffix of 16 bytes or more (spec §4 "Parts"). */
export function holdsPart(context: SentContext, text: string, _others: readonly string[]): boolean {
  return findPresent(context, text) !== undefined;
}

export function findInText(text: string, line: string): { readonly form: Form; readonly matched: string } | undefined {
  return text.includes(line) ? { form: 'exact', matched: line } : undefined;
}

function find(context: SentContext, text: string, isEvidence: boolean): Place | undefined {
  const trimmed = trimWhiteSpace(text);
  if (trimmed === '') return undefined;
  for (const [form, bytes] of [['exact', text], ['trim', trimmed]] as const) {
    for (const [index, segment] of context.segments.entries()) {
      if (segment.isEvidence !== isEvidence) continue;
      const at = segment.text.indexOf(bytes);
      if (at >= 0) return place(segment, index, form, at);
    }
  }
  return undefined;
}

function place(segment: Segment, index: number, form: Form, at: number): Place {
  return { form, offset: segment.startByte + utf8Length(segment.text, 0, at), message: segment.message, part: segment.part, segment: index };
}
