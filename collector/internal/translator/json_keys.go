package translator

import "strings"

// isJSONKey tells of an attribute whether its text is JSON when it begins like JSON: where such text
// does not parse, a value limit cut it.
func isJSONKey(key string) bool {
	switch key {
	case "gen_ai.input.messages",
		"gen_ai.output.messages",
		"gen_ai.system_instructions",
		"gen_ai.retrieval.documents",
		"gen_ai.tool.definitions",
		"gen_ai.tool.call.arguments",
		"gen_ai.tool.call.result",
		"gen_ai.prompt",
		"gen_ai.completion",
		"gen_ai.event.content",
		"gen_ai.task.input",
		"gen_ai.task.output",
		"input.value",
		"output.value",
		"metadata",
		"tool.parameters",
		"llm.invocation_parameters",
		"llm.prompt_template.variables",
		"traceloop.entity.input",
		"traceloop.entity.output",
		"genkit:input",
		"genkit:output",
		"ai.prompt",
		"ai.prompt.messages",
		"ai.response.toolCalls",
		"ai.toolCall.args",
		"ai.toolCall.result":
		return true
	}
	return strings.HasSuffix(key, ".document.metadata") ||
		strings.HasSuffix(key, ".tool_call.function.arguments") ||
		strings.HasSuffix(key, ".tool.json_schema")
}
