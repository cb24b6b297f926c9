package pending

// Recent is a span without a part of its own, remembered for a while: it may be above parts that come
// later.
type Recent struct {
	Key       SpanKey
	Parent    SpanID
	StartNano uint64
	EndNano   uint64
	// Held is the whole span, where it says more than its place.
	Held *Span
}

// RecentSpans is a ring, bounded by count; what is held whole is bounded by bytes too. Not for concurrent
// use.
type RecentSpans struct {
	maxBytes int64
	bytes    int64

	ring []Recent
	next int
	full bool
}

// NewRecentSpans holds as many as size, and so many bytes of whole spans.
func NewRecentSpans(size int, maxBytes int64) *RecentSpans {
	return &RecentSpans{ring: make([]Recent, size), maxBytes: maxBytes}
}

// Add forgets the oldest.
func (r *RecentSpans) Add(span Recent) {
	if len(r.ring) == 0 {
		return
	}
	if old := r.ring[r.next].Held; old != nil {
		r.bytes -= old.Bytes
	}
	if span.Held != nil {
		if r.bytes+span.Held.Bytes > r.maxBytes {
			// Its place is remembered all the same.
			span.Held = nil
		} else {
			r.bytes += span.Held.Bytes
		}
	}
	r.ring[r.next] = span
	r.next++
	if r.next == len(r.ring) {
		r.next, r.full = 0, true
	}
}

// Of gives those of a trace, oldest first.
func (r *RecentSpans) Of(trace TraceID) []Recent {
	var found []Recent
	if r.full {
		found = appendOf(found, r.ring[r.next:], trace)
	}
	return appendOf(found, r.ring[:r.next], trace)
}

func appendOf(found, spans []Recent, trace TraceID) []Recent {
	for at := range spans {
		if spans[at].Key.Trace == trace {
			found = append(found, spans[at])
		}
	}
	return found
}
