/** OpenInference attribute names (spec/semantic_conventions.md of Arize-ai/openinference). */

export const KIND = 'openinference.span.kind';
export const INPUT_VALUE = 'input.value';
export const OUTPUT_VALUE = 'output.value';
export const INPUT_MIME = 'input.mime_type';
export const OUTPUT_MIME = 'output.mime_type';

export const MODEL_NAME = 'llm.model_name';
export const REQUEST_MODEL_NAME = 'llm.request.model_name';
export const PROVIDER = 'llm.provider';
export const SYSTEM = 'llm.system';
export const INVOCATION_PARAMETERS = 'llm.invocation_parameters';
export const FINISH_REASON = 'llm.finish_reason';
export const TEMPLATE = 'llm.prompt_template.template';
export const TEMPLATE_VERSION = 'llm.prompt_template.version';
export const INPUT_TOKENS = 'llm.token_count.prompt';
export const CACHE_READ_TOKENS = [
  'llm.token_count.prompt_details.cache_read',
  'llm.token_count.prompt_details.cache_input',
  'llm.token_count.prompt_details.cached',
];
export const CACHE_WRITE_TOKENS = [
  'llm.token_count.prompt_details.cache_write',
  'llm.token_count.prompt_details.cache_creation',
];

export const TOOL_NAME = 'tool.name';
export const TOOL_CALL_ID = ['tool_call.id', 'tool.id', 'tool.call_id'];
export const TOOL_PARAMETERS = 'tool.parameters';
export const RERANKER_QUERY = 'reranker.query';
export const RERANKER_TOP_K = 'reranker.top_k';

export const FLATTENED = {
  INPUT_MESSAGES: 'llm.input_messages.',
  OUTPUT_MESSAGES: 'llm.output_messages.',
  PROMPTS: 'llm.prompts.',
  CHOICES: 'llm.choices.',
  TOOLS: 'llm.tools.',
  DOCUMENTS: 'retrieval.documents.',
  RERANKED: 'reranker.output_documents.',
  RERANKER_INPUTS: 'reranker.input_documents.',
} as const;
