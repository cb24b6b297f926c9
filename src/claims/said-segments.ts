/**
 * What was sent as evidence, less the question and the instruction to quote, wherever in a prompt
 * they stand: a question that stands in a message of its own is no evidence (spec §3), and one
 * behind the sources (`${pack(hits)}\n\nQuestion: ${question}`) is not either.
 */
import { findLeftmost } from '../attribution/text/quick-find.js';
import { type Bounds, PrefixAutomaton } from '../attribution/search/prefix-automaton.js';
import type { Segment, SentContext } from '../attribution/sent/segments.js';
import { type Needle, prepareNeedle } from '../attribution/text/text-search.js';
import { trimWhiteSpace } from '../attribution/text/unicode.js';
import { utf8Length } from '../model/utf8.js';
import type { PackedChunk, ReadPacked } from './packed.js';
import { quoteInstruction } from './quotes/quote-instruction.js';

/** UTF-16 indexes of a segment's text, the second one exclusive. */
export interface Part {
  readonly segment: Segment;
  readonly from: number;
  readonly to: number;
}

/** The segments that are left, in order. Offsets are those of the whole context. */
export function saidSegments({ sent, chunks }: Pick<ReadPacked, 'sent' | 'chunks'>): readonly Segment[] {
  const evidence = sent?.context.segments.filter(({ isEvidence }) => isEvidence) ?? [];
  const question = sent === undefined ? undefined : questionIn(sent.context, evidence, chunks);
  return evidence.flatMap((segment) => {
    const cut = [...instructionsIn(segment), ...(question?.segment === segment ? [question] : [])];
    return cut.length === 0 ? [segment] : without(segment, cut);
  });
}

function without(segment: Segment, cut: readonly Part[]): readonly Segment[] {
  const kept: Segment[] = [];
  let read = 0;
  for (const { from, to } of [...cut, partOf(segment, segment.text.length, segment.text.length)].sort(byPlace)) {
    if (from > read) kept.push(segmentOf({ segment, from: read, to: from }));
    read = Math.max(read, to);
  }
  return kept;
}

function byPlace(a: Part, b: Part): number {
  return a.from - b.from;
}

function partOf(segment: Segment, from: number, to: number): Part {
  return { segment, from, to };
}

/** A part as a segment of its own: nothing matches beyond its ends. */
export function segmentOf({ segment, from, to }: Part): Segment {
  if (from === 0 && to === segment.text.length) return segment;
  const { message, part, role, startByte, isEvidence, lossy, endUnproven, text } = segment;
  const start = startByte + utf8Length(text.slice(0, from));
  return { text: text.slice(from, to), startByte: start, message, part, role, isEvidence, lossy, endUnproven };
}

/** Whatever is said in the instruction is said to the model. */
function instructionsIn(segment: Segment): readonly Part[] {
  return (['text', 'json'] as const).flatMap((form) =>
    spellings(quoteInstruction({ form }).text).flatMap((words) => {
      const from = findLeftmost(segment.text, words);
      return from < 0 ? [] : [partOf(segment, from, from + words.length)];
    }),
  );
}

/** As it is, and as it stands in JSON. */
function spellings(words: string): readonly string[] {
  const json = JSON.stringify(words).slice(1, -1);
  return json === words ? [words] : [words, json];
}

const MIN_QUESTION_UNITS = 4;
/** What a prompt has before a question: `Question: `, `<question>`, a line of its own. */
const OPENING = /(?:^|[\n:>"'`*] {0,4})$/;

/**
 * Where the question was asked: the last place with an opening before it, else the last of all. One
 * place alone, and none in a copy of a chunk: a chunk may say the same.
 */
function questionIn(
  { question, segments }: SentContext,
  evidence: readonly Segment[],
  chunks: readonly PackedChunk[],
): Part | undefined {
  if (question === undefined || question.length < MIN_QUESTION_UNITS) return undefined;
  if (segments.some(({ isEvidence, text }) => !isEvidence && trimWhiteSpace(text) === question)) return undefined;
  for (const words of spellings(question)) {
    const needle = prepareNeedle(words);
    const copies = copiesOf(chunks, words);
    const places = evidence.map((segment) => lastPlaces(segment.text, needle, copies));
    for (const kind of ['asked', 'any'] as const) {
      const number = places.findLastIndex((place) => place[kind] >= 0);
      const segment = evidence[number];
      const from = places[number]?.[kind] ?? 0;
      if (segment !== undefined) return partOf(segment, from, from + words.length);
    }
  }
  return undefined;
}

const encoder = new TextEncoder();

/** Stretches of a text, in UTF-8 bytes, that chunks with the words in them cover whole. */
type Copies = (text: string) => readonly Bounds[];

/** All chunks in one walk: a question of one common word stands everywhere, in chunks that look alike. */
function copiesOf(chunks: readonly PackedChunk[], words: string): Copies {
  const texts = new Set(chunks.flatMap(({ text = '' }) => (findLeftmost(text, words) < 0 ? [] : [text])));
  if (texts.size === 0) return () => [];
  const automaton = new PrefixAutomaton(
    [...texts].map((text) => encoder.encode(text)),
    false,
  );
  return (text) => {
    const bytes = encoder.encode(text);
    return automaton.cover(bytes, [{ from: 0, to: bytes.length }]).covered;
  };
}

/** Where the words stand last outside of a copy, and last behind an opening; −1 for nowhere. One pass. */
function lastPlaces(text: string, needle: Needle, copies: Copies): { readonly any: number; readonly asked: number } {
  const last = { any: -1, asked: -1 };
  if (findLeftmost(text, needle.text) < 0) return last;
  const covered = copies(text);
  const length = utf8Length(needle.text);
  let copy = 0;
  let units = 0;
  let bytes = 0;
  needle.find(text, 0, (from) => {
    bytes += utf8Length(text.slice(units, from));
    units = from;
    while ((covered[copy]?.to ?? Infinity) < bytes + length) copy++;
    if ((covered[copy]?.from ?? Infinity) <= bytes) return false;
    last.any = from;
    if (OPENING.test(text.slice(Math.max(0, from - 5), from))) last.asked = from;
    return false;
  });
  return last;
}
