/**
 * What a model returned, out of the response's JSON (spec §3 "Output"): the first choice of OpenAI
 * chat, Responses and completions, Anthropic, Gemini, Bedrock, Ollama, LangChain.
 */
import { asId, asList, asShape, asText, asWord, firstOf, type Shape } from '../scalars.js';
import { type MessageReading, takeApart } from './message-reader.js';
import type { PartReading } from './part-reading.js';

export interface ResponseReading {
  readonly parts: readonly PartReading[];
  readonly finishReason?: string;
  readonly responseId?: string;
  readonly model?: string;
  readonly usage?: Shape;
  /** A known response shape, not a field that an answer in JSON may have as well. */
  readonly isCertain: boolean;
}

/** Undefined: not a response that this reads. */
export function readResponse(value: unknown): ResponseReading | undefined {
  const shape = asShape(value);
  if (shape === undefined) return undefined;
  for (const read of [ofChoices, ofResponses, ofCandidates, ofGenerations, ofContent, ofMessage, ofText]) {
    const found = read(shape);
    if (found !== undefined) return { ...commonOf(shape), ...found };
  }
  return undefined;
}

type Found = Omit<ResponseReading, 'usage' | 'model'>;

function commonOf(shape: Shape): Partial<ResponseReading> {
  const responseId = asId(shape['id'] ?? shape['responseId'] ?? shape['response_id']);
  const model = asWord(shape['model'] ?? shape['modelVersion']);
  const usage = asShape(shape['usage'] ?? shape['usageMetadata']);
  return {
    ...(responseId === undefined ? {} : { responseId }),
    ...(model === undefined ? {} : { model }),
    ...(usage === undefined ? {} : { usage }),
  };
}

function found(message: MessageReading | undefined, finish: unknown, isCertain = true): Found {
  const finishReason = asWord(finish) ?? message?.finishReason;
  return { parts: message?.parts ?? [], isCertain, ...(finishReason === undefined ? {} : { finishReason }) };
}

function ofChoices(shape: Shape): Found | undefined {
  const choices = asList(shape['choices']);
  if (choices === undefined) return undefined;
  const shapes = choices.map(asShape).filter((choice) => choice !== undefined);
  const first = shapes.find((choice) => choice['index'] === 0) ?? shapes[0];
  if (first === undefined) return found(undefined, undefined);
  const text = asText(first['text']);
  const message = text === undefined ? takeApart(first['message'] ?? first['delta']) : takeApart(text);
  return found(message, first['finish_reason'] ?? first['finishReason']);
}

/** OpenAI Responses: output items; the text parts of its messages make one answer. */
function ofResponses(shape: Shape): Found | undefined {
  const items = asList(shape['output']);
  if (items === undefined) return undefined;
  const read = items.map((item) => takeApart(item));
  const parts = read.flatMap((message) => message?.parts ?? []);
  const reason = unfinished(shape);
  return found(
    { role: 'assistant', parts },
    reason,
    shape['object'] === 'response' || items.every((item) => asText(asShape(item)?.['type']) !== undefined),
  );
}

/** A response that was not completed; why is told by the provider in words of its own. */
function unfinished(shape: Shape): string | undefined {
  const reason = asWord(asShape(shape['incomplete_details'])?.['reason']);
  switch (shape['status']) {
    case 'incomplete':
      return reason === 'content_filter' ? reason : 'incomplete';
    case 'failed':
      return 'error';
    case 'cancelled':
      return 'cancelled';
    default:
      return undefined;
  }
}

function ofCandidates(shape: Shape): Found | undefined {
  const candidates = asList(shape['candidates']);
  if (candidates === undefined) return undefined;
  const first = asShape(candidates[0]);
  return found(takeApart(first?.['content']), first?.['finishReason'] ?? first?.['finish_reason']);
}

/** LangChain: `generations[prompt][choice]`. */
function ofGenerations(shape: Shape): Found | undefined {
  const generations = asList(shape['generations']);
  if (generations === undefined) return undefined;
  const first = asShape(asList(generations[0])?.[0] ?? generations[0]);
  if (first === undefined) return found(undefined, undefined);
  const text = asText(first['text']);
  const message = first['message'] === undefined ? undefined : takeApart(first['message']);
  const fields = asShape(asShape(first['message'])?.['kwargs']) ?? asShape(asShape(first['message'])?.['data']) ?? {};
  const info = asShape(first['generationInfo'] ?? first['generation_info']) ?? {};
  const metadata = asShape(fields['response_metadata']) ?? {};
  const finish = firstOf({ ...metadata, ...info }, ['finish_reason', 'finishReason', 'stop_reason', 'done_reason']);
  const responseId = asId(metadata['id']) ?? messageId(fields['id']);
  return {
    ...found(message ?? (text === undefined ? undefined : takeApart(text)), finish),
    ...(responseId === undefined ? {} : { responseId }),
  };
}

/** LangChain makes up ids of its own for messages without one. */
function messageId(value: unknown): string | undefined {
  const id = asId(value);
  return id === undefined || /^(?:lc_)?run-/.test(id) ? undefined : id;
}

/** Anthropic: content blocks on top. */
function ofContent(shape: Shape): Found | undefined {
  const content = asList(shape['content']);
  if (content === undefined) return undefined;
  return found(
    takeApart({ role: 'assistant', content }),
    shape['stop_reason'] ?? shape['finish_reason'] ?? shape['stopReason'],
  );
}

/** One message: Ollama's and Bedrock's envelope, LangChain's serialized message, a message itself. */
function ofMessage(shape: Shape): Found | undefined {
  const envelope = asShape(shape['output']);
  const message = asShape(shape['message']) ?? asShape(envelope?.['message']);
  if (message !== undefined)
    return found(takeApart(message), shape['done_reason'] ?? shape['stopReason'] ?? shape['finish_reason']);
  const serialized = asShape(shape['kwargs']);
  if (serialized === undefined && asText(shape['role']) === undefined) return undefined;
  const metadata = asShape((serialized ?? shape)['response_metadata']) ?? {};
  return found(takeApart(shape), firstOf(metadata, ['finish_reason', 'finishReason', 'stop_reason']));
}

/** Fields that hold a text alone: an answer in JSON may have them too. */
function ofText(shape: Shape): Found | undefined {
  const text = asText(firstOf(shape, ['output_text', 'text', 'response', 'completion', 'content']));
  if (text === undefined) return undefined;
  return found(takeApart(text), firstOf(shape, ['finish_reason', 'finishReason', 'stop_reason', 'done_reason']), false);
}
