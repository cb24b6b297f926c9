/** The sent context as one text (spec §3 "Sent context"): what its hash and byte length are taken of. */
import { stringLeaves } from '../../model/string-leaves.js';
import type { GenAiPart, SentMessages } from './gen-ai-message.js';

/** Segments in the order sent, system instructions first. */
export function contextSegments(sent: SentMessages): string[] {
  const segments: string[] = [];
  const add = (parts: readonly GenAiPart[]): void => {
    for (const part of parts) {
      if (part.type === 'text') segments.push(part.content);
      else if (part.type === 'tool_call_response') segments.push(...stringLeaves(part.response));
    }
  };
  add(sent.system ?? []);
  for (const message of sent.messages) add(message.parts);
  return segments;
}
