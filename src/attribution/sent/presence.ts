/** Presence: bytes found whole, or not (spec §4 "Presence"). */
import type { AcceptableForm, Form } from '../../model/verdict.js';
import { ALTERED_FORMS } from './altered-texts.js';
import { LogText } from './log-texts.js';
import { PatternSearch } from '../search/pattern-search.js';
import { PreparedText } from '../search/prepared-text.js';
import { findLeftmost } from '../text/quick-find.js';
import type { Reading } from '../forms/reading.js';
import { type Segment, type SentContext, preparedText } from './segments.js';
import { TextScan } from './text-scan.js';
import { trimWhiteSpace } from '../text/unicode.js';
import { decodeUtf8 } from '../text/utf8-bytes.js';

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
  return findAmong(context, (segment) => segment.isEvidence, text);
}

/** The same in the segments that are not evidence. */
export function isSelfReport(context: SentContext, text: string): boolean {
  return findAmong(context, (segment) => !segment.isEvidence, text) !== undefined;
}

/** Which of many texts stand in the context in a form that is presence. Linear in all of them together. */
export function whichPresent(context: SentContext, texts: readonly string[]): readonly boolean[] {
  return standing(context, texts, (scan, text) => scan.isWhole(text));
}

/** Which of many texts are whole there or keep a prefix or suffix of 16 bytes (spec §4 "Parts"). */
export function whichHeld(context: SentContext, texts: readonly string[]): readonly boolean[] {
  return standing(context, texts, (scan, text) => scan.isWhole(text) || scan.isKept(text));
}

/** One text of several: prefer `whichHeld` for all. */
export function holdsPart(context: SentContext, text: string, others: readonly string[]): boolean {
  return whichHeld(context, [text, ...others])[0] === true;
}

export interface FoundLine {
  readonly form: Form;
  /** The raw characters of the text that say the line. */
  readonly matched: string;
}

/** A line in one text, in any form; the first hit decides. */
export function findInText(text: string, line: string): FoundLine | undefined {
  if (text.includes(line)) return { form: 'exact', matched: line };
  const core = trimWhiteSpace(line);
  if (core === '') return undefined;
  if (core !== line && text.includes(core)) return { form: 'trim', matched: core };
  const prepared = new PreparedText(text);
  const sought = new PreparedText(core);
  for (const reading of prepared.json) {
    const matched = matchIn(prepared, reading, sought.raw);
    if (matched !== undefined) return { form: 'json', matched };
  }
  const mayBeFolded = holdsWords(text, core);
  for (const form of ALTERED_FORMS) {
    if (form === 'html' ? !text.includes('&') : !mayBeFolded) continue;
    const reading = prepared.reading(form);
    const spelled = form === 'html' ? sought.raw : sought.reading(form);
    if (reading === prepared.raw && spelled === sought.raw) continue;
    const matched = matchIn(prepared, reading, spelled);
    if (matched !== undefined) return { form, matched };
  }
  return undefined;
}

function matchIn(prepared: PreparedText, reading: Reading, sought: Reading): string | undefined {
  const { bytes } = sought;
  const at =
    new PatternSearch([bytes]).search(reading.bytes, [{ from: 0, to: reading.bytes.length }]).first.get(0) ?? -1;
  return at < 0
    ? undefined
    : decodeUtf8(prepared.raw.bytes.subarray(reading.rawStart(at), reading.rawEnd(at + bytes.length)));
}

/**
 * A cheap no: neither composing nor folding makes or unmakes these runs of plain letters and digits
 * (their last one apart, which a mark may follow; K, which the Kelvin sign becomes).
 */
function holdsWords(text: string, line: string): boolean {
  const words = line.match(/[0-9A-JL-Za-z]{3,}/g) ?? [];
  return words.every((word) => text.includes(word.slice(0, -1)));
}

/** First place in the segments that `isSought` names, form before form. */
export function findAmong(
  context: SentContext,
  isSought: (segment: Segment) => boolean,
  text: string,
): Place | undefined {
  const asIs = findAsIs(context, isSought, text);
  const core = trimWhiteSpace(text);
  if (asIs !== undefined || core === '') return asIs;
  let search: PatternSearch | undefined;
  for (const [index, segment] of context.segments.entries()) {
    if (!isSought(segment)) continue;
    for (const reading of preparedText(segment).json) {
      search ??= new PatternSearch([new PreparedText(core).raw.bytes]);
      const at = search.search(reading.bytes, [{ from: 0, to: reading.bytes.length }]).first.get(0) ?? -1;
      if (at >= 0) return placeAt(segment, index, 'json', reading.rawStart(at));
    }
  }
  return undefined;
}

/** The same for the forms that need no decoding. */
export function findAsIs(
  context: SentContext,
  isSought: (segment: Segment) => boolean,
  text: string,
): Place | undefined {
  const core = trimWhiteSpace(text);
  if (core === '') return undefined;
  for (const [form, needle] of core === text
    ? ([['exact', text]] as const)
    : ([
        ['exact', text],
        ['trim', core],
      ] as const)) {
    for (const [index, segment] of context.segments.entries()) {
      if (!isSought(segment)) continue;
      const at = findLeftmost(segment.text, needle);
      if (at >= 0) return placeAt(segment, index, form, preparedText(segment).index.byteAt(at));
    }
  }
  return undefined;
}

export function placeAt(segment: Segment, index: number, form: Form | AcceptableForm, byte: number): Place {
  return { form, offset: segment.startByte + byte, message: segment.message, part: segment.part, segment: index };
}

function standing(
  context: SentContext,
  texts: readonly string[],
  holds: (scan: TextScan, text: number) => boolean,
): readonly boolean[] {
  const segments = context.segments.filter(({ isEvidence }) => isEvidence).map(preparedText);
  const numbers = new Map<string, number>();
  const cores = texts.map(trimWhiteSpace);
  const distinct = cores.flatMap((core) => {
    if (core === '' || numbers.has(core)) return [];
    numbers.set(core, numbers.size);
    return [new LogText(core, true, core)];
  });
  const scan = new TextScan(segments, distinct, context.question);
  return cores.map((core) => {
    const number = numbers.get(core);
    return number !== undefined && holds(scan, number);
  });
}
