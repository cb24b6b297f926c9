package records

import (
	"encoding/hex"

	"go.opentelemetry.io/collector/pdata/pcommon"
	"go.opentelemetry.io/collector/pdata/ptrace"

	"github.com/ragspan/ragspan/collector/internal/model"
	"github.com/ragspan/ragspan/collector/internal/translator"
)

// ConcernsUs tells of a span, before it is copied, whether some dialect has a word on it.
func ConcernsUs(span ptrace.Span) bool {
	for key := range span.Attributes().All() {
		if translator.IsDialectKey(key) {
			return true
		}
	}
	for _, event := range span.Events().All() {
		name := event.Name()
		if name == "" {
			name = eventNameAttribute(event.Attributes())
		}
		if translator.IsDialectEvent(name) {
			return true
		}
	}
	return false
}

// FromSpan copies a span.
func FromSpan(span ptrace.Span, resource *model.Resource, scopeName string) *model.SpanRecord {
	record := bareSpan(span, resource, scopeName)
	record.Attributes = Attributes(span.Attributes())
	if events := span.Events(); events.Len() > 0 {
		record.Events = make([]model.SpanEvent, events.Len())
		for at := range record.Events {
			record.Events[at] = eventOf(events.At(at))
		}
	}
	return record
}

// FromPlainSpan copies a span that does not concern us: of its attributes only those that anyone will
// ask for, of its events none.
func FromPlainSpan(
	span ptrace.Span, resource *model.Resource, scopeName string, keys map[string]struct{},
) *model.SpanRecord {
	record := bareSpan(span, resource, scopeName)
	for key, value := range span.Attributes().All() {
		if _, isAsked := keys[key]; !isAsked {
			continue
		}
		if record.Attributes == nil {
			record.Attributes = model.NewObject(0)
		}
		record.Attributes.SetFirst(model.Repaired(key), valueOf(value, 0))
	}
	return record
}

func bareSpan(span ptrace.Span, resource *model.Resource, scopeName string) *model.SpanRecord {
	return &model.SpanRecord{
		TraceID:                TraceIDText(span.TraceID()),
		SpanID:                 SpanIDText(span.SpanID()),
		ParentSpanID:           SpanIDText(span.ParentSpanID()),
		TraceState:             model.Repaired(span.TraceState().AsRaw()),
		Name:                   model.Repaired(span.Name()),
		StartTimeUnixNano:      uint64(span.StartTimestamp()),
		EndTimeUnixNano:        uint64(span.EndTimestamp()),
		Status:                 statusOf(span.Status().Code()),
		DroppedAttributesCount: span.DroppedAttributesCount(),
		DroppedEventsCount:     span.DroppedEventsCount(),
		Resource:               resource,
		ScopeName:              model.Repaired(scopeName),
	}
}

// TraceIDText is 32 hex characters; empty for the id of no trace.
func TraceIDText(id pcommon.TraceID) string {
	if id.IsEmpty() {
		return ""
	}
	return hex.EncodeToString(id[:])
}

// SpanIDText is 16 hex characters; empty for the id of no span.
func SpanIDText(id pcommon.SpanID) string {
	if id.IsEmpty() {
		return ""
	}
	return hex.EncodeToString(id[:])
}

func statusOf(code ptrace.StatusCode) model.SpanStatus {
	switch code {
	case ptrace.StatusCodeError:
		return model.StatusError
	case ptrace.StatusCodeOk:
		return model.StatusOK
	case ptrace.StatusCodeUnset:
	}
	return model.StatusUnset
}

func eventOf(event ptrace.SpanEvent) model.SpanEvent {
	return model.SpanEvent{
		Name:                   model.Repaired(event.Name()),
		TimeUnixNano:           uint64(event.Timestamp()),
		Attributes:             Attributes(event.Attributes()),
		DroppedAttributesCount: event.DroppedAttributesCount(),
	}
}

func eventNameAttribute(attributes pcommon.Map) string {
	value, isThere := attributes.Get("event.name")
	if !isThere || value.Type() != pcommon.ValueTypeStr {
		return ""
	}
	return value.Str()
}

// FromTraces copies all spans, as they come; those without a trace id or a span id belong to no trace
// and are left out.
func FromTraces(traces ptrace.Traces) []*model.SpanRecord {
	records := make([]*model.SpanRecord, 0, traces.SpanCount())
	for _, ofResource := range traces.ResourceSpans().All() {
		resource := Resource(ofResource.Resource())
		for _, ofScope := range ofResource.ScopeSpans().All() {
			for _, span := range ofScope.Spans().All() {
				if !span.TraceID().IsEmpty() && !span.SpanID().IsEmpty() {
					records = append(records, FromSpan(span, resource, ofScope.Scope().Name()))
				}
			}
		}
	}
	return records
}
