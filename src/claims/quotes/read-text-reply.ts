/**
 * A reply with elements (`<quote>…</quote>`, `<answer>…</answer>`), or with the headings and lists
 * that models fall back to. Elements that are never closed end where the next one begins.
 */
import { type Quote, withoutMarks } from './quoted-answer.js';

export interface TextReply {
  readonly quotes: readonly Quote[];
  readonly answer: string;
}

/** Undefined: there is no quote in it. */
export function readTextReply(reply: string): TextReply | undefined {
  return readElements(reply) ?? readSections(reply);
}

const TAG = /<(\/?)(quotes?|answer)\b([^<>]{0,500})>/gi;

function readElements(reply: string): TextReply | undefined {
  const tags = [...reply.matchAll(TAG)];
  const isQuote = (name = ''): boolean => name.toLowerCase() === 'quote';
  if (!tags.some(([, close, name]) => close === '' && isQuote(name))) return undefined;
  const quotes: Quote[] = [];
  let answer: string | undefined;
  let rest = '';
  let read = 0;
  let isInAnswer = false;
  let quoted: string | undefined;
  const take = (to: number): void => {
    const text = reply.slice(read, to);
    if (quoted !== undefined) quotes.push(...quoteOf(text, quoted, quotes.length + 1));
    else if (isInAnswer) answer = (answer ?? '') + text;
    else rest += text;
    quoted = undefined;
  };
  for (const { 0: tag, 1: close, 2: name = '', 3: attributes = '', index } of tags) {
    take(index);
    read = index + tag.length;
    if (name.toLowerCase() === 'answer') isInAnswer = close === '';
    else if (close === '' && isQuote(name)) quoted = attributes;
  }
  take(reply.length);
  return { quotes, answer: (answer ?? rest).trim() };
}

function quoteOf(text: string, attributes: string, position: number): Quote[] {
  const words = withoutMarks(text);
  if (words === '') return [];
  const number = /\b(?:number|n|id)\s*=\s*["']?Q?(\d{1,4})\b/i.exec(attributes)?.[1];
  const source = /\b(?:source|chunk(?:_?id)?|from)\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'/]+))/i.exec(attributes);
  const label = source?.slice(1).find((one) => one !== undefined && one.trim() !== '');
  return [
    {
      number: number === undefined ? position : Number(number),
      text: words,
      ...(label === undefined ? {} : { source: label.trim() }),
    },
  ];
}

const QUOTES_HEADING = /^\W{0,6}(?:relevant )?(?:quotes|quotations)\W{0,6}$/i;
const ANSWER_HEADING = /^\W{0,6}answer\b\W{0,6}/i;
const ITEM = /^\s*(?:>|[-*•]|\[?Q?(\d{1,4})[\].):]{1,2})\s*(\S.*)$/i;

/** `Quotes:` over a list, then `Answer:`. */
function readSections(reply: string): TextReply | undefined {
  const lines = reply.split(/\r\n|\r|\n/);
  const from = lines.findIndex((line) => line.length < 80 && QUOTES_HEADING.test(line));
  const to = from < 0 ? -1 : lines.findIndex((line, at) => at > from && ANSWER_HEADING.test(line.slice(0, 80)));
  if (to < 0) return undefined;
  const quotes = lines.slice(from + 1, to).flatMap((line, index): Quote[] => {
    const item = ITEM.exec(line);
    const text = withoutMarks(item?.[2] ?? '');
    return text === '' ? [] : [{ number: item?.[1] === undefined ? index + 1 : Number(item[1]), text }];
  });
  const [first = '', ...others] = lines.slice(to);
  return quotes.length === 0
    ? undefined
    : { quotes, answer: [first.replace(ANSWER_HEADING, ''), ...others].join('\n').trim() };
}
