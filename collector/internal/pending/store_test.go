package pending_test

import (
	"encoding/binary"
	"runtime"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/ragspan/ragspan/collector/internal/model"
	"github.com/ragspan/ragspan/collector/internal/pending"
)

const second = int64(time.Second)

func traceID(number uint64) (id pending.TraceID) {
	binary.BigEndian.PutUint64(id[8:], number)
	return id
}

func spanID(number uint64) (id pending.SpanID) {
	binary.BigEndian.PutUint64(id[:], number)
	return id
}

// span of the first trace; parent 0 is none.
func span(id, parent uint64, kind model.SpanKind, at int64) *pending.Span {
	return &pending.Span{
		Key: pending.SpanKey{Trace: traceID(1), Span: spanID(id)}, Parent: spanID(parent),
		Facts: &model.SpanFacts{Kind: kind}, ArrivedNano: at, Bytes: 100,
	}
}

func newStore(change func(*pending.Bounds)) *pending.Store {
	bounds := pending.Bounds{
		Traces: 100, Bytes: 1 << 20, TraceBytes: 1 << 16, Wait: 30 * time.Second, WaitAfterRoot: 2 * time.Second,
	}
	if change != nil {
		change(&bounds)
	}
	return pending.NewStore(bounds)
}

func next(t *testing.T, store *pending.Store) int64 {
	t.Helper()
	at, isSet := store.NextNano()
	require.True(t, isSet)
	return at
}

func TestSpansThatComeNeverExtendADeadline(t *testing.T) {
	store := newStore(nil)
	trace := store.Begin(traceID(1), 0)
	for at := int64(0); at < 29; at++ {
		assert.True(t, store.Add(trace, span(uint64(10+at), 2, model.KindRetrieval, at*second)))
		assert.Equal(t, 30*second, next(t, store))
	}
	store.Add(trace, span(2, 0, model.KindOther, 5*second))
	assert.Equal(t, 7*second, next(t, store), "a root brings it forward")
	store.Add(trace, span(3, 0, model.KindModel, 6*second))
	assert.Equal(t, 7*second, next(t, store), "another root does not put it off")
}

func TestARootNeverPutsADeadlineBeyondTheWait(t *testing.T) {
	store := newStore(nil)
	trace := store.Begin(traceID(1), 0)
	store.Add(trace, span(2, 1, model.KindModel, 0))
	store.Add(trace, span(1, 0, model.KindOther, 29*second))
	assert.Equal(t, 30*second, next(t, store))
}

func TestASpanAboveARetrievalAndACallIsARoot(t *testing.T) {
	for name, order := range map[string][]int{
		"children first": {0, 1, 2, 3}, "parents first": {3, 2, 1, 0}, "mixed": {2, 0, 3, 1},
	} {
		t.Run(name, func(t *testing.T) {
			store := newStore(nil)
			trace := store.Begin(traceID(1), 0)
			// 5 stands below a parent that never comes.
			spans := []*pending.Span{
				span(1, 3, model.KindRetrieval, 0), span(2, 4, model.KindModel, 0), span(3, 5, model.KindOther, 0),
				span(4, 5, model.KindOther, 0),
			}
			for _, at := range order {
				store.Add(trace, spans[at])
			}
			assert.Equal(t, 30*second, next(t, store))
			store.Add(trace, span(5, 99, model.KindOther, 3*second))
			assert.Equal(t, 5*second, next(t, store))
			assert.False(t, trace.HasRoot(), "the trace itself may go on")
		})
	}
}

func TestWhyATraceIsDue(t *testing.T) {
	store := newStore(nil)
	trace := store.Begin(traceID(1), 0)
	store.Add(trace, span(2, 1, model.KindModel, 0))
	assert.Nil(t, store.Due(30*second-1))
	assert.Equal(t, trace, store.Due(30*second))
	assert.Equal(t, pending.WhyWait, store.Why(trace, 30*second))

	store.Add(trace, span(1, 0, model.KindOther, second))
	assert.Equal(t, trace, store.Due(3*second))
	assert.Equal(t, pending.WhyRoot, store.Why(trace, 3*second))

	store.Decided(trace, true, 3*second)
	assert.Zero(t, store.Open())
	assert.Equal(t, 1, store.Len())
	assert.Nil(t, store.Due(29*second))
	store.Revise(trace, 4*second)
	store.Revise(trace, 5*second)
	assert.Equal(t, 6*second, next(t, store), "a second late span does not put it off")
	assert.Equal(t, pending.WhyRevision, store.Why(trace, 6*second))
	store.Decided(trace, true, 6*second)
	assert.Equal(t, 30*second, next(t, store))
	assert.Equal(t, pending.WhyEnd, store.Why(trace, 30*second))
}

func TestASpanIsAddedOnce(t *testing.T) {
	store := newStore(nil)
	trace := store.Begin(traceID(1), 0)
	assert.True(t, store.Add(trace, span(1, 0, model.KindModel, 0)))
	bytes := store.Bytes()
	assert.False(t, store.Add(trace, span(1, 0, model.KindModel, 0)))
	assert.Equal(t, bytes, store.Bytes())
	assert.Len(t, trace.Spans(), 1)
}

func TestWhatIsDecidedGoesFirst(t *testing.T) {
	store := newStore(func(bounds *pending.Bounds) { bounds.Traces = 2 })
	store.Begin(traceID(1), 0)
	second := store.Begin(traceID(2), 0)
	_, isFull := store.IsFull()
	assert.False(t, isFull)
	assert.True(t, store.IsFullOfOpen())
	store.Decided(second, true, 0)
	store.Begin(traceID(3), 0)
	victim, isFull := store.IsFull()
	assert.True(t, isFull)
	assert.Equal(t, second, victim)
	store.Remove(second)
	store.Begin(traceID(4), 0)
	victim, _ = store.IsFull()
	assert.Equal(t, traceID(1), victim.Leader, "else the oldest")
}

func TestBytesAreBoundedAndGivenBack(t *testing.T) {
	store := newStore(func(bounds *pending.Bounds) { bounds.Bytes, bounds.TraceBytes = 250, 150 })
	trace := store.Begin(traceID(1), 0)
	store.Add(trace, span(1, 0, model.KindModel, 0))
	assert.False(t, store.IsTooLarge(trace))
	store.Charge(trace, 100)
	assert.True(t, store.IsTooLarge(trace))
	store.Charge(trace, 100)
	victim, isFull := store.IsFull()
	assert.True(t, isFull)
	assert.Equal(t, trace, victim)
	store.Charge(trace, -200)
	store.Decided(trace, true, 0)
	store.Close(trace)
	assert.Zero(t, store.Bytes())
	assert.Empty(t, trace.Spans())
	assert.False(t, store.IsTooLarge(trace))
	store.Remove(trace)
	store.Remove(trace)
	assert.Zero(t, store.Len())
	assert.Zero(t, store.Bytes())
	_, isSet := store.NextNano()
	assert.False(t, isSet)
}

func TestAdoptedSpansKeepTheEarlierDeadline(t *testing.T) {
	store, other := newStore(nil), newStore(nil)
	theirs := other.Begin(traceID(1), 0)
	other.Add(theirs, span(1, 9, model.KindRetrieval, 0))
	ours := store.Begin(traceID(2), 10*second)
	store.Adopt(ours, theirs)
	assert.Equal(t, 30*second, next(t, store))
	assert.Len(t, ours.Spans(), 1)
	assert.Equal(t, int64(100), store.Bytes())
}

// Ids are what a stranger sends: parents of themselves and rings must come to an end.
func TestRingsOfParentsComeToAnEnd(t *testing.T) {
	store := newStore(nil)
	trace := store.Begin(traceID(1), 0)
	store.Add(trace, span(1, 1, model.KindRetrieval, 0))
	store.Add(trace, span(2, 3, model.KindOther, 0))
	store.Add(trace, span(3, 4, model.KindRetrieval, 0))
	store.Add(trace, span(4, 2, model.KindModel, 0))
	assert.Len(t, trace.Spans(), 4)
	assert.False(t, trace.HasRoot())
}

// A chain whose parts all stand at its end: were each told of each, 100,000 would take hours.
func TestEachIsToldOnceWhatIsBelow(t *testing.T) {
	const length = 100_000
	store := newStore(func(bounds *pending.Bounds) { bounds.Bytes = 1 << 40 })
	trace := store.Begin(traceID(1), 0)
	for id := uint64(1); id <= length; id++ {
		store.Add(trace, span(id, id-1, model.KindOther, 0))
	}
	for id := uint64(1); id <= length; id++ {
		kind := model.KindRetrieval
		if id%2 == 0 {
			kind = model.KindModel
		}
		store.Add(trace, span(length+id, length, kind, 0))
	}
	assert.True(t, trace.IsAbove(pending.SpanKey{Trace: traceID(1), Span: spanID(1)}))
	assert.True(t, trace.HasRoot())
	assert.Len(t, trace.Spans(), 2*length)
}

func ofTrace(number uint64, one *pending.Span) *pending.Span {
	one.Key.Trace = traceID(number)
	return one
}

func TestOfJoinedTracesEachHasItsOwnRoot(t *testing.T) {
	store := newStore(nil)
	trace := store.Begin(traceID(1), 0)
	assert.False(t, trace.HasRoot())
	store.Add(trace, span(3, 2, model.KindRetrieval, 0))
	store.Add(trace, span(2, 0, model.KindOther, 0))
	assert.True(t, trace.HasRoot())
	store.Add(trace, ofTrace(2, span(5, 4, model.KindModel, 0)))
	assert.False(t, trace.HasRoot(), "the second has parts, and its root has not come")
	store.Add(trace, ofTrace(3, span(7, 0, model.KindOther, 0)))
	assert.False(t, trace.HasRoot(), "the root of one without parts ends no other")
	store.Add(trace, ofTrace(2, span(4, 0, model.KindOther, 0)))
	assert.True(t, trace.HasRoot())
	store.Add(trace, ofTrace(2, span(6, 4, model.KindModel, 0)))
	assert.True(t, trace.HasRoot(), "a trace has one root")
}

// joinedForAges: each trace has a part alone, which a run has counted when the next comes, a second later. Every other
// is its own root.
func joinedForAges(store *pending.Store, trace *pending.Trace, traces uint64) {
	for number := range traces {
		now := int64(number) * second
		store.Add(trace, ofTrace(10+number, span(2, 1-number%2, model.KindRetrieval, now)))
		for _, one := range trace.Spans() {
			one.Decided = "run:x"
		}
		store.Decided(trace, false, now)
	}
}

func TestATraceOfWhichNothingIsHeldIsNotWaitedFor(t *testing.T) {
	store := newStore(nil)
	trace := store.Begin(traceID(1), 0)
	joinedForAges(store, trace, 1)
	late := 40 * second
	store.Add(trace, ofTrace(2, span(3, 0, model.KindModel, late)))
	assert.False(t, trace.HasRoot(), "of one a part is held, and its root has not come")
	store.Decided(trace, false, late)
	assert.True(t, trace.HasRoot())
}

func TestARootThatIsForgottenHasCome(t *testing.T) {
	store := newStore(nil)
	trace := store.Begin(traceID(1), 0)
	store.Add(trace, span(2, 1, model.KindRetrieval, 0))
	store.Add(trace, span(1, 0, model.KindOther, 0))
	late := 40 * second
	store.Add(trace, span(3, 1, model.KindModel, late))
	store.Decided(trace, false, late)
	assert.Nil(t, trace.Known(pending.SpanKey{Trace: traceID(1), Span: spanID(1)}))
	assert.True(t, trace.HasRoot())
}

func TestJoinedTracesWithoutEndTakeNoMemoryForGood(t *testing.T) {
	store := newStore(nil)
	trace := store.Begin(traceID(1), 0)
	before := heapBytes()
	joinedForAges(store, trace, 10_000)
	assert.LessOrEqual(t, len(trace.Spans()), 31)
	assert.Less(t, heapBytes()-before, int64(100_000))
	runtime.KeepAlive(store)
}

func heapBytes() int64 {
	runtime.GC()
	var stats runtime.MemStats
	runtime.ReadMemStats(&stats)
	return int64(stats.HeapAlloc)
}

func TestWhatStandsAboveRunsIsForgottenByAge(t *testing.T) {
	store := newStore(nil)
	trace := store.Begin(traceID(1), 0)
	for run := range uint64(50) {
		now := int64(run) * 40 * second
		part, above := span(100+2*run, 101+2*run, model.KindRetrieval, now), span(101+2*run, 1000+run, model.KindOther, now)
		store.Add(trace, part)
		store.Add(trace, above)
		part.Decided = pending.RunKey("run")
		assert.False(t, store.IsOver(above, now+29*second))
		assert.True(t, store.IsOver(above, now+30*second))
		assert.True(t, trace.IsAbove(pending.SpanKey{Trace: traceID(1), Span: spanID(1000 + run)}))
		store.Decided(trace, false, now)
	}
	assert.LessOrEqual(t, len(trace.Spans()), 4)
	assert.False(t, trace.IsAbove(pending.SpanKey{Trace: traceID(1), Span: spanID(1000)}), "nor is a span that never came waited for")
	assert.LessOrEqual(t, store.Bytes(), int64(400))
}
