/** What was sent, as `pack()`, `assembly()` or the application built it, as the sent context of spec §3. */
import { type SentContext, sentContext } from '../attribution/sent/segments.js';
import { builtMessages } from '../instrumentation/messages/built-messages.js';
import type { GenAiPart } from '../instrumentation/messages/gen-ai-message.js';
import { type ModelCall, type SentMessage, type SentPart, UNLOGGED_CALL } from '../model/model-call.js';
import { stringLeaves } from '../model/string-leaves.js';

export interface SentCall {
  readonly call: ModelCall;
  readonly context: SentContext;
}

/** A prompt text, messages, or a whole request. Undefined: of a shape that is not known. */
export function sentCall(built: unknown, question: string | undefined): SentCall | undefined {
  const sent = builtMessages(built);
  if (sent === undefined) return undefined;
  const messages: SentMessage[] = sent.messages.map(({ role, parts }) => ({
    role: ASSISTANT.has(role) ? 'assistant' : role,
    parts: parts.map(sentPart),
  }));
  if (sent.system !== undefined) messages.unshift({ role: 'system', parts: sent.system.map(sentPart) });
  const call: ModelCall = { ...UNLOGGED_CALL, messages, contextLossy: sent.isPartial };
  return { call, context: sentContext(call, question) };
}

/** What an assistant said is no evidence, whatever its role is called. */
const ASSISTANT: ReadonlySet<string> = new Set(['ai', 'model', 'bot']);

function sentPart(part: GenAiPart): SentPart {
  switch (part.type) {
    case 'text':
      return { kind: 'text', leaves: [part.content], lossy: false };
    case 'tool_call_response':
      return { kind: 'tool_result', leaves: stringLeaves(part.response), lossy: false };
    case 'tool_call':
    case 'reasoning':
    case 'blob':
      return { kind: 'other', leaves: [], lossy: false };
  }
}
