package ragspanconnector

import (
	"context"
	"testing"

	"go.opentelemetry.io/collector/pdata/pcommon"
	"go.opentelemetry.io/collector/pdata/ptrace"
)

func benchmark(b *testing.B, traces ptrace.Traces) {
	r := newRig(b, nil)
	spans := traces.SpanCount()
	b.ReportAllocs()
	for at := 0; b.Loop(); at++ {
		for index, span := range traces.ResourceSpans().At(0).ScopeSpans().At(0).Spans().All() {
			span.SetTraceID(pcommon.TraceID{1, byte(index), byte(at), byte(at >> 8), byte(at >> 16), byte(at >> 24)})
		}
		if err := r.c.ConsumeTraces(context.Background(), traces); err != nil {
			b.Fatal(err)
		}
	}
	b.ReportMetric(float64(spans*b.N)/b.Elapsed().Seconds(), "spans/s")
}

func BenchmarkConsumeTraces_Verdicts(b *testing.B) {
	traces := newTraces("shop")
	for at := range 100 {
		attach(add(traces, byte(at), 1), cutVerdict())
	}
	benchmark(b, traces)
}

func BenchmarkConsumeTraces_NoRag(b *testing.B) {
	traces := newTraces("shop")
	for at := range 100 {
		span := add(traces, byte(at), 1)
		span.Attributes().PutStr("http.request.method", "GET")
		span.Attributes().PutStr("url.path", "/orders/7")
		span.Attributes().PutInt("http.response.status_code", 200)
	}
	benchmark(b, traces)
}
