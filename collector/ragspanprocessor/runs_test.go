package ragspanprocessor

import (
	"context"
	"encoding/binary"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"go.opentelemetry.io/collector/pdata/pcommon"
	"go.opentelemetry.io/collector/pdata/ptrace"

	"github.com/ragspan/ragspan/collector/internal/model"
)

// within puts the spans of an incident under a root of another number, in the trace of the session.
func within(traces ptrace.Traces, session uint64, run byte) ptrace.Traces {
	moved := func(id pcommon.SpanID) pcommon.SpanID {
		if id.IsEmpty() {
			// The session's own root.
			return pcommon.SpanID{0xFF}
		}
		id[0] = run
		return id
	}
	for _, one := range oneByOneIn(traces) {
		one.SetTraceID(numbered(session))
		one.SetSpanID(moved(one.SpanID()))
		one.SetParentSpanID(moved(one.ParentSpanID()))
		later := uint64(run) * uint64(time.Minute)
		one.SetStartTimestamp(one.StartTimestamp() + pcommon.Timestamp(later))
		one.SetEndTimestamp(one.EndTimestamp() + pcommon.Timestamp(later))
	}
	return traces
}

func oneByOneIn(traces ptrace.Traces) []ptrace.Span {
	var all []ptrace.Span
	for _, ofResource := range traces.ResourceSpans().All() {
		for _, ofScope := range ofResource.ScopeSpans().All() {
			for _, span := range ofScope.Spans().All() {
				all = append(all, span)
			}
		}
	}
	return all
}

func sessionRoot(session uint64) ptrace.Traces {
	traces := ptrace.NewTraces()
	span := traces.ResourceSpans().AppendEmpty().ScopeSpans().AppendEmpty().Spans().AppendEmpty()
	span.SetTraceID(numbered(session))
	span.SetSpanID(pcommon.SpanID{0xFF})
	span.SetName("session")
	return traces
}

// A session asks several questions in one trace: each is decided when its own root has come.
func TestARunIsDecidedWhileTheNextOneIsOpen(t *testing.T) {
	rig := newRig(t, withIncidentCases(t, nil))
	rig.consume(within(incident(t, 1), 7, 1))
	rig.consume(within(incident(t, 1, theRetrieval), 7, 2))
	rig.pass(3 * time.Second)
	require.Len(t, rig.verdicts, 1, "the second run has not ended")
	assert.Equal(t, 5, rig.sink.SpanCount(), "the root of the first has left")
	rig.pass(time.Minute)
	rig.consume(within(incident(t, 1, theAssembly, theCall, theRoot), 7, 2))
	rig.pass(3 * time.Second)
	require.Len(t, rig.verdicts, 2)
	rig.consume(sessionRoot(7))
	rig.pass(3 * time.Second)
	assert.Len(t, rig.verdicts, 2)
	assert.Equal(t, 9, rig.sink.SpanCount())
	for _, verdict := range rig.verdicts {
		assert.Equal(t, model.VerdictH2, verdict.Verdict)
	}
	assert.InDelta(t, 2, rig.count("ragspan.verdicts"), 0)
	last := rig.sink.AllTraces()[len(rig.sink.AllTraces())-1]
	root := oneByOneIn(last)[0]
	shown, _ := root.Attributes().Get("ragspan.trace.verdict")
	runs, _ := root.Attributes().Get("ragspan.trace.runs")
	assert.Equal(t, "H2", shown.Str())
	assert.EqualValues(t, 2, runs.Int())
}

// Field case B4: a worker has an SDK of its own.
func TestTwoSDKsInOneTraceMakeOneRun(t *testing.T) {
	rig := newRig(t, withIncidentCases(t, nil))
	worker := incident(t, 1, theRetrieval)
	worker.ResourceSpans().At(0).Resource().Attributes().PutStr("service.instance.id", "worker")
	rig.consume(worker)
	rig.consume(incident(t, 1, theAssembly, theCall, theRoot))
	rig.pass(3 * time.Second)
	rig.only(model.VerdictH2, model.ReasonCut)
}

func TestTracesThatARunIDJoinsAreOneRun(t *testing.T) {
	rig := newRig(t, withIncidentCases(t, func(config *Config) { config.NumShards = 8 }))
	for _, traces := range []ptrace.Traces{incident(t, 1, theRetrieval), incident(t, 2, theAssembly, theCall, theRoot)} {
		for _, span := range oneByOneIn(traces) {
			span.Attributes().PutStr("ragspan.run.id", "one")
		}
		rig.consume(traces)
	}
	rig.pass(10 * time.Minute)
	rig.only(model.VerdictH2, model.ReasonCut)
	assert.Equal(t, "one", rig.verdicts[0].RunID)
	assert.Equal(t, 4, rig.sink.SpanCount())
}

func TestUnderDigestNoCapturedTextLeavesAndTheVerdictStands(t *testing.T) {
	for _, attach := range []Attach{AttachAnchor, AttachTrace, AttachNone} {
		rig := newRig(t, withIncidentCases(t, func(config *Config) { config.Content, config.Attach = ContentDigest, attach }))
		rig.consume(incident(t, 1))
		rig.consume(incident(t, 1, theCall))
		rig.pass(3 * time.Second)
		rig.only(model.VerdictH2, model.ReasonCut)
		for _, traces := range rig.sink.AllTraces() {
			wire, err := (&ptrace.ProtoMarshaler{}).MarshalTraces(traces)
			require.NoError(t, err)
			assert.NotContains(t, string(wire), "refund PENDING")
			assert.NotContains(t, string(wire), "was processed on")
		}
	}
}

func TestASampledRunCountsForThoseThatWereNot(t *testing.T) {
	rig := newRig(t, withIncidentCases(t, nil))
	traces := incident(t, 1)
	for _, span := range oneByOneIn(traces) {
		span.TraceState().FromRaw("ot=th:8")
	}
	rig.consume(traces)
	rig.pass(3 * time.Second)
	assert.InDelta(t, 2, rig.count("ragspan.verdicts"), 0)
	assert.InDelta(t, 2, rig.count("ragspan.spans", "ragspan.kind", "retrieval"), 0)
}

func TestEverySeriesOfAServiceIsSeenAtZeroFirst(t *testing.T) {
	rig := newRig(t, withIncidentCases(t, func(config *Config) { config.MetricAttributes = []string{"gen_ai.request.model"} }))
	rig.consume(incident(t, 1))
	rig.pass(3 * time.Second)
	first, err := rig.telemetry.GetMetric("ragspan.verdicts")
	require.NoError(t, err)
	assert.InDelta(t, 0, sumOf(t, first.Data, nil), 0)
	second, err := rig.telemetry.GetMetric("ragspan.verdicts")
	require.NoError(t, err)
	assert.InDelta(t, 1, sumOf(t, second.Data, []string{
		"ragspan.verdict", "H2", "ragspan.reason", "cut", "ragspan.case.id", "refund-status", "ragspan.origin", "collector",
		"gen_ai.request.model", "test-model",
	}), 0)
	assert.Equal(t, "{run}", second.Unit)
	for name, expected := range map[string]float64{
		"ragspan.runs": 1, "ragspan.chunks": 5, "ragspan.spans": 3, "ragspan.audit.findings": 0, "ragspan.pending": 0,
	} {
		assert.InDelta(t, expected, rig.count(name), 0, name)
	}
	for _, name := range []string{"ragspan.context.size", "ragspan.join.duration"} {
		_, err := rig.telemetry.GetMetric(name)
		require.NoError(t, err, name)
	}
}

func TestALargeTraceDelaysNoSmallOne(t *testing.T) {
	rig := newRig(t, withIncidentCases(t, func(config *Config) { config.MaximumTraceSizeBytes = 1 << 40; config.MaxBufferedBytes = 1 << 40 }))
	rig.consume(incident(t, 1, theRetrieval))
	const large, batches = 50_000, 50
	for batch := range batches {
		traces := ptrace.NewTraces()
		spans := traces.ResourceSpans().AppendEmpty().ScopeSpans().AppendEmpty().Spans()
		for at := range large / batches {
			span := spans.AppendEmpty()
			span.SetTraceID(numbered(1))
			var id pcommon.SpanID
			binary.BigEndian.PutUint64(id[:], uint64(batch*large+at+1000))
			span.SetSpanID(id)
			span.SetParentSpanID(pcommon.SpanID{0, 0, 0, 0, 0, 0, 0, theRoot})
		}
		rig.consume(traces)
	}
	for number := range uint64(1000) {
		rig.consume(incident(t, number+2))
	}
	rig.pass(2100 * time.Millisecond)
	assert.Len(t, rig.verdicts, 1000)
	assert.Equal(t, 1+large+4000, rig.sink.SpanCount())
	require.NoError(t, rig.p.Shutdown(context.Background()))
}

func TestALateSpanOfAForgottenRunIsNoRunOfItsOwn(t *testing.T) {
	for _, late := range []byte{theRetrieval, theCall, theAssembly} {
		rig := newRig(t, withIncidentCases(t, nil))
		rig.consume(incident(t, 1))
		rig.pass(3 * time.Second)
		rig.pass(6 * time.Minute)
		rig.consume(incident(t, 1, late))
		rig.pass(3 * time.Minute)
		rig.pass(3 * time.Minute)
		assert.Len(t, rig.verdicts, 1, late)
		assert.Equal(t, 5, rig.sink.SpanCount())
	}
}
