package translator

import (
	"strings"

	"github.com/ragspan/ragspan/collector/internal/model"
)

// Events and log records of a GenAI span: 1.36's one event per message (gen_ai.user.message,
// gen_ai.choice), today's …operation.details, and the span events that came before both.

// eventName: log records of 1.36 carry their name in an attribute.
func eventName(event *model.SpanEvent) string {
	if event.Name != "" {
		return event.Name
	}
	name, _ := asText(event.Attributes.Get("event.name"))
	return name
}

// eventReading is what an event says: the body of a log record, the JSON some SDKs write, or the
// attributes themselves.
type eventReading struct {
	fields *model.Object
	texts  textReader
	broken bool
}

func readEvent(event *model.SpanEvent, values textReader) eventReading {
	for _, key := range []string{eventBody, "gen_ai.event.content"} {
		if read, isRead := readEventFields(event.Attributes.Get(key)); isRead {
			return read
		}
	}
	return eventReading{fields: event.Attributes, texts: values}
}

func readEventFields(value model.Value) (eventReading, bool) {
	// The value limit is for attributes: a body is not cut by it.
	if shape := asShape(value); shape != nil {
		return eventReading{fields: shape, texts: inJSON}, true
	}
	text, _ := asText(value)
	if text == "" {
		return eventReading{}, false
	}
	read := readJSON(text)
	if read.kind == jsonText {
		return eventReading{fields: model.ObjectOf("content", text), texts: inJSON}, true
	}
	fields := asShape(read.value)
	if fields == nil {
		fields = model.ObjectOf("content", read.value)
	}
	return eventReading{fields: fields, texts: inJSON, broken: read.kind == jsonBroken}, true
}

// parsedField: structured fields are JSON in a string where an event has attributes alone.
func parsedField(value model.Value) (parsed model.Value, broken bool) {
	text, isText := asText(value)
	if !isText {
		return value, false
	}
	read := readJSON(text)
	_, isQuoted := read.value.(string)
	if read.kind == jsonText || (read.kind == jsonWhole && isQuoted) {
		return value, false
	}
	return read.value, read.kind == jsonBroken
}

// parsedContent: a content that is a list of parts in JSON becomes that list; any other text stays a
// text.
func parsedContent(value model.Value) (parsed model.Value, broken bool) {
	text, isText := asText(value)
	if !isText || !strings.HasPrefix(model.TrimJSStart(text), "[") {
		return value, false
	}
	read := readJSON(text)
	if read.kind == jsonText {
		return value, false
	}
	if isPartList(read.value) {
		return read.value, read.kind == jsonBroken
	}
	return value, read.kind == jsonBroken
}

func isPartList(value model.Value) bool {
	parts, _ := asList(value)
	for _, part := range parts {
		if _, isTyped := asText(asShape(part).Get("type")); !isTyped {
			return false
		}
	}
	return len(parts) > 0
}
