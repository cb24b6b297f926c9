package ragspanprocessor

import (
	"context"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"go.opentelemetry.io/collector/consumer"
	"go.opentelemetry.io/collector/pdata/pcommon"
	"go.opentelemetry.io/collector/pdata/ptrace"

	"github.com/ragspan/ragspan/collector/internal/model"
	"github.com/ragspan/ragspan/collector/internal/pending"
)

// each changes every span.
func each(traces ptrace.Traces, change func(ptrace.Span)) ptrace.Traces {
	for _, ofResource := range traces.ResourceSpans().All() {
		for _, ofScope := range ofResource.ScopeSpans().All() {
			for _, span := range ofScope.Spans().All() {
				change(span)
			}
		}
	}
	return traces
}

// below puts the incident under a span of another Collector, as one of several runs of its trace.
func below(traces ptrace.Traces, run uint16) ptrace.Traces {
	numberedID := func(id pcommon.SpanID) pcommon.SpanID {
		id[0], id[1], id[2] = 9, byte(run>>8), byte(run)
		return id
	}
	return each(traces, func(span ptrace.Span) {
		span.SetSpanID(numberedID(span.SpanID()))
		if span.ParentSpanID().IsEmpty() {
			span.SetParentSpanID(pcommon.SpanID{99})
			return
		}
		span.SetParentSpanID(numberedID(span.ParentSpanID()))
	})
}

func TestATraceThatWentWhileItWasJudgedStaysGone(t *testing.T) {
	store := pending.NewStore(pending.Bounds{Traces: 1, Bytes: 1000, Wait: time.Minute, WaitAfterRoot: time.Second})
	trace := store.Begin(pending.TraceID{1}, 0)
	store.Charge(trace, 10)
	store.Remove(trace)
	store.Charge(trace, -10)
	store.Decided(trace, true, 0)
	store.Revise(trace, 0)
	store.Postpone(trace, 0)
	assert.Zero(t, store.Bytes())
	assert.Empty(t, store.All())
	_, isSet := store.NextNano()
	assert.False(t, isSet, "it would be due for ever")
}

func TestASpanThatIsOnItsWayWhenWeShutDownIsNotLost(t *testing.T) {
	rig := newRig(t, withIncidentCases(t, nil))
	rig.shutDownOnTheWay(t)
	rig.consume(incident(t, 1))
	assert.Equal(t, 4, rig.sink.SpanCount())
}

// shutDownOnTheWay lets Shutdown pass while the first batch is with the next consumer.
func (r *rig) shutDownOnTheWay(t *testing.T) {
	next, isFirst := r.next, true
	hook, err := consumer.NewTraces(func(ctx context.Context, traces ptrace.Traces) error {
		if isFirst {
			isFirst = false
			require.NoError(t, r.p.Shutdown(ctx))
		}
		return next.ConsumeTraces(ctx, traces)
	})
	require.NoError(t, err)
	r.p.next = hook
}

func TestManySmallTracesGoForOneThatIsLarge(t *testing.T) {
	const most = 400_000
	rig := newRig(t, withIncidentCases(t, func(config *Config) { config.MaxBufferedBytes, config.NumShards = most, 1 }))
	in := 0
	consume := func(number, pad int) {
		batch := each(incident(t, uint64(number), theRetrieval, theRoot), func(span ptrace.Span) {
			span.Attributes().PutEmptyBytes("pad").FromRaw(make([]byte, pad))
		})
		in += batch.SpanCount()
		rig.consume(batch)
		rig.pass(0)
	}
	for number := range 60 {
		consume(number+1, 0)
	}
	for number := range 20 {
		consume(number+1000, 40_000)
		assert.LessOrEqual(t, rig.p.shards[0].store.Bytes(), int64(most))
	}
	rig.pass(3 * time.Second)
	assert.Equal(t, in, rig.sink.SpanCount())
	assert.Len(t, rig.verdicts, 80)
}

func TestAFaultLeavesNoLockBehind(t *testing.T) {
	rig := newRig(t, nil)
	rig.consume(incident(t, 1))
	for _, one := range rig.p.shards {
		for _, trace := range one.store.All() {
			assert.False(t, rig.p.guard.run("test", func() {
				one.keep(t.Context(), &traceBatch{shard: one, trace: trace, spans: []*batchSpan{{}}})
			}))
		}
		require.True(t, one.mutex.TryLock())
		one.mutex.Unlock()
	}
}

// The run was decided in one shard; a run id brings its trace to another.
func TestARunIsNotCountedAgainInAnotherShard(t *testing.T) {
	rig := newRig(t, withIncidentCases(t, nil))
	rig.consume(incident(t, 1))
	rig.pass(3 * time.Second)
	rig.pass(6 * time.Minute)
	require.Len(t, rig.verdicts, 1)
	withRunID := func(number uint64, span byte) ptrace.Traces {
		return each(incident(t, number, span), func(one ptrace.Span) {
			one.SetSpanID(pcommon.SpanID{7, 7, byte(number)})
			one.SetParentSpanID(pcommon.SpanID{7, 8})
			one.Attributes().PutStr("ragspan.run.id", "a run of two traces")
		})
	}
	rig.consume(withRunID(2, theRetrieval))
	rig.consume(withRunID(1, theCall))
	rig.consume(incident(t, 1))
	rig.pass(3 * time.Second)
	rig.pass(6 * time.Minute)
	ofTheIncident := 0
	for _, verdict := range rig.verdicts {
		if verdict.RunID == "" {
			ofTheIncident++
		}
	}
	assert.Equal(t, 1, ofTheIncident)
}

func TestALateSpanOfATraceThatGoesOnIsCountedAsLate(t *testing.T) {
	rig := newRig(t, withIncidentCases(t, nil))
	rig.consume(below(incident(t, 1, theRetrieval, theCall, theRoot), 1))
	rig.pass(3 * time.Second)
	require.Len(t, rig.verdicts, 1)
	rig.consume(below(incident(t, 1, theAssembly), 1))
	rig.pass(3 * time.Second)
	assert.InDelta(t, 1, rig.count("ragspan.dropped", "ragspan.reason", "late"), 0)
	rig.pass(20 * time.Minute)
	assert.Len(t, rig.verdicts, 1)
	require.Len(t, rig.said(), 1, "said once")
	assert.EqualValues(t, 1, rig.said()[0]["ragspan.revision"])
}

func TestEveryRunHasTheWaitOfItsOwnRoot(t *testing.T) {
	rig := newRig(t, withIncidentCases(t, nil))
	rig.consume(below(incident(t, 1), 1))
	rig.pass(1900 * time.Millisecond)
	rig.consume(below(incident(t, 1, theRetrieval, theCall, theRoot), 2))
	rig.pass(200 * time.Millisecond)
	assert.Len(t, rig.verdicts, 1, "the second run's root has come a moment ago")
	rig.consume(below(incident(t, 1, theAssembly), 2))
	rig.pass(1900 * time.Millisecond)
	require.Len(t, rig.verdicts, 2)
	assert.Equal(t, model.VerdictH2, rig.verdicts[1].Verdict)
	assert.Empty(t, rig.said())
	assert.Equal(t, 8, rig.sink.SpanCount())
}

func TestATraceThatNeverEndsDoesNotGrow(t *testing.T) {
	rig := newRig(t, withIncidentCases(t, nil))
	for run := range uint16(1500) {
		rig.consume(below(incident(t, 1), run))
		rig.pass(70 * time.Second)
	}
	assert.Len(t, rig.verdicts, 1500)
	assert.Equal(t, 6000, rig.sink.SpanCount())
	for _, one := range rig.p.shards {
		for _, trace := range one.store.All() {
			assert.LessOrEqual(t, len(ownedBy(trace).published), mostPublished)
			assert.LessOrEqual(t, len(ownedBy(trace).byKey), mostPublished)
			assert.LessOrEqual(t, len(trace.Spans()), 50)
		}
	}
}

// What is to go was chosen a moment before another goroutine began to judge it.
func TestATraceThatIsToGoWhileItIsJudgedLosesNothing(t *testing.T) {
	rig := newRig(t, withIncidentCases(t, func(config *Config) { config.NumShards = 1 }))
	rig.consume(incident(t, 1))
	one := rig.p.shards[0]
	trace := one.store.All()[0]
	ownedBy(trace).isJudging = true
	one.evict(trace)
	assert.Same(t, trace, one.store.Trace(trace.Leader), "who judges it sends on what it held")
	ownedBy(trace).isJudging = false
	rig.pass(3 * time.Second)
	assert.Equal(t, 4, rig.sink.SpanCount())
	assert.Len(t, rig.verdicts, 1)
	assert.Zero(t, rig.count("ragspan.dropped", "ragspan.reason", "evicted"))
}

func TestWhatStandsAboveTheRunsOfASessionLeavesByAge(t *testing.T) {
	rig := newRig(t, withIncidentCases(t, func(config *Config) { config.NumShards = 1 }))
	const runs = 30
	for run := range uint16(runs) {
		traces := below(incident(t, 1), run)
		request := traces.ResourceSpans().At(0).ScopeSpans().At(0).Spans().AppendEmpty()
		request.SetTraceID(numbered(1))
		request.SetName("POST /chat")
		request.SetSpanID(pcommon.SpanID{8, byte(run), 77})
		request.SetParentSpanID(pcommon.SpanID{99})
		for _, span := range oneByOneIn(traces) {
			if id := span.SpanID(); id[7] == theRoot {
				span.SetParentSpanID(request.SpanID())
			}
		}
		rig.consume(traces)
		rig.pass(70 * time.Second)
	}
	require.Len(t, rig.verdicts, runs)
	assert.GreaterOrEqual(t, rig.sink.SpanCount(), 5*runs-5, "those of five minutes may be held")
	trace := rig.p.shards[0].store.All()[0]
	assert.LessOrEqual(t, len(ownedBy(trace).held), 5)
	assert.LessOrEqual(t, len(trace.Spans()), 50)
}

func TestABatchThatComesAgainNearTheEndOfTheCacheIsCountedOnce(t *testing.T) {
	rig := newRig(t, withIncidentCases(t, nil))
	rig.consume(below(incident(t, 1), 1))
	rig.pass(3 * time.Second)
	rig.pass(9 * time.Minute)
	rig.consume(below(incident(t, 1), 1))
	rig.pass(3 * time.Second)
	rig.pass(5 * time.Minute)
	assert.Len(t, rig.verdicts, 1)
	assert.Equal(t, 8, rig.sink.SpanCount())
}

func TestLongResourcesAreNotRemembered(t *testing.T) {
	rig := newRig(t, nil)
	for number := range uint64(10) {
		traces := incident(t, number+1)
		traces.ResourceSpans().At(0).Resource().Attributes().PutStr("pad", fmt.Sprint(number, strings.Repeat("x", 1<<18)))
		rig.consume(traces)
	}
	assert.Len(t, rig.p.limits.byKey, 10)
	for key := range rig.p.limits.byKey {
		assert.LessOrEqual(t, len(key), 512)
	}
}
