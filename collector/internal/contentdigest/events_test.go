package contentdigest_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"go.opentelemetry.io/collector/pdata/ptrace"

	"github.com/ragspan/ragspan/collector/internal/contentdigest"
)

func addEvent(span ptrace.Span, name string, attributes map[string]any) {
	event := span.Events().AppendEmpty()
	event.SetName(name)
	_ = event.Attributes().FromRaw(attributes)
}

func TestEventsOfAModelCallLoseTheirText(t *testing.T) {
	span := spanOf(map[string]any{"gen_ai.operation.name": "chat"})
	addEvent(span, "gen_ai.user.message", map[string]any{"role": "user", "content": "Hi", "gen_ai.system": "x"})
	addEvent(span, "gen_ai.choice", map[string]any{"index": 0, "finish_reason": "stop", "message": `{"content":"Hello"}`})
	addEvent(span, "exception", map[string]any{"exception.message": "no dialect's", "content": "nor this"})
	contentdigest.Rewrite(span, factsOf(span, plain), plain)

	assert.Equal(t, map[string]any{
		"gen_ai.operation.name":          "chat",
		"gen_ai.response.finish_reasons": []any{"stop"},
		"ragspan.context.sha256":         plain.SHA256("Hi"), "ragspan.context.bytes": int64(2),
		"ragspan.output.sha256": plain.SHA256("Hello"), "ragspan.output.bytes": int64(5),
	}, span.Attributes().AsRaw())
	assert.Equal(t, map[string]any{"role": "user", "gen_ai.system": "x"}, span.Events().At(0).Attributes().AsRaw())
	assert.Equal(t, map[string]any{"index": int64(0), "finish_reason": "stop"}, span.Events().At(1).Attributes().AsRaw())
	assert.Equal(t, map[string]any{"exception.message": "no dialect's", "content": "nor this"}, span.Events().At(2).Attributes().AsRaw())
}

func TestWithoutFactsEachTextOfAnEventIsItsOwnHash(t *testing.T) {
	span := spanOf(nil)
	addEvent(span, "", map[string]any{"event.name": "gen_ai.user.message", "body": map[string]any{"content": "Hi"}})
	contentdigest.Rewrite(span, nil, plain)
	assert.Equal(t, map[string]any{
		"event.name": "gen_ai.user.message", "body.sha256": plain.SHA256(`{"content":"Hi"}`), "body.bytes": int64(16),
	}, span.Events().At(0).Attributes().AsRaw())
}

func TestOnlyOurOwnEvaluationKeepsItsExplanation(t *testing.T) {
	span := spanOf(nil)
	addEvent(span, "gen_ai.evaluation.result", map[string]any{
		"gen_ai.evaluation.name": "ragspan.attribution", "gen_ai.evaluation.explanation": "rank 3/50 within k=5",
	})
	addEvent(span, "gen_ai.evaluation.result", map[string]any{
		"gen_ai.evaluation.name": "a judge", "gen_ai.evaluation.explanation": "The answer says Hello.",
	})
	contentdigest.Rewrite(span, nil, plain)
	assert.Contains(t, span.Events().At(0).Attributes().AsRaw(), "gen_ai.evaluation.explanation")
	assert.NotContains(t, span.Events().At(1).Attributes().AsRaw(), "gen_ai.evaluation.explanation")
}
