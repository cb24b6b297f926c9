package ragspanconnector

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"go.opentelemetry.io/collector/pdata/ptrace"
	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/sdk/metric/metricdata"
	"go.opentelemetry.io/otel/sdk/metric/metricdata/metricdatatest"

	"github.com/ragspan/ragspan/collector/internal/emit"
	"github.com/ragspan/ragspan/collector/internal/model"
	"github.com/ragspan/ragspan/collector/ragspanconnector/internal/metadatatest"
)

const cutSeries = "shop ragspan.verdicts ragspan.case.id=refund ragspan.origin=collector ragspan.reason=cut ragspan.verdict=H2"

func TestAVerdictIsCountedInEveryMetricOfItsRun(t *testing.T) {
	r := newRig(t, nil)
	r.consume(oneRun("shop", 1, cutVerdict()))
	assert.Equal(t, map[string]float64{
		cutSeries: 1,
		"shop ragspan.runs ragspan.loss=cut ragspan.origin=collector ragspan.outcome=answered": 1,
		"shop ragspan.chunks ragspan.fate=sent":                                                2,
		"shop ragspan.chunks ragspan.fate=cut":                                                 3,
		"shop ragspan.audit.findings ragspan.finding=unknown_url":                              1,
	}, notZero(r.counted()))
}

func TestVerdictsOfTheSDKCountAsTheConnectors(t *testing.T) {
	r := newRig(t, nil)
	traces := newTraces("shop")
	emit.Attach(add(traces, 1, 1), cutVerdict(), emit.Facts{Origin: emit.OriginSDK}, bothCarriers, 1)
	r.consume(traces)
	assert.Equal(t, 1.0, r.counted()[cutSeries])
}

func TestEitherCarrierAloneIsEnough(t *testing.T) {
	for _, carriers := range []emit.Carriers{{Attributes: true}, {SpanEvent: true}} {
		r := newRig(t, nil)
		traces := newTraces("shop")
		emit.Attach(add(traces, 1, 1), cutVerdict(), emit.Facts{Origin: emit.OriginCollector}, carriers, 1)
		r.consume(traces)
		assert.Equal(t, 1.0, r.counted()[cutSeries], "%+v", carriers)
	}
}

func TestABatchThatComesTwiceIsCountedOnce(t *testing.T) {
	r := newRig(t, nil)
	traces := oneRun("shop", 1, cutVerdict())
	add(traces, 1, 2).Attributes().PutStr("gen_ai.operation.name", "retrieval")
	r.consume(traces)
	first := r.counted()
	r.consume(traces)
	assert.Equal(t, first, r.counted())
	assert.Equal(t, 1.0, total(first, "shop ragspan.spans"))
	metadatatest.AssertEqualConnectorSkipped(t, r.telemetry, []metricdata.DataPoint[int64]{
		{Value: 1, Attributes: attribute.NewSet(attribute.String("ragspan.reason", "repeated"))},
	}, metricdatatest.IgnoreTimestamp())
}

func TestARevisionIsNotCounted(t *testing.T) {
	r := newRig(t, nil)
	traces := newTraces("shop")
	emit.Attach(add(traces, 1, 1), cutVerdict(), emit.Facts{Revision: 1}, bothCarriers, 1)
	r.consume(traces)
	assert.Empty(t, notZero(r.counted()))
}

func TestSeveralRunsOnOneSpanAreSeveralCounts(t *testing.T) {
	r := newRig(t, nil)
	traces := newTraces("shop")
	span := add(traces, 1, 1)
	attach(span, cutVerdict())
	emit.Attach(span, &model.RunVerdict{Verdict: model.VerdictHold}, emit.Facts{}, emit.Carriers{SpanEvent: true}, 1)
	r.consume(traces)
	r.consume(traces)
	counted := r.counted()
	assert.Equal(t, 1.0, counted[cutSeries])
	assert.Equal(t, 1.0, counted["shop ragspan.verdicts ragspan.origin=collector ragspan.verdict=HOLD"])
}

func TestASampledRunStandsForSeveral(t *testing.T) {
	r := newRig(t, nil)
	traces := oneRun("shop", 1, cutVerdict())
	span := traces.ResourceSpans().At(0).ScopeSpans().At(0).Spans().At(0)
	span.TraceState().FromRaw("ot=th:c,other=1")
	r.consume(traces)
	counted := r.counted()
	assert.Equal(t, 4.0, counted[cutSeries])
	assert.Equal(t, 12.0, counted["shop ragspan.chunks ragspan.fate=cut"])
}

func TestSpansCountByKindAndDialect(t *testing.T) {
	r := newRig(t, nil)
	traces := newTraces("shop")
	add(traces, 1, 1).Attributes().PutStr("gen_ai.operation.name", "retrieval")
	add(traces, 1, 2).Attributes().PutStr("gen_ai.operation.name", "chat")
	add(traces, 1, 3).Attributes().PutStr("openinference.span.kind", "RETRIEVER")
	add(traces, 1, 4).Attributes().PutStr("openinference.span.kind", "RERANKER")
	add(traces, 1, 5).Attributes().PutStr("http.request.method", "GET")
	r.consume(traces)
	assert.Equal(t, map[string]float64{
		"shop ragspan.spans ragspan.dialect=gen_ai ragspan.kind=retrieval":        1,
		"shop ragspan.spans ragspan.dialect=gen_ai ragspan.kind=model":            1,
		"shop ragspan.spans ragspan.dialect=openinference ragspan.kind=retrieval": 2,
	}, notZero(r.counted()))
}

func TestTracesWithoutARunBeginNoSeries(t *testing.T) {
	r := newRig(t, nil)
	traces := newTraces("shop")
	add(traces, 1, 1).Attributes().PutStr("http.request.method", "GET")
	r.consume(traces)
	assert.Empty(t, r.flush())
}

func modelCallSpan(traces ptrace.Traces, model string) ptrace.Span {
	span := add(traces, 1, 7)
	span.Attributes().PutStr("gen_ai.operation.name", "chat")
	span.Attributes().PutStr("gen_ai.request.model", model)
	span.Attributes().PutStr("gen_ai.input.messages",
		`[{"role":"system","parts":[{"type":"text","content":"1234"}]},{"role":"user","parts":[{"type":"text","content":"é"}]}]`)
	return span
}

func TestTheContextOfTheAnsweringCallIsMeasuredWhicheverComesFirst(t *testing.T) {
	for _, isCallFirst := range []bool{true, false} {
		r := newRig(t, nil)
		verdict := cutVerdict()
		verdict.AnsweredBy = "0207000000000000"
		run := oneRun("shop", 1, verdict)
		call := newTraces("model-service")
		modelCallSpan(call, "m")
		if isCallFirst {
			r.consume(call)
			r.consume(run)
		} else {
			r.consume(run)
			r.consume(call)
		}
		r.consume(call)
		counted := r.counted()
		assert.Equal(t, 1.0, counted["shop ragspan.context.size.count"])
		assert.Equal(t, 7.0, counted["shop ragspan.context.size.sum"], "4 bytes, LF, 2 bytes")
		assert.Zero(t, counted["model-service ragspan.context.size.count"])
	}
}

func TestMetricAttributesAreThoseOfTheRun(t *testing.T) {
	r := newRig(t, func(config *Config) { config.MetricAttributes = metricAttributeNames })
	call := newTraces("shop")
	modelCallSpan(call, "answering")
	other := modelCallSpan(call, "rewriting")
	other.SetSpanID([8]byte{2, 8})
	retrieval := add(call, 1, 9)
	retrieval.Attributes().PutStr("gen_ai.operation.name", "retrieval")
	retrieval.Attributes().PutStr("gen_ai.data_source.id", "ledger")
	r.consume(call)
	verdict := cutVerdict()
	verdict.AnsweredBy = "0207000000000000"
	run := oneRun("shop", 1, verdict)
	run.ResourceSpans().At(0).ScopeSpans().At(0).Spans().At(0).Attributes().PutStr("ragspan.traffic", "test")
	r.consume(run)
	const optedIn = "gen_ai.data_source.id=ledger gen_ai.request.model=answering ragspan.case.id=refund " +
		"ragspan.origin=collector ragspan.reason=cut ragspan.traffic=test ragspan.verdict=H2"
	assert.Equal(t, 1.0, r.counted()["shop ragspan.verdicts "+optedIn])
}

func TestTwoHundredCasesThenOverflow(t *testing.T) {
	r := newRig(t, nil)
	for at := range 210 {
		traces := newTraces("shop")
		verdict := cutVerdict()
		verdict.Case = fmt.Sprintf("case-%03d", at)
		span := add(traces, byte(at), 1)
		attach(span, verdict)
		r.consume(traces)
	}
	counted := notZero(r.counted())
	assert.Equal(t, 10.0, counted[strings.Replace(cutSeries, "refund", "overflow", 1)])
	assert.Equal(t, 210.0, total(counted, "shop ragspan.verdicts"))
}

func TestBeyondMaxSeriesVerdictsStayExact(t *testing.T) {
	r := newRig(t, func(config *Config) { config.MaxSeriesPerService = 1 })
	r.consume(oneRun("shop", 1, cutVerdict()))
	assert.Equal(t, 1.0, r.counted()[strings.Replace(cutSeries, "refund", "overflow", 1)])
}

func TestFurtherServicesAreCountedTogether(t *testing.T) {
	r := newRig(t, func(config *Config) { config.MaxServices = 2 })
	for at, service := range []string{"a", "b", "c", "d", "a"} {
		r.consume(oneRun(service, byte(at), cutVerdict()))
	}
	counted := r.counted()
	assert.Equal(t, 2.0, total(counted, "a ragspan.verdicts"))
	assert.Equal(t, 1.0, total(counted, "b ragspan.verdicts"))
	assert.Equal(t, 2.0, total(counted, "overflow ragspan.verdicts"))
	assert.Zero(t, total(counted, "c "))
	require.Equal(t, 3, r.sink.flushes[0].ResourceMetrics().Len())
}

func TestOnlyChosenResourceAttributesStay(t *testing.T) {
	r := newRig(t, nil)
	r.consume(oneRun("shop", 1, cutVerdict()))
	r.flush()
	assert.Equal(t, map[string]any{"service.name": "shop"}, r.sink.flushes[0].ResourceMetrics().At(0).Resource().Attributes().AsRaw())
}
