package pending

import (
	"container/list"

	"github.com/ragspan/ragspan/collector/internal/model"
)

// LogEvents are log records that name a span (GenAI events travel so too), until their run is decided:
// bounded by count, by bytes and by age; the oldest go first. Not for concurrent use.
type LogEvents struct {
	maxSpans int
	maxBytes int64
	ageNano  int64
	bySpan   map[SpanKey]*list.Element
	byAge    list.List
	bytes    int64
}

type loggedSpan struct {
	key       SpanKey
	firstNano int64
	bytes     int64
	events    []model.SpanEvent
}

// NewLogEvents is empty.
func NewLogEvents(maxSpans int, maxBytes, ageNano int64) *LogEvents {
	return &LogEvents{maxSpans: maxSpans, maxBytes: maxBytes, ageNano: ageNano, bySpan: map[SpanKey]*list.Element{}}
}

// Add keeps an event; dropped is the number of spans whose events had to go for it.
func (l *LogEvents) Add(key SpanKey, event model.SpanEvent, bytes, nowNano int64) (dropped int) {
	element := l.bySpan[key]
	if element == nil {
		element = l.byAge.PushBack(&loggedSpan{key: key, firstNano: nowNano})
		l.bySpan[key] = element
	}
	span := element.Value.(*loggedSpan)
	span.events = append(span.events, event)
	span.bytes += bytes
	l.bytes += bytes
	for first := l.byAge.Front(); first != nil; first = l.byAge.Front() {
		oldest := first.Value.(*loggedSpan)
		switch {
		case oldest.firstNano+l.ageNano <= nowNano:
		case len(l.bySpan) > l.maxSpans || l.bytes > l.maxBytes:
			dropped++
		default:
			return dropped
		}
		l.remove(first)
	}
	return dropped
}

// Of gives the events of a span, as they came.
func (l *LogEvents) Of(key SpanKey) []model.SpanEvent {
	element := l.bySpan[key]
	if element == nil {
		return nil
	}
	return element.Value.(*loggedSpan).events
}

// Len is the number of spans with events.
func (l *LogEvents) Len() int { return len(l.bySpan) }

func (l *LogEvents) remove(element *list.Element) {
	span := l.byAge.Remove(element).(*loggedSpan)
	delete(l.bySpan, span.key)
	l.bytes -= span.bytes
}
