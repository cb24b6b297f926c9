/**
 * What was sent as evidence, less the question and the instruction to quote, wherever in a prompt
 * they stand: a question that stands in a message of its own is no evidence (spec §3), and one
 * behind the sources (`${pack(hits)}\n\nQuestion: ${question}`) is not either.
 */
import { findLeftmost } from '../attribution/text/quick-find.js';
import type { Segment, SentContext } from '../attribution/sent/segments.js';
import { prepareNeedle } from '../attribution/text/text-search.js';
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
/** Places that are looked at: a question of one common word stands everywhere. */
const MAX_PLACES = 1_000;
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
    const copies = chunks
      .flatMap(({ text = '' }) => placesOf(text, words).map((at) => ({ text, at })))
      .slice(0, MAX_PLACES);
    const places = evidence.flatMap((segment) =>
      placesOf(segment.text, words)
        .filter((from) => !copies.some(({ text, at }) => from >= at && segment.text.startsWith(text, from - at)))
        .map((from) => partOf(segment, from, from + words.length)),
    );
    const asked = places.filter(({ segment, from }) => OPENING.test(segment.text.slice(Math.max(0, from - 5), from)));
    const place = asked.at(-1) ?? places.at(-1);
    if (place !== undefined) return place;
  }
  return undefined;
}

function placesOf(text: string, words: string): readonly number[] {
  const needle = prepareNeedle(words);
  const places: number[] = [];
  for (let at = needle.find(text, 0, anywhere); at >= 0; at = needle.find(text, at + words.length, anywhere)) {
    places.push(at);
    if (places.length === MAX_PLACES) break;
  }
  return places;
}

const anywhere = (): boolean => true;
