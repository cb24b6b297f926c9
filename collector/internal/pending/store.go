package pending

import (
	"container/list"
	"time"
)

type listElement = *list.Element

// Bounds of one store.
type Bounds struct {
	Traces     int
	Bytes      int64
	TraceBytes int64
	// Wait is from the first span of a run to its decision, WaitAfterRoot from a root.
	Wait          time.Duration
	WaitAfterRoot time.Duration
}

// Store is the pending traces of one shard. Not for concurrent use.
type Store struct {
	bounds    Bounds
	traces    map[TraceID]*Trace
	deadlines deadlines
	// In order of arrival: what is decided goes first when room is needed.
	open  list.List
	done  list.List
	bytes int64
}

// NewStore is empty.
func NewStore(bounds Bounds) *Store {
	return &Store{bounds: bounds, traces: map[TraceID]*Trace{}}
}

// Len is the number of traces held, decided ones included.
func (s *Store) Len() int { return len(s.traces) }

// Open is the number of traces that wait for a decision.
func (s *Store) Open() int { return s.open.Len() }

// Bytes held, estimated.
func (s *Store) Bytes() int64 { return s.bytes }

// Trace is nil when it is not held.
func (s *Store) Trace(id TraceID) *Trace { return s.traces[id] }

// Begin holds a trace.
func (s *Store) Begin(id TraceID, nowNano int64) *Trace {
	trace := &Trace{Leader: id, FirstNano: nowNano, heapAt: -1, deadline: never}
	s.traces[id] = trace
	trace.listElement = s.open.PushBack(trace)
	s.deadlines.set(trace, nowNano+int64(s.bounds.Wait))
	return trace
}

// Add puts a span to its trace; false: it was there already.
func (s *Store) Add(trace *Trace, span *Span) bool {
	if trace.Known(span.Key) != nil {
		return false
	}
	before := trace.Bytes
	trace.add(span)
	s.bytes += trace.Bytes - before
	s.schedule(trace)
	return true
}

// Replace puts a span that succeeded in the place of one of the same id that failed (spec §9).
func (s *Store) Replace(trace *Trace, known, span *Span) {
	s.Charge(trace, span.Bytes-known.Bytes)
	known.Facts, known.Record, known.LimitsVersion, known.Bytes = span.Facts, span.Record, span.LimitsVersion, span.Bytes
	trace.tell(known, partOf(known.Facts))
}

// Charge adds bytes that the owner holds for the trace; negative gives them back.
func (s *Store) Charge(trace *Trace, bytes int64) {
	trace.Bytes += bytes
	if s.holds(trace) {
		s.bytes += bytes
	}
}

func (s *Store) holds(trace *Trace) bool { return s.traces[trace.Leader] == trace }

// LookAgain: a part of a decided run has come to a trace that goes on.
func (s *Store) LookAgain(trace *Trace, nowNano int64) {
	trace.sawRoot(nowNano)
	s.schedule(trace)
}

// Revise asks for another look at a trace that is done.
func (s *Store) Revise(trace *Trace, nowNano int64) {
	if s.holds(trace) && trace.reviseNano == 0 {
		trace.reviseNano = nowNano + int64(s.bounds.WaitAfterRoot)
		s.schedule(trace)
	}
}

// schedule: the earliest of what is to happen with the trace; waits are never extended.
func (s *Store) schedule(trace *Trace) {
	if !s.holds(trace) {
		// It went while it was judged.
		return
	}
	end := trace.FirstNano + int64(s.bounds.Wait)
	switch {
	case trace.IsDone && trace.reviseNano != 0:
		s.deadlines.set(trace, min(end, trace.reviseNano))
	case trace.IsDone:
		s.deadlines.set(trace, end)
	case trace.rootNano != 0:
		s.deadlines.set(trace, min(end, trace.rootNano+int64(s.bounds.WaitAfterRoot)))
	default:
		s.deadlines.set(trace, end)
	}
}

// NextNano is the next deadline; false: there is none.
func (s *Store) NextNano() (int64, bool) {
	if len(s.deadlines) == 0 {
		return 0, false
	}
	return s.deadlines[0].deadline, true
}

// Due is the trace whose deadline has passed, nil when none has.
func (s *Store) Due(nowNano int64) *Trace {
	if len(s.deadlines) == 0 || s.deadlines[0].deadline > nowNano {
		return nil
	}
	return s.deadlines[0]
}

// Why a trace is due.
type Why int

// Whys.
const (
	// WhyRoot: a root has come, and its wait is over.
	WhyRoot Why = iota
	// WhyWait: the wait from the first span is over.
	WhyWait
	// WhyRevision: a late span has come.
	WhyRevision
	// WhyEnd: it is done, and its time for late spans is over.
	WhyEnd
)

// Why the trace is due.
func (s *Store) Why(trace *Trace, nowNano int64) Why {
	isOver := nowNano >= trace.FirstNano+int64(s.bounds.Wait)
	switch {
	case trace.IsDone && trace.reviseNano != 0 && nowNano >= min(trace.reviseNano, trace.FirstNano+int64(s.bounds.Wait)):
		return WhyRevision
	case trace.IsDone:
		return WhyEnd
	case isOver:
		return WhyWait
	}
	return WhyRoot
}

// Decided: the runs of the given keys are decided. all: nothing of the trace waits any more; else it
// waits on for the spans that no decided run has counted.
func (s *Store) Decided(trace *Trace, all bool, nowNano int64) {
	if !s.holds(trace) {
		return
	}
	trace.rootNano = 0
	if all {
		trace.reviseNano = 0
		if !trace.IsDone {
			trace.IsDone = true
			s.open.Remove(trace.listElement)
			trace.listElement = s.done.PushBack(trace)
		}
		s.schedule(trace)
		return
	}
	first := never
	for _, span := range trace.order {
		if span.Decided == "" && IsPart(span.Facts) {
			first = min(first, span.ArrivedNano)
		}
		if span.Decided == "" && span.below&isWhole == isWhole && span.ArrivedNano+int64(s.bounds.WaitAfterRoot) > nowNano {
			// Its wait goes on.
			trace.sawRoot(span.ArrivedNano)
		}
	}
	if first == never {
		first = nowNano
	}
	trace.FirstNano = first
	// What was decided long ago is not needed for what goes on.
	before := trace.Bytes
	trace.forget(func(span *Span) bool {
		return s.IsOver(span, nowNano) && span.ArrivedNano+int64(s.bounds.Wait) <= nowNano
	})
	s.bytes += trace.Bytes - before
	s.schedule(trace)
}

// IsOver: a run has counted the span, or it is a part of none and has waited as long as a run may.
func (s *Store) IsOver(span *Span, nowNano int64) bool {
	return span.Decided != "" || (!IsPart(span.Facts) && span.ArrivedNano+int64(s.bounds.Wait) <= nowNano)
}

// Remove forgets the trace.
func (s *Store) Remove(trace *Trace) {
	if s.traces[trace.Leader] != trace {
		return
	}
	delete(s.traces, trace.Leader)
	s.deadlines.remove(trace)
	if trace.IsDone {
		s.done.Remove(trace.listElement)
	} else {
		s.open.Remove(trace.listElement)
	}
	s.bytes -= trace.Bytes
}

// Close forgets the spans of a trace that has been decided, but not that it has: what comes of it passes.
func (s *Store) Close(trace *Trace) {
	trace.IsClosed = true
	before := trace.Bytes
	trace.forget(func(*Span) bool { return true })
	trace.spans = nil
	if s.holds(trace) {
		s.bytes += trace.Bytes - before
	}
}

// IsFull tells whether a bound is passed, and the trace that has to go: one that is done, else the
// oldest.
func (s *Store) IsFull() (*Trace, bool) {
	if len(s.traces) <= s.bounds.Traces && s.bytes <= s.bounds.Bytes {
		return nil, false
	}
	if first := s.done.Front(); first != nil {
		return first.Value.(*Trace), true
	}
	if first := s.open.Front(); first != nil {
		return first.Value.(*Trace), true
	}
	return nil, false
}

// IsTooLarge tells of a trace beyond its own bound.
func (s *Store) IsTooLarge(trace *Trace) bool {
	return s.bounds.TraceBytes > 0 && trace.Bytes > s.bounds.TraceBytes && !trace.IsClosed
}

// All traces, oldest open ones first.
func (s *Store) All() []*Trace {
	var all []*Trace
	for _, one := range []*list.List{&s.open, &s.done} {
		for element := one.Front(); element != nil; element = element.Next() {
			all = append(all, element.Value.(*Trace))
		}
	}
	return all
}

// Adopt takes over what another trace holds: a run id has joined them.
func (s *Store) Adopt(trace, other *Trace) {
	trace.FirstNano = min(trace.FirstNano, other.FirstNano)
	for _, span := range other.order {
		s.Add(trace, span)
	}
	s.schedule(trace)
}

// MaxBytes is the bound in bytes.
func (s *Store) MaxBytes() int64 { return s.bounds.Bytes }

// IsFullOfOpen tells whether there is no room for one more trace, even without those that are done.
func (s *Store) IsFullOfOpen() bool {
	return s.open.Len() >= s.bounds.Traces || (s.bytes >= s.bounds.Bytes && s.done.Len() == 0)
}

// Postpone looks at a trace again a moment later.
func (s *Store) Postpone(trace *Trace, nowNano int64) {
	const moment = int64(100 * time.Millisecond)
	if s.holds(trace) {
		s.deadlines.set(trace, nowNano+moment)
	}
}
