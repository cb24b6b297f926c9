/** The result of a tool span that logged none: it stands in the message of the next call (spec §3). */
import type { SentPart } from '../model/model-call.js';
import type { RunCall } from '../model/run.js';
import type { SpanFacts } from '../model/span-facts.js';

export function toolResultInMessages(span: SpanFacts, calls: readonly RunCall[]): SentPart | undefined {
  const { callId, name } = span.tool ?? {};
  const end = span.endTimeUnixNano ?? span.startTimeUnixNano;
  for (const call of calls) {
    if (call.span.resource.key === span.resource.key && call.span.startTimeUnixNano < end) continue;
    const parts = (call.model.messages ?? []).flatMap((message) => message.parts.filter((part) => part.kind === 'tool_result'));
    const byId = callId === undefined ? undefined : parts.find((part) => part.toolCallId === callId);
    if (byId !== undefined) return byId;
    const byName = name === undefined ? undefined : parts.find((part) => part.toolName === name);
    if (byName !== undefined) return byName;
    // One tool result and one tool: nothing else can have given it.
    const [only, ...others] = parts;
    if (only !== undefined && others.length === 0 && only.toolName === undefined && (only.toolCallId === undefined || callId === undefined)) return only;
  }
  return undefined;
}
