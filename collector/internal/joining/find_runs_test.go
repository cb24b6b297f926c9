package joining

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/ragspan/ragspan/collector/internal/model"
)

var (
	one   = &model.Resource{Key: "one"}
	other = &model.Resource{Key: "other"}
)

// spanOf makes a span that lasts from start to end.
func spanOf(id, parent string, kind model.SpanKind, start, end uint64) *model.SpanFacts {
	facts := &model.SpanFacts{
		TraceID: "t", SpanID: id, ParentSpanID: parent, Kind: kind, StartTimeUnixNano: start, EndTimeUnixNano: end,
		Resource: one, Status: model.StatusUnset, AdjustedCount: 1,
	}
	switch kind {
	case model.KindRetrieval:
		facts.Retrieval = &model.RetrievalList{Stage: model.StageRetrieve, Items: []model.RetrievedItem{}}
	case model.KindModel:
		facts.Model = &model.ModelCall{Output: &model.ModelOutput{Text: model.Some(model.CapturedText{Text: "an answer of " + id})}}
	case model.KindRerank, model.KindEmbedding, model.KindAssembly, model.KindTool, model.KindOther:
	}
	return facts
}

func rootsOf(facts []*model.SpanFacts) []string {
	var roots []string
	for _, run := range RunsOf(facts, nil, &model.JudgingOptions{}) {
		if !run.NeedsCase {
			roots = append(roots, run.SpanID)
		}
	}
	return roots
}

func TestARunIsTheLowestSpanOverARetrievalAndACallAfterIt(t *testing.T) {
	assert.Equal(t, []string{"step"}, rootsOf([]*model.SpanFacts{
		spanOf("root", "", model.KindOther, 0, 100), spanOf("step", "root", model.KindOther, 1, 90),
		spanOf("search", "step", model.KindRetrieval, 2, 10), spanOf("chat", "step", model.KindModel, 10, 20),
	}))
}

func TestACallBeforeItsRetrievalIsNoAnswer(t *testing.T) {
	assert.Empty(t, rootsOf([]*model.SpanFacts{
		spanOf("root", "", model.KindOther, 0, 100),
		spanOf("rewrite", "root", model.KindModel, 1, 5), spanOf("search", "root", model.KindRetrieval, 6, 10),
	}))
}

func TestClocksOfTwoResourcesAreNotCompared(t *testing.T) {
	search := spanOf("search", "root", model.KindRetrieval, 50, 60)
	search.Resource = other
	assert.Equal(t, []string{"root"}, rootsOf([]*model.SpanFacts{
		spanOf("root", "", model.KindOther, 0, 100), search, spanOf("chat", "root", model.KindModel, 1, 5),
	}))
}

func TestACycleIsContradictory(t *testing.T) {
	runs := RunsOf([]*model.SpanFacts{
		spanOf("a", "b", model.KindOther, 0, 100), spanOf("b", "a", model.KindOther, 1, 90),
		spanOf("search", "b", model.KindRetrieval, 2, 10), spanOf("chat", "b", model.KindModel, 10, 20),
	}, nil, &model.JudgingOptions{})
	require.Len(t, runs, 1)
	assert.True(t, runs[0].HasContradictoryAncestry)
}

func TestARunIDJoinsTraces(t *testing.T) {
	search := spanOf("search", "", model.KindRetrieval, 2, 10)
	search.RunID, search.TraceID = "r", "a"
	chat := spanOf("chat", "", model.KindModel, 20, 30)
	chat.RunID, chat.TraceID = "r", "b"
	runs := RunsOf([]*model.SpanFacts{chat, search}, nil, &model.JudgingOptions{})
	require.Len(t, runs, 1)
	assert.Equal(t, "a", runs[0].TraceID)
	assert.Len(t, runs[0].Members, 2)
}

func TestDeepTracesNeitherOverflowNorTakeForever(t *testing.T) {
	const depth = 20_000
	facts := []*model.SpanFacts{spanOf("0", "", model.KindOther, 0, 1e9)}
	for at := 1; at < depth; at++ {
		kind := model.KindOther
		switch at % 100 {
		case 50:
			kind = model.KindRetrieval
		case 51:
			kind = model.KindModel
		}
		facts = append(facts, spanOf(fmt.Sprint(at), fmt.Sprint(at-1), kind, uint64(at), uint64(at+1)))
	}
	assert.NotPanics(t, func() { JudgeSpans(facts, nil, &model.JudgingOptions{MaxScanBytes: 1 << 20}) })
}

func TestOneCallSeenTwiceIsOne(t *testing.T) {
	framework := spanOf("framework", "root", model.KindModel, 10, 30)
	sdk := spanOf("sdk", "framework", model.KindModel, 11, 29)
	framework.Model.ResponseID, sdk.Model.ResponseID = "resp", "resp"
	framework.Model.Output, sdk.Model.Provider = nil, "openai"
	runs := RunsOf([]*model.SpanFacts{
		spanOf("root", "", model.KindOther, 0, 100), spanOf("search", "root", model.KindRetrieval, 2, 10), framework, sdk,
	}, nil, &model.JudgingOptions{})
	require.Len(t, runs, 1)
	require.Len(t, runs[0].Calls, 1)
	call := runs[0].Calls[0]
	assert.Equal(t, "framework", call.Span.SpanID)
	assert.Equal(t, uint64(11), call.Span.StartTimeUnixNano)
	assert.Equal(t, "openai", call.Model.Provider)
	require.NotNil(t, call.Model.Output)
}
