package emit_test

import (
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"go.opentelemetry.io/collector/pdata/pcommon"
	"go.opentelemetry.io/collector/pdata/ptrace"
	"go.uber.org/zap/zapcore"

	"github.com/ragspan/ragspan/collector/internal/emit"
	"github.com/ragspan/ragspan/collector/internal/model"
)

var allCarriers = emit.Carriers{Attributes: true, SpanEvent: true}

func cut() *model.RunVerdict {
	return &model.RunVerdict{
		TraceID: "01", SpanID: "02", AnsweredBy: "03", Verdict: model.VerdictH2, Reason: model.ReasonCut, Case: "refund",
		Loss: "cut", Outcome: model.OutcomeAnswered, Explanation: "rank 3/50 within k=5",
		Chunks: &model.ChunkCounts{Retrieved: 5, Distinct: 5, ByFate: map[model.Fate]int64{"cut": 4, "sent": 1}},
		Audit:  map[model.Finding]int64{model.Findings[0]: 2},
	}
}

func producers() ptrace.Span {
	span := ptrace.NewSpan()
	span.Attributes().PutStr("ragspan.input", "Where is my refund?")
	span.Attributes().PutStr("gen_ai.operation.name", "chat")
	other := span.Events().AppendEmpty()
	other.SetName("gen_ai.evaluation.result")
	other.Attributes().PutStr("gen_ai.evaluation.name", "Relevance")
	span.Events().AppendEmpty().SetName("exception")
	return span
}

func TestWhatIsAttachedIsReadBack(t *testing.T) {
	span := producers()
	emit.Attach(span, cut(), emit.Facts{ResponseID: "r", Revision: 2, Origin: emit.OriginSDK}, allCarriers, 7)
	found, isThere := emit.ReadExisting(span)
	require.True(t, isThere)
	assert.Equal(t, emit.Existing{
		Verdict: model.VerdictH2, Reason: model.ReasonCut, Case: "refund", Loss: "cut", Outcome: model.OutcomeAnswered,
		Origin: emit.OriginSDK, Revision: 2, Answered: "03", Chunks: map[model.Fate]int64{"cut": 4, "sent": 1},
		Audit: map[model.Finding]int64{model.Findings[0]: 2},
	}, found)
	assert.Equal(t, pcommon.Timestamp(7), span.Events().At(2).Timestamp())
}

func TestRemoveLeavesWhatProducersWrote(t *testing.T) {
	span, before := producers(), producers()
	emit.Attach(span, cut(), emit.Facts{Origin: emit.OriginCollector}, allCarriers, 7)
	require.NotEqual(t, before, span)
	emit.Remove(span)
	assert.Equal(t, before.Attributes().AsRaw(), span.Attributes().AsRaw())
	require.Equal(t, 2, span.Events().Len())
	assert.Equal(t, "gen_ai.evaluation.result", span.Events().At(0).Name(), "another evaluation is not ours")
	assert.Equal(t, "exception", span.Events().At(1).Name())
	emit.Remove(span)
	assert.Equal(t, before.Attributes().AsRaw(), span.Attributes().AsRaw())
}

func TestCarriersSayWhatIsWritten(t *testing.T) {
	for _, carriers := range []emit.Carriers{{}, {Attributes: true}, {SpanEvent: true}, allCarriers} {
		span := ptrace.NewSpan()
		emit.Attach(span, cut(), emit.Facts{}, carriers, 7)
		assert.Equal(t, carriers.Attributes, span.Attributes().Len() > 0)
		assert.Equal(t, carriers.SpanEvent, span.Events().Len() == 1)
	}
}

// A stranger may write anything under our names.
func TestValuesOfOtherTypesAreNoVerdict(t *testing.T) {
	for name, set := range map[string]func(pcommon.Value){
		"empty": func(pcommon.Value) {}, "number": func(value pcommon.Value) { value.SetInt(1) },
		"flag": func(value pcommon.Value) { value.SetBool(true) }, "list": func(value pcommon.Value) { value.SetEmptySlice() },
		"map": func(value pcommon.Value) { value.SetEmptyMap() }, "bytes": func(value pcommon.Value) { value.SetEmptyBytes().FromRaw([]byte("H2")) },
		"other text": func(value pcommon.Value) { value.SetStr("H9") },
	} {
		t.Run(name, func(t *testing.T) {
			span := ptrace.NewSpan()
			set(span.Attributes().PutEmpty("ragspan.verdict"))
			event := span.Events().AppendEmpty()
			event.SetName("gen_ai.evaluation.result")
			event.Attributes().PutStr("gen_ai.evaluation.name", "ragspan.attribution")
			for _, key := range []string{"gen_ai.evaluation.score.label", "ragspan.revision", "ragspan.chunks.cut", "ragspan.origin"} {
				set(event.Attributes().PutEmpty(key))
			}
			_, isThere := emit.ReadExisting(span)
			assert.False(t, isThere)
			assert.Empty(t, emit.ReadEach(span))
		})
	}
}

func TestNegativeCountsAreNone(t *testing.T) {
	span := ptrace.NewSpan()
	emit.Attach(span, cut(), emit.Facts{}, allCarriers, 7)
	span.Events().At(0).Attributes().PutInt("ragspan.chunks.cut", -4)
	found, _ := emit.ReadExisting(span)
	assert.Equal(t, map[model.Fate]int64{"sent": 1}, found.Chunks)
}

func TestTextIsCutBetweenCharactersAndWellFormed(t *testing.T) {
	for _, text := range []string{
		strings.Repeat("😀", 800), "a" + strings.Repeat("😀", 800), strings.Repeat("é", 3000), strings.Repeat("x", 2001),
		strings.Repeat("\x00", 1000), strings.Repeat("a\xf0\x9f", 1000),
	} {
		verdict := cut()
		verdict.Explanation = text
		span := ptrace.NewSpan()
		emit.Attach(span, verdict, emit.Facts{}, allCarriers, 7)
		value, _ := span.Attributes().Get("ragspan.explanation")
		assert.LessOrEqual(t, len(value.Str()), 2000)
		assert.Greater(t, len(value.Str()), 1990)
		assert.True(t, utf8.ValidString(value.Str()))
		assert.NotContains(t, value.Str(), "\x00")
		assert.True(t, strings.HasSuffix(value.Str(), "…"))
	}
}

func TestLogFieldsAreTheEvent(t *testing.T) {
	facts := emit.Facts{ResponseID: "r", Revision: 1, Origin: emit.OriginCollector}
	encoder := zapcore.NewMapObjectEncoder()
	for _, field := range emit.LogFields(cut(), facts) {
		field.AddTo(encoder)
	}
	span := ptrace.NewSpan()
	emit.Attach(span, cut(), facts, emit.Carriers{SpanEvent: true}, 7)
	expected := span.Events().At(0).Attributes().AsRaw()
	expected["trace_id"], expected["span_id"] = "01", "03"
	assert.Equal(t, expected, encoder.Fields)
}
