package translator_test

import (
	"fmt"
	"slices"
	"strconv"

	"github.com/ragspan/ragspan/collector/internal/model"
)

// Events, log records and whole documents that are changed at random.

var eventNames = []string{
	"gen_ai.system.message", "gen_ai.user.message", "gen_ai.assistant.message", "gen_ai.tool.message", "gen_ai.choice",
	"gen_ai.choice", "gen_ai.client.inference.operation.details", "gen_ai.client.inference.operation.details",
	"gen_ai.content.prompt", "gen_ai.content.completion", "gen_ai.prompt", "gen_ai.completion", "exception",
}

func (m *mutator) events() model.Value {
	events := make([]model.Value, 1+m.random.IntN(3))
	for at := range events {
		name := pick(m, eventNames)
		attributes := m.eventAttributes()
		if m.chance(20) {
			attributes = append(attributes, m.attribute("event.name", name))
			name = ""
		}
		if m.chance(40) {
			attributes = append(attributes, m.attribute("body", m.eventBody()))
		}
		events[at] = model.ObjectOf("name", name, "timeUnixNano", strconv.Itoa(at), "attributes", attributes)
		if m.chance(10) {
			events[at].(*model.Object).Set("droppedAttributesCount", 1.0)
		}
	}
	return events
}

func (m *mutator) eventAttributes() []model.Value {
	attributes := []model.Value{}
	for range m.random.IntN(4) {
		key := pick(m, []string{
			"content", "role", "tool_calls", "id", "message", "index", "finish_reason", "name", "gen_ai.event.content",
			"gen_ai.input.messages", "gen_ai.output.messages", "gen_ai.system_instructions", "gen_ai.prompt",
			"gen_ai.completion", "gen_ai.retrieval.documents", "gen_ai.retrieval.query.text",
		})
		attributes = append(attributes, m.attribute(key, pick(m, []model.Value{m.spelled(spellings), m.leaf()})))
	}
	return attributes
}

func (m *mutator) eventBody() model.Value {
	body := model.NewObject(0)
	for range 1 + m.random.IntN(3) {
		key := pick(m, []string{
			"content", "role", "tool_calls", "id", "message", "index", "finish_reason", "gen_ai.input.messages",
			"gen_ai.output.messages", "gen_ai.system_instructions", "tool_call_id",
		})
		body.Set(key, pick(m, []model.Value{m.spelled(spellings), m.jsonLeaf(), float64(m.random.IntN(3))}))
	}
	switch m.random.IntN(4) {
	case 0:
		text, _ := model.JSONText(body)
		return m.damaged(text)
	case 1:
		return m.spelled(spellings)
	}
	return body
}

func (m *mutator) logRecords(trace int) model.Value {
	logs := make([]model.Value, 1+m.random.IntN(4))
	for at := range logs {
		record := model.ObjectOf(
			"traceId", fmt.Sprintf("%032x", trace+1),
			"spanId", fmt.Sprintf("%016x", 1+m.random.IntN(2)),
			"timeUnixNano", strconv.Itoa(m.random.IntN(3)),
			"observedTimeUnixNano", strconv.Itoa(m.random.IntN(3)),
			"body", anyValue(m.eventBody()),
		)
		attributes := m.eventAttributes()
		if m.chance(60) {
			attributes = append(attributes, m.attribute("event.name", pick(m, eventNames)))
		} else {
			record.Set("eventName", pick(m, eventNames))
		}
		record.Set("attributes", attributes)
		logs[at] = record
	}
	return logs
}

// mutated changes a few attributes of a document that is there.
func (m *mutator) mutated(document model.Value) []byte {
	for range 1 + m.random.IntN(4) {
		document = m.withChangedAttribute(document)
	}
	return m.text(document)
}

// withChangedAttribute goes down at random to a list of attributes.
func (m *mutator) withChangedAttribute(value model.Value) model.Value {
	switch held := value.(type) {
	case []model.Value:
		if len(held) == 0 {
			return held
		}
		copied := slices.Clone(held)
		at := m.random.IntN(len(copied))
		copied[at] = m.withChangedAttribute(copied[at])
		return copied
	case *model.Object:
		if attributes, isList := held.Get("attributes").([]model.Value); isList && (!held.Has("events") || m.chance(60)) {
			return held.With("attributes", m.changedAttributes(attributes))
		}
		for _, key := range []string{"resourceSpans", "resourceLogs", "scopeSpans", "scopeLogs", "spans", "logRecords", "events"} {
			if inner := held.Get(key); inner != nil && m.chance(80) {
				return held.With(key, m.withChangedAttribute(inner))
			}
		}
	}
	return value
}

func (m *mutator) changedAttributes(attributes []model.Value) model.Value {
	copied := slices.Clone(attributes)
	if len(copied) == 0 {
		return append(copied, m.knownAttributes()...)
	}
	at := m.random.IntN(len(copied))
	attribute, _ := copied[at].(*model.Object)
	key, _ := attribute.Get("key").(string)
	switch m.random.IntN(9) {
	case 0:
		return append(copied, m.knownAttributes()...)
	case 1:
		return slices.Delete(copied, at, at+1)
	case 2:
		copied[at] = attribute.With("key", m.key())
	case 3:
		copied[at] = m.attribute(key, m.leaf())
	default:
		text, isText := attribute.Get("value").(*model.Object).Get("stringValue").(string)
		if !isText {
			copied[at] = m.attribute(key, m.leaf())
			break
		}
		tree, isJSON := model.ParseJSON(text)
		switch {
		case !isJSON || m.chance(20):
			copied[at] = m.attribute(key, m.damaged(text))
		case m.chance(30):
			copied[at] = m.attribute(key, m.changed(tree, 0))
		default:
			spelled, _ := model.JSONText(m.changed(m.changed(tree, 0), 0))
			copied[at] = m.attribute(key, m.damaged(spelled))
		}
	}
	return copied
}
