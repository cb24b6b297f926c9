package contentdigest_test

import (
	"fmt"
	"strings"
	"testing"

	"go.opentelemetry.io/collector/pdata/ptrace"

	"github.com/ragspan/ragspan/collector/internal/contentdigest"
)

func benchmarkRewrite(b *testing.B, attributes map[string]any) {
	b.Helper()
	span := spanOf(attributes)
	facts := factsOf(span, plain)
	copied := ptrace.NewSpan()
	size := 0
	for _, value := range attributes {
		if text, isText := value.(string); isText {
			size += len(text)
		}
	}
	b.SetBytes(int64(size))
	b.ReportAllocs()
	for b.Loop() {
		b.StopTimer()
		span.CopyTo(copied)
		b.StartTimer()
		contentdigest.Rewrite(copied, facts, plain)
	}
}

func BenchmarkRewrite(b *testing.B) {
	chunk := strings.Repeat("refund PENDING, no reference issued. ", 27)
	documents := make([]string, 20)
	for at := range documents {
		documents[at] = fmt.Sprintf(`{"id":"ledger/%d","score":0.5,"content":"%d %s"}`, at, at, chunk)
	}
	b.Run("retrieval of 20 KB", func(b *testing.B) {
		benchmarkRewrite(b, map[string]any{
			"gen_ai.operation.name": "retrieval", "gen_ai.retrieval.documents": "[" + strings.Join(documents, ",") + "]",
		})
	})
	b.Run("call of 20 KB", func(b *testing.B) {
		benchmarkRewrite(b, map[string]any{
			"gen_ai.operation.name":  "chat",
			"gen_ai.input.messages":  `[{"role":"user","parts":[{"type":"text","content":"` + strings.Repeat(chunk, 20) + `"}]}]`,
			"gen_ai.output.messages": `[{"role":"assistant","parts":[{"type":"text","content":"It is pending."}],"finish_reason":"stop"}]`,
		})
	})
	b.Run("no text", func(b *testing.B) {
		benchmarkRewrite(b, map[string]any{
			"http.method": "GET", "http.route": "/refunds", "http.status_code": 200, "net.peer.name": "ledger", "thread.id": 7,
			"gen_ai.request.model": "m", "gen_ai.usage.input_tokens": 12, "ragspan.run.id": "r",
		})
	})
}

// BenchmarkSweep is of a batch in which nothing is left to take.
func BenchmarkSweep(b *testing.B) {
	traces := ptrace.NewTraces()
	spans := traces.ResourceSpans().AppendEmpty().ScopeSpans().AppendEmpty().Spans()
	for range 100 {
		spanOf(map[string]any{
			"http.method": "GET", "http.route": "/refunds", "http.status_code": 200, "net.peer.name": "ledger", "thread.id": 7,
			"gen_ai.request.model": "m", "gen_ai.usage.input_tokens": 12, "ragspan.run.id": "r",
		}).CopyTo(spans.AppendEmpty())
	}
	b.ReportAllocs()
	for b.Loop() {
		contentdigest.Sweep(traces, plain)
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/100, "ns/span")
}
