package model

// Attributes are the attributes of a span, an event or a resource, in the order they came.
type Attributes = *Object

// Resource is one process as telemetry names it. Two spans share a resource when their keys are
// equal; clocks compare only inside one.
type Resource struct {
	Attributes Attributes
	// Key is the same text for the same attributes.
	Key string
}

// SpanEvent is a span event, or a log record that names the span; a record's body is the attribute
// "body".
type SpanEvent struct {
	Name         string
	TimeUnixNano uint64
	Attributes   Attributes
	// DroppedAttributesCount counts attributes of this event that a limit threw away.
	DroppedAttributesCount uint32
}

// SpanStatus is a span's status.
type SpanStatus string

// Statuses.
const (
	StatusUnset SpanStatus = "unset"
	StatusOK    SpanStatus = "ok"
	StatusError SpanStatus = "error"
)

// SpanRecord is a span as any reader delivers it. Dialects (package translator) read nothing else,
// so a new source of spans needs no new dialect. It shares no memory with what it was read from.
type SpanRecord struct {
	// TraceID is 32 lower-case hex characters.
	TraceID string
	// SpanID is 16 lower-case hex characters.
	SpanID string
	// ParentSpanID is empty on a root. It may name a span that is not there.
	ParentSpanID      string
	TraceState        string
	Name              string
	StartTimeUnixNano uint64
	// EndTimeUnixNano is 0 while the span is open.
	EndTimeUnixNano uint64
	Status          SpanStatus
	Attributes      Attributes
	// Events are span events, and log records that name this span (GenAI events travel either way).
	Events                 []SpanEvent
	DroppedAttributesCount uint32
	DroppedEventsCount     uint32
	Resource               *Resource
	ScopeName              string
}
