package translator

// Spellings of OpenTelemetry GenAI that we only read: older generations, and what SDKs made of them.

const (
	genAIPrefix = "gen_ai."

	genAIFlattenedInput        = "gen_ai.input.messages."
	genAIFlattenedOutput       = "gen_ai.output.messages."
	genAIFlattenedInstructions = "gen_ai.system_instructions."
	genAIFlattenedDocuments    = "gen_ai.retrieval.documents."
	genAIFlattenedPrompt       = "gen_ai.prompt."
	genAIFlattenedCompletion   = "gen_ai.completion."

	genAIPrompt          = "gen_ai.prompt"
	genAICompletion      = "gen_ai.completion"
	genAIToolDefinitions = "gen_ai.tool.definitions"
	genAIConversationID  = "gen_ai.conversation.id"
	llmRequestType       = "llm.request.type"

	genAIOperationDetails = "gen_ai.client.inference.operation.details"
	genAIChoice           = "gen_ai.choice"
	genAIToolMessage      = "gen_ai.tool.message"

	// A log record's body, as an attribute of the event.
	eventBody = "body"
)

var genAIFlattened = []string{
	genAIFlattenedInput, genAIFlattenedOutput, genAIFlattenedInstructions, genAIFlattenedDocuments,
	genAIFlattenedPrompt, genAIFlattenedCompletion,
}

// messageRoleOf: 1.36 has one event per message; the name says the role. Empty: no such event.
func messageRoleOf(eventName string) string {
	switch eventName {
	case "gen_ai.system.message":
		return roleSystem
	case "gen_ai.user.message":
		return roleUser
	case "gen_ai.assistant.message":
		return roleAssistant
	case genAIToolMessage:
		return roleTool
	}
	return ""
}

func isPromptEvent(name string) bool {
	return name == "gen_ai.content.prompt" || name == genAIPrompt
}

func isCompletionEvent(name string) bool {
	return name == "gen_ai.content.completion" || name == genAICompletion
}

var (
	genAIFinishReason = []string{
		"gen_ai.response.finish_reasons",
		"gen_ai.response.finish_reason",
		"gen_ai.response.stop_reason",
		"llm.response.finish_reason",
	}
	genAIInputTokens = []string{
		"gen_ai.usage.input_tokens",
		"gen_ai.usage.prompt_tokens",
		"llm.usage.prompt_tokens",
		"ai.usage.inputTokens",
		"ai.usage.promptTokens",
	}
	genAICacheReadTokens = []string{
		"gen_ai.usage.cache_read.input_tokens",
		"gen_ai.usage.cache_read_input_tokens",
		"gen_ai.usage.cache_read_tokens",
		"gen_ai.usage.input_tokens.cached",
		"gen_ai.usage.cached_input_tokens",
		"gen_ai.usage.input_cached_tokens",
		"gen_ai.usage.cached_tokens",
		"gen_ai.usage.details.cache_read_tokens",
		"gen_ai.usage.details.cache_read_input_tokens",
		"gen_ai.usage.details.cached_tokens",
		"llm.usage.cache_read_input_tokens",
		"ai.usage.cachedInputTokens",
	}
	genAICacheCreationTokens = []string{
		"gen_ai.usage.cache_creation.input_tokens",
		"gen_ai.usage.cache_creation_input_tokens",
		"gen_ai.usage.cache_write.input_tokens",
		"gen_ai.usage.cache_write_input_tokens",
		"gen_ai.usage.cache_creation_tokens",
		"gen_ai.usage.cache_write_tokens",
		"gen_ai.usage.input_tokens.cache_write",
		"gen_ai.usage.details.cache_write_tokens",
		"gen_ai.usage.details.cache_creation_tokens",
		"gen_ai.usage.details.cache_creation_input_tokens",
		"llm.usage.cache_creation_input_tokens",
	}
)
