/** Content of an assistant message: a text, or parts. */
import { asList, asShape, asText } from '../shape.js';
import type { OutputRecord } from './output-record.js';

const REASONING = new Set(['reasoning', 'thinking', 'redacted_thinking', 'reasoning_content']);
const HOSTED_CALL = /^(server_tool_use|mcp_tool_use|.*_search_call|.*_search_tool_result|mcp_.*|.*grounding.*)$/;

export function addContent(content: unknown, output: OutputRecord): void {
  if (typeof content === 'string') {
    output.addText(content);
    return;
  }
  for (const [place, item] of (asList(content) ?? []).entries()) addPart(item, place, output);
}

export function addPart(item: unknown, place: number, output: OutputRecord): void {
  if (typeof item === 'string') output.addText(item);
  const part = asShape(item);
  if (part === undefined) return;
  const type = asText(part['type']) ?? '';
  if (REASONING.has(type) || part['thought'] === true) return;
  if (isHostedCall(type)) output.isContextPartial = true;
  const called = asShape(part['functionCall']) ?? asShape(part['toolUse']);
  if (called !== undefined) {
    output.addToolCall(place, {
      id: called['id'] ?? called['toolUseId'],
      name: called['name'],
      arguments: called['args'] ?? called['input'],
    });
  } else if (type === 'tool_use' || type === 'tool-call' || type === 'function_call') {
    output.addToolCall(place, {
      id: part['call_id'] ?? part['toolCallId'] ?? part['id'],
      name: part['name'] ?? part['toolName'],
      arguments: part['arguments'] ?? part['input'] ?? part['args'],
    });
  } else if (type === 'refusal') {
    output.isRefusal = true;
    output.addText(part['refusal']);
  } else if (type === '' || type === 'text' || type === 'output_text') {
    output.addText(part['text']);
  }
}

/** The provider searched or ran a tool by itself: what it found was part of the context. */
export function isHostedCall(type: string): boolean {
  return HOSTED_CALL.test(type);
}
