package contentdigest_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"go.opentelemetry.io/collector/pdata/ptrace"

	"github.com/ragspan/ragspan/collector/internal/contentdigest"
)

func TestASweepFindsWhatNoDialectReads(t *testing.T) {
	traces := ptrace.NewTraces()
	spans := traces.ResourceSpans().AppendEmpty().ScopeSpans().AppendEmpty().Spans()
	translated := spanOf(map[string]any{"gen_ai.operation.name": "chat", "gen_ai.completion": "Hello"})
	contentdigest.Rewrite(translated, factsOf(translated, plain), plain)
	before := translated.Attributes().AsRaw()
	translated.CopyTo(spans.AppendEmpty())
	spanOf(map[string]any{"traceloop.entity.input": secret, "ai.prompt": secret}).CopyTo(spans.AppendEmpty())
	_ = spans.AppendEmpty().Attributes().FromRaw(map[string]any{"gen_ai.prompt": secret})

	contentdigest.Sweep(traces, plain)
	assert.Equal(t, before, spans.At(0).Attributes().AsRaw())
	assert.Contains(t, spans.At(1).Attributes().AsRaw(), "traceloop.entity.input.sha256")
	for at := range spans.Len() {
		assert.NotContains(t, wireOf(t, spans.At(at)), secret)
	}
}
