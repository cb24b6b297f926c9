/** One message (or Responses input item) of any client's spelling. */
import { asList, asShape, asText, firstText } from '../shape.js';
import type { Shape } from '../shape.js';
import type { GenAiMessage, GenAiPart } from './gen-ai-message.js';
import { readPart, textPart, toolCall, toolResponse } from './read-part.js';

export interface ReadMessage {
  readonly message: GenAiMessage;
  readonly isPartial: boolean;
}

/** Undefined: nothing of it was understood. */
export function readMessage(value: unknown): ReadMessage | undefined {
  if (typeof value === 'string') return { message: { role: 'user', parts: [textPart(value)] }, isPartial: false };
  const pair = asList(value);
  // LangChain's short form: ['system', 'text'].
  if (pair !== undefined) {
    const [role, text] = pair;
    if (pair.length !== 2 || typeof role !== 'string' || typeof text !== 'string') return undefined;
    return { message: { role, parts: [textPart(text)] }, isPartial: false };
  }
  const shape = asShape(value);
  return shape === undefined ? undefined : readShape(shape);
}

function readShape(shape: Shape): ReadMessage | undefined {
  const role = roleOf(shape);
  if (role === undefined) return readItem(shape);
  if (role === 'tool' || role === 'function') {
    const ofParts = asList(shape['content'])?.some((part) => /^tool[-_]/.test(asText(asShape(part)?.['type']) ?? ''));
    if (ofParts !== true) {
      const { parts, isPartial } = toolResponse(shape, shape['content']);
      return { message: { role: 'tool', parts }, isPartial };
    }
  }
  return readContent(role, shape);
}

function readContent(role: string, shape: Shape): ReadMessage {
  const content = shape['content'] ?? shape['parts'];
  const items = content === undefined || content === null ? [] : (asList(content) ?? [content]);
  const parts: GenAiPart[] = [];
  let isPartial = false;
  for (const item of items) {
    const read = readPart(item);
    parts.push(...(read?.parts ?? [{ type: 'blob', modality: 'unknown' }]));
    isPartial ||= read === undefined || read.isPartial;
  }
  for (const call of asList(shape['tool_calls']) ?? []) {
    const called = asShape(call);
    if (called !== undefined) parts.push(toolCall(called));
  }
  return { message: { role, parts }, isPartial };
}

/** Items of a Responses input that have no role. */
function readItem(shape: Shape): ReadMessage | undefined {
  const read = readPart(shape);
  if (read === undefined) {
    // A reference to something the provider holds, a hosted tool's call: known to be there, not readable.
    return typeof shape['type'] === 'string'
      ? { message: { role: 'user', parts: [{ type: 'blob', modality: shape['type'] }] }, isPartial: true }
      : undefined;
  }
  const kinds = new Set(read.parts.map((part) => part.type));
  const role = kinds.has('tool_call_response')
    ? 'tool'
    : kinds.has('tool_call') || kinds.has('reasoning')
      ? 'assistant'
      : 'user';
  return { message: { role, parts: read.parts }, isPartial: read.isPartial };
}

function roleOf(shape: Shape): string | undefined {
  const role = firstText(shape, 'role');
  if (role !== undefined) return role.toLowerCase();
  // LangChain messages say their type by a method.
  const method = shape['getType'] ?? shape['_getType'];
  if (typeof method !== 'function') return undefined;
  const type: unknown = method.call(shape);
  return typeof type === 'string' ? type.toLowerCase() : undefined;
}
