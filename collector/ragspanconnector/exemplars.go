package ragspanconnector

import (
	"time"

	"go.opentelemetry.io/collector/pdata/pcommon"
	"go.opentelemetry.io/collector/pdata/pmetric"
)

// exemplar is a trace that was counted.
type exemplar struct {
	trace pcommon.TraceID
	span  pcommon.SpanID
	value float64
	at    time.Time
}

// exemplars are the newest of a data point, oldest first: the Prometheus exporter takes the last.
type exemplars struct{ kept []exemplar }

func (e *exemplars) add(one exemplar, most int) {
	if most <= 0 {
		return
	}
	if len(e.kept) >= most {
		e.kept = append(e.kept[:0], e.kept[len(e.kept)-most+1:]...)
	}
	e.kept = append(e.kept, one)
}

// writeTo tells them, and keeps the newest one: a scrape between two flushes shall find it, and Prometheus
// takes the same exemplar again without a word, older ones not.
func (e *exemplars) writeTo(slice pmetric.ExemplarSlice) {
	slice.EnsureCapacity(len(e.kept))
	for _, one := range e.kept {
		written := slice.AppendEmpty()
		written.SetTraceID(one.trace)
		written.SetSpanID(one.span)
		written.SetDoubleValue(one.value)
		written.SetTimestamp(pcommon.NewTimestampFromTime(one.at))
	}
	if len(e.kept) > 1 {
		e.kept = append(e.kept[:0], e.kept[len(e.kept)-1])
	}
}
