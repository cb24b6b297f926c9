package ragspanprocessor

import (
	"context"
	"encoding/binary"
	"fmt"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"go.opentelemetry.io/collector/component/componenttest"
	"go.opentelemetry.io/collector/consumer"
	"go.opentelemetry.io/collector/pdata/pcommon"
	"go.opentelemetry.io/collector/pdata/ptrace"
	"go.opentelemetry.io/collector/processor/processortest"

	"github.com/ragspan/ragspan/collector/ragspanprocessor/internal/metadata"
)

const tracesOfBatch = 100

// droppingConsumer is the end of the pipeline.
type droppingConsumer struct{}

func (droppingConsumer) Capabilities() consumer.Capabilities { return consumer.Capabilities{} }
func (droppingConsumer) ConsumeTraces(context.Context, ptrace.Traces) error {
	return nil
}

// BenchmarkConsumeTraces_New: each batch begins a hundred traces, which are decided and let go.
func BenchmarkConsumeTraces_New(b *testing.B) {
	benchmark(b, func(batch int) []ptrace.Traces { return []ptrace.Traces{ragBatch(batch, 0, 8)} })
}

// BenchmarkConsumeTraces_Append: the roots come in a batch of their own.
func BenchmarkConsumeTraces_Append(b *testing.B) {
	benchmark(b, func(batch int) []ptrace.Traces {
		return []ptrace.Traces{ragBatch(batch, 0, 7), ragBatch(batch, 7, 8)}
	})
}

// BenchmarkConsumeTraces_NoRag: no span has a part in a run.
func BenchmarkConsumeTraces_NoRag(b *testing.B) {
	benchmark(b, func(batch int) []ptrace.Traces { return []ptrace.Traces{plainBatch(batch)} })
}

func benchmark(b *testing.B, batches func(batch int) []ptrace.Traces) {
	b.Helper()
	config := createDefaultConfig().(*Config)
	clock := newFakeClock()
	p, err := newTracesProcessor(processortest.NewNopSettings(metadata.Type), config, droppingConsumer{}, clock)
	require.NoError(b, err)
	require.NoError(b, p.prepare(b.Context(), componenttest.NewNopHost()))
	b.ReportAllocs()
	spans := 0
	batch := 0
	for b.Loop() {
		b.StopTimer()
		all := batches(batch)
		batch++
		b.StartTimer()
		for _, traces := range all {
			spans += traces.SpanCount()
			if err := p.ConsumeTraces(context.Background(), traces); err != nil {
				b.Fatal(err)
			}
		}
		clock.advance(time.Second)
		for _, one := range p.shards {
			one.decideDue(context.Background())
		}
	}
	b.ReportMetric(float64(spans)/b.Elapsed().Seconds(), "spans/s")
	require.NoError(b, p.Shutdown(context.Background()))
}

// ragBatch is the spans of a hundred runs, hashes alone, from one place of their order of ending to another.
func ragBatch(batch, from, to int) ptrace.Traces {
	traces, spans := newBatch()
	for trace := range tracesOfBatch {
		for place := from; place < to; place++ {
			addRagSpan(spans, uint64(batch*tracesOfBatch+trace), place)
		}
	}
	return traces
}

func plainBatch(batch int) ptrace.Traces {
	traces, spans := newBatch()
	for trace := range tracesOfBatch {
		for place := range 8 {
			span := beginSpan(spans, uint64(batch*tracesOfBatch+trace), place)
			span.SetName("SELECT")
			span.Attributes().PutStr("db.system.name", "postgresql")
			span.Attributes().PutStr("db.query.text", "SELECT id, body FROM ledger LIMIT 50")
			span.Attributes().PutStr("server.address", "db.internal")
			span.Attributes().PutInt("server.port", 5432)
		}
	}
	return traces
}

func newBatch() (ptrace.Traces, ptrace.SpanSlice) {
	traces := ptrace.NewTraces()
	ofResource := traces.ResourceSpans().AppendEmpty()
	ofResource.Resource().Attributes().PutStr("service.name", "bench")
	ofScope := ofResource.ScopeSpans().AppendEmpty()
	ofScope.Scope().SetName("load")
	return traces, ofScope.Spans()
}

// beginSpan: the last place is the root, the one before stands below it, the others below that.
func beginSpan(spans ptrace.SpanSlice, trace uint64, place int) ptrace.Span {
	id := func(at int) (made pcommon.SpanID) {
		binary.BigEndian.PutUint64(made[:], trace*16+uint64(at)+1)
		return made
	}
	span := spans.AppendEmpty()
	var traceID pcommon.TraceID
	binary.LittleEndian.PutUint64(traceID[8:], trace+1)
	span.SetTraceID(traceID)
	span.SetSpanID(id(place))
	if place < 6 {
		span.SetParentSpanID(id(6))
	} else if place == 6 {
		span.SetParentSpanID(id(7))
	}
	start := uint64(1_767_225_600_000_000_000) + trace
	if place < 6 {
		start += uint64(place) * 1000
	}
	span.SetStartTimestamp(pcommon.Timestamp(start))
	span.SetEndTimestamp(pcommon.Timestamp(start + 1000*uint64(place+1)))
	return span
}

func addRagSpan(spans ptrace.SpanSlice, trace uint64, place int) {
	span := beginSpan(spans, trace, place)
	attributes := span.Attributes()
	switch place {
	case 0:
		span.SetName("embeddings e")
		attributes.PutStr("gen_ai.operation.name", "embeddings")
	case 2:
		span.SetName("retrieval ledger")
		attributes.PutStr("gen_ai.operation.name", "retrieval")
		attributes.PutInt("gen_ai.retrieval.top_k", 5)
		digests := attributes.PutEmptySlice("ragspan.retrieval.chunk.digests")
		for chunk := range 5 {
			digests.AppendEmpty().SetStr(fmt.Sprintf("%016x%016x", trace, chunk))
		}
	case 3:
		span.SetName("assembly")
		digests := attributes.PutEmptySlice("ragspan.assembly.chunk.digests")
		offsets := attributes.PutEmptySlice("ragspan.assembly.chunk.offsets")
		kept := attributes.PutEmptySlice("ragspan.assembly.chunk.kept")
		for chunk := range 5 {
			digests.AppendEmpty().SetStr(fmt.Sprintf("%016x%016x", trace, chunk))
			offsets.AppendEmpty().SetInt(int64(chunk) * 1026)
			kept.AppendEmpty().SetInt(1024)
		}
	case 5:
		span.SetName("chat m")
		attributes.PutStr("gen_ai.operation.name", "chat")
		attributes.PutStr("gen_ai.request.model", "m")
		attributes.PutStr("ragspan.output.sha256", fmt.Sprintf("%064x", trace))
		attributes.PutInt("ragspan.output.bytes", 400)
	default:
		span.SetName("POST /ask")
		attributes.PutStr("http.request.method", "POST")
		attributes.PutStr("http.route", "/ask")
		attributes.PutInt("http.response.status_code", 200)
	}
}
