/**
 * One content part of a message in the spelling of any client: OpenTelemetry GenAI, OpenAI chat and
 * Responses, Anthropic, AI SDK, Gemini, Bedrock, OpenInference (spec §3 "Sent context").
 */
import { stringLeaves } from '../../model/string-leaves.js';
import { asId, asList, asShape, asText, asWord, firstOf, type Shape } from '../scalars.js';

export type PartReading =
  | { readonly kind: 'text'; readonly texts: readonly string[] }
  /** A text part whose text was not captured. */
  | { readonly kind: 'text_missing' }
  | {
      readonly kind: 'tool_result';
      readonly texts: readonly string[];
      readonly value: unknown;
      readonly id?: string;
      readonly name?: string;
    }
  | { readonly kind: 'tool_call'; readonly id?: string; readonly name?: string; readonly args: unknown }
  /** Reasoning, media, what the provider keeps: it takes its place and has no text that was sent. */
  | { readonly kind: 'other'; readonly isHeld?: true };

/** Parts inside parts: results and documents hold a list of parts, these nothing more. */
const MAX_NESTING = 4;

const OTHER: PartReading = { kind: 'other' };
const HELD: PartReading = { kind: 'other', isHeld: true };

const REASONING: ReadonlySet<string> = new Set([
  'reasoning',
  'thinking',
  'redacted_thinking',
  'reasoning_text',
  'reasoning_content',
  'summary_text',
]);
const TEXT: ReadonlySet<string> = new Set(['text', 'input_text', 'output_text', 'refusal', 'compaction']);
const TOOL_CALL: ReadonlySet<string> = new Set([
  'tool_call',
  'tool_use',
  'tool-call',
  'function_call',
  'function',
  'custom_tool_call',
]);
const TOOL_RESULT: ReadonlySet<string> = new Set([
  'tool_call_response',
  'tool_result',
  'tool-result',
  'function_call_output',
  'custom_tool_call_output',
  'server_tool_call_response',
]);
const MEDIA = /^(?:blob|file|uri|image|audio|video|media|input_(?:image|audio|file|video)|image_url|inline_?data)/i;
/** What the provider ran or keeps: the client never saw what the model read. */
const HOSTED =
  /^(?:item_reference|server_tool_(?:call$|use)|(?:file|web)_search_call|web_search_tool_result|code_interpreter_call|mcp_(?:call|list_tools))/;

export function readPart(part: unknown, depth = 0): PartReading {
  if (typeof part === 'string') return { kind: 'text', texts: [part] };
  const shape = asShape(part);
  if (shape === undefined || depth > MAX_NESTING) return OTHER;
  const wrapped = asShape(shape['message_content']);
  if (wrapped !== undefined) return readPart(wrapped, depth + 1);
  const type = asText(shape['type']);
  return type === undefined ? readUntyped(shape, depth) : readTyped(shape, type, depth);
}

function readTyped(shape: Shape, type: string, depth: number): PartReading {
  if (TEXT.has(type)) return readText(shape, type);
  if (REASONING.has(type)) return OTHER;
  if (TOOL_CALL.has(type)) return readToolCall(shape);
  if (TOOL_RESULT.has(type)) return readToolResult(shape, depth);
  if (HOSTED.test(type)) return HELD;
  if (type === 'document' || type === 'search_result') return readDocument(shape, depth);
  if (MEDIA.test(type)) return OTHER;
  return readUnknown(shape);
}

function readText(shape: Shape, type: string): PartReading {
  const text = firstOf(shape, ['content', 'text', 'refusal', 'value']);
  if (typeof text === 'string') return { kind: 'text', texts: [text] };
  // What a provider compacted stays with it, encrypted.
  if (type === 'compaction') return HELD;
  return text === undefined ? { kind: 'text_missing' } : { kind: 'text', texts: stringLeaves(text) };
}

/** Gemini and Bedrock name the part by its only key. */
function readUntyped(shape: Shape, depth: number): PartReading {
  const text = shape['text'] ?? shape['content'];
  if (typeof text === 'string') return shape['thought'] === true ? OTHER : { kind: 'text', texts: [text] };
  const called = asShape(shape['functionCall'] ?? shape['function_call'] ?? shape['toolUse']);
  if (called !== undefined) return readToolCall(called);
  const answered = asShape(shape['functionResponse'] ?? shape['function_response'] ?? shape['toolResult']);
  if (answered !== undefined) return readToolResult(answered, depth);
  return asShape(shape['document']) === undefined ? readUnknown(shape) : OTHER;
}

/** Text out of documents that carry it (Anthropic `document`, `search_result`). */
function readDocument(shape: Shape, depth: number): PartReading {
  const source = asShape(shape['source']);
  const inner = source === undefined ? shape['content'] : (source['data'] ?? source['content']);
  if (source !== undefined && source['type'] !== 'text' && source['type'] !== 'content') return OTHER;
  const texts = textsOf(inner, depth);
  return texts === undefined ? OTHER : { kind: 'text', texts };
}

/** The texts of a string or of content parts; undefined when a part has none. */
function textsOf(content: unknown, depth: number): string[] | undefined {
  if (typeof content === 'string') return [content];
  const parts = asList(content);
  if (parts === undefined) return undefined;
  const texts: string[] = [];
  for (const part of parts) {
    const read = readPart(part, depth + 1);
    if (read.kind === 'text') texts.push(...read.texts);
    else if (read.kind !== 'other') return undefined;
  }
  return texts;
}

export function readToolCall(shape: Shape): PartReading & { readonly kind: 'tool_call' } {
  const held = asShape(shape['tool_call']) ?? shape;
  const called = asShape(held['function']) ?? held;
  const id = asId(firstOf(held, ['call_id', 'toolCallId', 'tool_call_id', 'toolUseId', 'id']));
  const name = asWord(firstOf(called, ['name', 'toolName']));
  const args = firstOf(called, ['arguments', 'input', 'args']);
  return { kind: 'tool_call', args, ...(id === undefined ? {} : { id }), ...(name === undefined ? {} : { name }) };
}

export function readToolResult(shape: Shape, depth = 0): PartReading {
  const id = asId(firstOf(shape, ['tool_call_id', 'tool_use_id', 'call_id', 'toolCallId', 'toolUseId', 'id']));
  const name = asWord(firstOf(shape, ['name', 'toolName']));
  const structured = firstOf(shape, ['response', 'result']);
  const value = structured ?? unwrapped(shape['output'] ?? shape['content']);
  if (value === undefined) return { kind: 'text_missing' };
  return {
    kind: 'tool_result',
    value,
    // `content` and `output` hold a message's content: parts give their text. Any other structure gives its leaves.
    texts: (structured === undefined ? partTexts(value, depth) : undefined) ?? stringLeaves(value),
    ...(id === undefined ? {} : { id }),
    ...(name === undefined ? {} : { name }),
  };
}

/** AI SDK: `{type: "text" | "json" | "content" | "error-text", value}`. */
function unwrapped(value: unknown): unknown {
  const shape = asShape(value);
  return shape !== undefined && typeof shape['type'] === 'string' && 'value' in shape ? shape['value'] : value;
}

function partTexts(content: unknown, depth: number): string[] | undefined {
  const parts = asList(content);
  return parts !== undefined && parts.every(isPart) ? textsOf(parts, depth) : undefined;
}

function isPart(value: unknown): boolean {
  const shape = asShape(value);
  return shape !== undefined && (typeof shape['type'] === 'string' || typeof shape['text'] === 'string');
}

/** A part of no known kind: text it may hold was sent, so its leaves count; what looks like media is none. */
function readUnknown(shape: Shape): PartReading {
  const text = firstOf(shape, ['text', 'content']);
  if (typeof text === 'string') return { kind: 'text', texts: [text] };
  if (
    ['data', 'uri', 'url', 'file_id', 'bytes', 'mime_type', 'mimeType', 'image', 'inlineData'].some(
      (key) => key in shape,
    )
  )
    return OTHER;
  const { type: _type, id: _id, ...rest } = shape;
  const texts = stringLeaves(rest);
  return texts.length === 0 ? OTHER : { kind: 'text', texts };
}
