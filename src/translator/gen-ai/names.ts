/** Spellings of OpenTelemetry GenAI that we only read: older generations, and what SDKs made of them. */

export const PREFIX = 'gen_ai.';
export const FLATTENED = {
  INPUT_MESSAGES: 'gen_ai.input.messages.',
  OUTPUT_MESSAGES: 'gen_ai.output.messages.',
  SYSTEM_INSTRUCTIONS: 'gen_ai.system_instructions.',
  DOCUMENTS: 'gen_ai.retrieval.documents.',
  PROMPT: 'gen_ai.prompt.',
  COMPLETION: 'gen_ai.completion.',
} as const;

export const PROMPT = 'gen_ai.prompt';
export const COMPLETION = 'gen_ai.completion';
export const TOOL_DEFINITIONS = 'gen_ai.tool.definitions';
export const CONVERSATION_ID = 'gen_ai.conversation.id';
export const REQUEST_TYPE = 'llm.request.type';

export const OPERATION_DETAILS = 'gen_ai.client.inference.operation.details';
export const CHOICE = 'gen_ai.choice';
/** 1.36: one event per message; the name says the role. */
export const MESSAGE_ROLES: Readonly<Record<string, string>> = {
  'gen_ai.system.message': 'system',
  'gen_ai.user.message': 'user',
  'gen_ai.assistant.message': 'assistant',
  'gen_ai.tool.message': 'tool',
};
export const PROMPT_EVENTS: ReadonlySet<string> = new Set(['gen_ai.content.prompt', 'gen_ai.prompt']);
export const COMPLETION_EVENTS: ReadonlySet<string> = new Set(['gen_ai.content.completion', 'gen_ai.completion']);

export const FINISH_REASON = [
  'gen_ai.response.finish_reasons',
  'gen_ai.response.finish_reason',
  'gen_ai.response.stop_reason',
  'llm.response.finish_reason',
];
export const INPUT_TOKENS = [
  'gen_ai.usage.input_tokens',
  'gen_ai.usage.prompt_tokens',
  'llm.usage.prompt_tokens',
  'ai.usage.inputTokens',
  'ai.usage.promptTokens',
];
export const CACHE_READ_TOKENS = [
  'gen_ai.usage.cache_read.input_tokens',
  'gen_ai.usage.cache_read_input_tokens',
  'gen_ai.usage.cache_read_tokens',
  'gen_ai.usage.input_tokens.cached',
  'gen_ai.usage.cached_input_tokens',
  'gen_ai.usage.input_cached_tokens',
  'gen_ai.usage.cached_tokens',
  'gen_ai.usage.details.cache_read_tokens',
  'gen_ai.usage.details.cache_read_input_tokens',
  'gen_ai.usage.details.cached_tokens',
  'llm.usage.cache_read_input_tokens',
  'ai.usage.cachedInputTokens',
];
export const CACHE_CREATION_TOKENS = [
  'gen_ai.usage.cache_creation.input_tokens',
  'gen_ai.usage.cache_creation_input_tokens',
  'gen_ai.usage.cache_write.input_tokens',
  'gen_ai.usage.cache_write_input_tokens',
  'gen_ai.usage.cache_creation_tokens',
  'gen_ai.usage.cache_write_tokens',
  'gen_ai.usage.input_tokens.cache_write',
  'gen_ai.usage.details.cache_write_tokens',
  'gen_ai.usage.details.cache_creation_tokens',
  'gen_ai.usage.details.cache_creation_input_tokens',
  'llm.usage.cache_creation_input_tokens',
];
