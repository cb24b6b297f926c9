package conformance_test

import (
	"encoding/json"
	"path/filepath"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"go.opentelemetry.io/collector/pdata/pcommon"
	"go.opentelemetry.io/collector/pdata/ptrace"
	"go.uber.org/zap/zapcore"

	"github.com/ragspan/ragspan/collector/internal/emit"
	"github.com/ragspan/ragspan/collector/internal/files"
	"github.com/ragspan/ragspan/collector/internal/model"
	"github.com/ragspan/ragspan/collector/internal/twin"
	"github.com/ragspan/ragspan/collector/internal/vectors"
)

// emitted is what stands on a span, as both halves write it.
type emitted struct {
	Attributes map[string]any `json:"attributes"`
	Event      map[string]any `json:"event"`
}

func emittedHere(t *testing.T, verdict *model.RunVerdict, facts emit.Facts) emitted {
	span := ptrace.NewSpan()
	emit.Attach(span, verdict, facts, emit.Carriers{Attributes: true, SpanEvent: true}, 17)
	require.Equal(t, 1, span.Events().Len())
	event := span.Events().At(0)
	assert.Equal(t, "gen_ai.evaluation.result", event.Name())
	assert.Equal(t, pcommon.Timestamp(17), event.Timestamp())
	return normalised(t, emitted{span.Attributes().AsRaw(), event.Attributes().AsRaw()})
}

// normalised: numbers as JSON has them, which both halves spell the same.
func normalised(t *testing.T, one emitted) emitted {
	text, err := json.Marshal(one)
	require.NoError(t, err)
	return twin.Read[emitted](t, text)
}

func TestBothHalvesWriteEveryVerdictAlike(t *testing.T) {
	folders, err := vectors.List()
	require.NoError(t, err)
	facts := []emit.Facts{{Origin: "collector"}, {Origin: "collector", ResponseID: "r-1", Revision: 2}}
	requests := make([]twin.Request, 0, len(folders)+1)
	all := make([][]*model.RunVerdict, 0, len(folders)+1)
	ask := func(verdicts []*model.RunVerdict) {
		with := facts[len(requests)%2]
		requests = append(requests, twin.Request{
			Op: "emit", Text: files.VerdictJSON(verdicts), ResponseID: with.ResponseID, Revision: with.Revision,
		})
		all = append(all, verdicts)
	}
	for _, folder := range folders {
		trace, err := vectors.Trace(folder)
		require.NoError(t, err)
		records, err := vectors.Records(trace)
		require.NoError(t, err)
		ask(files.JudgeRecords(records, vectorBook(t, folder), optionsOf(t, folder)))
	}
	folders = append(folders, "long texts")
	ask(longTexts())
	for at, answer := range twin.Ask(t, requests) {
		theirs := twin.Read[[]emitted](t, answer)
		require.Len(t, theirs, len(all[at]))
		for run, verdict := range all[at] {
			require.Equal(t, theirs[run], emittedHere(t, verdict, facts[at%2]), "%s, run %d", filepath.Base(folders[at]), run)
		}
	}
}

// longTexts stand on every border of 2,000 bytes, between characters of one to four bytes.
func longTexts() []*model.RunVerdict {
	var all []*model.RunVerdict
	for _, character := range []string{"a", "é", "的", "😀", "\x00"} {
		for short := range 5 {
			text := strings.Repeat("x", short) + strings.Repeat(character, 2000/len(character)-2) + "end"
			all = append(all, &model.RunVerdict{
				TraceID: strings.Repeat("1", 32), SpanID: strings.Repeat("2", 16), Verdict: model.VerdictUnknown, Case: text + character,
				Explanation: text, Candidates: []model.VerdictName{model.VerdictH1, model.VerdictHold},
				Evidence: &model.Evidence{Distractors: []string{text, "b", "c", "d", "e", "f", "g", "h", "the ninth"}},
			})
		}
	}
	return all
}

func TestNoValueIsLongerThanBackendsTake(t *testing.T) {
	for _, verdict := range longTexts() {
		written := emittedHere(t, verdict, emit.Facts{ResponseID: verdict.Case})
		for _, attributes := range []map[string]any{written.Attributes, written.Event} {
			for key, value := range attributes {
				if text, isText := value.(string); isText {
					assert.LessOrEqual(t, len(text), 2000, key)
					assert.True(t, utf8.ValidString(text), key)
				}
			}
		}
		assert.Len(t, written.Event["ragspan.distractors"], 8)
	}
}

func TestALogRecordSaysWhatTheEventSays(t *testing.T) {
	for _, verdict := range longTexts() {
		facts := emit.Facts{Origin: "collector", Revision: 1}
		encoder := zapcore.NewMapObjectEncoder()
		for _, field := range emit.LogFields(verdict, facts) {
			field.AddTo(encoder)
		}
		assert.Equal(t, verdict.TraceID, encoder.Fields["trace_id"])
		assert.Equal(t, verdict.SpanID, encoder.Fields["span_id"])
		delete(encoder.Fields, "trace_id")
		delete(encoder.Fields, "span_id")
		assert.Equal(t, emittedHere(t, verdict, facts).Event, normalised(t, emitted{Event: encoder.Fields}).Event)
	}
}

func TestAVerdictIsReadBackAndTakenOff(t *testing.T) {
	span := ptrace.NewSpan()
	span.Attributes().PutStr("ragspan.run.id", "r")
	span.Attributes().PutStr("ragspan.input", "question")
	foreign := span.Events().AppendEmpty()
	foreign.SetName("gen_ai.evaluation.result")
	foreign.Attributes().PutStr("gen_ai.evaluation.name", "another")
	before := ptrace.NewSpan()
	span.CopyTo(before)
	_, isThere := emit.ReadExisting(span)
	require.False(t, isThere)
	verdict := &model.RunVerdict{
		Verdict: model.VerdictH2, Reason: model.ReasonCut, Case: "refund", Loss: model.LossCut, Outcome: model.OutcomeAnswered,
		AnsweredBy: "0102030405060708", Audit: model.Audit{model.FindingMisquoted: 2},
		Chunks: &model.ChunkCounts{ByFate: map[model.Fate]int64{model.FateCut: 3}},
	}
	emit.Attach(span, verdict, emit.Facts{Origin: "sdk", Revision: 4}, emit.Carriers{Attributes: true, SpanEvent: true}, 1)
	found, isThere := emit.ReadExisting(span)
	require.True(t, isThere)
	wanted := emit.Existing{
		Verdict: model.VerdictH2, Reason: model.ReasonCut, Case: "refund", Loss: model.LossCut, Outcome: model.OutcomeAnswered,
		Origin: "sdk", Revision: 4, Answered: "0102030405060708",
		Chunks: map[model.Fate]int64{model.FateCut: 3}, Audit: map[model.Finding]int64{model.FindingMisquoted: 2},
	}
	assert.Equal(t, wanted, found)
	assert.Equal(t, []emit.Existing{wanted}, emit.ReadEach(span))
	emit.Remove(span)
	assert.Equal(t, before, span, "what producers and others wrote stays")
}
