package translator

// OpenInference attribute names (spec/semantic_conventions.md of Arize-ai/openinference).

const (
	oiKind        = "openinference.span.kind"
	oiInputValue  = "input.value"
	oiOutputValue = "output.value"
	oiInputMIME   = "input.mime_type"
	oiOutputMIME  = "output.mime_type"

	oiModelName            = "llm.model_name"
	oiRequestModelName     = "llm.request.model_name"
	oiProvider             = "llm.provider"
	oiSystem               = "llm.system"
	oiInvocationParameters = "llm.invocation_parameters"
	oiFinishReason         = "llm.finish_reason"
	oiTemplate             = "llm.prompt_template.template"
	oiTemplateVersion      = "llm.prompt_template.version"
	oiInputTokens          = "llm.token_count.prompt"

	oiToolName       = "tool.name"
	oiToolParameters = "tool.parameters"
	oiRerankerPrefix = "reranker."
	oiRerankerQuery  = "reranker.query"
	oiRerankerTopK   = "reranker.top_k"

	oiFlattenedInput          = "llm.input_messages."
	oiFlattenedOutput         = "llm.output_messages."
	oiFlattenedPrompts        = "llm.prompts."
	oiFlattenedChoices        = "llm.choices."
	oiFlattenedTools          = "llm.tools."
	oiFlattenedDocuments      = "retrieval.documents."
	oiFlattenedReranked       = "reranker.output_documents."
	oiFlattenedRerankerInputs = "reranker.input_documents."

	jsonMIME = "application/json"
)

var (
	oiCacheReadTokens = []string{
		"llm.token_count.prompt_details.cache_read",
		"llm.token_count.prompt_details.cache_input",
		"llm.token_count.prompt_details.cached",
	}
	oiCacheWriteTokens = []string{
		"llm.token_count.prompt_details.cache_write",
		"llm.token_count.prompt_details.cache_creation",
	}
	oiToolCallID = []string{"tool_call.id", "tool.id", "tool.call_id"}
)
