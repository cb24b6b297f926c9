package contentdigest

import "strings"

// content is what the text of an attribute was, and so what may stand in for it.
type content int

const (
	// noContent: the attribute stays.
	noContent content = iota
	// inputContent and outputContent are a query and documents on a retrieval, messages and an answer on
	// a model call, and texts of their own on any other span.
	inputContent
	outputContent
	queryContent
	documentsContent
	contextContent
	answerContent
	// otherContent has no stand-in but its own hash.
	otherContent
	// parametersContent is JSON of which only the texts go.
	parametersContent
	// runOutputContent is ragspan.output: its own hash may not be called ragspan.output.sha256, which
	// says of a span that it is a model call.
	runOutputContent
)

// exactKeys carry text whatever type their value has.
var exactKeys = map[string]content{
	"ragspan.input":  otherContent,
	"ragspan.output": runOutputContent,

	"gen_ai.input.messages":       contextContent,
	"gen_ai.system_instructions":  contextContent,
	"gen_ai.prompt":               contextContent,
	"gen_ai.output.messages":      answerContent,
	"gen_ai.completion":           answerContent,
	"gen_ai.retrieval.documents":  documentsContent,
	"gen_ai.retrieval.query.text": queryContent,
	"gen_ai.tool.definitions":     otherContent,
	"gen_ai.tool.call.arguments":  otherContent,
	"gen_ai.tool.call.result":     otherContent,
	"gen_ai.event.content":        otherContent,
	"gen_ai.task.input":           otherContent,
	"gen_ai.task.output":          otherContent,

	"input.value":                          inputContent,
	"output.value":                         outputContent,
	"reranker.query":                       queryContent,
	"llm.invocation_parameters":            parametersContent,
	"llm.function_call":                    otherContent,
	"llm.prompt_template.template":         otherContent,
	"llm.prompt_template.variables":        otherContent,
	"tool.parameters":                      otherContent,
	"tool.json_schema":                     otherContent,
	"tool_call.function.arguments":         otherContent,
	"traceloop.entity.input":               otherContent,
	"traceloop.entity.output":              otherContent,
	"genkit:input":                         otherContent,
	"genkit:output":                        otherContent,
	"ai.prompt":                            contextContent,
	"ai.prompt.messages":                   contextContent,
	"ai.documents":                         documentsContent,
	"ai.response.text":                     answerContent,
	"ai.response.object":                   answerContent,
	"ai.response.toolCalls":                otherContent,
	"ai.toolCall.args":                     otherContent,
	"ai.toolCall.result":                   otherContent,
	"ai.value":                             otherContent,
	"ai.values":                            otherContent,
	"input.audio.transcript":               otherContent,
	"output.audio.transcript":              otherContent,
	"message.content":                      otherContent,
	"message.function_call_arguments_json": otherContent,
	"document.content":                     otherContent,
	"embedding.text":                       otherContent,
}

// flattenedFamily is a list spelled key by key (llm.input_messages.0.message.role). It goes as a whole:
// a message of which only the role is left would read as one that was sent empty.
type flattenedFamily struct {
	// prefix ends with the dot before the index.
	prefix string
	of     content
	// keepsLabels: of documents, ids and scores stay.
	keepsLabels bool
}

var flattenedFamilies = []flattenedFamily{
	{prefix: "gen_ai.input.messages.", of: contextContent},
	{prefix: "gen_ai.system_instructions.", of: contextContent},
	{prefix: "gen_ai.prompt.", of: contextContent},
	{prefix: "gen_ai.output.messages.", of: answerContent},
	{prefix: "gen_ai.completion.", of: answerContent},
	{prefix: "gen_ai.retrieval.documents.", of: documentsContent, keepsLabels: true},
	{prefix: "llm.input_messages.", of: contextContent},
	{prefix: "llm.prompts.", of: contextContent},
	{prefix: "llm.output_messages.", of: answerContent},
	{prefix: "llm.choices.", of: answerContent},
	{prefix: "llm.tools.", of: otherContent},
	{prefix: "llm.request.functions.", of: otherContent},
	{prefix: "retrieval.documents.", of: documentsContent, keepsLabels: true},
	{prefix: "reranker.output_documents.", of: documentsContent, keepsLabels: true},
	{prefix: "reranker.input_documents.", of: documentsContent, keepsLabels: true},
	{prefix: "embedding.embeddings.", of: otherContent},
}

// labelNames end keys of documents that hold no text.
var labelNames = words("id", "id_", "_id", "node_id", "nodeId", "chunk_id", "doc_id", "score", "distance")

// families are those whose other keys carry text when their last word says so, and their value is no
// number: spellings that nobody has told us of.
var families = []string{"gen_ai.", "llm.", "ai.", "reranker.", "traceloop.entity.", "genkit:"}

// numberFamilies count tokens and money: llm.token_count.prompt is no prompt.
var numberFamilies = []string{"llm.token_count.", "llm.usage.", "llm.cost.", "ai.usage."}

// labelFamilies hold no text whatever their last word.
var labelFamilies = []string{"gen_ai.usage.", "ragspan.retrieval.", "ragspan.assembly."}

var textWords = words(
	"answer", "args", "arguments", "available_tools", "body", "completion", "completions", "content", "contents", "document",
	"documents", "function_call", "input", "inputs", "instructions", "json_schema", "message", "messages",
	"object", "output", "outputs", "parameters", "prompt", "prompts", "query", "question", "reasoning",
	"reasoningText", "records", "result", "results", "text", "thinking", "toolCalls", "tool_calls",
	"transcript", "variables", "value", "values",
)

func words(all ...string) map[string]struct{} {
	set := make(map[string]struct{}, len(all))
	for _, one := range all {
		set[one] = struct{}{}
	}
	return set
}

// keyReading is what a key says of its attribute.
type keyReading struct {
	of content
	// family is set for a key of a flattened list.
	family *flattenedFamily
	// isGuess: by its last word alone: a number stays.
	isGuess bool
}

// readKey tells what an attribute of a span, or of any event, carries.
func readKey(key string) keyReading {
	if !mayCarryText(key) {
		return keyReading{}
	}
	if of, isExact := exactKeys[key]; isExact {
		return keyReading{of: of}
	}
	if family := familyOf(key); family != nil {
		if _, isLabel := labelNames[lastWord(key)]; isLabel && family.keepsLabels {
			return keyReading{}
		}
		return keyReading{of: family.of, family: family}
	}
	if !hasAnyPrefix(key, families) || hasAnyPrefix(key, numberFamilies) {
		return keyReading{}
	}
	if _, isText := textWords[lastWord(key)]; isText {
		return keyReading{of: otherContent, isGuess: true}
	}
	return keyReading{}
}

// mayCarryText: most keys of most spans are done after one look.
func mayCarryText(key string) bool {
	if key == "" {
		return false
	}
	switch key[0] {
	case 'a', 'd', 'e', 'g', 'i', 'l', 'm', 'o', 'r', 't':
		return !hasAnyPrefix(key, labelFamilies)
	}
	return false
}

// familyOf is nil for a key of no flattened list.
func familyOf(key string) *flattenedFamily {
	at := firstIndex(key)
	if at < 0 {
		return nil
	}
	for index := range flattenedFamilies {
		if family := &flattenedFamilies[index]; key[:at] == family.prefix {
			return family
		}
	}
	return nil
}

// firstIndex is where the first digit after a dot stands, less than 0 when there is none.
func firstIndex(key string) int {
	for at := 1; at < len(key); at++ {
		if key[at-1] == '.' && key[at] >= '0' && key[at] <= '9' {
			return at
		}
	}
	return -1
}

func hasAnyPrefix(key string, prefixes []string) bool {
	for _, prefix := range prefixes {
		if strings.HasPrefix(key, prefix) {
			return true
		}
	}
	return false
}

// lastWord is what stands behind the last dot or colon, indexes left out.
func lastWord(key string) string {
	for {
		at := strings.LastIndexAny(key, ".:")
		word := key[at+1:]
		if at < 0 || strings.Trim(word, "0123456789") != "" {
			return word
		}
		key = key[:at]
	}
}
