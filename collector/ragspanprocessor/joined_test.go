package ragspanprocessor

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"go.opentelemetry.io/collector/pdata/pcommon"
	"go.opentelemetry.io/collector/pdata/ptrace"

	"github.com/ragspan/ragspan/collector/internal/model"
	"github.com/ragspan/ragspan/collector/internal/pending"
)

func runID(traces ptrace.Traces, id string) ptrace.Traces {
	return each(traces, func(span ptrace.Span) { span.Attributes().PutStr("ragspan.run.id", id) })
}

func oneBatch(parts ...ptrace.Traces) ptrace.Traces {
	all := ptrace.NewTraces()
	for _, one := range parts {
		one.ResourceSpans().MoveAndAppendTo(all.ResourceSpans())
	}
	return all
}

// anotherCall is a model call of a trace, by no run's root that is known.
func anotherCall(t *testing.T, number uint64) ptrace.Traces {
	return each(incident(t, number, theCall), func(span ptrace.Span) {
		span.SetSpanID(pcommon.SpanID{5})
		span.SetParentSpanID(pcommon.SpanID{6})
	})
}

func oneShard(t *testing.T, change func(*Config)) *rig {
	return newRig(t, withIncidentCases(t, func(config *Config) {
		config.NumShards = 1
		if change != nil {
			change(config)
		}
	}))
}

// withoutRunID counts the verdicts on runs that no run id names.
func (r *rig) withoutRunID() (count int) {
	for _, verdict := range r.verdicts {
		if verdict.RunID == "" {
			count++
		}
	}
	return count
}

func TestTheRootOfOneTraceDoesNotEndTheRunInAnother(t *testing.T) {
	rig := oneShard(t, nil)
	rig.consume(runID(incident(t, 1, theRetrieval, theRoot), "x"))
	// Trace 2 has begun with a call that rewrites the question; its answer takes ten seconds.
	rewriting := each(incident(t, 2, theCall), func(span ptrace.Span) {
		span.SetSpanID(pcommon.SpanID{5})
		span.SetEndTimestamp(span.StartTimestamp() + 1)
		span.Attributes().RemoveIf(func(key string, _ pcommon.Value) bool {
			return strings.HasPrefix(key, "ragspan.context") || strings.HasPrefix(key, "ragspan.output")
		})
		span.Attributes().PutStr("gen_ai.input.messages",
			`[{"role":"user","parts":[{"type":"text","content":"Rewrite the question of the customer please"}]}]`)
		span.Attributes().PutStr("gen_ai.output.messages",
			`[{"role":"assistant","parts":[{"type":"text","content":"status of a refund of an order in the ledger"}]}]`)
	})
	rig.consume(runID(rewriting, "x"))
	rig.pass(10 * time.Second)
	assert.Empty(t, rig.verdicts, "the root of trace 2 has not come")
	rig.consume(runID(incident(t, 2, theAssembly, theCall, theRoot), "x"))
	rig.pass(3 * time.Second)
	rig.only(model.VerdictH2, model.ReasonCut)
	assert.Len(t, rig.attached(), 1)
}

func TestAJoinedTraceWhoseRootNeverComesIsDecidedAtTheWait(t *testing.T) {
	rig := oneShard(t, nil)
	rig.consume(runID(incident(t, 1), "x"))
	rig.consume(runID(anotherCall(t, 2), "x"))
	rig.pass(3 * time.Second)
	assert.Empty(t, rig.verdicts)
	rig.pass(5 * time.Minute)
	assert.Len(t, rig.verdicts, 1)
	assert.Equal(t, 5, rig.sink.SpanCount())
}

func TestTracesThatARunIDJoinsAreChargedForGood(t *testing.T) {
	rig := oneShard(t, nil)
	rig.consume(runID(incident(t, 1, theRetrieval), "x"))
	for number := range uint64(10) {
		rig.consume(runID(anotherCall(t, 2+number), "x"))
	}
	trace := rig.p.shards[0].store.Trace(pending.TraceID(numbered(1)))
	spans := ownedBy(trace).bytes
	for _, one := range trace.Spans() {
		spans += one.Bytes
	}
	assert.GreaterOrEqual(t, trace.Bytes-spans, int64(11*64), "what is remembered of each when its spans are gone")
}

func TestATraceBringsItsVerdictsToTheOneItJoins(t *testing.T) {
	rig := oneShard(t, nil)
	rig.consume(runID(incident(t, 1, theRetrieval), "x"))
	// Trace 2 goes on; its first run is decided.
	rig.consume(below(incident(t, 2, theRetrieval, theCall, theRoot), 1))
	rig.pass(3 * time.Second)
	require.Len(t, rig.verdicts, 1)
	rig.consume(runID(anotherCall(t, 2), "x"))
	rig.consume(below(incident(t, 2, theAssembly), 1))
	rig.pass(3 * time.Second)
	rig.pass(6 * time.Minute)
	revisions := 0
	for _, said := range rig.said() {
		if _, isRevision := said["ragspan.revision"]; isRevision {
			revisions++
		}
	}
	assert.Equal(t, 1, revisions, "the late assembly revises")
	assert.Equal(t, 1, rig.withoutRunID())
}

func TestARunOfAJoinedTraceIsCountedOnceWhateverTheCacheHolds(t *testing.T) {
	rig := oneShard(t, func(config *Config) { config.DecisionCache.TTL = time.Second })
	rig.consume(runID(incident(t, 1, theRetrieval), "x"))
	rig.consume(below(incident(t, 2), 1))
	rig.pass(3 * time.Second)
	require.Len(t, rig.verdicts, 1)
	rig.consume(runID(anotherCall(t, 2), "x"))
	rig.pass(6 * time.Minute)
	assert.Equal(t, 1, rig.withoutRunID())
}

func TestALateHalfIsNoRunOfItsOwnInAJoinedTraceEither(t *testing.T) {
	for _, joins := range []bool{false, true} {
		rig := oneShard(t, nil)
		rig.consume(incident(t, 2, theRetrieval, theCall, theRoot))
		rig.pass(3 * time.Second)
		rig.pass(6 * time.Minute)
		require.Len(t, rig.verdicts, 1)
		rig.consume(lateHalf(t, 2))
		if joins {
			rig.consume(runID(incident(t, 1, theRetrieval), "x"))
			rig.consume(runID(anotherCall(t, 2), "x"))
		}
		rig.pass(6 * time.Minute)
		assert.Equal(t, 1, rig.withoutRunID(), "joins: %v", joins)
	}
}

// lateHalf is parts of an incident below a span that never comes.
func lateHalf(t *testing.T, number uint64) ptrace.Traces {
	return each(incident(t, number, theAssembly, theCall), func(span ptrace.Span) {
		id := span.SpanID()
		id[0] = 4
		span.SetSpanID(id)
		span.SetParentSpanID(pcommon.SpanID{44})
	})
}

func TestATraceThatLeadsOthersStaysWithThem(t *testing.T) {
	joined := newJoinedTraces(10)
	a, b, c := pending.TraceID{1}, pending.TraceID{2}, pending.TraceID{3}
	joined.leaderOf(b, "x")
	assert.Equal(t, b, joined.leaderOf(c, "x"))
	joined.leaderOf(a, "y")
	joined.leaderOf(b, "y")
	assert.Equal(t, joined.leader(b), joined.leader(c), "they are held together")
	for other := range byte(20) {
		joined.leaderOf(pending.TraceID{100 + other}, fmt.Sprint(other))
	}
	assert.Empty(t, joined.led, "what is forgotten leads nobody")
	assert.Equal(t, a, joined.leaderOf(a, "z"))
	assert.Equal(t, a, joined.leaderOf(b, "z"))
}

func TestATraceThatJoinsOneThatIsDoneIsJudgedItself(t *testing.T) {
	on := &disk{kept: map[string][]byte{}}
	rig := restarted(t, on, func(config *Config) { config.NumShards, config.OnLate = 1, OnLateIgnore })
	rig.consume(runID(incident(t, 1), "x"))
	rig.pass(3 * time.Second)
	require.Len(t, rig.verdicts, 1)
	// Trace 2 is whole and waits; then one more of its spans names the run id of trace 1.
	rig.consume(incident(t, 2))
	rig.consume(runID(anotherCall(t, 2), "x"))
	rig.pass(3 * time.Second)
	rig.pass(6 * time.Minute)
	rig.pass(6 * time.Minute)
	assert.Equal(t, 9, rig.sink.SpanCount())
	assert.Len(t, rig.verdicts, 2)
	assert.Zero(t, on.entries())
}

func TestATraceThatJoinsOneThatHasJustGoneIsNotLost(t *testing.T) {
	rig := oneShard(t, nil)
	rig.consume(incident(t, 1, theRetrieval))
	rig.consume(incident(t, 2, theRetrieval, theRoot))
	// Trace 2 was judged when it was joined to trace 1: it stayed where it was.
	for _, number := range []uint64{1, 2} {
		rig.p.joined.leaderOf(pending.TraceID(numbered(number)), "x")
	}
	child := each(sessionRoot(2), func(span ptrace.Span) {
		span.SetSpanID(pcommon.SpanID{5})
		span.SetParentSpanID(pcommon.SpanID{77})
	})
	read := rig.p.read(child)
	// Between the look and the plan trace 1 is decided and goes.
	one := rig.p.shards[0]
	one.evict(one.store.Trace(pending.TraceID(numbered(1))))
	rig.take(child, read)
	rig.pass(6 * time.Minute)
	rig.pass(6 * time.Minute)
	assert.Equal(t, 4, rig.sink.SpanCount())
}

// take is the rest of ConsumeTraces, after a batch was read.
func (r *rig) take(traces ptrace.Traces, read *batch) {
	r.t.Helper()
	require.NoError(r.t, r.p.makeRoom(r.t.Context(), read))
	r.p.plan(read)
	r.p.takeOut(traces, read)
	require.NoError(r.t, r.p.forward(r.t.Context(), traces))
	r.p.keep(r.t.Context(), read)
}

// The root's batch has been looked at, and nothing of its trace was held; its spans are remembered only after the batch
// with the parts has looked for what is.
func TestARootBesideItsFirstPartsIsFound(t *testing.T) {
	rig := oneShard(t, nil)
	// Something is held.
	rig.consume(incident(t, 99, theRetrieval))
	root := each(incident(t, 1, theRoot), func(span ptrace.Span) { span.Attributes().Clear() })
	read := &batch{traces: map[pending.TraceID]*traceBatch{}}
	facts := rig.p.translateConcerning(root, rig.p.sniff(root), read)
	before := rig.p.recalls.Load()
	rig.p.collect(root, read, facts)
	require.Empty(t, read.order)
	rig.consume(incident(t, 1, theRetrieval, theAssembly, theCall))
	rig.p.rememberRest(root, read, facts, before)
	rig.take(root, read)
	rig.pass(3 * time.Second)
	rig.only(model.VerdictH2, model.ReasonCut)
	assert.Len(t, rig.attached()[theRoot], 1)
	rig.pass(6 * time.Minute)
	assert.Equal(t, 5, rig.sink.SpanCount())
}

func TestLongRunIDsAreNotRemembered(t *testing.T) {
	rig := oneShard(t, nil)
	for number := range uint64(20) {
		rig.consume(runID(incident(t, number+1), strings.Repeat("x", 1<<18)+fmt.Sprint(number)))
	}
	rig.pass(3 * time.Second)
	assert.Len(t, rig.verdicts, 20)
	for id := range rig.p.joined.byRunID {
		assert.Less(t, len(id), 200)
	}
	for _, trace := range rig.p.shards[0].store.All() {
		for key := range ownedBy(trace).byKey {
			assert.Less(t, len(key), 200)
		}
	}
}
