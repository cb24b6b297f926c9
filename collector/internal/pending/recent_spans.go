package pending

import (
	"encoding/binary"
	"slices"
)

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
	// The newest place of each bucket of trace ids, and of each place the one before it in its bucket.
	heads  []int32
	before []int32
}

// noPlace: there is none.
const noPlace = -1

// NewRecentSpans holds as many as size, and so many bytes of whole spans.
func NewRecentSpans(size int, maxBytes int64) *RecentSpans {
	made := &RecentSpans{ring: make([]Recent, size), maxBytes: maxBytes, heads: make([]int32, size), before: make([]int32, size)}
	for bucket := range made.heads {
		made.heads[bucket] = noPlace
	}
	return made
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
	head := r.head(span.Key.Trace)
	r.ring[r.next], r.before[r.next] = span, *head
	*head = int32(r.next)
	if r.next++; r.next == len(r.ring) {
		r.next = 0
	}
}

// head: trace ids are random in their last bytes.
func (r *RecentSpans) head(trace TraceID) *int32 {
	return &r.heads[binary.LittleEndian.Uint32(trace[12:])%uint32(len(r.heads))]
}

// Of gives those of a trace, oldest first.
func (r *RecentSpans) Of(trace TraceID) []Recent {
	if len(r.ring) == 0 {
		return nil
	}
	var found []Recent
	head := r.head(trace)
	// A place that is not older than the one after it bears another span by now: the chain has ended.
	for at, age := *head, -1; at != noPlace && r.age(at) > age; at, age = r.before[at], r.age(at) {
		if age < 0 && r.head(r.ring[at].Key.Trace) != head {
			return nil
		}
		if r.ring[at].Key.Trace == trace {
			found = append(found, r.ring[at])
		}
	}
	slices.Reverse(found)
	return found
}

// age is how many places were written after it.
func (r *RecentSpans) age(at int32) int { return (r.next - 1 - int(at) + len(r.ring)) % len(r.ring) }
