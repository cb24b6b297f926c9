package contentdigest_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"go.opentelemetry.io/collector/pdata/pcommon"
	"go.opentelemetry.io/collector/pdata/ptrace"

	"github.com/ragspan/ragspan/collector/internal/contentdigest"
	"github.com/ragspan/ragspan/collector/internal/model"
	"github.com/ragspan/ragspan/collector/internal/records"
	"github.com/ragspan/ragspan/collector/internal/translator"
)

var plain = model.NewTextHash("")

func spanOf(attributes map[string]any) ptrace.Span {
	span := ptrace.NewSpan()
	span.SetTraceID(pcommon.TraceID{1})
	span.SetSpanID(pcommon.SpanID{2})
	_ = span.Attributes().FromRaw(attributes)
	return span
}

func factsOf(span ptrace.Span, hash model.TextHash) *model.SpanFacts {
	record := records.FromSpan(span, &model.Resource{Attributes: model.NewObject(0), Key: "r"}, "app")
	return translator.TranslateSpan(record, &translator.Context{Hash: hash})
}

// rewritten gives the attributes that are left.
func rewritten(attributes map[string]any) map[string]any {
	span := spanOf(attributes)
	contentdigest.Rewrite(span, factsOf(span, plain), plain)
	return span.Attributes().AsRaw()
}

func TestARetrievalKeepsDigestsIDsAndScores(t *testing.T) {
	assert.Equal(t, map[string]any{
		"gen_ai.operation.name":           "retrieval",
		"gen_ai.retrieval.top_k":          int64(5),
		"gen_ai.retrieval.documents":      `[{"id":"ledger/1","score":0.5},{"score":0.25}]`,
		"ragspan.retrieval.chunk.digests": []any{plain.Digest("refund PENDING"), plain.Digest("naïve")},
		"ragspan.retrieval.chunk.bytes":   []any{int64(14), int64(6)},
		"ragspan.retrieval.chunk.ids":     []any{"ledger/1", ""},
		"ragspan.retrieval.chunk.count":   int64(2),
		"ragspan.retrieval.query.sha256":  plain.SHA256("Where is my refund?"),
		"app.intent":                      "refund",
	}, rewritten(map[string]any{
		"gen_ai.operation.name":       "retrieval",
		"gen_ai.retrieval.top_k":      5,
		"gen_ai.retrieval.query.text": "Where is my refund?",
		"gen_ai.retrieval.documents":  `[{"id":"ledger/1","content":"refund PENDING","score":0.5},{"content":"naïve","score":0.25}]`,
		"app.intent":                  "refund",
	}))
}

func TestAModelCallKeepsTheHashesOfBothSides(t *testing.T) {
	assert.Equal(t, map[string]any{
		"gen_ai.operation.name":          "chat",
		"gen_ai.request.model":           "m",
		"gen_ai.response.finish_reasons": []any{"length"},
		"gen_ai.usage.input_tokens":      int64(7),
		"ragspan.context.sha256":         plain.SHA256("Be kind.\nHi"),
		"ragspan.context.bytes":          int64(11),
		"ragspan.output.sha256":          plain.SHA256("Hello"),
		"ragspan.output.bytes":           int64(5),
	}, rewritten(map[string]any{
		"gen_ai.operation.name":      "chat",
		"gen_ai.request.model":       "m",
		"gen_ai.usage.input_tokens":  7,
		"gen_ai.system_instructions": `[{"type":"text","content":"Be kind."}]`,
		"gen_ai.input.messages":      `[{"role":"user","parts":[{"type":"text","content":"Hi"}]}]`,
		"gen_ai.output.messages":     `[{"role":"assistant","parts":[{"type":"text","content":"Hello"}],"finish_reason":"length"}]`,
	}))
}

func TestFlattenedMessagesGoAsAWhole(t *testing.T) {
	assert.Equal(t, map[string]any{
		"openinference.span.kind":   "LLM",
		"llm.model_name":            "m",
		"llm.token_count.prompt":    int64(3),
		"llm.invocation_parameters": `{"temperature":0.2,"model":"m"}`,
		"ragspan.context.sha256":    plain.SHA256("Hi"),
		"ragspan.context.bytes":     int64(2),
		"ragspan.output.sha256":     plain.SHA256("Hello"),
		"ragspan.output.bytes":      int64(5),
		"input.mime_type":           "text/plain",
	}, rewritten(map[string]any{
		"openinference.span.kind":               "LLM",
		"llm.model_name":                        "m",
		"llm.token_count.prompt":                3,
		"llm.invocation_parameters":             `{"temperature":0.2,"model":"m","instructions":"Be kind to all of them."}`,
		"llm.input_messages.0.message.role":     "user",
		"llm.input_messages.0.message.content":  "Hi",
		"llm.output_messages.0.message.role":    "assistant",
		"llm.output_messages.0.message.content": "Hello",
		"input.value":                           "Hi",
		"input.mime_type":                       "text/plain",
		"output.value":                          "Hello",
	}))
}

func TestARootIsNoModelCallOnceItsOutputIsAHash(t *testing.T) {
	span := spanOf(map[string]any{"ragspan.input": "Where?", "ragspan.output": "Here.", "ragspan.run.id": "r1"})
	contentdigest.Rewrite(span, factsOf(span, plain), plain)
	assert.Equal(t, map[string]any{
		"ragspan.run.id":            "r1",
		"ragspan.input.sha256":      plain.SHA256("Where?"),
		"ragspan.input.bytes":       int64(6),
		"ragspan.run.output.sha256": plain.SHA256("Here."),
		"ragspan.run.output.bytes":  int64(5),
	}, span.Attributes().AsRaw())
	assert.Equal(t, model.KindOther, factsOf(span, plain).Kind)
}

func TestKindsSurviveTheTextThatToldThem(t *testing.T) {
	for _, attributes := range []map[string]any{
		{"gen_ai.input.messages": `[{"role":"user","content":"Hi"}]`},
		{"gen_ai.completion": "Hello"},
		{"gen_ai.prompt.0.content": "Hi", "gen_ai.completion.0.content": "Hello"},
		{"gen_ai.retrieval.query.text": "Where?"},
		{"gen_ai.tool.call.result": "a result"},
		{"llm.input_messages.0.message.content": "Hi"},
		{"llm.output_messages.0.message.content": "Hello"},
		{"retrieval.documents.0.document.content": "a text"},
		{"reranker.output_documents.0.document.content": "a text"},
		{"openinference.span.kind": "CHAIN", "input.value": "Hi", "output.value": "Hello"},
		{"openinference.span.kind": "RETRIEVER", "input.value": "Hi", "output.value": `[{"text":"a"}]`},
		{"openinference.span.kind": "TOOL", "input.value": "Hi", "output.value": "Hello"},
		{"input.value": "Hi"},
	} {
		span := spanOf(attributes)
		before := factsOf(span, plain)
		contentdigest.Rewrite(span, before, plain)
		after := factsOf(span, plain)
		kind := before.Kind
		if kind == model.KindRerank {
			// A rerank span is a retrieval of that stage once our attributes say what it returned.
			kind = model.KindRetrieval
			assert.Equal(t, model.StageRerank, after.Retrieval.Stage)
		}
		assert.Equal(t, kind, after.Kind, attributes)
	}
}

func TestWhatIsNotWholeHasNoHash(t *testing.T) {
	left := rewritten(map[string]any{
		"gen_ai.operation.name":  "chat",
		"gen_ai.input.messages":  `[{"role":"user","parts":[{"type":"text","content":"my card is [REDACTED]"}]}]`,
		"gen_ai.output.messages": `[{"role":"assistant","parts":[{"type":"text","content":"Hel`,
	})
	assert.NotContains(t, left, "ragspan.context.sha256")
	assert.NotContains(t, left, "ragspan.output.sha256")
	assert.Contains(t, left, "gen_ai.input.messages.sha256")
	assert.Contains(t, left, "gen_ai.output.messages.bytes")

	bad := rewritten(map[string]any{"input.value": "a\xff"})
	assert.Equal(t, map[string]any{"input.value.bytes": int64(2)}, bad)
}

func TestALostListStaysLost(t *testing.T) {
	span := spanOf(map[string]any{"gen_ai.operation.name": "retrieval", "gen_ai.retrieval.documents": `[{"content":"one"},{"content":"tw`})
	before := factsOf(span, plain)
	assert.True(t, before.Retrieval.Lossy)
	contentdigest.Rewrite(span, before, plain)
	after := factsOf(span, plain)
	assert.True(t, after.Retrieval.Lossy)
	assert.Equal(t, plain.Digest("one"), after.Retrieval.Items[0].Digest)
	assert.True(t, after.Retrieval.Items[1].Lossy)
}

func TestListsBeyondAThousandSayHowManyThereWere(t *testing.T) {
	span := spanOf(map[string]any{
		"gen_ai.operation.name":      "retrieval",
		"gen_ai.retrieval.documents": "[" + strings.Repeat(`"x",`, 1200) + `"y"]`,
	})
	contentdigest.Rewrite(span, factsOf(span, plain), plain)
	list := factsOf(span, plain).Retrieval
	assert.Len(t, list.Items, 1000)
	assert.Equal(t, model.Some[int64](1201), list.Count)
}

func TestAnEmptyListStaysAnEmptyList(t *testing.T) {
	span := spanOf(map[string]any{"gen_ai.operation.name": "retrieval", "gen_ai.retrieval.documents": "[]", "gen_ai.retrieval.query.text": "q"})
	contentdigest.Rewrite(span, factsOf(span, plain), plain)
	list := factsOf(span, plain).Retrieval
	assert.NotNil(t, list.Items)
	assert.Empty(t, list.Items)
}

func TestKeyedHashesNameTheirKey(t *testing.T) {
	keyed := model.NewTextHash("k")
	span := spanOf(map[string]any{"gen_ai.operation.name": "retrieval", "gen_ai.retrieval.documents": `["one"]`, "input.value": "x"})
	contentdigest.Rewrite(span, factsOf(span, keyed), keyed)
	left := span.Attributes().AsRaw()
	assert.Equal(t, keyed.KeyName, left["ragspan.hash.key"])
	assert.Equal(t, []any{keyed.Digest("one")}, left["ragspan.retrieval.chunk.digests"])
}

func TestHashesOfAnotherKeyStandAlone(t *testing.T) {
	keyed := model.NewTextHash("k")
	span := spanOf(map[string]any{
		"gen_ai.operation.name":           "retrieval",
		"ragspan.hash.key":                keyed.KeyName,
		"ragspan.retrieval.chunk.digests": []any{keyed.Digest("one")},
		"gen_ai.retrieval.documents":      `["one"]`,
		"gen_ai.retrieval.query.text":     "Where?",
	})
	contentdigest.Rewrite(span, factsOf(span, plain), plain)
	assert.Equal(t, map[string]any{
		"gen_ai.operation.name":             "retrieval",
		"ragspan.hash.key":                  keyed.KeyName,
		"ragspan.retrieval.chunk.digests":   []any{keyed.Digest("one")},
		"gen_ai.retrieval.query.text.bytes": int64(6),
	}, span.Attributes().AsRaw())
}

func TestWhatHoldsNoTextIsNotChanged(t *testing.T) {
	attributes := map[string]any{
		"gen_ai.operation.name": "chat", "gen_ai.request.model": "m", "llm.token_count.prompt": int64(3), "http.route": "/input/value",
		"gen_ai.retrieval.documents": `[{"id":"a","score":1},{}]`, "ragspan.context.sha256": strings.Repeat("a", 64),
		"ragspan.hash.key": "12345678", "llm.invocation_parameters": `{"temperature":1}`, "gen_ai.usage.details.input": int64(5),
		"content": "of another application", "exception.message": "no dialect's",
	}
	assert.Equal(t, attributes, rewritten(attributes))
}
