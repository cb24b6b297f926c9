package records_test

import (
	"math"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"go.opentelemetry.io/collector/featuregate"
	"go.opentelemetry.io/collector/pdata/pcommon"
	"go.opentelemetry.io/collector/pdata/plog"
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

func TestValuesOfEveryType(t *testing.T) {
	traces, span := oneSpan()
	attributes := span.Attributes()
	attributes.PutEmpty("empty")
	attributes.PutStr("text", "a")
	attributes.PutBool("flag", true)
	attributes.PutInt("safe", 1<<53-1)
	attributes.PutInt("beyond", 1<<53)
	attributes.PutDouble("double", 0.5)
	attributes.PutEmptyBytes("bytes").FromRaw([]byte{1, 2})
	slice := attributes.PutEmptySlice("list")
	slice.AppendEmpty().SetStr("x")
	slice.AppendEmpty()
	nested := attributes.PutEmptyMap("map")
	nested.PutStr("k", "v")

	got := records.FromTraces(traces)[0].Attributes
	for key, expected := range map[string]model.Value{
		"empty": model.Null{}, "text": "a", "flag": true, "safe": float64(1<<53 - 1), "beyond": model.Integer(1 << 53),
		"double": 0.5, "bytes": []byte{1, 2}, "list": []model.Value{"x", model.Null{}}, "map": model.ObjectOf("k", "v"),
	} {
		assert.Equal(t, expected, got.Get(key), key)
	}
}

func TestEachBadByteBecomesOneReplacement(t *testing.T) {
	traces, span := oneSpan()
	span.SetName("bad\xff")
	span.Attributes().PutStr("key\xfe", "a\xe2\x82")
	got := records.FromTraces(traces)[0]
	assert.Equal(t, "bad\uFFFD", got.Name)
	assert.Equal(t, "a\uFFFD\uFFFD", got.Attributes.Get("key\uFFFD"))
}

func TestTheFirstOfTwoEqualKeysCounts(t *testing.T) {
	var unmarshaler ptrace.JSONUnmarshaler
	traces, err := unmarshaler.UnmarshalTraces([]byte(`{"resourceSpans":[{"scopeSpans":[{"spans":[{
		"traceId":"` + traceText + `","spanId":"` + spanText + `","attributes":[
		{"key":"a","value":{"stringValue":"first"}},{"key":"a","value":{"stringValue":"second"}}]}]}]}]}`))
	require.NoError(t, err)
	assert.Equal(t, "first", records.FromTraces(traces)[0].Attributes.Get("a"))
}

func TestARecordDoesNotChangeWithThePdataItCameFrom(t *testing.T) {
	for _, gate := range []bool{false, true} {
		require.NoError(t, featuregate.GlobalRegistry().Set("pdata.useProtoPooling", gate))
		traces, span := oneSpan()
		list := span.Attributes().PutEmptySlice("list")
		list.AppendEmpty().SetStr("kept")
		span.Attributes().PutEmptyMap("map").PutStr("k", "kept")
		span.Attributes().PutEmptyBytes("bytes").FromRaw([]byte{7})
		span.Events().AppendEmpty().Attributes().PutStr("body", "kept")
		wire, err := (&ptrace.ProtoMarshaler{}).MarshalTraces(traces)
		require.NoError(t, err)
		read, err := (&ptrace.ProtoUnmarshaler{}).UnmarshalTraces(wire)
		require.NoError(t, err)

		got := records.FromTraces(read)[0]
		for at := range wire {
			wire[at] = 'x'
		}
		read.ResourceSpans().At(0).ScopeSpans().At(0).Spans().At(0).Attributes().Range(func(_ string, value pcommon.Value) bool {
			switch value.Type() {
			case pcommon.ValueTypeSlice:
				value.Slice().At(0).SetStr("changed")
			case pcommon.ValueTypeMap:
				value.Map().PutStr("k", "changed")
			case pcommon.ValueTypeBytes:
				value.Bytes().SetAt(0, 9)
			default:
			}
			return true
		})
		read.ResourceSpans().RemoveIf(func(ptrace.ResourceSpans) bool { return true })

		assert.Equal(t, []model.Value{"kept"}, got.Attributes.Get("list"))
		assert.Equal(t, model.ObjectOf("k", "kept"), got.Attributes.Get("map"))
		assert.Equal(t, []byte{7}, got.Attributes.Get("bytes"))
		assert.Equal(t, "kept", got.Events[0].Attributes.Get("body"))
		assert.Equal(t, "refund-bot", got.Resource.Attributes.Get("service.name"))
	}
	require.NoError(t, featuregate.GlobalRegistry().Set("pdata.useProtoPooling", false))
}

func TestDeepValuesEndInNull(t *testing.T) {
	traces, span := oneSpan()
	value := span.Attributes().PutEmpty("deep")
	for range 5000 {
		value = value.SetEmptySlice().AppendEmpty()
	}
	value.SetStr("lost")
	levels := 0
	for got := records.FromTraces(traces)[0].Attributes.Get("deep"); got != (model.Null{}); levels++ {
		got = got.([]model.Value)[0]
	}
	assert.Equal(t, 101, levels)
}

func TestTenMegabytesOfTextSurvive(t *testing.T) {
	traces, span := oneSpan()
	span.Attributes().PutStr("large", strings.Repeat("x", 10_000_000)+"\xff")
	assert.Len(t, records.FromTraces(traces)[0].Attributes.Get("large"), 10_000_003)
}

func TestSpansWithoutIDsBelongToNoTrace(t *testing.T) {
	traces, span := oneSpan()
	span.SetSpanID(pcommon.SpanID{})
	assert.Empty(t, records.FromTraces(traces))
	span.SetSpanID(spanID)
	span.SetTraceID(pcommon.TraceID{})
	assert.Empty(t, records.FromTraces(traces))
}

func TestResourcesAreKnownByTheirAttributes(t *testing.T) {
	key := func(fill func(pcommon.Map)) string {
		resource := pcommon.NewResource()
		fill(resource.Attributes())
		return records.Resource(resource).Key
	}
	one := key(func(m pcommon.Map) {
		m.PutStr("a", "1")
		m.PutInt("b", math.MaxInt64)
		m.PutEmptyBytes("c").FromRaw([]byte{1})
		m.PutEmptySlice("d").AppendEmpty().SetBool(true)
	})
	same := key(func(m pcommon.Map) {
		m.PutEmptySlice("d").AppendEmpty().SetBool(true)
		m.PutEmptyBytes("c").FromRaw([]byte{1})
		m.PutInt("b", math.MaxInt64)
		m.PutStr("a", "1")
	})
	assert.Equal(t, one, same)
	assert.NotEqual(t, one, key(func(m pcommon.Map) { m.PutStr("a", "1") }))
	assert.NotEqual(t, key(func(m pcommon.Map) { m.PutStr("a", "1") }), key(func(m pcommon.Map) { m.PutInt("a", 1) }))
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

func logRecord(fill func(plog.LogRecord)) plog.LogRecord {
	record := plog.NewLogRecord()
	record.SetTraceID(traceID)
	record.SetSpanID(spanID)
	fill(record)
	return record
}

func TestALogRecordBecomesAnEventWithItsBody(t *testing.T) {
	event, namesSpan := records.FromLogRecord(logRecord(func(record plog.LogRecord) {
		record.SetObservedTimestamp(9)
		record.SetDroppedAttributesCount(1)
		record.Attributes().PutStr("event.name", "gen_ai.user.message")
		record.Attributes().PutStr("body", "hidden")
		record.Body().SetEmptyMap().PutStr("content", "Hi")
	}))
	require.True(t, namesSpan)
	assert.Equal(t, records.LogEvent{TraceID: traceText, SpanID: spanText, Event: model.SpanEvent{
		Name: "gen_ai.user.message", TimeUnixNano: 9, DroppedAttributesCount: 1,
		Attributes: model.ObjectOf("event.name", "gen_ai.user.message", "body", model.ObjectOf("content", "Hi")),
	}}, event)
	event, _ = records.FromLogRecord(logRecord(func(record plog.LogRecord) {
		record.SetEventName("gen_ai.choice")
		record.SetTimestamp(3)
		record.SetObservedTimestamp(9)
		record.Attributes().PutStr("event.name", "other")
	}))
	assert.Equal(t, "gen_ai.choice", event.Event.Name)
	assert.Equal(t, uint64(3), event.Event.TimeUnixNano)
	assert.False(t, event.Event.Attributes.Has("body"))
	_, namesSpan = records.FromLogRecord(logRecord(func(record plog.LogRecord) { record.SetSpanID(pcommon.SpanID{}) }))
	assert.False(t, namesSpan)
}

func TestLogRecordsStandBehindTheEventsOfTheirSpanInOrderOfTime(t *testing.T) {
	traces, span := oneSpan()
	span.Events().AppendEmpty().SetName("event")
	logs := plog.NewLogs()
	ofScope := logs.ResourceLogs().AppendEmpty().ScopeLogs().AppendEmpty()
	for _, one := range []struct {
		name string
		time pcommon.Timestamp
	}{{"late", 5}, {"early", 2}, {"early too", 2}} {
		logRecord(func(record plog.LogRecord) {
			record.SetEventName(one.name)
			record.SetTimestamp(one.time)
		}).CopyTo(ofScope.LogRecords().AppendEmpty())
	}
	stray := ofScope.LogRecords().AppendEmpty()
	stray.SetTraceID(traceID)
	stray.SetSpanID(pcommon.SpanID{9})

	got := records.FromTraces(traces)
	records.AddLogEvents(got, records.FromLogs(logs))
	var names []string
	for _, event := range got[0].Events {
		names = append(names, event.Name)
	}
	assert.Equal(t, []string{"event", "early", "early too", "late"}, names)
	records.AddLogEvents(got, nil)
	assert.Len(t, got[0].Events, 4)
}
