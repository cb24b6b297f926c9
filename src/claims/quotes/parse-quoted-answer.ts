/** What a model replied to the instruction of quote-instruction.ts: quotes, answer, and what rests on what. */
import { guarded } from '../../instrumentation/guard.js';
import { wellFormed } from '../../model/utf8.js';
import { MAX_QUOTES, MAX_REPLY_UNITS, MAX_SENTENCES, type QuotedAnswer } from './quoted-answer.js';
import { readJsonReply } from './read-json-reply.js';
import { readTextReply } from './read-text-reply.js';
import { sentencesOf } from './sentences.js';

/** `reply`: the text, or the object that a client has already parsed. Never throws; in linear time. */
export function parseQuotedAnswer(reply: unknown): QuotedAnswer {
  return guarded('a quoted answer', () => parse(reply), { ...NOTHING, isCut: true });
}

const NOTHING: QuotedAnswer = { form: 'none', quotes: [], answer: '', sentences: [], isCut: false };

function parse(reply: unknown): QuotedAnswer {
  if (typeof reply !== 'string') {
    const json = readJsonReply(reply);
    return json === undefined ? NOTHING : bounded({ form: 'json', ...json, isCut: false });
  }
  const isCut = reply.length > MAX_REPLY_UNITS;
  const text = wellFormed(isCut ? reply.slice(0, MAX_REPLY_UNITS) : reply);
  const json = readJsonReply(text);
  if (json !== undefined) return bounded({ form: 'json', ...json, isCut });
  const read = readTextReply(text);
  const answer = read?.answer ?? text.trim();
  return bounded({
    form: read === undefined ? 'none' : 'text',
    quotes: read?.quotes ?? [],
    answer,
    sentences: sentencesOf(answer),
    isCut,
  });
}

function bounded(parsed: QuotedAnswer): QuotedAnswer {
  const { quotes, sentences } = parsed;
  if (quotes.length <= MAX_QUOTES && sentences.length <= MAX_SENTENCES) return parsed;
  return { ...parsed, quotes: quotes.slice(0, MAX_QUOTES), sentences: sentences.slice(0, MAX_SENTENCES), isCut: true };
}
