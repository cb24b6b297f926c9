package main

import (
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"fmt"
	"time"

	"go.opentelemetry.io/collector/pdata/pcommon"
	"go.opentelemetry.io/collector/pdata/ptrace"
)

// span is one of a trace: parent is the place of its parent in the shape, −1 for none.
type span struct {
	name   string
	parent int
	// The root comes in a request of its own, after the others, as it does from a batching SDK.
	isRoot bool
	fill   func(attributes pcommon.Map, trace uint64)
}

// Eight spans each, in the order in which they end.
var shapes = map[string][]span{
	"rag":   ragShape,
	"plain": plainShape,
	"mixed": nil,
}

var ragShape = []span{
	{name: "embeddings", parent: 6, fill: embedding},
	{name: "SELECT", parent: 2, fill: database},
	{name: "retrieval ledger", parent: 6, fill: retrieval},
	{name: "assembly", parent: 6, fill: assembly},
	{name: "POST", parent: 5, fill: httpClient},
	{name: "chat m", parent: 6, fill: chat},
	{name: "answer", parent: 7, fill: nothing},
	{name: "POST /ask", parent: -1, isRoot: true, fill: httpServer},
}

var plainShape = []span{
	{name: "SELECT", parent: 2, fill: database},
	{name: "SELECT", parent: 2, fill: database},
	{name: "load", parent: 6, fill: nothing},
	{name: "GET", parent: 5, fill: httpClient},
	{name: "GET", parent: 5, fill: httpClient},
	{name: "fetch", parent: 6, fill: nothing},
	{name: "handle", parent: 7, fill: nothing},
	{name: "GET /orders", parent: -1, isRoot: true, fill: httpServer},
}

const (
	// The last spans of a shape last as long as what is below them.
	firstParent = 6

	chunks      = 5
	chunkBytes  = 1024
	begun       = 1_767_225_600 * uint64(time.Second)
	nanosOfStep = uint64(time.Millisecond)
)

type request struct {
	bytes []byte
	spans int
}

// requests of some traces: their spans below the roots, then the roots.
func requests(kind string, seed uint64, first, size int) []request {
	below, roots := newBatch(), newBatch()
	for trace := first; trace < first+size; trace++ {
		for place, one := range shapeOf(kind, trace) {
			batch := below
			if one.isRoot {
				batch = roots
			}
			batch.add(one, seed, uint64(trace), place)
		}
	}
	all := []request{below.request()}
	if roots.spans.Len() > 0 {
		all = append(all, roots.request())
	}
	return all
}

// shapeOf: of mixed traffic every fifth trace is a run.
func shapeOf(kind string, trace int) []span {
	const oneIn = 5
	switch {
	case kind != "mixed":
		return shapes[kind]
	case trace%oneIn == 0:
		return ragShape
	}
	return plainShape
}

type batch struct {
	traces ptrace.Traces
	spans  ptrace.SpanSlice
}

func newBatch() batch {
	traces := ptrace.NewTraces()
	ofResource := traces.ResourceSpans().AppendEmpty()
	ofResource.Resource().Attributes().PutStr("service.name", "bench")
	ofScope := ofResource.ScopeSpans().AppendEmpty()
	ofScope.Scope().SetName("load")
	return batch{traces, ofScope.Spans()}
}

func (b batch) add(one span, seed, trace uint64, place int) {
	added := b.spans.AppendEmpty()
	var traceID pcommon.TraceID
	binary.BigEndian.PutUint64(traceID[:8], seed)
	binary.BigEndian.PutUint64(traceID[8:], trace+1)
	// Samplers and shards read the last bytes as random ones.
	digest := sha256.Sum256(traceID[:])
	copy(traceID[:], digest[:])
	added.SetTraceID(traceID)
	added.SetSpanID(spanID(trace, place))
	if one.parent >= 0 {
		added.SetParentSpanID(spanID(trace, one.parent))
	}
	added.SetName(one.name)
	start := begun + trace*uint64(time.Second)
	end := start + uint64(place+1)*nanosOfStep
	if place < firstParent {
		start = end - nanosOfStep
	}
	added.SetStartTimestamp(pcommon.Timestamp(start))
	added.SetEndTimestamp(pcommon.Timestamp(end))
	one.fill(added.Attributes(), trace)
}

func (b batch) request() request {
	// The bytes of an export request are those of its traces.
	var marshaler ptrace.ProtoMarshaler
	bytes, err := marshaler.MarshalTraces(b.traces)
	if err != nil {
		panic(err)
	}
	return request{bytes, b.spans.Len()}
}

func spanID(trace uint64, place int) pcommon.SpanID {
	const placesOfTrace = 16
	var id pcommon.SpanID
	binary.BigEndian.PutUint64(id[:], trace*placesOfTrace+uint64(place)+1)
	return id
}

func nothing(pcommon.Map, uint64) {}

func httpServer(attributes pcommon.Map, _ uint64) {
	attributes.PutStr("http.request.method", "POST")
	attributes.PutStr("http.route", "/ask")
	attributes.PutStr("url.path", "/ask")
	attributes.PutInt("http.response.status_code", 200)
	attributes.PutStr("user_agent.original", "Mozilla/5.0 (X11; Linux x86_64)")
}

func httpClient(attributes pcommon.Map, _ uint64) {
	attributes.PutStr("http.request.method", "POST")
	attributes.PutStr("server.address", "model.internal")
	attributes.PutInt("server.port", 443)
	attributes.PutInt("http.response.status_code", 200)
}

func database(attributes pcommon.Map, _ uint64) {
	attributes.PutStr("db.system.name", "postgresql")
	attributes.PutStr("db.query.text", "SELECT id, body FROM ledger WHERE embedding <-> $1 LIMIT 50")
	attributes.PutStr("db.namespace", "ledger")
}

func embedding(attributes pcommon.Map, _ uint64) {
	attributes.PutStr("gen_ai.operation.name", "embeddings")
	attributes.PutStr("gen_ai.request.model", "e")
}

// Hashes alone, as our own instrumentation exports them.
func retrieval(attributes pcommon.Map, trace uint64) {
	attributes.PutStr("gen_ai.operation.name", "retrieval")
	attributes.PutStr("gen_ai.data_source.id", "ledger")
	attributes.PutInt("gen_ai.retrieval.top_k", chunks)
	attributes.PutStr("ragspan.retrieval.query.sha256", hex64("query", trace))
	digests := attributes.PutEmptySlice("ragspan.retrieval.chunk.digests")
	ids := attributes.PutEmptySlice("ragspan.retrieval.chunk.ids")
	bytes := attributes.PutEmptySlice("ragspan.retrieval.chunk.bytes")
	for chunk := range chunks {
		digests.AppendEmpty().SetStr(digestOf(trace, chunk))
		ids.AppendEmpty().SetStr(fmt.Sprintf("ledger/%d-%d", trace, chunk))
		bytes.AppendEmpty().SetInt(chunkBytes)
	}
}

func assembly(attributes pcommon.Map, trace uint64) {
	attributes.PutInt("ragspan.assembly.budget", 8192)
	attributes.PutStr("ragspan.assembly.budget.unit", "token")
	digests := attributes.PutEmptySlice("ragspan.assembly.chunk.digests")
	offsets := attributes.PutEmptySlice("ragspan.assembly.chunk.offsets")
	kept := attributes.PutEmptySlice("ragspan.assembly.chunk.kept")
	for chunk := range chunks {
		digests.AppendEmpty().SetStr(digestOf(trace, chunk))
		offsets.AppendEmpty().SetInt(int64(chunk * (chunkBytes + 2)))
		kept.AppendEmpty().SetInt(chunkBytes)
	}
	attributes.PutStr("ragspan.context.sha256", hex64("context", trace))
	attributes.PutInt("ragspan.context.bytes", chunks*(chunkBytes+2))
}

func chat(attributes pcommon.Map, trace uint64) {
	attributes.PutStr("gen_ai.operation.name", "chat")
	attributes.PutStr("gen_ai.provider.name", "openai")
	attributes.PutStr("gen_ai.request.model", "m")
	attributes.PutInt("gen_ai.usage.input_tokens", 1500)
	attributes.PutStr("ragspan.context.sha256", hex64("context", trace))
	attributes.PutInt("ragspan.context.bytes", chunks*(chunkBytes+2))
	attributes.PutStr("ragspan.output.sha256", hex64("output", trace))
	attributes.PutInt("ragspan.output.bytes", 400)
}

func hex64(what string, trace uint64) string {
	digest := sha256.Sum256([]byte(fmt.Sprint(what, trace)))
	return hex.EncodeToString(digest[:])
}

func digestOf(trace uint64, chunk int) string {
	const digestLength = 32
	return hex64(fmt.Sprint("chunk", chunk), trace)[:digestLength]
}
