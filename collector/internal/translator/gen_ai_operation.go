package translator

import (
	"strings"

	"github.com/ragspan/ragspan/collector/internal/model"
	"github.com/ragspan/ragspan/collector/internal/semconv"
)

// kindOfOperation says which hand-off an operation belongs to; empty: not a known one.
func kindOfOperation(operation string) model.SpanKind {
	switch operation {
	case "chat", "text_completion", "completion", "completions", "generate_content", "generate", "text_generation",
		"response", "responses", "message", "messages":
		return model.KindModel
	case "retrieval", "retrieve":
		return model.KindRetrieval
	case "rerank", "reranking":
		return model.KindRerank
	case "embeddings", "embedding":
		return model.KindEmbedding
	case "execute_tool":
		return model.KindTool
	}
	return ""
}

// genAIKindOf says which hand-off a GenAI span belongs to: its operation, or, where none is named,
// what it carries. Empty: nothing of GenAI is on the span.
func genAIKindOf(record *model.SpanRecord) model.SpanKind {
	if operation, _ := asText(record.Attributes.Get(semconv.GenAIOperationName)); operation != "" {
		if kind := kindOfOperation(model.LowerJS(operation)); kind != "" {
			return kind
		}
		return model.KindOther
	}
	requestType, _ := asText(record.Attributes.Get(llmRequestType))
	if kind := kindOfOperation(model.LowerJS(requestType)); kind != "" {
		return kind
	}
	return genAIKindByKeys(record)
}

func genAIKindByKeys(record *model.SpanRecord) model.SpanKind {
	var found model.SpanKind
	isAgent := false
	for key := range record.Attributes.All() {
		switch {
		case !strings.HasPrefix(key, genAIPrefix):
			continue
		case strings.HasPrefix(key, "gen_ai.retrieval."):
			return model.KindRetrieval
		case strings.HasPrefix(key, "gen_ai.tool.call.") || key == semconv.GenAIToolName:
			return model.KindTool
		case strings.HasPrefix(key, "gen_ai.agent."):
			isAgent = true
		}
		if isInferenceKey(key) {
			found = model.KindModel
		} else if found == "" {
			found = model.KindOther
		}
	}
	if found == model.KindModel {
		switch {
		case isAgent:
			return model.KindOther
		case strings.HasPrefix(record.Name, "embed"):
			return model.KindEmbedding
		}
		return model.KindModel
	}
	for at := range record.Events {
		if isModelEvent(eventName(&record.Events[at])) {
			return model.KindModel
		}
	}
	return found
}

// isInferenceKey finds keys of an inference; gen_ai.agent.* alone is none.
func isInferenceKey(key string) bool {
	switch key {
	case semconv.GenAIInputMessages, semconv.GenAIOutputMessages, semconv.GenAIRequestModel,
		semconv.GenAIResponseModel, semconv.GenAIResponseID, semconv.GenAIResponseFinishReasons,
		genAIPrompt, genAICompletion:
		return true
	}
	return isListKey(key, genAIFlattenedPrompt) || isListKey(key, genAIFlattenedCompletion) ||
		isListKey(key, genAIFlattenedInput) || isListKey(key, genAIFlattenedOutput)
}

func isModelEvent(name string) bool {
	return name == genAIChoice || name == genAIOperationDetails || isPromptEvent(name) || isCompletionEvent(name) ||
		(messageRoleOf(name) != "" && name != genAIToolMessage)
}
