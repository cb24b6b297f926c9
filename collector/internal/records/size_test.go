package records_test

import (
	"fmt"
	"runtime"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"go.opentelemetry.io/collector/pdata/ptrace"

	"github.com/ragspan/ragspan/collector/internal/model"
	"github.com/ragspan/ragspan/collector/internal/records"
	"github.com/ragspan/ragspan/collector/internal/translator"
)

const recordsMeasured = 300

// heapBytes is what a record and its facts hold, by the heap.
func heapBytes(t *testing.T, attributes map[string]any) (held, estimated int64) {
	t.Helper()
	_, span := oneSpan()
	require.NoError(t, span.Attributes().FromRaw(attributes))
	traces := ptrace.NewTraces()
	span.CopyTo(traces.ResourceSpans().AppendEmpty().ScopeSpans().AppendEmpty().Spans().AppendEmpty())
	wire, err := (&ptrace.ProtoMarshaler{}).MarshalTraces(traces)
	require.NoError(t, err)
	allRecords := make([]*model.SpanRecord, 0, recordsMeasured)
	allFacts := make([]*model.SpanFacts, 0, recordsMeasured)
	before := heapNow()
	for range recordsMeasured {
		read, err := (&ptrace.ProtoUnmarshaler{}).UnmarshalTraces(wire)
		require.NoError(t, err)
		record := records.FromTraces(read)[0]
		allRecords = append(allRecords, record)
		allFacts = append(allFacts, translator.TranslateSpan(record, &translator.Context{}))
	}
	after := heapNow()
	estimated = records.SizeOf(allRecords[0])
	runtime.KeepAlive(allRecords)
	runtime.KeepAlive(allFacts)
	return (after - before) / recordsMeasured, estimated
}

func heapNow() int64 {
	runtime.GC()
	var stats runtime.MemStats
	runtime.ReadMemStats(&stats)
	return int64(stats.HeapAlloc)
}

func texts(count int) []any {
	all := make([]any, count)
	for at := range all {
		all[at] = fmt.Sprintf("%032x", at)
	}
	return all
}

func TestSizesAreNearWhatTheHeapHolds(t *testing.T) {
	text := strings.Repeat("refund PENDING, no reference issued. ", 500)
	documents := strings.TrimSuffix(strings.Repeat(`{"id":"ledger/1","content":"`+text[:1000]+`","score":0.5},`, 20), ",")
	for name, attributes := range map[string]map[string]any{
		"nothing but names": {"gen_ai.operation.name": "chat", "gen_ai.request.model": "m"},
		"documents":         {"gen_ai.operation.name": "retrieval", "gen_ai.retrieval.documents": "[" + documents + "]"},
		"digests":           {"ragspan.retrieval.chunk.digests": texts(200), "ragspan.retrieval.chunk.ids": texts(200)},
		"messages":          {"gen_ai.operation.name": "chat", "gen_ai.input.messages": `[{"role":"user","content":"` + text + `"}]`},
		"escaped messages": {
			"gen_ai.operation.name": "chat", "gen_ai.input.messages": `[{"role":"user","content":"` + strings.ReplaceAll(text, ". ", `.\n`) + `"}]`,
		},
		"flattened messages": {"openinference.span.kind": "LLM", "llm.input_messages.0.message.content": text},
	} {
		held, estimated := heapBytes(t, attributes)
		assert.Greater(t, float64(estimated), 0.8*float64(held), name)
		assert.Less(t, float64(estimated), 2*float64(held), name)
	}
}

func TestSizesCountEvents(t *testing.T) {
	_, span := oneSpan()
	before := records.SizeOf(records.FromSpan(span, nil, ""))
	span.Events().AppendEmpty().Attributes().PutStr("body", strings.Repeat("x", 10_000))
	span.Attributes().PutEmptyBytes("bytes").FromRaw(make([]byte, 10_000))
	assert.Greater(t, records.SizeOf(records.FromSpan(span, nil, "")), before+20_000)
}
