package translator

import "github.com/ragspan/ragspan/collector/internal/model"

// {message: {…}} around a message: one level in every known format.
const maxWrappings = 3

// messageReading is a message taken apart: who speaks, its content parts, the tool calls beside
// them.
type messageReading struct {
	role         string
	parts        []partReading
	finishReason string
}

// messageReader reads the messages of one call, of any client's spelling, as sent (spec §3 "Sent
// context"): it remembers the names of tool calls, and what it could not see.
type messageReader struct {
	texts textReader
	// Names of the tools called so far, by call id.
	toolNames map[string]string
	// Text parts with their text, and without.
	textCount    int
	missingCount int
	// Part of the context is the provider's.
	providerHeld bool
	// A null or an unreadable value stood where a message belongs.
	hasGap bool
}

func newMessageReader(texts textReader) *messageReader {
	return &messageReader{texts: texts, toolNames: map[string]string{}}
}

// message gives false when the value is no message.
func (r *messageReader) message(value model.Value) (model.SentMessage, bool) {
	reading := takeApart(value)
	if reading == nil {
		r.hasGap = true
		return model.SentMessage{}, false
	}
	return r.sentMessage(reading.role, reading.parts), true
}

func (r *messageReader) sentMessage(role string, parts []partReading) model.SentMessage {
	message := model.SentMessage{Role: role, Parts: make([]model.SentPart, len(parts))}
	for at := range parts {
		message.Parts[at] = r.sentPart(&parts[at])
	}
	return message
}

// messages is never nil.
func (r *messageReader) messages(values []model.Value) []model.SentMessage {
	messages := make([]model.SentMessage, 0, len(values))
	for _, value := range values {
		if message, isMessage := r.message(value); isMessage {
			messages = append(messages, message)
		}
	}
	return messages
}

// instructions reads separate system instructions: a text, a part, or parts.
func (r *messageReader) instructions(value model.Value) (model.SentMessage, bool) {
	if model.IsNullish(value) || value == "" {
		return model.SentMessage{}, false
	}
	content := value
	if shape := asShape(value); shape != nil {
		content = firstField(shape, "parts", "content")
		if model.IsNullish(content) {
			content = []model.Value{shape}
		}
	}
	return r.sentMessage(roleSystem, readParts(listOr(content))), true
}

// listOr is the list, or a list of the value alone.
func listOr(value model.Value) []model.Value {
	if list, isList := asList(value); isList {
		return list
	}
	return []model.Value{value}
}

func (r *messageReader) sentPart(part *partReading) model.SentPart {
	switch part.kind {
	case partText:
		return r.textPart(model.PartText, part.texts)
	case partToolResult:
		sent := r.textPart(model.PartToolResult, part.texts)
		sent.Value, sent.ToolCallID, sent.ToolName = part.value, part.id, part.name
		if sent.ToolName == "" && part.id != "" {
			sent.ToolName = r.toolNames[part.id]
		}
		return sent
	case partTextMissing:
		r.missingCount++
	case partToolCall:
		if part.id != "" && part.name != "" {
			r.toolNames[part.id] = part.name
		}
	case partOther:
		r.providerHeld = r.providerHeld || part.isHeld
	}
	return model.SentPart{Kind: model.PartOther}
}

func (r *messageReader) textPart(kind model.SentPartKind, texts []string) model.SentPart {
	r.textCount++
	part := model.SentPart{Kind: kind, Leaves: make([]string, len(texts)), EndUnproven: r.texts.endsUnproven()}
	for at, text := range texts {
		read := r.texts.read(text)
		part.Leaves[at] = read.Text
		part.Lossy = part.Lossy || read.Lossy
	}
	return part
}

// takeApart gives nil when the value is no message.
func takeApart(value model.Value) *messageReading {
	return takeApartWithin(value, 0)
}

func takeApartWithin(value model.Value, depth int) *messageReading {
	switch held := value.(type) {
	case string:
		return &messageReading{role: roleUser, parts: []partReading{textPart(held)}}
	case []model.Value:
		if isRolePair(held) {
			return messageOfShape(model.ObjectOf("role", held[0], "content", held[1]), roleOf(held[0]))
		}
	case *model.Object:
		return takeShapeApart(held, depth)
	}
	return nil
}

func takeShapeApart(shape *model.Object, depth int) *messageReading {
	if wrapped := asShape(shape.Get("message")); wrapped != nil {
		if depth > maxWrappings {
			return nil
		}
		return takeApartWithin(wrapped, depth+1)
	}
	if serialized := asShape(shape.Get("kwargs")); serialized != nil {
		path, _ := asList(shape.Get("id"))
		return messageOfShape(serialized, roleOfClass(path, serialized))
	}
	if fields := asShape(shape.Get("data")); fields != nil && fields.Get("content") != nil {
		return messageOfShape(fields, roleOf(shape.Get("type")))
	}
	if itemType, isTyped := asText(shape.Get("type")); isTyped && shape.Get("role") == nil {
		return messageOfItem(shape, itemType)
	}
	for _, key := range []string{"role", "content", "parts", "contents", "tool_calls"} {
		if shape.Get(key) != nil {
			return messageOfShape(shape, roleOf(shape.Get("role")))
		}
	}
	return nil
}

// isRolePair finds LangChain's short form: ["system", "text"]. Two texts in a list are none.
func isRolePair(pair []model.Value) bool {
	if len(pair) != 2 {
		return false
	}
	switch pair[0] {
	case "system", "user", "human", "assistant", "ai", "developer", "tool":
		return true
	}
	return false
}

// messageOfItem reads items of a Responses input, and LangChain's {type: "human", content}.
func messageOfItem(shape *model.Object, itemType string) *messageReading {
	switch itemType {
	case "message":
		return messageOfShape(shape, roleUser)
	case "AIMessageChunk":
		return messageOfShape(shape, roleAssistant)
	case "human", "ai", "system", "tool", "function", "developer":
		return messageOfShape(shape, roleOf(itemType))
	}
	part := readPart(shape, 0)
	role := roleAssistant
	switch part.kind {
	case partToolResult:
		role = roleTool
	case partText:
		role = roleUser
	case partOther, partTextMissing, partToolCall:
	}
	return &messageReading{role: role, parts: []partReading{part}}
}

func messageOfShape(shape *model.Object, role string) *messageReading {
	var parts []partReading
	if role == roleTool {
		parts = toolParts(shape)
	} else {
		parts = contentParts(shape)
	}
	return &messageReading{
		role:         role,
		parts:        append(parts, toolCallParts(shape)...),
		finishReason: asWord(firstField(shape, "finish_reason", "finishReason")),
	}
}

func contentParts(shape *model.Object) []partReading {
	if contents, _ := asList(shape.Get("contents")); len(contents) > 0 {
		return readParts(contents)
	}
	content := firstField(shape, "parts", "content")
	if !model.IsNullish(content) {
		return readParts(listOr(content))
	}
	if refusal, isText := asText(shape.Get("refusal")); isText {
		return []partReading{textPart(refusal)}
	}
	return nil
}

// toolParts: a tool message's content is the result, in one part or in several.
func toolParts(shape *model.Object) []partReading {
	parts := contentParts(shape)
	id := asID(firstField(shape, "tool_call_id", "tool_use_id", "id"))
	name := asWord(shape.Get("name"))
	if shape.Get("parts") == nil && shape.Get("contents") == nil {
		// A structured content that is no list of parts: the result itself.
		whole := asShape(shape.Get("content"))
		if whole != nil && whole.Get("type") == nil && whole.Get("text") == nil {
			return []partReading{{
				kind: partToolResult, value: whole, texts: model.StringLeaves(whole), id: id, name: name,
			}}
		}
	}
	for at := range parts {
		if parts[at].kind == partText {
			parts[at] = partReading{
				kind: partToolResult, texts: parts[at].texts, value: resultOfTexts(parts[at].texts), id: id, name: name,
			}
		}
	}
	return parts
}

func resultOfTexts(texts []string) model.Value {
	if len(texts) == 1 {
		return texts[0]
	}
	list := make([]model.Value, len(texts))
	for at, text := range texts {
		list[at] = text
	}
	return list
}

func toolCallParts(shape *model.Object) []partReading {
	calls, _ := asList(shape.Get("tool_calls"))
	if len(calls) == 0 {
		calls, _ = asList(asShape(shape.Get("additional_kwargs")).Get("tool_calls"))
	}
	var parts []partReading
	for _, call := range calls {
		if called := asShape(call); called != nil {
			parts = append(parts, readToolCall(called))
		}
	}
	if single := asShape(shape.Get("function_call")); single != nil {
		parts = append(parts, readToolCall(single))
	}
	return parts
}
