package ragspanprocessor

import (
	"encoding/binary"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"go.opentelemetry.io/collector/pdata/pcommon"
	"go.opentelemetry.io/collector/pdata/ptrace"

	"github.com/ragspan/ragspan/collector/internal/vectors"
)

// hostileValues stand where another type is meant.
var hostileValues = map[string]func(pcommon.Value){
	"empty":    func(value pcommon.Value) { pcommon.NewValueEmpty().CopyTo(value) },
	"number":   func(value pcommon.Value) { value.SetInt(-1 << 63) },
	"fraction": func(value pcommon.Value) { value.SetDouble(1e308) },
	"flag":     func(value pcommon.Value) { value.SetBool(true) },
	"bytes":    func(value pcommon.Value) { value.SetEmptyBytes().FromRaw([]byte{0xff, 0}) },
	"no UTF-8": func(value pcommon.Value) { value.SetStr("\xff\xfe\x00[{") },
	"map":      func(value pcommon.Value) { value.SetEmptyMap().PutStr("content", "x") },
	"list":     func(value pcommon.Value) { value.SetEmptySlice().AppendEmpty().SetEmptyMap().PutEmptySlice("id") },
	"deep": func(value pcommon.Value) {
		for range 500 {
			value = value.SetEmptySlice().AppendEmpty()
		}
	},
	"deep JSON": func(value pcommon.Value) { value.SetStr(strings.Repeat(`[{"a":`, 50_000)) },
}

func TestValuesOfWrongTypesPass(t *testing.T) {
	for name, set := range hostileValues {
		t.Run(name, func(t *testing.T) {
			rig := newRig(t, withIncidentCases(t, nil))
			traces := incident(t, 1)
			for _, ofResource := range traces.ResourceSpans().All() {
				ofResource.Resource().Attributes().PutInt("service.name", 1)
				for _, ofScope := range ofResource.ScopeSpans().All() {
					for _, span := range ofScope.Spans().All() {
						for _, value := range span.Attributes().All() {
							set(value)
						}
						set(span.Attributes().PutEmpty("ragspan.verdict"))
						set(span.Attributes().PutEmpty("ragspan.run.id"))
					}
				}
			}
			rig.consume(traces)
			rig.pass(10 * time.Minute)
			assert.Equal(t, 4, rig.sink.SpanCount())
			assert.Zero(t, rig.count("ragspan.dropped", "ragspan.reason", "fault"))
			for _, verdict := range rig.verdicts {
				assert.Contains(t, []string{"UNKNOWN", "UNDECLARED"}, string(verdict.Verdict))
			}
		})
	}
}

func TestAStringOfTenMegabytesIsJudgedAndPasses(t *testing.T) {
	rig := newRig(t, withIncidentCases(t, nil))
	traces := incident(t, 1)
	spans := traces.ResourceSpans().At(0).ScopeSpans().At(0).Spans()
	spans.At(0).Attributes().PutStr("gen_ai.input.messages", strings.Repeat("x", 10<<20))
	rig.consume(traces)
	rig.pass(10 * time.Minute)
	assert.Equal(t, 4, rig.sink.SpanCount())
	assert.NotEmpty(t, rig.verdicts)
	for _, one := range rig.p.shards {
		assert.Zero(t, one.store.Bytes())
	}
}

func TestStrangeTreesPass(t *testing.T) {
	id := func(number uint64) (made pcommon.SpanID) {
		binary.BigEndian.PutUint64(made[:], number)
		return made
	}
	for name, change := range map[string]func(at int, span ptrace.Span){
		"no trace id":        func(_ int, span ptrace.Span) { span.SetTraceID(pcommon.TraceID{}) },
		"no span id":         func(_ int, span ptrace.Span) { span.SetSpanID(pcommon.SpanID{}) },
		"its own parent":     func(_ int, span ptrace.Span) { span.SetParentSpanID(span.SpanID()) },
		"a ring":             func(at int, span ptrace.Span) { span.SetParentSpanID(id(uint64((at+1)%4 + 1))) },
		"all of one id":      func(_ int, span ptrace.Span) { span.SetSpanID(id(1)) },
		"no parent at all":   func(_ int, span ptrace.Span) { span.SetParentSpanID(pcommon.SpanID{}) },
		"a parent elsewhere": func(_ int, span ptrace.Span) { span.SetParentSpanID(id(99)) },
	} {
		for _, attach := range []Attach{AttachAnchor, AttachTrace, AttachNone} {
			t.Run(name+", "+string(attach), func(t *testing.T) {
				rig := newRig(t, withIncidentCases(t, func(config *Config) { config.Attach = attach }))
				traces := incident(t, 1)
				at := 0
				for _, ofScope := range traces.ResourceSpans().At(0).ScopeSpans().All() {
					for _, span := range ofScope.Spans().All() {
						change(at, span)
						at++
					}
				}
				require.Equal(t, 4, at)
				rig.consume(traces)
				rig.pass(10 * time.Minute)
				assert.Equal(t, 4, rig.sink.SpanCount())
				assert.Zero(t, rig.count("ragspan.dropped", "ragspan.reason", "fault"))
			})
		}
	}
}

func TestTenThousandSpansOfOneIDAreOne(t *testing.T) {
	rig := newRig(t, withIncidentCases(t, nil))
	traces := incident(t, 1)
	spans := traces.ResourceSpans().At(0).ScopeSpans().At(0).Spans()
	first := spans.At(0)
	for range 10_000 {
		first.CopyTo(spans.AppendEmpty())
	}
	rig.consume(traces)
	rig.pass(10 * time.Minute)
	assert.Equal(t, 10_004, rig.sink.SpanCount())
	assert.Len(t, rig.verdicts, 1)
}

func FuzzConsumeTraces(f *testing.F) {
	for _, name := range []string{"canonical-a", "canonical-b-gen-ai", "canonical-c-openinference", "join-run-id-across-traces"} {
		root, err := vectors.Root()
		require.NoError(f, err)
		traces, _ := telemetryOf(f, filepath.Join(root, "test", "vectors", name))
		seed, err := (&ptrace.ProtoMarshaler{}).MarshalTraces(traces)
		require.NoError(f, err)
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, source []byte) {
		traces, err := (&ptrace.ProtoUnmarshaler{}).UnmarshalTraces(source)
		if err != nil {
			return
		}
		rig := newRig(t, withIncidentCases(t, nil))
		spans := traces.SpanCount()
		rig.consume(traces)
		rig.pass(10 * time.Minute)
		require.Equal(t, spans, rig.sink.SpanCount())
		require.Zero(t, rig.count("ragspan.dropped", "ragspan.reason", "fault"))
	})
}
