package contentdigest_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"go.opentelemetry.io/collector/pdata/pcommon"
	"go.opentelemetry.io/collector/pdata/ptrace"

	"github.com/ragspan/ragspan/collector/internal/contentdigest"
)

const secret = "the captain sails at midnight"

var hostileValues = map[string]func(pcommon.Value){
	"text":  func(value pcommon.Value) { value.SetStr(secret) },
	"JSON":  func(value pcommon.Value) { value.SetStr(`[{"role":"user","content":"` + secret + `"}]`) },
	"cut":   func(value pcommon.Value) { value.SetStr(`[{"role":"user","content":"` + secret) },
	"bytes": func(value pcommon.Value) { value.SetEmptyBytes().FromRaw([]byte(secret)) },
	"list":  func(value pcommon.Value) { value.SetEmptySlice().AppendEmpty().SetStr(secret) },
	"map":   func(value pcommon.Value) { value.SetEmptyMap().PutStr("content", secret) },
	"deep": func(value pcommon.Value) {
		for range 5000 {
			value = value.SetEmptySlice().AppendEmpty()
		}
		value.SetStr(secret)
	},
}

func TestEveryTypeOfValueGoes(t *testing.T) {
	for _, key := range []string{
		"ragspan.input", "ragspan.output", "gen_ai.input.messages", "gen_ai.output.messages", "gen_ai.system_instructions",
		"gen_ai.prompt", "gen_ai.completion", "gen_ai.prompt.0.content", "gen_ai.completion.0.content",
		"gen_ai.input.messages.0.parts.0.content", "gen_ai.retrieval.documents", "gen_ai.retrieval.documents.0.content",
		"gen_ai.retrieval.query.text", "gen_ai.tool.call.arguments", "gen_ai.tool.call.result", "gen_ai.tool.definitions",
		"input.value", "output.value", "llm.input_messages.0.message.content", "llm.output_messages.0.message.content",
		"llm.prompts.0.prompt.text", "llm.choices.0.completion.text", "llm.prompt_template.template",
		"llm.prompt_template.variables", "llm.invocation_parameters", "llm.tools.0.tool.json_schema",
		"retrieval.documents.0.document.content", "retrieval.documents.0.document.metadata",
		"reranker.query", "reranker.input_documents.0.document.content", "reranker.output_documents.0.document.content",
		"embedding.embeddings.0.embedding.text", "tool.parameters", "traceloop.entity.input", "genkit:output",
		"ai.prompt.messages", "ai.response.text", "ai.documents", "ai.toolCall.result", "gen_ai.vendor.content",
		"gen_ai.request.messages", "gen_ai.response.text", "gen_ai.request.available_tools",
	} {
		for name, fill := range hostileValues {
			for _, withFacts := range []bool{true, false} {
				span := spanOf(nil)
				fill(span.Attributes().PutEmpty(key))
				fill(span.Events().AppendEmpty().Attributes().PutEmpty(key))
				facts := factsOf(span, plain)
				if !withFacts {
					facts = nil
				}
				contentdigest.Rewrite(span, facts, plain)
				wire := wireOf(t, span)
				assert.NotContains(t, wire, secret, "%s: %s", key, name)
				contentdigest.Rewrite(span, factsOf(span, plain), plain)
				assert.Equal(t, wire, wireOf(t, span), "%s: %s", key, name)
			}
		}
	}
}

func wireOf(t *testing.T, span ptrace.Span) string {
	t.Helper()
	one := ptrace.NewTraces()
	span.CopyTo(one.ResourceSpans().AppendEmpty().ScopeSpans().AppendEmpty().Spans().AppendEmpty())
	wire, err := (&ptrace.ProtoMarshaler{}).MarshalTraces(one)
	require.NoError(t, err)
	return string(wire)
}

func TestManyKeysLeaveFewHashes(t *testing.T) {
	raw := map[string]any{}
	for at := range 20_000 {
		raw[fmt.Sprintf("gen_ai.vendor.%d.content", at)] = secret
	}
	span := spanOf(raw)
	contentdigest.Rewrite(span, nil, plain)
	assert.LessOrEqual(t, span.Attributes().Len(), 128)
	assert.Equal(t, uint32(20_000-64), span.DroppedAttributesCount())
}

func TestManyFlattenedKeysMakeOneHash(t *testing.T) {
	raw := map[string]any{}
	for at := range 5_000 {
		raw[fmt.Sprintf("llm.input_messages.%d.message.content", at)] = strings.Repeat("x", 20)
	}
	span := spanOf(raw)
	contentdigest.Rewrite(span, nil, plain)
	assert.Equal(t, map[string]any{
		"llm.input_messages.sha256": plain.SHA256(strings.Repeat(strings.Repeat("x", 20)+"\n", 4_999) + strings.Repeat("x", 20)),
		"llm.input_messages.bytes":  int64(100_000),
	}, span.Attributes().AsRaw())
}
