/** What an application built to send: a prompt text, a list of messages, or a request with messages in it. */
import { asShape } from '../shape.js';
import type { SentMessages } from './gen-ai-message.js';
import { textPart } from './read-part.js';
import { readMessages, readRequest } from './read-request.js';

/** Undefined: of a shape that is not known. */
export function builtMessages(value: unknown): SentMessages | undefined {
  if (typeof value === 'string') return { messages: [{ role: 'user', parts: [textPart(value)] }], isPartial: false };
  const shape = asShape(value);
  if (shape !== undefined) return readRequest(shape);
  return Array.isArray(value) ? readMessages(value) : undefined;
}
