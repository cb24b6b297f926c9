package ragspanprocessor

import (
	"encoding/binary"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"go.opentelemetry.io/collector/featuregate"
	"go.opentelemetry.io/collector/pdata/pcommon"
	"go.opentelemetry.io/collector/pdata/ptrace"

	"github.com/ragspan/ragspan/collector/internal/emit"
)

// Spans in are spans out, each equal apart from our keys, whatever the trees, the batches, what is sent
// again, and what is held.
func TestSpansInAreSpansOut(t *testing.T) {
	gate := "pdata.useProtoPooling"
	t.Cleanup(func() { require.NoError(t, featuregate.GlobalRegistry().Set(gate, false)) })
	for _, isPooling := range []bool{false, true} {
		require.NoError(t, featuregate.GlobalRegistry().Set(gate, isPooling))
		for _, attach := range []Attach{AttachAnchor, AttachTrace, AttachNone} {
			for seed := range uint64(20) {
				random := rand.New(rand.NewPCG(seed, 7))
				rig := newRig(t, withIncidentCases(t, func(config *Config) { config.Attach = attach }))
				var sent []string
				for _, batch := range randomBatches(random) {
					sent = append(sent, texts(batch)...)
					rig.consume(batch)
					if random.IntN(4) == 0 {
						rig.pass(time.Duration(random.IntN(5000)) * time.Millisecond)
					}
				}
				rig.pass(10 * time.Minute)
				var left []string
				for _, traces := range rig.sink.AllTraces() {
					left = append(left, texts(traces)...)
				}
				slices.Sort(sent)
				slices.Sort(left)
				require.Equal(t, sent, left, "%s, seed %d, pooling %t", attach, seed, isPooling)
				for _, held := range rig.p.shards {
					assert.Zero(t, held.outboxBytes)
				}
			}
		}
	}
}

// randomBatches cuts random traces into batches, in random order, some spans twice.
func randomBatches(random *rand.Rand) []ptrace.Traces {
	var spans []ptrace.Span
	for trace := range uint64(1 + random.IntN(6)) {
		size := 1 + random.IntN(12)
		for at := range size {
			spans = append(spans, randomSpan(random, trace, at))
			if random.IntN(8) == 0 {
				spans = append(spans, spans[len(spans)-1])
			}
		}
	}
	random.Shuffle(len(spans), func(i, j int) { spans[i], spans[j] = spans[j], spans[i] })
	var batches []ptrace.Traces
	for len(spans) > 0 {
		batch := ptrace.NewTraces()
		for range 1 + random.IntN(3) {
			ofResource := batch.ResourceSpans().AppendEmpty()
			ofResource.Resource().Attributes().PutStr("service.name", fmt.Sprint("s", random.IntN(2)))
			ofScope := ofResource.ScopeSpans().AppendEmpty()
			ofScope.Scope().SetName("scope")
			for range min(len(spans), random.IntN(6)) {
				spans[0].CopyTo(ofScope.Spans().AppendEmpty())
				spans = spans[1:]
			}
		}
		batches = append(batches, batch)
	}
	return batches
}

func randomSpan(random *rand.Rand, trace uint64, at int) ptrace.Span {
	id := func(at int) (made pcommon.SpanID) {
		binary.BigEndian.PutUint64(made[:], uint64(at)+1)
		return made
	}
	span := ptrace.NewSpan()
	span.SetTraceID(numbered(trace))
	span.SetSpanID(id(at))
	if random.IntN(6) > 0 {
		// Parents that are there, that never come, and spans that are their own.
		span.SetParentSpanID(id(random.IntN(14)))
	}
	span.SetStartTimestamp(pcommon.Timestamp(random.IntN(1000)))
	span.SetEndTimestamp(pcommon.Timestamp(random.IntN(1000)))
	attributes := span.Attributes()
	switch random.IntN(5) {
	case 0:
		attributes.PutStr("gen_ai.operation.name", "retrieval")
		attributes.PutStr("gen_ai.retrieval.documents", `[{"id":"a","content":"refund PENDING, no reference issued"}]`)
	case 1:
		attributes.PutStr("gen_ai.operation.name", "chat")
		attributes.PutStr("gen_ai.input.messages", `[{"role":"user","parts":[{"type":"text","content":"where is my refund"}]}]`)
		span.Events().AppendEmpty().SetName("gen_ai.choice")
	case 2:
		attributes.PutStr("ragspan.input", "where is my refund")
	default:
		attributes.PutStr("http.route", fmt.Sprint("/", random.IntN(9)))
	}
	return span
}

// texts are the spans as JSON, with their resource, without what a verdict writes.
func texts(traces ptrace.Traces) []string {
	var all []string
	for _, one := range oneByOne(traces) {
		span := one.ResourceSpans().At(0).ScopeSpans().At(0).Spans().At(0)
		emit.Remove(span)
		span.Attributes().RemoveIf(func(key string, _ pcommon.Value) bool { return strings.HasPrefix(key, "ragspan.trace.") })
		text, err := (&ptrace.JSONMarshaler{}).MarshalTraces(one)
		if err != nil {
			panic(err)
		}
		all = append(all, string(text))
	}
	return all
}
