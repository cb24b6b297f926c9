/**
 * One content part of a message, in the spelling of any client: OpenAI chat and Responses,
 * Anthropic, AI SDK, Gemini, Bedrock. Undefined = unknown: the caller marks the messages partial,
 * so that text it may hold is never "not found".
 */
import { plainCopy } from '../plain-copy.js';
import { asList, asShape, asText, firstText } from '../shape.js';
import type { Shape } from '../shape.js';
import { wellFormed } from '../../model/utf8.js';
import type { GenAiPart } from './gen-ai-message.js';

export interface ReadPart {
  readonly parts: readonly GenAiPart[];
  readonly isPartial: boolean;
}

const REASONING = new Set(['reasoning', 'thinking', 'redacted_thinking', 'reasoning_text', 'compaction']);
const MEDIA = /^(image|input_image|image_url|input_audio|audio|video|media|inline_?data)/i;

export function textPart(text: string): GenAiPart {
  return { type: 'text', content: wellFormed(text) };
}

export function readPart(part: unknown): ReadPart | undefined {
  if (typeof part === 'string') return whole(textPart(part));
  const shape = asShape(part);
  if (shape === undefined) return undefined;
  const type = asText(shape['type']) ?? '';
  if (REASONING.has(type)) return whole({ type: 'reasoning' });
  if (MEDIA.test(type) || 'image' in shape || 'inlineData' in shape) return whole({ type: 'blob', modality: type });
  return readTool(shape, type) ?? readDocument(shape, type) ?? readPlainText(shape, type);
}

function whole(...parts: readonly GenAiPart[]): ReadPart {
  return { parts, isPartial: false };
}

function readPlainText(shape: Shape, type: string): ReadPart | undefined {
  if (type !== '' && !type.endsWith('text') && type !== 'refusal') return undefined;
  const text = asText(shape['text']) ?? asText(shape['content']) ?? asText(shape['refusal']);
  return text === undefined ? undefined : whole(textPart(text));
}

/** Documents: their text where they carry it, else a place that hides text. */
function readDocument(shape: Shape, type: string): ReadPart | undefined {
  if (type === 'search_result') return readTexts(shape['content']);
  if (!/document|file/.test(type) && !('document' in shape) && !('fileData' in shape)) return undefined;
  const source = asShape(shape['source']);
  if (source?.['type'] === 'text' && typeof source['data'] === 'string') return whole(textPart(source['data']));
  if (source?.['type'] === 'content') return readTexts(source['content']);
  return { parts: [{ type: 'blob', modality: 'document' }], isPartial: true };
}

function readTexts(content: unknown): ReadPart {
  const items = typeof content === 'string' ? [content] : (asList(content) ?? []);
  const read = items.map(readPart);
  return {
    parts: read.flatMap((item) => item?.parts ?? []),
    isPartial: items.length === 0 || read.some((item) => item === undefined || item.isPartial),
  };
}

function readTool(shape: Shape, type: string): ReadPart | undefined {
  const gemini = asShape(shape['functionCall']) ?? asShape(shape['toolUse']);
  if (gemini !== undefined) return whole(toolCall(gemini));
  const answered = asShape(shape['functionResponse']) ?? asShape(shape['toolResult']);
  if (answered !== undefined) {
    return toolResponse(answered, answered['response'] ?? answered['content']);
  }
  switch (type) {
    case 'tool_use':
    case 'tool-call':
    case 'tool_call':
    case 'function_call':
      return whole(toolCall(shape));
    case 'tool_result':
    case 'tool-result':
    case 'tool_call_response':
    case 'function_call_output':
      return toolResponse(shape, shape['output'] ?? shape['result'] ?? shape['content'] ?? shape['response'] ?? '');
    default:
      return undefined;
  }
}

export function toolCall(shape: Shape): GenAiPart {
  const called = asShape(shape['function']) ?? shape;
  const id = firstText(shape, 'call_id', 'toolCallId', 'toolUseId', 'id');
  const name = firstText(called, 'name', 'toolName');
  const given = called['arguments'] ?? called['input'] ?? called['args'];
  return {
    type: 'tool_call',
    ...(id === undefined ? {} : { id }),
    ...(name === undefined ? {} : { name }),
    ...(given === undefined ? {} : { arguments: plainCopy(given).value }),
  };
}

/** A tool's result: its text, the texts of its parts, or the structure as the client would serialise it. */
export function toolResponse(shape: Shape, result: unknown): ReadPart {
  const id = firstText(shape, 'tool_call_id', 'tool_use_id', 'call_id', 'toolCallId', 'toolUseId', 'id');
  const name = firstText(shape, 'name', 'toolName');
  const { value, isCut } = readResult(result);
  const part: GenAiPart = {
    type: 'tool_call_response',
    ...(id === undefined ? {} : { id }),
    ...(name === undefined ? {} : { name }),
    response: value,
  };
  return { parts: [part], isPartial: isCut };
}

function readResult(result: unknown): ReturnType<typeof plainCopy> {
  // AI SDK 5 wraps the result: {type: 'text' | 'json' | 'content' | 'error-text' | …, value}.
  const wrapped = asShape(result);
  if (wrapped !== undefined && typeof wrapped['type'] === 'string' && 'value' in wrapped)
    return readResult(wrapped['value']);
  const items = asList(result);
  const read = items?.map(readPart);
  if (read !== undefined && read.length > 0 && read.every((item) => item !== undefined)) {
    const texts = read.flatMap((item) => item.parts).flatMap((part) => (part.type === 'text' ? [part.content] : []));
    return { value: texts.length === 1 ? (texts[0] ?? '') : texts, isCut: read.some((item) => item.isPartial) };
  }
  return plainCopy(result);
}
