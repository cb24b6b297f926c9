package translator

import (
	"strings"

	"github.com/ragspan/ragspan/collector/internal/model"
)

// Requests whose context is partly the provider's (spec §5 "Rulings": provider-held context).

// In lower case: a tool's type begins so, or is that, in any case of its letters.
var (
	hostedToolStarts = []string{
		"file_search", "web_search", "google_search", "googlesearch", "vertexai_search", "vertex_ai_search",
		"enterpriseweb_search", "enterprise_web_search", "bing_", "azure_ai_search", "sharepoint", "memory_search",
		"computer_use_search",
	}
	hostedTools = []string{"retrieval", "mcp"}
)

// isProviderHeldRequest finds previous_response_id, a conversation kept by the provider, or a tool
// that the provider runs itself.
func isProviderHeldRequest(request *model.Object) bool {
	if asID(firstField(request, "previous_response_id", "previousResponseId")) != "" {
		return true
	}
	conversation := request.Get("conversation")
	if asID(conversation) != "" || asID(asShape(conversation).Get("id")) != "" {
		return true
	}
	if asID(firstField(request, "thread_id", "cachedContent", "cached_content")) != "" {
		return true
	}
	config := asShape(request.Get("config"))
	if asID(firstField(config, "cachedContent", "cached_content")) != "" {
		return true
	}
	return hasHostedTool(model.OrElse(request.Get("tools"), config.Get("tools")))
}

func hasHostedTool(tools model.Value) bool {
	list, _ := asList(tools)
	for _, tool := range list {
		if isHostedTool(tool) {
			return true
		}
	}
	return false
}

func isHostedTool(tool model.Value) bool {
	shape := asShape(tool)
	if toolType, isTyped := asText(shape.Get("type")); isTyped {
		return toolType != "function" && isHostedToolType(toolType)
	}
	// Gemini names the tool by its only key.
	for key := range shape.All() {
		if isHostedToolKey(key) {
			return true
		}
	}
	return false
}

func isHostedToolType(toolType string) bool {
	lower := lowerASCII(toolType)
	for _, whole := range hostedTools {
		if lower == whole {
			return true
		}
	}
	return hasAnyPrefix(lower, hostedToolStarts)
}

// isHostedToolKey: google_?search(_?retrieval)?, retrieval, vertex_?ai_?search,
// enterprise_?web_?search, url_?context.
func isHostedToolKey(key string) bool {
	lower := lowerASCII(key)
	switch lower {
	case "retrieval", "urlcontext", "url_context":
		return true
	}
	for _, words := range [][]string{
		{"google", "search"}, {"google", "search", "retrieval"}, {"vertex", "ai", "search"}, {"enterprise", "web", "search"},
	} {
		if isSpelledBy(lower, words) {
			return true
		}
	}
	return false
}

// isSpelledBy tells whether the words follow one another, with or without an underscore between.
func isSpelledBy(text string, words []string) bool {
	for at, word := range words {
		if at > 0 {
			text = strings.TrimPrefix(text, "_")
		}
		rest, isNext := strings.CutPrefix(text, word)
		if !isNext {
			return false
		}
		text = rest
	}
	return text == ""
}

// isProviderConversation finds a conversation that OpenAI keeps: other gen_ai.conversation.id values
// only group turns.
func isProviderConversation(id model.Value) bool {
	text, _ := asText(id)
	return strings.HasPrefix(text, "conv_") || strings.HasPrefix(text, "thread_")
}
