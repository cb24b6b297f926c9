package records_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"go.opentelemetry.io/collector/featuregate"
	"go.opentelemetry.io/collector/pdata/pcommon"
	"go.opentelemetry.io/collector/pdata/ptrace"

	"github.com/ragspan/ragspan/collector/internal/model"
	"github.com/ragspan/ragspan/collector/internal/records"
)

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
