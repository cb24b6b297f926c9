package translator_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"go.opentelemetry.io/collector/pdata/ptrace"

	"github.com/ragspan/ragspan/collector/internal/model"
	"github.com/ragspan/ragspan/collector/internal/records"
	"github.com/ragspan/ragspan/collector/internal/translator"
	"github.com/ragspan/ragspan/collector/internal/vectors"
)

// BenchmarkTranslateSpan translates every span of the vectors.
func BenchmarkTranslateSpan(b *testing.B) {
	var spans []*model.SpanRecord
	bytes := 0
	for _, document := range vectorDocuments(b) {
		read, err := vectors.Records(document)
		require.NoError(b, err)
		spans = append(spans, read...)
		bytes += len(document)
	}
	b.SetBytes(int64(bytes))
	b.ReportAllocs()
	for b.Loop() {
		for _, span := range spans {
			translator.TranslateSpan(span, &translator.Context{})
		}
	}
	b.ReportMetric(float64(len(spans))*float64(b.N)/b.Elapsed().Seconds(), "spans/s")
}

// BenchmarkFromTraces copies them out of pdata.
func BenchmarkFromTraces(b *testing.B) {
	var traces []ptrace.Traces
	for _, document := range vectorDocuments(b) {
		read, err := (&ptrace.JSONUnmarshaler{}).UnmarshalTraces(document)
		require.NoError(b, err)
		traces = append(traces, read)
	}
	b.ReportAllocs()
	spans := 0
	for b.Loop() {
		for _, one := range traces {
			spans += len(records.FromTraces(one))
		}
	}
	b.ReportMetric(float64(spans)/b.Elapsed().Seconds(), "spans/s")
}

// BenchmarkConcernsUs looks at a span that is none of ours: what most spans cost.
func BenchmarkConcernsUs(b *testing.B) {
	span := ptrace.NewSpan()
	for _, key := range []string{"http.request.method", "url.full", "server.address", "network.protocol.version", "user_agent.original"} {
		span.Attributes().PutStr(key, "value")
	}
	b.ReportAllocs()
	for b.Loop() {
		if records.ConcernsUs(span) {
			b.Fatal("none of ours")
		}
	}
}

// BenchmarkParseJSON reads a megabyte of messages.
func BenchmarkParseJSON(b *testing.B) {
	message := `{"role":"user","parts":[{"type":"text","content":"` + strings.Repeat(`The refund window is 30 days.\n`, 30) + `"}]},`
	text := "[" + strings.Repeat(message, 1<<20/len(message)) + "null]"
	b.SetBytes(int64(len(text)))
	b.ReportAllocs()
	for b.Loop() {
		if _, ok := model.ParseJSON(text); !ok {
			b.Fatal("is no JSON")
		}
	}
}

func vectorDocuments(b *testing.B) [][]byte {
	b.Helper()
	folders, err := vectors.List()
	require.NoError(b, err)
	documents := make([][]byte, len(folders))
	for at, folder := range folders {
		documents[at], err = vectors.Trace(folder)
		require.NoError(b, err)
	}
	return documents
}
