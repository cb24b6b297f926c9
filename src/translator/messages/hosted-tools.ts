/** Requests whose context is partly the provider's (spec §5 "Rulings": provider-held context). */
import { asId, asList, asShape, asText, type Shape } from '../scalars.js';

const HOSTED_TOOL =
  /^(?:file_search|web_search|google_search|googlesearch|retrieval$|vertex_?ai_search|enterprise_?web_search|bing_|azure_ai_search|sharepoint|mcp$|memory_search|computer_use_search)/i;
const TOOL_KEYS =
  /^(?:google_?search(?:_?retrieval)?|retrieval|vertex_?ai_?search|enterprise_?web_?search|url_?context)$/i;

/** `previous_response_id`, a conversation kept by the provider, or a tool that the provider runs itself. */
export function isProviderHeld(request: Shape): boolean {
  if (asId(request['previous_response_id'] ?? request['previousResponseId']) !== undefined) return true;
  const conversation = request['conversation'];
  if (asId(conversation) !== undefined || asId(asShape(conversation)?.['id']) !== undefined) return true;
  if (asId(request['thread_id'] ?? request['cachedContent'] ?? request['cached_content']) !== undefined) return true;
  const config = asShape(request['config']);
  if (
    config !== undefined &&
    config !== request &&
    asId(config['cachedContent'] ?? config['cached_content']) !== undefined
  )
    return true;
  return hasHostedTool(request['tools'] ?? config?.['tools']);
}

export function hasHostedTool(tools: unknown): boolean {
  return asList(tools)?.some(isHostedTool) === true;
}

export function isHostedTool(tool: unknown): boolean {
  const shape = asShape(tool);
  if (shape === undefined) return false;
  const type = asText(shape['type']);
  if (type !== undefined && type !== 'function') return HOSTED_TOOL.test(type);
  // Gemini names the tool by its only key.
  return type === undefined && Object.keys(shape).some((key) => TOOL_KEYS.test(key));
}

/** A conversation that OpenAI keeps: other `gen_ai.conversation.id` values only group turns. */
export function isProviderConversation(id: unknown): boolean {
  return typeof id === 'string' && /^(?:conv|thread)_/.test(id);
}
