package translator

import (
	"strings"

	"github.com/ragspan/ragspan/collector/internal/model"
)

// responseReading is what a model returned, out of the response's JSON (spec §3 "Output"): the first
// choice of OpenAI chat, Responses and completions, Anthropic, Gemini, Bedrock, Ollama, LangChain.
type responseReading struct {
	parts        []partReading
	finishReason string
	responseID   string
	model        string
	// nil: none is there.
	usage *model.Object
	// A known response shape, not a field that an answer in JSON may have as well.
	isCertain bool
}

// readResponse gives nil when the value is not a response that this reads.
func readResponse(value model.Value) *responseReading {
	shape := asShape(value)
	if shape == nil {
		return nil
	}
	for _, read := range []func(*model.Object) *responseReading{
		responseOfChoices, responseOfItems, responseOfCandidates, responseOfGenerations, responseOfContent,
		responseOfMessage, responseOfText,
	} {
		found := read(shape)
		if found == nil {
			continue
		}
		if found.responseID == "" {
			found.responseID = asID(firstField(shape, "id", "responseId", "response_id"))
		}
		found.model = asWord(firstField(shape, "model", "modelVersion"))
		found.usage = asShape(firstField(shape, "usage", "usageMetadata"))
		return found
	}
	return nil
}

func foundResponse(message *messageReading, finish model.Value) *responseReading {
	found := &responseReading{finishReason: asWord(finish), isCertain: true}
	if message != nil {
		found.parts = message.parts
		if found.finishReason == "" {
			found.finishReason = message.finishReason
		}
	}
	return found
}

func responseOfChoices(shape *model.Object) *responseReading {
	choices, isList := asList(shape.Get("choices"))
	if !isList {
		return nil
	}
	var first *model.Object
	for _, one := range choices {
		choice := asShape(one)
		if choice == nil {
			continue
		}
		if choice.Get("index") == 0.0 {
			first = choice
			break
		}
		if first == nil {
			first = choice
		}
	}
	if first == nil {
		return foundResponse(nil, nil)
	}
	message := firstField(first, "message", "delta")
	if text, isText := asText(first.Get("text")); isText {
		message = text
	}
	return foundResponse(takeApart(message), firstField(first, "finish_reason", "finishReason"))
}

// responseOfItems: OpenAI Responses has output items; the text parts of its messages make one
// answer.
func responseOfItems(shape *model.Object) *responseReading {
	items, isList := asList(shape.Get("output"))
	if !isList {
		return nil
	}
	areTyped := true
	message := &messageReading{}
	for _, item := range items {
		if read := takeApart(item); read != nil {
			message.parts = append(message.parts, read.parts...)
		}
		_, isTyped := asText(asShape(item).Get("type"))
		areTyped = areTyped && isTyped
	}
	found := foundResponse(message, unfinished(shape))
	found.isCertain = areTyped || shape.Get("object") == "response"
	return found
}

// unfinished: a response that was not completed; why is told by the provider in words of its own.
func unfinished(shape *model.Object) model.Value {
	switch shape.Get("status") {
	case "incomplete":
		if asShape(shape.Get("incomplete_details")).Get("reason") == "content_filter" {
			return "content_filter"
		}
		return "incomplete"
	case "failed":
		return "error"
	case "cancelled":
		return "cancelled"
	}
	return nil
}

func responseOfCandidates(shape *model.Object) *responseReading {
	candidates, isList := asList(shape.Get("candidates"))
	if !isList {
		return nil
	}
	var first *model.Object
	if len(candidates) > 0 {
		first = asShape(candidates[0])
	}
	return foundResponse(takeApart(first.Get("content")), firstField(first, "finishReason", "finish_reason"))
}

// responseOfGenerations: LangChain has generations[prompt][choice].
func responseOfGenerations(shape *model.Object) *responseReading {
	generations, isList := asList(shape.Get("generations"))
	if !isList {
		return nil
	}
	first := firstGeneration(generations)
	if first == nil {
		return foundResponse(nil, nil)
	}
	message := takeApart(first.Get("message"))
	if text, isText := asText(first.Get("text")); message == nil && isText {
		message = takeApart(text)
	}
	fields := asShape(asShape(first.Get("message")).Get("kwargs"))
	if fields == nil {
		fields = asShape(asShape(first.Get("message")).Get("data"))
	}
	info := asShape(firstField(first, "generationInfo", "generation_info"))
	metadata := asShape(fields.Get("response_metadata"))
	found := foundResponse(message, firstOfBoth(info, metadata, "finish_reason", "finishReason", "stop_reason", "done_reason"))
	found.responseID = asID(metadata.Get("id"))
	if found.responseID == "" {
		found.responseID = messageID(fields.Get("id"))
	}
	return found
}

func firstGeneration(generations []model.Value) *model.Object {
	if len(generations) == 0 {
		return nil
	}
	if choices, _ := asList(generations[0]); len(choices) > 0 && !model.IsNullish(choices[0]) {
		return asShape(choices[0])
	}
	return asShape(generations[0])
}

// firstOfBoth is firstOf over both shapes in one: a key that is in first hides that of second.
func firstOfBoth(first, second *model.Object, keys ...string) model.Value {
	for _, key := range keys {
		held := second
		if first.Has(key) {
			held = first
		}
		if value := held.Get(key); !model.IsNullish(value) {
			return value
		}
	}
	return nil
}

// messageID: LangChain makes up ids of its own for messages without one.
func messageID(value model.Value) string {
	id := asID(value)
	if strings.HasPrefix(id, "run-") || strings.HasPrefix(id, "lc_run-") {
		return ""
	}
	return id
}

// responseOfContent: Anthropic has content blocks on top.
func responseOfContent(shape *model.Object) *responseReading {
	content, isList := asList(shape.Get("content"))
	if !isList {
		return nil
	}
	message := takeApart(model.ObjectOf("role", roleAssistant, "content", content))
	return foundResponse(message, firstField(shape, "stop_reason", "finish_reason", "stopReason"))
}

// responseOfMessage reads one message: Ollama's and Bedrock's envelope, LangChain's serialized
// message, a message itself.
func responseOfMessage(shape *model.Object) *responseReading {
	message := asShape(shape.Get("message"))
	if message == nil {
		message = asShape(asShape(shape.Get("output")).Get("message"))
	}
	if message != nil {
		return foundResponse(takeApart(message), firstField(shape, "done_reason", "stopReason", "finish_reason"))
	}
	fields := asShape(shape.Get("kwargs"))
	if fields == nil {
		if _, hasRole := asText(shape.Get("role")); !hasRole {
			return nil
		}
		fields = shape
	}
	metadata := asShape(fields.Get("response_metadata"))
	return foundResponse(takeApart(shape), firstOf(metadata, "finish_reason", "finishReason", "stop_reason"))
}

// responseOfText reads fields that hold a text alone: an answer in JSON may have them too.
func responseOfText(shape *model.Object) *responseReading {
	text, isText := asText(firstOf(shape, "output_text", "text", "response", "completion", "content"))
	if !isText {
		return nil
	}
	found := foundResponse(takeApart(text), firstOf(shape, "finish_reason", "finishReason", "stop_reason", "done_reason"))
	found.isCertain = false
	return found
}
