package translator

import "strings"

// What clients call the parts that messages_part_reading.go reads.

func isTextType(partType string) bool {
	switch partType {
	case "text", "input_text", "output_text", "refusal", "compaction":
		return true
	}
	return false
}

func isReasoningType(partType string) bool {
	switch partType {
	case "reasoning", "thinking", "redacted_thinking", "reasoning_text", "reasoning_content", "summary_text":
		return true
	}
	return false
}

func isToolCallType(partType string) bool {
	switch partType {
	case "tool_call", "tool_use", "tool-call", "function_call", "function", "custom_tool_call":
		return true
	}
	return false
}

func isToolResultType(partType string) bool {
	switch partType {
	case "tool_call_response", "tool_result", "tool-result", "function_call_output", "custom_tool_call_output",
		"server_tool_call_response":
		return true
	}
	return false
}

// In lower case: the type begins so in any case of its letters.
var mediaTypes = []string{
	"blob", "file", "uri", "image", "audio", "video", "media", "input_image", "input_audio", "input_file",
	"input_video", "image_url", "inlinedata", "inline_data",
}

// What the provider ran or keeps: the client never saw what the model read.
var hostedTypes = []string{
	"item_reference", "server_tool_use", "file_search_call", "web_search_call", "web_search_tool_result",
	"code_interpreter_call", "mcp_call", "mcp_list_tools",
}

func isHostedType(partType string) bool {
	return partType == "server_tool_call" || hasAnyPrefix(partType, hostedTypes)
}

func hasAnyPrefix(text string, prefixes []string) bool {
	for _, prefix := range prefixes {
		if strings.HasPrefix(text, prefix) {
			return true
		}
	}
	return false
}

// lowerASCII lowers letters of ASCII only, as /i does in a JavaScript pattern of ASCII letters.
func lowerASCII(text string) string {
	for at := range len(text) {
		if text[at] >= 'A' && text[at] <= 'Z' {
			lower := []byte(text)
			for index, unit := range lower {
				if unit >= 'A' && unit <= 'Z' {
					lower[index] = unit + 'a' - 'A'
				}
			}
			return string(lower)
		}
	}
	return text
}

var mediaKeys = []string{"data", "uri", "url", "file_id", "bytes", "mime_type", "mimeType", "image", "inlineData"}
