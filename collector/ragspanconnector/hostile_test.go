package ragspanconnector

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"go.opentelemetry.io/collector/pdata/pcommon"
	"go.opentelemetry.io/collector/pdata/ptrace"

	"github.com/ragspan/ragspan/collector/internal/model"
)

func TestAttributesOfOtherTypesAreNoVerdict(t *testing.T) {
	r := newRig(t, nil)
	traces := newTraces("shop")
	add(traces, 1, 1).Attributes().PutInt("ragspan.verdict", 2)
	add(traces, 1, 2).Attributes().PutEmptySlice("ragspan.verdict").AppendEmpty().SetStr("H2")
	add(traces, 1, 3).Attributes().PutStr("ragspan.verdict", "H9")
	add(traces, 1, 4).Attributes().PutStr("ragspan.verdict", strings.Repeat("H2", 5_000_000))
	event := add(traces, 1, 5).Events().AppendEmpty()
	event.SetName("gen_ai.evaluation.result")
	event.Attributes().PutStr("gen_ai.evaluation.name", "somebody.else")
	event.Attributes().PutStr("gen_ai.evaluation.score.label", "H2")
	r.consume(traces)
	assert.Empty(t, notZero(r.counted()))
}

func TestWordsOutsideTheClosedListsAreOverflow(t *testing.T) {
	r := newRig(t, nil)
	for at := range 250 {
		traces := newTraces("shop")
		span := add(traces, byte(at), 1)
		span.Attributes().PutStr("ragspan.verdict", "H2")
		span.Attributes().PutStr("ragspan.reason", fmt.Sprintf("made up %d", at))
		span.Attributes().PutStr("ragspan.loss", fmt.Sprint(at))
		span.Attributes().PutInt("ragspan.outcome", int64(at))
		r.consume(traces)
	}
	assert.Equal(t, map[string]float64{
		"shop ragspan.verdicts ragspan.origin=collector ragspan.reason=overflow ragspan.verdict=H2": 250,
		"shop ragspan.runs ragspan.loss=overflow ragspan.origin=collector":                          250,
	}, notZero(r.counted()))
}

func TestNumbersThatNoRunHasAreLeftOut(t *testing.T) {
	r := newRig(t, nil)
	traces := newTraces("shop")
	span := add(traces, 1, 1)
	verdict := cutVerdict()
	verdict.Chunks = &model.ChunkCounts{ByFate: map[model.Fate]int64{model.FateCut: math.MaxInt64, model.FateSent: 3}}
	attach(span, verdict)
	event := span.Events().At(0).Attributes()
	event.PutDouble("ragspan.chunks.dropped", math.NaN())
	event.PutInt("ragspan.chunks.altered", -4)
	event.PutStr("ragspan.audit.misquoted", "7")
	r.consume(traces)
	counted := notZero(r.counted())
	assert.Equal(t, 3.0, total(counted, "shop ragspan.chunks"))
	assert.Equal(t, 1.0, total(counted, "shop ragspan.audit.findings"))
}

func TestIDsOfNothingAndBrokenResourcesPass(t *testing.T) {
	r := newRig(t, nil)
	traces := ptrace.NewTraces()
	ofResource := traces.ResourceSpans().AppendEmpty()
	ofResource.Resource().Attributes().PutEmptyMap("service.name").PutStr("a", "b")
	ofResource.Resource().Attributes().PutStr("service.namespace", strings.Repeat("é", 10_000)+"\xff")
	spans := ofResource.ScopeSpans().AppendEmpty().Spans()
	attach(spans.AppendEmpty(), cutVerdict())
	named := spans.AppendEmpty()
	named.SetTraceID(pcommon.TraceID{1})
	named.SetSpanID(pcommon.SpanID{1})
	verdict := cutVerdict()
	verdict.AnsweredBy = "not a span id :)"
	attach(named, verdict)
	r.consume(traces)
	assert.Equal(t, 1.0, total(r.counted(), "ragspan.verdicts"), "a span without ids is none")
	name, _ := r.sink.flushes[0].ResourceMetrics().At(0).Resource().Attributes().Get("service.namespace")
	assert.LessOrEqual(t, len(name.Str()), 256)
}

func TestWhatIsRememberedIsBounded(t *testing.T) {
	r := newRig(t, func(config *Config) {
		config.CountedCacheSize = 10
		config.MetricAttributes = metricAttributeNames
	})
	for at := range 200 {
		verdict := cutVerdict()
		verdict.AnsweredBy = fmt.Sprintf("%016x", at)
		traces := newTraces("shop")
		span := add(traces, byte(at), 1)
		attach(span, verdict)
		span.Attributes().PutStr("gen_ai.operation.name", "chat")
		span.Attributes().PutStr("gen_ai.request.model", fmt.Sprint(at))
		r.consume(traces)
	}
	assert.Len(t, r.c.counter.countedRuns.byKey, 10)
	assert.Len(t, r.c.counter.countedSpans.byKey, 10)
	assert.LessOrEqual(t, len(r.c.counter.calls.byKey), 10)
	assert.Len(t, r.c.counter.offered.byKey, 10)
	assert.Equal(t, 200.0, total(r.counted(), "shop ragspan.verdicts"))
}
