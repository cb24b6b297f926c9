/**
 * What a request sends to the model, out of its JSON: OpenAI chat, Responses and completions,
 * Anthropic, Gemini, Bedrock, Ollama, LangChain's serialized messages (spec §3 "Sent context").
 */
import type { SentMessage } from '../../model/model-call.js';
import { asList, asShape, type Shape } from '../scalars.js';
import { isProviderHeld } from './hosted-tools.js';
import { isRolePair, type MessageReader } from './message-reader.js';

export interface RequestReading {
  readonly messages: readonly SentMessage[];
  /** Messages with role and content, not just strings that may be somebody's rendering of them. */
  readonly isCertain: boolean;
}

const SYSTEM_KEYS = ['instructions', 'system', 'systemInstruction', 'system_instruction', 'preamble'];
const BODY_KEYS = ['messages', 'input', 'contents', 'prompt', 'prompts'];

/** Undefined: not a request that this reads. */
export function readRequest(value: unknown, reader: MessageReader): RequestReading | undefined {
  const list = asList(value);
  if (list !== undefined) return readList(list, reader);
  const request = asShape(value);
  if (request === undefined) return undefined;
  const bodyKey = BODY_KEYS.find((key) => request[key] !== undefined && request[key] !== null);
  if (bodyKey === undefined) return undefined;
  const before = systemMessage(request, reader);
  const body = request[bodyKey];
  const read =
    typeof body === 'string' ? { messages: reader.messages([body]), isCertain: false } : readBody(body, reader);
  if (read === undefined) return undefined;
  if (isProviderHeld(request)) reader.providerHeld = true;
  return {
    messages: before === undefined ? read.messages : [before, ...read.messages],
    isCertain: read.isCertain || before !== undefined,
  };
}

function systemMessage(request: Shape, reader: MessageReader): SentMessage | undefined {
  const config = asShape(request['config']);
  for (const held of config === undefined ? [request] : [request, config]) {
    for (const key of SYSTEM_KEYS) {
      const message = reader.instructions(held[key]);
      if (message !== undefined) return message;
    }
  }
  return undefined;
}

function readBody(body: unknown, reader: MessageReader): RequestReading | undefined {
  const list = asList(body);
  if (list !== undefined) return readList(list, reader);
  const shape = asShape(body);
  return shape === undefined ? undefined : readList([shape], reader);
}

function readList(list: readonly unknown[], reader: MessageReader, isBatch = false): RequestReading | undefined {
  // LangChain runs a batch: a list of message lists, of which a span shows one.
  const first = list[0];
  const inner = asList(first);
  const isBatchOfLists =
    inner !== undefined && !isRolePair(inner) && (isAll(inner, 'object') || isAll(inner, 'string'));
  if (!isBatch && isBatchOfLists) return readList(inner, reader, true);
  const isCertain = isAll(list, 'object');
  if (!isCertain && !isAll(list, 'string')) return undefined;
  const messages = reader.messages(list);
  return messages.length === 0 && list.length > 0 ? undefined : { messages, isCertain };
}

function isAll(list: readonly unknown[], type: 'object' | 'string'): boolean {
  return list.every((item) => typeof item === type);
}
