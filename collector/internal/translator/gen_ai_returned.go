package translator

import (
	"math"
	"strings"

	"github.com/ragspan/ragspan/collector/internal/model"
	"github.com/ragspan/ragspan/collector/internal/semconv"
)

// returnedFound is what one carrier says came back.
type returnedFound struct {
	// nil: it cannot be read.
	output *outputReading
	broken bool
}

// readGenAIReturned reads what came back, in every generation of the conventions: the first carrier
// that is whole counts. nil: nowhere logged.
func readGenAIReturned(record *model.SpanRecord, flattened map[string]model.Value, values textReader) *returnedFound {
	attributes, events := record.Attributes, record.Events
	var damaged *returnedFound
	for _, carrier := range []func() *returnedFound{
		func() *returnedFound {
			return returnedOfMessages(capture(attributes.Get(semconv.GenAIOutputMessages), expectsJSON, values))
		},
		func() *returnedFound {
			return returnedOfMessages(structured(flattened[genAIFlattenedOutput], values))
		},
		func() *returnedFound { return returnedOfMessages(capturedDetails(events, values)...) },
		func() *returnedFound { return returnedOfChoices(events, values) },
		func() *returnedFound {
			return returnedOfCompletion(capture(attributes.Get(genAICompletion), expectsAny, values))
		},
		func() *returnedFound { return returnedOfCompletionEvents(events, values) },
		func() *returnedFound { return returnedOfIndexed(flattened[genAIFlattenedCompletion], values) },
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

func capturedDetails(events []model.SpanEvent, values textReader) []*captured {
	var held []*captured
	for at := range events {
		if eventName(&events[at]) == genAIOperationDetails {
			held = append(held, capture(detailField(&events[at], semconv.GenAIOutputMessages), expectsJSON, values))
		}
	}
	return held
}

// returnedOfMessages: several records, each with one item of the output, make one answer.
func returnedOfMessages(captures ...*captured) *returnedFound {
	whole := messageReading{}
	broken, isLogged := false, false
	texts := inJSON
	for _, held := range captures {
		if held == nil {
			continue
		}
		isLogged = true
		texts = held.texts
		broken = broken || held.broken
		message := firstChoice(held.value)
		if message == nil {
			continue
		}
		whole.parts = append(whole.parts, message.parts...)
		if message.finishReason != "" {
			whole.finishReason = message.finishReason
		}
	}
	if !isLogged {
		return nil
	}
	return foundReturned(whole.parts, texts, whole.finishReason, broken)
}

// foundReturned gives nil when the output's text was not captured.
func foundReturned(parts []partReading, texts textReader, finishReason string, broken bool) *returnedFound {
	output := readOutput(parts, texts, finishReason)
	switch {
	case !broken && output == nil:
		return nil
	case !broken:
		return &returnedFound{output: output}
	case output == nil:
		return &returnedFound{broken: true}
	}
	return &returnedFound{output: output.lossyText(), broken: true}
}

// firstChoice: a list that begins with a reasoning item goes on to the message.
func firstChoice(value model.Value) *messageReading {
	list, isList := asList(value)
	if !isList {
		if response := readResponse(value); response != nil {
			return &messageReading{role: roleAssistant, parts: response.parts, finishReason: response.finishReason}
		}
		return takeApart(value)
	}
	var first *messageReading
	for _, item := range list {
		message := takeApart(item)
		if message == nil {
			continue
		}
		for _, part := range message.parts {
			if part.kind == partText || part.kind == partToolCall || part.kind == partTextMissing {
				return message
			}
		}
		if first == nil {
			first = message
		}
	}
	return first
}

// choiceReading is one gen_ai.choice of the lowest index.
type choiceReading struct {
	message      model.Value
	finishReason string
	texts        textReader
	broken       bool
}

// returnedOfChoices: 1.36 has gen_ai.choice: {index, finish_reason, message}; the lowest index is
// the first choice.
func returnedOfChoices(events []model.SpanEvent, values textReader) *returnedFound {
	chosen := lowestChoices(events, values)
	if len(chosen) == 0 {
		return nil
	}
	var parts []partReading
	finishReason := ""
	broken := false
	for _, choice := range chosen {
		if message := takeApart(withParsedCalls(choice.message)); message != nil {
			parts = append(parts, message.parts...)
		}
		if choice.finishReason != "" {
			finishReason = choice.finishReason
		}
		broken = broken || choice.broken
	}
	// Neither content nor tool calls on any: the capture was off.
	if len(parts) == 0 && !broken {
		if finishReason == "" {
			return nil
		}
		return &returnedFound{output: &outputReading{finishReason: finishReason}}
	}
	return foundReturned(parts, chosen[0].texts, finishReason, broken)
}

func lowestChoices(events []model.SpanEvent, values textReader) []choiceReading {
	lowest := int64(math.MaxInt64)
	var chosen []choiceReading
	for at := range events {
		if eventName(&events[at]) != genAIChoice {
			continue
		}
		event := readEvent(&events[at], values)
		index := asCount(event.fields.Get("index")).Or(0)
		if index > lowest {
			continue
		}
		if index < lowest {
			chosen = nil
		}
		lowest = index
		message, isMessageBroken := parsedField(event.fields.Get("message"))
		calls, areCallsBroken := parsedField(event.fields.Get("tool_calls"))
		if _, isText := asText(message); !isText && asShape(message) == nil {
			content, _ := parsedContent(event.fields.Get("content"))
			message = model.ObjectOf("role", roleAssistant, "content", content, "tool_calls", calls)
		}
		chosen = append(chosen, choiceReading{
			message:      message,
			finishReason: asWord(event.fields.Get("finish_reason")),
			texts:        event.texts,
			broken:       event.broken || isMessageBroken || areCallsBroken,
		})
	}
	return chosen
}

func withParsedCalls(message model.Value) model.Value {
	shape := asShape(message)
	if calls, isText := asText(shape.Get("tool_calls")); isText {
		parsed, _ := parsedField(calls)
		return shape.With("tool_calls", parsed)
	}
	return message
}

// returnedOfCompletion: deprecated: a completion as text, as messages in JSON, or as a whole
// response.
func returnedOfCompletion(completion *captured) *returnedFound {
	if completion == nil {
		return nil
	}
	texts, broken := completion.texts, completion.broken
	if completion.isText {
		return foundReturned([]partReading{textPart(completion.raw)}, texts, "", false)
	}
	if list, isList := asList(completion.value); isList {
		if message := firstChoice(list); message != nil && len(message.parts) > 0 {
			return foundReturned(message.parts, texts, message.finishReason, broken)
		}
	} else if response := readResponse(completion.value); response != nil && response.isCertain {
		return foundReturned(response.parts, texts, response.finishReason, broken)
	}
	if broken {
		return &returnedFound{broken: true}
	}
	// A JSON document: the answer itself.
	return foundReturned([]partReading{textPart(completion.raw)}, inJSON, "", false)
}

func returnedOfCompletionEvents(events []model.SpanEvent, values textReader) *returnedFound {
	for at := range events {
		if !isCompletionEvent(eventName(&events[at])) {
			continue
		}
		held := firstField(events[at].Attributes, genAICompletion, eventBody, "content")
		if read := returnedOfCompletion(capture(held, expectsAny, values)); read != nil {
			return read
		}
	}
	return nil
}

// returnedOfIndexed: gen_ai.completion.<i>.{role,content,finish_reason,tool_calls.<j>.…}.
func returnedOfIndexed(value model.Value, values textReader) *returnedFound {
	list, _ := asList(value)
	if len(list) == 0 {
		return nil
	}
	first := asShape(list[0])
	if first == nil {
		return nil
	}
	content, broken := parsedContent(first.Get("content"))
	message := takeApart(first.With("content", content))
	if message == nil {
		return nil
	}
	return foundReturned(message.parts, values, message.finishReason, broken)
}

// readFinishReason is that of the first choice: a list, a JSON list in a string, or words joined by
// commas. Empty: none.
func readFinishReason(attributes model.Attributes) string {
	for _, key := range genAIFinishReason {
		value := attributes.Get(key)
		list, isList := asList(value)
		if text, isText := asText(value); !isList && isText {
			list = reasonsIn(text)
		}
		if len(list) > 0 {
			if reason := asWord(list[0]); reason != "" {
				return reason
			}
		}
	}
	return ""
}

func reasonsIn(text string) []model.Value {
	if read := readJSON(text); read.kind == jsonWhole {
		return listOr(read.value)
	}
	first, _, _ := strings.Cut(text, ",")
	return []model.Value{model.TrimJS(first)}
}
