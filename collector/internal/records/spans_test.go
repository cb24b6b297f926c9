package records_test

import (
	"math"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"go.opentelemetry.io/collector/pdata/pcommon"
	"go.opentelemetry.io/collector/pdata/ptrace"

	"github.com/ragspan/ragspan/collector/internal/model"
	"github.com/ragspan/ragspan/collector/internal/records"
)

var (
	traceID = pcommon.TraceID{0xAB, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15}
	spanID  = pcommon.SpanID{0, 0, 0, 0, 0, 0, 0, 0xFE}
)

const (
	traceText = "ab0102030405060708090a0b0c0d0e0f"
	spanText  = "00000000000000fe"
)

// oneSpan makes a batch of one span.
func oneSpan() (ptrace.Traces, ptrace.Span) {
	traces := ptrace.NewTraces()
	ofResource := traces.ResourceSpans().AppendEmpty()
	ofResource.Resource().Attributes().PutStr("service.name", "refund-bot")
	ofScope := ofResource.ScopeSpans().AppendEmpty()
	ofScope.Scope().SetName("app")
	span := ofScope.Spans().AppendEmpty()
	span.SetTraceID(traceID)
	span.SetSpanID(spanID)
	return traces, span
}

func TestASpanIsCopiedWhole(t *testing.T) {
	traces, span := oneSpan()
	span.SetParentSpanID(pcommon.SpanID{1})
	span.SetName("chat m")
	span.TraceState().FromRaw("ot=th:8")
	span.SetStartTimestamp(5)
	span.SetEndTimestamp(math.MaxUint64)
	span.Status().SetCode(ptrace.StatusCodeError)
	span.SetDroppedAttributesCount(2)
	span.SetDroppedEventsCount(3)
	event := span.Events().AppendEmpty()
	event.SetName("gen_ai.choice")
	event.SetTimestamp(7)
	event.SetDroppedAttributesCount(1)
	event.Attributes().PutInt("index", 0)

	got := records.FromTraces(traces)
	require.Len(t, got, 1)
	assert.Equal(t, &model.SpanRecord{
		TraceID: traceText, SpanID: spanText, ParentSpanID: "0100000000000000", TraceState: "ot=th:8", Name: "chat m",
		StartTimeUnixNano: 5, EndTimeUnixNano: math.MaxUint64, Status: model.StatusError,
		Attributes: model.NewObject(0),
		Events: []model.SpanEvent{{
			Name: "gen_ai.choice", TimeUnixNano: 7, DroppedAttributesCount: 1, Attributes: model.ObjectOf("index", 0.0),
		}},
		DroppedAttributesCount: 2, DroppedEventsCount: 3, ScopeName: "app",
		Resource: &model.Resource{
			Attributes: model.ObjectOf("service.name", "refund-bot"), Key: `{"service.name":"refund-bot",}`,
		},
	}, got[0])
}

func TestSpansWithoutIDsBelongToNoTrace(t *testing.T) {
	traces, span := oneSpan()
	span.SetSpanID(pcommon.SpanID{})
	assert.Empty(t, records.FromTraces(traces))
	span.SetSpanID(spanID)
	span.SetTraceID(pcommon.TraceID{})
	assert.Empty(t, records.FromTraces(traces))
}

func TestASpanConcernsUsByItsKeysAndItsEvents(t *testing.T) {
	_, plain := oneSpan()
	plain.Attributes().PutStr("http.method", "GET")
	plain.Events().AppendEmpty().SetName("exception")
	assert.False(t, records.ConcernsUs(plain))
	for _, key := range []string{"ragspan.run.id", "gen_ai.system", "llm.model_name", "input.value", "reranker.query"} {
		_, span := oneSpan()
		span.Attributes().PutStr(key, "x")
		assert.True(t, records.ConcernsUs(span), key)
	}
	_, named := oneSpan()
	named.Events().AppendEmpty().SetName("gen_ai.choice")
	assert.True(t, records.ConcernsUs(named))
	_, inAttribute := oneSpan()
	inAttribute.Events().AppendEmpty().Attributes().PutStr("event.name", "gen_ai.choice")
	assert.True(t, records.ConcernsUs(inAttribute))
	inAttribute.Events().At(0).Attributes().PutInt("event.name", 1)
	assert.False(t, records.ConcernsUs(inAttribute))
}

func TestAPlainSpanKeepsOnlyWhatIsAsked(t *testing.T) {
	_, span := oneSpan()
	span.Attributes().PutStr("app.intent", "refund")
	span.Attributes().PutStr("other", "x")
	span.Events().AppendEmpty().SetName("exception")
	resource := &model.Resource{Key: "r"}
	got := records.FromPlainSpan(span, resource, "app", map[string]struct{}{"app.intent": {}})
	assert.Equal(t, model.ObjectOf("app.intent", "refund"), got.Attributes)
	assert.Empty(t, got.Events)
	assert.Same(t, resource, got.Resource)
	assert.Zero(t, records.FromPlainSpan(span, resource, "app", nil).Attributes.Len())
}
