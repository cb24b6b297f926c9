package translator

import "github.com/ragspan/ragspan/collector/internal/model"

// partKind is what one content part of a message turned out to be.
type partKind int

const (
	// partOther: reasoning, media, what the provider keeps: it takes its place and has no text that
	// was sent.
	partOther partKind = iota
	partText
	// partTextMissing: a text part whose text was not captured.
	partTextMissing
	partToolResult
	partToolCall
)

// partReading is one content part of a message in the spelling of any client: OpenTelemetry GenAI,
// OpenAI chat and Responses, Anthropic, AI SDK, Gemini, Bedrock, OpenInference (spec §3 "Sent
// context").
type partReading struct {
	kind partKind
	// Of a text, and of a tool's result.
	texts []string
	// A tool's result, or the arguments of its call.
	value model.Value
	// Of a tool's call or result; may be empty.
	id   string
	name string
	// Of partOther: part of the context is the provider's.
	isHeld bool
}

// Parts inside parts: results and documents hold a list of parts, these nothing more.
const maxPartNesting = 4

var (
	otherPart = partReading{}
	heldPart  = partReading{isHeld: true}
)

func textPart(texts ...string) partReading {
	return partReading{kind: partText, texts: texts}
}

func readPart(part model.Value, depth int) partReading {
	if text, isText := asText(part); isText {
		return textPart(text)
	}
	shape := asShape(part)
	if shape == nil || depth > maxPartNesting {
		return otherPart
	}
	if wrapped := asShape(shape.Get("message_content")); wrapped != nil {
		return readPart(wrapped, depth+1)
	}
	if partType, isTyped := asText(shape.Get("type")); isTyped {
		return readTypedPart(shape, partType, depth)
	}
	return readUntypedPart(shape, depth)
}

func readParts(parts []model.Value) []partReading {
	read := make([]partReading, len(parts))
	for at, part := range parts {
		read[at] = readPart(part, 0)
	}
	return read
}

func readTypedPart(shape *model.Object, partType string, depth int) partReading {
	switch {
	case isTextType(partType):
		return readTextPart(shape, partType)
	case isReasoningType(partType):
		return otherPart
	case isToolCallType(partType):
		return readToolCall(shape)
	case isToolResultType(partType):
		return readToolResult(shape, depth)
	case isHostedType(partType):
		return heldPart
	case partType == "document" || partType == "search_result":
		return readDocumentPart(shape, depth)
	case hasAnyPrefix(lowerASCII(partType), mediaTypes):
		return otherPart
	}
	return readUnknownPart(shape)
}

func readTextPart(shape *model.Object, partType string) partReading {
	held := firstOf(shape, "content", "text", "refusal", "value")
	if text, isText := asText(held); isText {
		return textPart(text)
	}
	// What a provider compacted stays with it, encrypted.
	if partType == "compaction" {
		return heldPart
	}
	if held == nil {
		return partReading{kind: partTextMissing}
	}
	return textPart(model.StringLeaves(held)...)
}

// readUntypedPart: Gemini and Bedrock name the part by its only key.
func readUntypedPart(shape *model.Object, depth int) partReading {
	if text, isText := asText(firstField(shape, "text", "content")); isText {
		if shape.Get("thought") == true {
			return otherPart
		}
		return textPart(text)
	}
	if called := asShape(firstField(shape, "functionCall", "function_call", "toolUse")); called != nil {
		return readToolCall(called)
	}
	if answered := asShape(firstField(shape, "functionResponse", "function_response", "toolResult")); answered != nil {
		return readToolResult(answered, depth)
	}
	if asShape(shape.Get("document")) != nil {
		return otherPart
	}
	return readUnknownPart(shape)
}

// readDocumentPart reads text out of documents that carry it (Anthropic document, search_result).
func readDocumentPart(shape *model.Object, depth int) partReading {
	inner := shape.Get("content")
	if source := asShape(shape.Get("source")); source != nil {
		if kind := source.Get("type"); kind != "text" && kind != "content" {
			return otherPart
		}
		inner = firstField(source, "data", "content")
	}
	if texts, isText := textsOfContent(inner, depth); isText {
		return textPart(texts...)
	}
	return otherPart
}

// textsOfContent gives the texts of a string or of content parts; false when a part has none.
func textsOfContent(content model.Value, depth int) ([]string, bool) {
	if text, isText := asText(content); isText {
		return []string{text}, true
	}
	parts, isList := asList(content)
	if !isList {
		return nil, false
	}
	var texts []string
	for _, part := range parts {
		switch read := readPart(part, depth+1); read.kind {
		case partText:
			texts = append(texts, read.texts...)
		case partOther:
		case partTextMissing, partToolCall, partToolResult:
			return nil, false
		}
	}
	return texts, true
}

func readToolCall(shape *model.Object) partReading {
	held := shape
	if inner := asShape(shape.Get("tool_call")); inner != nil {
		held = inner
	}
	called := held
	if function := asShape(held.Get("function")); function != nil {
		called = function
	}
	return partReading{
		kind:  partToolCall,
		value: firstOf(called, "arguments", "input", "args"),
		id:    asID(firstOf(held, "call_id", "toolCallId", "tool_call_id", "toolUseId", "id")),
		name:  asWord(firstOf(called, "name", "toolName")),
	}
}

func readToolResult(shape *model.Object, depth int) partReading {
	structured := firstOf(shape, "response", "result")
	value := structured
	if structured == nil {
		value = unwrappedResult(firstField(shape, "output", "content"))
	}
	if value == nil {
		return partReading{kind: partTextMissing}
	}
	result := partReading{
		kind:  partToolResult,
		value: value,
		id:    asID(firstOf(shape, "tool_call_id", "tool_use_id", "call_id", "toolCallId", "toolUseId", "id")),
		name:  asWord(firstOf(shape, "name", "toolName")),
	}
	// content and output hold a message's content: parts give their text. Any other structure gives
	// its leaves.
	isParts := false
	if structured == nil {
		result.texts, isParts = partTexts(value, depth)
	}
	if !isParts {
		result.texts = model.StringLeaves(value)
	}
	return result
}

// unwrappedResult: AI SDK has {type: "text" | "json" | "content" | "error-text", value}.
func unwrappedResult(value model.Value) model.Value {
	shape := asShape(value)
	if _, isTyped := asText(shape.Get("type")); isTyped && shape.Has("value") {
		return shape.Get("value")
	}
	return value
}

func partTexts(content model.Value, depth int) ([]string, bool) {
	parts, isList := asList(content)
	if !isList {
		return nil, false
	}
	for _, part := range parts {
		if !isPart(part) {
			return nil, false
		}
	}
	return textsOfContent(parts, depth)
}

func isPart(value model.Value) bool {
	shape := asShape(value)
	_, isTyped := asText(shape.Get("type"))
	_, hasText := asText(shape.Get("text"))
	return isTyped || hasText
}

// readUnknownPart reads a part of no known kind: text it may hold was sent, so its leaves count; what
// looks like media is none.
func readUnknownPart(shape *model.Object) partReading {
	if text, isText := asText(firstOf(shape, "text", "content")); isText {
		return textPart(text)
	}
	for _, key := range mediaKeys {
		if shape.Has(key) {
			return otherPart
		}
	}
	rest := model.NewObject(shape.Len())
	for key, value := range shape.All() {
		if key != "type" && key != "id" {
			rest.Set(key, value)
		}
	}
	if texts := model.StringLeaves(rest); len(texts) > 0 {
		return textPart(texts...)
	}
	return otherPart
}
