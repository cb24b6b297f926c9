package translator_test

import (
	"math"
	"strconv"
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/ragspan/ragspan/collector/internal/model"
	"github.com/ragspan/ragspan/collector/internal/semconv"
	"github.com/ragspan/ragspan/collector/internal/translator"
)

// What both halves read alike is in twin_test.go; here stands what Go alone decides, and that no
// input is too much.

const (
	c1 = "The refund window is 30 days from delivery."
	c2 = "Items over $1,000 need manager approval."
)

func record(pairs ...model.Value) *model.SpanRecord {
	return &model.SpanRecord{
		TraceID: strings.Repeat("a", 32), SpanID: strings.Repeat("1", 16), Name: "span", StartTimeUnixNano: 1,
		EndTimeUnixNano: 2, Status: model.StatusUnset, Attributes: model.ObjectOf(pairs...),
		Resource: &model.Resource{Key: "app"}, ScopeName: "app",
	}
}

func translate(pairs ...model.Value) *model.SpanFacts {
	return translator.TranslateSpan(record(pairs...), &translator.Context{Limits: translator.ConfiguredValueLimit(0)})
}

func chat(pairs ...model.Value) *model.ModelCall {
	return translate(append([]model.Value{semconv.GenAIOperationName, "chat"}, pairs...)...).Model
}

func TestASpanWithoutADialectKeepsItsPlaceAlone(t *testing.T) {
	plain := record("http.method", "GET")
	plain.TraceState = "ot=th:8"
	facts := translator.TranslateSpan(plain, &translator.Context{})
	assert.Equal(t, model.KindOther, facts.Kind)
	assert.Empty(t, facts.Dialect)
	assert.Equal(t, 2.0, facts.AdjustedCount)
	assert.Same(t, plain.Attributes, facts.Attributes)
	assert.False(t, translator.ConcernsUs(plain))
	assert.True(t, translator.ConcernsUs(record("llm.model_name", "m")))
	assert.False(t, translator.IsDialectKey(""))
	assert.True(t, translator.IsDialectKey("gen_ai.x"))
	assert.True(t, translator.IsDialectEvent("gen_ai.choice"))
	assert.False(t, translator.IsDialectEvent("exception"))
}

func TestOnlyAttributesThatAreAskedForAreKept(t *testing.T) {
	context := &translator.Context{AttributeKeys: map[string]struct{}{"app.intent": {}}}
	facts := translator.TranslateSpan(record("app.intent", "refund", "large", "x"), context)
	assert.Equal(t, model.ObjectOf("app.intent", "refund"), facts.Attributes)
	assert.Zero(t, translator.TranslateSpan(record("large", "x"), context).Attributes.Len())
}

func TestAChunkThatSeveralSpansHoldIsHashedOnce(t *testing.T) {
	context := &translator.Context{Memo: map[string]string{c1: strings.Repeat("0", 32)}}
	facts := translator.TranslateSpan(record(
		semconv.GenAIOperationName, "retrieval", semconv.GenAIRetrievalDocuments, `[{"content":"`+c1+`"},{"content":"`+c2+`"}]`,
	), context)
	require.Len(t, facts.Retrieval.Items, 2)
	assert.Equal(t, strings.Repeat("0", 32), facts.Retrieval.Items[0].Digest, "out of the memo")
	assert.Equal(t, facts.Retrieval.Items[1].Digest, context.Memo[c2])
}

func TestLimitsThatAreKnownMakeTextsOfTheirLengthLossy(t *testing.T) {
	for _, text := range []string{strings.Repeat("é", 10), strings.Repeat("😀", 5), "ten bytes!", strings.Repeat("😀", 10)} {
		assert.True(t, translator.IsLossyText(text, translator.ConfiguredValueLimit(10)), text)
	}
	for _, text := range []string{"", "nine byte", strings.Repeat("é", 11), strings.Repeat("😀", 6)} {
		assert.False(t, translator.IsLossyText(text, translator.ConfiguredValueLimit(10)), text)
	}
	assert.True(t, translator.ConfiguredValueLimit(0).IsKnown)
	assert.False(t, translator.IsLossyText("anything", translator.ConfiguredValueLimit(-1)))
	assert.True(t, translator.IsLossyText("[REDACTED]", translator.ValueLimits{}))
	assert.True(t, translator.IsLossyText("cut\uFFFD", translator.ValueLimits{}))
}

func TestTheLimitOfAResourceIsFoundInItsValues(t *testing.T) {
	survey := translator.NewValueLimitSurvey()
	assert.Equal(t, translator.ValueLimits{}, survey.LimitsOf("app"), "nothing seen")
	survey.Add(record("a", strings.Repeat("x", 20), "b", strings.Repeat("y", 20), "c", "short", "session.id", strings.Repeat("z", 30)))
	limits := survey.LimitsOf("app")
	assert.False(t, limits.IsKnown)
	assert.Contains(t, limits.Bytes, 20, "the longest that two values share")
	survey.Add(record("d", strings.Repeat("x", 25)))
	assert.Empty(t, survey.LimitsOf("app").Bytes, "one is longer")
	survey.Add(record("gen_ai.input.messages", `[{"role":"user","con`))
	assert.Contains(t, survey.LimitsOf("app").UTF16, 20, "JSON that was cut")
	survey.Forget("app")
	assert.Empty(t, survey.LimitsOf("app").UTF16)
}

func TestASurveyIsBounded(t *testing.T) {
	survey := translator.NewValueLimitSurvey()
	for at := range 2000 {
		survey.Add(record("input.value", `{"`+strings.Repeat("x", at)))
	}
	assert.Len(t, survey.LimitsOf("app").Bytes, 256)
}

func TestDeepValuesOfEveryKind(t *testing.T) {
	const levels = 200_000
	deepList := strings.Repeat("[", levels) + strings.Repeat("]", levels)
	deepObject := strings.Repeat(`{"message":`, levels) + "1" + strings.Repeat("}", levels)
	openObject := strings.Repeat(`{"content":`, levels)
	for _, deep := range []string{deepList, deepObject, openObject, strings.Repeat(`[{"content":`, levels)} {
		for _, key := range []string{
			"gen_ai.input.messages", "gen_ai.output.messages", "gen_ai.prompt", "gen_ai.completion", "input.value",
			"output.value", "gen_ai.tool.definitions", "gen_ai.system_instructions",
		} {
			require.NotNil(t, chat(key, deep), key)
		}
		facts := translate("openinference.span.kind", "RETRIEVER", "output.value", deep)
		require.NotNil(t, facts.Retrieval)
		tool := translate("openinference.span.kind", "TOOL", "output.value", deep)
		model.RetrievalToolList(tool.Tool.Result, model.RetrievalTool{Text: "[][]"}, model.TextHash{}, false)
	}
	assert.True(t, chat("gen_ai.input.messages", deepList).ContextLossy)
}

func TestTenMegabytesInEveryAttribute(t *testing.T) {
	const size = 10_000_000
	for _, piece := range []string{"x", "[", "{", `"`, `\`, "[{\"a\":\"", "***", "…", "http://", "<think>", " ", "\u00a0", "é"} {
		text := strings.Repeat(piece, size/len(piece))
		call := chat("gen_ai.input.messages", text, "gen_ai.output.messages", text, "gen_ai.completion", text)
		require.NotNil(t, call, piece)
	}
	documents := `[{"content":"` + strings.Repeat("x", size) + `","metadata":{"url":"https://` + strings.Repeat("a", size) + `"}}]`
	facts := translate(semconv.GenAIOperationName, "retrieval", semconv.GenAIRetrievalDocuments, documents)
	assert.Equal(t, int64(size), facts.Retrieval.Items[0].Length.Or(0))
	survey := translator.NewValueLimitSurvey()
	survey.Add(record("input.value", documents[:len(documents)-1]))
	assert.Len(t, survey.LimitsOf("app").Bytes, 1)
}

func TestManyFlattenedKeys(t *testing.T) {
	attributes := model.NewObject(0)
	attributes.Set("openinference.span.kind", "LLM")
	for at := range 50_000 {
		attributes.Set("llm.input_messages."+strconv.Itoa(at)+".message.content", "m")
	}
	attributes.Set("llm.output_messages.999999999.message.content", "far")
	attributes.Set("llm.prompts.0."+strings.Repeat("a.", 100_000)+"b", "deep")
	held := record()
	held.Attributes = attributes
	facts := translator.TranslateSpan(held, &translator.Context{})
	assert.Len(t, facts.Model.Messages, 50_000)
	assert.Equal(t, "far", facts.Model.Output.Text.Or(model.CapturedText{}).Text)
}

func TestWrongTypesEverywhere(t *testing.T) {
	wrong := []model.Value{
		nil,
		model.Null{},
		true, 0.0, -1.5, math.NaN(), math.Inf(1), model.Integer(math.MaxInt64), "", "x",
		[]byte{1},
		[]model.Value{},
		[]model.Value{model.Null{}, 1.0, []model.Value{}},
		model.NewObject(0), model.ObjectOf("role", 1.0),
	}
	m := newMutator(t, 1)
	for _, lead := range leads {
		for _, key := range m.keys {
			for _, value := range wrong {
				facts := translate(lead[0], lead[1], key, value)
				require.NotEmpty(t, facts.Kind)
			}
		}
	}
}

func TestTranslationNeitherKeepsNorChangesTheRecord(t *testing.T) {
	for _, input := range randomInputs(t, nil, 5, 300) {
		records := recordsOf(t, input)
		before := dumpRecords(records)
		first := dump(records, input.options)
		require.Equal(t, first, dump(records, input.options), "twice the same")
		require.Equal(t, before, dumpRecords(records), input.name)
	}
}

func TestSpansAreTranslatedConcurrently(t *testing.T) {
	inputs := randomInputs(t, nil, 6, 100)
	var group sync.WaitGroup
	for range 4 {
		group.Go(func() {
			for _, input := range inputs {
				dump(recordsOf(t, input), input.options)
			}
		})
	}
	group.Wait()
}
