package records

import (
	"slices"

	"go.opentelemetry.io/collector/pdata/pcommon"
	"go.opentelemetry.io/collector/pdata/plog"

	"github.com/ragspan/ragspan/collector/internal/model"
)

// bodyAttribute is where dialects find a log record's body.
const bodyAttribute = "body"

// LogEvent is a log record that names a span: one more event of that span.
type LogEvent struct {
	TraceID string
	SpanID  string
	Event   model.SpanEvent
}

// FromLogRecord copies a log record; false: it names no span.
func FromLogRecord(record plog.LogRecord) (LogEvent, bool) {
	if record.TraceID().IsEmpty() || record.SpanID().IsEmpty() {
		return LogEvent{}, false
	}
	time := record.Timestamp()
	if time == 0 {
		time = record.ObservedTimestamp()
	}
	name := record.EventName()
	if name == "" {
		name = eventNameAttribute(record.Attributes())
	}
	attributes := Attributes(record.Attributes())
	if record.Body().Type() != pcommon.ValueTypeEmpty {
		attributes.Set(bodyAttribute, valueOf(record.Body(), 0))
	}
	return LogEvent{
		TraceID: TraceIDText(record.TraceID()),
		SpanID:  SpanIDText(record.SpanID()),
		Event: model.SpanEvent{
			Name:                   model.Repaired(name),
			TimeUnixNano:           uint64(time),
			Attributes:             attributes,
			DroppedAttributesCount: record.DroppedAttributesCount(),
		},
	}, true
}

// FromLogs copies all log records that name a span, as they come.
func FromLogs(logs plog.Logs) []LogEvent {
	var events []LogEvent
	for _, ofResource := range logs.ResourceLogs().All() {
		for _, ofScope := range ofResource.ScopeLogs().All() {
			for _, record := range ofScope.LogRecords().All() {
				if event, namesSpan := FromLogRecord(record); namesSpan {
					events = append(events, event)
				}
			}
		}
	}
	return events
}

// AddLogEvents puts log records behind the events of the spans they name, in order of time, those of
// one time as they came. Records that name a span that is not there are left out.
func AddLogEvents(records []*model.SpanRecord, events []LogEvent) {
	if len(events) == 0 {
		return
	}
	type place struct{ traceID, spanID string }
	bySpan := map[place][]model.SpanEvent{}
	for _, one := range events {
		at := place{one.TraceID, one.SpanID}
		bySpan[at] = append(bySpan[at], one.Event)
	}
	for _, ofSpan := range bySpan {
		slices.SortStableFunc(ofSpan, func(a, b model.SpanEvent) int {
			switch {
			case a.TimeUnixNano < b.TimeUnixNano:
				return -1
			case a.TimeUnixNano > b.TimeUnixNano:
				return 1
			}
			return 0
		})
	}
	for _, record := range records {
		if ofSpan := bySpan[place{record.TraceID, record.SpanID}]; len(ofSpan) > 0 {
			record.Events = append(slices.Clip(record.Events), ofSpan...)
		}
	}
}
