/**
 * What a request sends to the model, whichever client it is written for: `messages`, `input`,
 * `prompt` or `contents`, with `system`, `instructions` or `systemInstruction` apart.
 */
import { asList, asShape } from '../shape.js';
import type { Shape } from '../shape.js';
import type { GenAiMessage, GenAiPart, SentMessages } from './gen-ai-message.js';
import { readMessage } from './read-message.js';
import { readPart } from './read-part.js';

/** Undefined: the request names no messages, or none that could be read. */
export function readRequest(request: Shape): SentMessages | undefined {
  const sent = request['messages'] ?? request['input'] ?? request['contents'] ?? request['prompt'];
  const system = request['system'] ?? request['instructions'] ?? systemInstruction(request);
  if (sent === undefined && system === undefined) return undefined;
  const read = readMessages(sent);
  if (read === undefined) return undefined;
  const apart = system === undefined || system === null ? undefined : readSystem(system);
  return {
    ...(apart === undefined ? {} : { system: apart.parts }),
    messages: read.messages,
    isPartial: read.isPartial || apart?.isPartial === true || isHeldByProvider(request),
  };
}

/** A list of messages, one message, a text, or an object that holds `messages`. */
export function readMessages(
  sent: unknown,
): { readonly messages: readonly GenAiMessage[]; readonly isPartial: boolean } | undefined {
  if (sent === undefined || sent === null) return { messages: [], isPartial: false };
  const held = asShape(sent);
  if (held !== undefined && asList(held['messages']) !== undefined) return readMessages(held['messages']);
  const items = asList(sent);
  // A pair of texts is LangChain's short form of one message, in a list as anywhere else.
  const read = (items ?? [sent]).map(readMessage);
  if (read.length > 0 && read.every((message) => message === undefined)) return undefined;
  const isPartial = read.some((message) => message === undefined || message.isPartial);
  return { messages: read.flatMap((message) => (message === undefined ? [] : [message.message])), isPartial };
}

function readSystem(system: unknown): { readonly parts: readonly GenAiPart[]; readonly isPartial: boolean } {
  const shape = asShape(system);
  const content = shape?.['parts'] ?? shape?.['content'] ?? system;
  const read = (asList(content) ?? [content]).map((item) => {
    const inner = asShape(item);
    // AI SDK 6 accepts a whole system message here.
    return inner !== undefined && 'role' in inner ? readMessage(inner) : readPart(item);
  });
  return {
    parts: read.flatMap((item) => (item === undefined ? [] : 'message' in item ? item.message.parts : item.parts)),
    isPartial: read.some((item) => item === undefined || item.isPartial),
  };
}

function systemInstruction(request: Shape): unknown {
  return request['systemInstruction'] ?? asShape(request['config'])?.['systemInstruction'];
}

const HOSTED = /search|retriev|mcp|browse|url_?context|grounding/i;

/** The provider adds to the context what the client never sends (spec §5 "provider-held context"). */
function isHeldByProvider(request: Shape): boolean {
  const held = [
    'previous_response_id',
    'previousResponseId',
    'conversation',
    'thread_id',
    'cachedContent',
    'data_sources',
    'mcp_servers',
  ];
  if (held.some((key) => request[key] !== undefined && request[key] !== null)) return true;
  const openai = asShape(asShape(request['providerOptions'])?.['openai']);
  if (openai?.['previousResponseId'] !== undefined || openai?.['conversation'] !== undefined) return true;
  const config = asShape(request['config']);
  return [...(asList(request['tools']) ?? []), ...(asList(config?.['tools']) ?? [])].some(isHostedTool);
}

function isHostedTool(tool: unknown): boolean {
  const shape = asShape(tool);
  if (shape === undefined) return false;
  const { type } = shape;
  if (typeof type === 'string') return type !== 'function' && type !== 'custom' && HOSTED.test(type);
  return Object.keys(shape).some((key) => key !== 'functionDeclarations' && HOSTED.test(key));
}
