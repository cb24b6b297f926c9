package pending

import (
	"maps"
	"slices"

	"github.com/ragspan/ragspan/collector/internal/model"
)

// never is the time of what has no deadline.
const never = int64(1<<63 - 1)

// Trace is one trace, or several that a run id joins, while it has undecided runs and shortly after.
//
// How it works: every span that comes says to all above it, once, what is below them; so it is known at
// once when a span that has come is above a retrieval and a model call. A span that is not there yet
// stands in as a link.
type Trace struct {
	// Leader is the id under which the store holds it.
	Leader TraceID
	// FirstNano is when its first span came.
	FirstNano int64
	// Bytes of its spans, and of what the owner says it holds for it.
	Bytes int64
	// IsDone: all its runs have been decided; what comes now is late.
	IsDone bool
	// IsClosed: it grew beyond its bound, was judged, and takes no more spans.
	IsClosed bool
	// Owner is what the owner keeps with it.
	Owner any

	spans map[SpanKey]*Span
	order []*Span

	rootNano int64
	// Of traces with spans that are held: those whose root has come, and was forgotten before the spans.
	rootGone    map[TraceID]struct{}
	reviseNano  int64
	deadline    int64
	heapAt      int
	listElement listElement
}

// Known is the span of that key that has come, nil when none has.
func (t *Trace) Known(key SpanKey) *Span {
	if span := t.spans[key]; span != nil && span.Facts != nil {
		return span
	}
	return nil
}

// Spans that have come, in that order.
func (t *Trace) Spans() []*Span { return t.order }

// Facts of all spans that have come.
func (t *Trace) Facts() []*model.SpanFacts {
	facts := make([]*model.SpanFacts, len(t.order))
	for at, span := range t.order {
		facts[at] = span.Facts
	}
	return facts
}

// HasRoot tells whether a span without a parent has come: then the whole trace has ended. Of traces that a run id
// joins each has its own; one of which nothing is held any more is not waited for. It looks at every span: ask once
// a decision.
func (t *Trace) HasRoot() bool {
	hasRootOf := map[TraceID]bool{}
	for _, span := range t.order {
		id := span.Key.Trace
		if span.isRootOfParts() {
			hasRootOf[id] = true
		} else if _, isKnown := hasRootOf[id]; !isKnown && IsPart(span.Facts) {
			_, hasRootOf[id] = t.rootGone[id]
		}
	}
	for _, hasRoot := range hasRootOf {
		if !hasRoot {
			return false
		}
	}
	return len(hasRootOf) > 0
}

// IsAbove tells whether a part of a run is known below the span.
func (t *Trace) IsAbove(key SpanKey) bool {
	span := t.spans[key]
	return span != nil && span.below != 0
}

// add takes a span that is not yet known.
func (t *Trace) add(span *Span) {
	if t.spans == nil {
		t.spans = map[SpanKey]*Span{}
	}
	if link := t.spans[span.Key]; link != nil {
		span.below = link.below
	}
	t.spans[span.Key] = span
	t.order = append(t.order, span)
	t.Bytes += span.Bytes
	t.tell(span, partOf(span.Facts)|span.below)
	if span.below&isWhole == isWhole || span.isRootOfParts() {
		t.sawRoot(span.ArrivedNano)
	}
}

// tell says to all above what is below; each is told each part once.
func (t *Trace) tell(span *Span, told part) {
	now := span.ArrivedNano
	for at := span; told != 0 && at.Parent != (SpanID{}); {
		key := SpanKey{at.Key.Trace, at.Parent}
		parent := t.spans[key]
		if parent == nil {
			parent = &Span{Key: key}
			t.spans[key] = parent
		}
		told &^= parent.below
		parent.below |= told
		if parent.Facts != nil && told != 0 {
			if parent.below&isWhole == isWhole || parent.isRootOfParts() {
				t.sawRoot(now)
			}
		}
		if parent.Facts == nil {
			// Nothing is known above it.
			return
		}
		at = parent
	}
}

func (t *Trace) sawRoot(now int64) {
	if t.rootNano == 0 {
		t.rootNano = now
	}
}

// forget takes out spans that are no longer needed, and the links above which nothing is known any more.
func (t *Trace) forget(isForgotten func(*Span) bool) {
	before := len(t.order)
	t.order = slices.DeleteFunc(t.order, func(span *Span) bool {
		if !isForgotten(span) {
			return false
		}
		t.Bytes -= span.Bytes
		delete(t.spans, span.Key)
		if span.isRootOfParts() {
			if t.rootGone == nil {
				t.rootGone = map[TraceID]struct{}{}
			}
			t.rootGone[span.Key.Trace] = struct{}{}
		}
		return true
	})
	if len(t.order) == before {
		return
	}
	isNeeded := make(map[SpanKey]struct{}, len(t.order))
	isHeld := map[TraceID]struct{}{}
	for _, span := range t.order {
		isNeeded[SpanKey{span.Key.Trace, span.Parent}] = struct{}{}
		isHeld[span.Key.Trace] = struct{}{}
	}
	maps.DeleteFunc(t.rootGone, func(id TraceID, _ struct{}) bool {
		_, is := isHeld[id]
		return !is
	})
	maps.DeleteFunc(t.spans, func(key SpanKey, span *Span) bool {
		_, is := isNeeded[key]
		return span.Facts == nil && !is
	})
}
