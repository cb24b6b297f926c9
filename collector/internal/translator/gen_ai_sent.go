package translator

import (
	"slices"

	"github.com/ragspan/ragspan/collector/internal/model"
	"github.com/ragspan/ragspan/collector/internal/semconv"
)

// sentFound is what one carrier says was sent.
type sentFound struct {
	sentReading
	providerHeld bool
}

// readGenAISent reads what was sent, in every generation of the conventions: the first carrier that
// is whole counts. nil: nowhere logged. flattened is what unflatten found, by prefix.
func readGenAISent(record *model.SpanRecord, flattened map[string]model.Value, values textReader) *sentFound {
	attributes, events := record.Attributes, record.Events
	instructions := capture(attributes.Get(semconv.GenAISystemInstructions), expectsAny, values)
	if instructions == nil {
		instructions = structured(flattened[genAIFlattenedInstructions], values)
	}
	var damaged *sentFound
	for _, carrier := range []func() *sentFound{
		func() *sentFound {
			return sentOfMessages(capture(attributes.Get(semconv.GenAIInputMessages), expectsJSON, values), instructions)
		},
		func() *sentFound {
			return sentOfMessages(structured(flattened[genAIFlattenedInput], values), instructions)
		},
		func() *sentFound { return sentOfDetails(events, instructions, values) },
		func() *sentFound { return sentOfMessageEvents(events, values) },
		func() *sentFound { return sentOfPrompt(capture(attributes.Get(genAIPrompt), expectsAny, values)) },
		func() *sentFound { return sentOfPromptEvents(events, values) },
		func() *sentFound { return sentOfIndexed(flattened[genAIFlattenedPrompt], values) },
	} {
		found := carrier()
		if found != nil && !found.broken {
			return found
		}
		if damaged == nil {
			damaged = found
		}
	}
	return damaged
}

func structured(value model.Value, texts textReader) *captured {
	if value == nil {
		return nil
	}
	return &captured{value: value, texts: texts}
}

// sentOfMessages reads messages and, apart from them, system instructions: these come first.
func sentOfMessages(messages, instructions *captured) *sentFound {
	if messages == nil {
		return nil
	}
	reader := newMessageReader(messages.texts)
	var system []model.SentMessage
	if instructions != nil {
		if message, isMessage := newMessageReader(instructions.texts).instructions(instructions.value); isMessage {
			system = []model.SentMessage{message}
		}
	}
	var read []model.SentMessage
	if list, isList := asList(messages.value); isList {
		read = reader.messages(list)
	} else if request := readRequest(messages.value, reader); request != nil {
		read = request.messages
	} else if messages.value != nil {
		read = reader.messages([]model.Value{messages.value})
	}
	return foundSent(append(system, read...), reader, messages.broken || (instructions != nil && instructions.broken))
}

// foundSent gives nil when the messages are there and their text was not captured.
func foundSent(messages []model.SentMessage, reader *messageReader, broken bool) *sentFound {
	if reader.textCount == 0 && reader.missingCount > 0 && !broken {
		return nil
	}
	if broken {
		messages = withLastTextLossy(messages)
	}
	return &sentFound{
		sentReading:  sentReading{messages: messages, broken: broken || reader.hasGap},
		providerHeld: reader.providerHeld,
	}
}

// withLastTextLossy: of damaged JSON the last text may be cut: it proves nothing by its end.
func withLastTextLossy(messages []model.SentMessage) []model.SentMessage {
	for index, message := range slices.Backward(messages) {
		for at, part := range slices.Backward(message.Parts) {
			if len(part.Leaves) == 0 {
				continue
			}
			part.Lossy, part.EndUnproven = true, true
			parts := slices.Clone(message.Parts)
			parts[at] = part
			copied := slices.Clone(messages)
			copied[index].Parts = parts
			return copied
		}
	}
	return messages
}

// sentOfDetails reads one record, or one for the input and one for each output item; the same input
// twice is one input.
func sentOfDetails(events []model.SpanEvent, onSpan *captured, values textReader) *sentFound {
	seen := map[string]struct{}{}
	var whole *sentFound
	for at := range events {
		if eventName(&events[at]) != genAIOperationDetails {
			continue
		}
		logged := detailField(&events[at], semconv.GenAIInputMessages)
		messages := capture(logged, expectsJSON, values)
		if messages == nil {
			continue
		}
		if key, hasKey := fingerprint(logged); hasKey {
			if _, isSeen := seen[key]; isSeen {
				continue
			}
			seen[key] = struct{}{}
		}
		var instructions *captured
		if whole == nil {
			instructions = capture(detailField(&events[at], semconv.GenAISystemInstructions), expectsAny, values)
			if instructions == nil {
				instructions = onSpan
			}
		}
		read := sentOfMessages(messages, instructions)
		switch {
		case read == nil:
		case whole == nil:
			whole = read
		default:
			whole.messages = append(slices.Clip(whole.messages), read.messages...)
			whole.broken = whole.broken || read.broken
			whole.providerHeld = whole.providerHeld || read.providerHeld
		}
	}
	return whole
}

// detailField is an attribute of the record; some write them into the body.
func detailField(event *model.SpanEvent, key string) model.Value {
	if event.Attributes.Has(key) {
		return event.Attributes.Get(key)
	}
	return asShape(event.Attributes.Get(eventBody)).Get(key)
}

func fingerprint(value model.Value) (string, bool) {
	if text, isText := asText(value); isText {
		return text, true
	}
	return model.JSONText(value)
}

// sentOfMessageEvents: 1.36 has an event per message. Without any content on any of them the capture
// was off.
func sentOfMessageEvents(events []model.SpanEvent, values textReader) *sentFound {
	found := &sentFound{}
	hasContent := false
	names := map[string]string{}
	for at := range events {
		role := messageRoleOf(eventName(&events[at]))
		if role == "" {
			continue
		}
		event := readEvent(&events[at], values)
		content, isContentBroken := parsedContent(event.fields.Get("content"))
		calls, areCallsBroken := parsedField(event.fields.Get("tool_calls"))
		hasContent = hasContent || content != nil || calls != nil
		found.broken = found.broken || event.broken || isContentBroken || areCallsBroken
		reader := &messageReader{texts: event.texts, toolNames: names}
		message, isMessage := reader.message(model.ObjectOf(
			"role", model.OrElse(event.fields.Get("role"), role),
			"content", content,
			"tool_calls", calls,
			"tool_call_id", firstField(event.fields, "id", "tool_call_id"),
			"name", event.fields.Get("name"),
		))
		found.providerHeld = found.providerHeld || reader.providerHeld
		if isMessage {
			found.messages = append(found.messages, message)
		}
	}
	if len(found.messages) == 0 || (!hasContent && !found.broken) {
		return nil
	}
	return found
}

// sentOfPrompt: deprecated: a prompt as text, as messages in JSON, or as a whole request.
func sentOfPrompt(prompt *captured) *sentFound {
	if prompt == nil || (prompt.isText && prompt.value == "") {
		return nil
	}
	reader := newMessageReader(prompt.texts)
	if !prompt.isText {
		if read := readRequest(prompt.value, reader); read != nil {
			return foundSent(read.messages, reader, prompt.broken)
		}
	}
	if prompt.broken {
		return &sentFound{sentReading: sentReading{messages: []model.SentMessage{}, broken: true}}
	}
	whole := prompt.value
	if prompt.hasRaw {
		whole = prompt.raw
	}
	return foundSent(reader.messages([]model.Value{whole}), reader, false)
}

func sentOfPromptEvents(events []model.SpanEvent, values textReader) *sentFound {
	for at := range events {
		if !isPromptEvent(eventName(&events[at])) {
			continue
		}
		held := firstField(events[at].Attributes, genAIPrompt, eventBody, "content")
		if read := sentOfPrompt(capture(held, expectsAny, values)); read != nil {
			return read
		}
	}
	return nil
}

// sentOfIndexed: gen_ai.prompt.<i>.{role,content} of OpenLLMetry and of gateways.
func sentOfIndexed(value model.Value, values textReader) *sentFound {
	list, isList := asList(value)
	if !isList {
		return nil
	}
	reader := newMessageReader(values)
	broken := false
	messages := make([]model.Value, len(list))
	for at, one := range list {
		messages[at] = one
		if shape := asShape(one); shape != nil {
			content, isBroken := parsedContent(shape.Get("content"))
			broken = broken || isBroken
			messages[at] = shape.With("content", content)
		}
	}
	return foundSent(reader.messages(messages), reader, broken)
}
