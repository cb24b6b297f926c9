/** A reply that is, or holds, one JSON object with quotes and an answer. */
import { givenIds } from '../../attribution/audit/citations.js';
import { asList, asShape, asText, type Shape } from '../../instrumentation/shape.js';
import { wellFormed } from '../../model/utf8.js';
import { type Quote, withoutMarks } from './quoted-answer.js';
import { namedQuotes, sentencesOf, type Sentence } from './sentences.js';

export interface JsonReply {
  readonly quotes: readonly Quote[];
  readonly answer: string;
  readonly sentences: readonly Sentence[];
}

/** Undefined: there is no such object. */
export function readJsonReply(reply: unknown): JsonReply | undefined {
  const shape = typeof reply === 'string' ? objectIn(reply) : asShape(reply);
  if (shape === undefined) return undefined;
  const given = asList(shape['quotes']);
  const answer = shape['answer'] ?? shape['sentences'];
  if (given === undefined && answer === undefined) return undefined;
  const quotes = (given ?? []).flatMap((quote, index) => readQuote(quote, index + 1));
  return { quotes, ...readAnswer(answer) };
}

/** The whole reply, what stands in its first fence, or what stands between its first and last brace. */
function objectIn(reply: string): Shape | undefined {
  const open = reply.indexOf('{');
  const close = reply.lastIndexOf('}');
  if (open < 0 || close < open) return undefined;
  return parsed(reply) ?? parsed(fenced(reply)) ?? parsed(reply.slice(open, close + 1));
}

const FENCE = '```';

/** Whatever language the fence names. */
function fenced(reply: string): string {
  const fence = reply.indexOf(FENCE);
  const start = fence < 0 ? -1 : reply.indexOf('\n', fence);
  const end = start < 0 ? -1 : reply.indexOf(FENCE, start);
  return end < 0 ? '' : reply.slice(start, end);
}

function parsed(text: string): Shape | undefined {
  try {
    return asShape(JSON.parse(text));
  } catch {
    return undefined;
  }
}

function readQuote(value: unknown, position: number): Quote[] {
  const shape = asShape(value);
  const words = asText(shape === undefined ? value : (shape['text'] ?? shape['quote']));
  if (words === undefined || words.trim() === '') return [];
  const number = numberOf(shape?.['number'] ?? shape?.['n']) ?? position;
  const [source] = givenIds(shape?.['source'] ?? shape?.['chunk_id'] ?? shape?.['chunkId'] ?? shape?.['id']);
  return [
    {
      number,
      text: withoutMarks(wellFormed(words)),
      ...(source === undefined ? {} : { source: wellFormed(source) }),
    },
  ];
}

/** `1`, `"1"` and `"Q1"` name one quote. */
function numberOf(value: unknown): number | undefined {
  const digits = /^Q?(\d{1,4})$/i.exec(String(value))?.[1];
  return digits === undefined ? undefined : Number(digits);
}

/** Sentence by sentence, or as one text with marks in it. */
function readAnswer(answer: unknown): { readonly answer: string; readonly sentences: readonly Sentence[] } {
  const list = asList(answer);
  if (list === undefined) {
    const text = wellFormed(asText(answer) ?? '');
    return { answer: text, sentences: sentencesOf(text) };
  }
  let joined = '';
  const sentences: Sentence[] = [];
  for (const item of list) {
    const shape = asShape(item);
    const text = wellFormed(asText(shape === undefined ? item : (shape['text'] ?? shape['sentence'])) ?? '').trim();
    if (text === '') continue;
    const named = (asList(shape?.['quotes']) ?? []).map(numberOf).filter((number) => number !== undefined);
    const base = joined === '' ? 0 : joined.length + 1;
    joined += joined === '' ? text : ` ${text}`;
    for (const { text: one, start, end } of sentencesOf(text))
      sentences.push({
        text: one,
        start: base + start,
        end: base + end,
        quotes: [...new Set([...named, ...namedQuotes(one)])],
      });
  }
  return { answer: joined, sentences };
}
