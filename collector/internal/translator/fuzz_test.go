package translator_test

import (
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"go.opentelemetry.io/collector/pdata/ptrace"

	"github.com/ragspan/ragspan/collector/internal/model"
	"github.com/ragspan/ragspan/collector/internal/records"
	"github.com/ragspan/ragspan/collector/internal/translator"
	"github.com/ragspan/ragspan/collector/internal/vectors"
)

func recordsOf(t testing.TB, input twinInput) []*model.SpanRecord {
	read, err := vectors.Records(input.document)
	assert.NoError(t, err, input.name)
	return read
}

// dumpRecords spells what records hold.
func dumpRecords(read []*model.SpanRecord) string {
	list := []model.Value{}
	for _, one := range read {
		list = append(list, one.Name, one.Attributes)
		for _, event := range one.Events {
			list = append(list, event.Name, event.Attributes)
		}
	}
	return canonical(list, 0)
}

// requireSound holds facts to what every consumer relies on.
func requireSound(t *testing.T, facts *model.SpanFacts) {
	t.Helper()
	texts := []string{facts.RunID, facts.DeclaredInput.Or(""), facts.Input.Or(model.CapturedText{}).Text, facts.Output.Or(model.CapturedText{}).Text}
	require.NotEmpty(t, facts.Kind)
	require.GreaterOrEqual(t, facts.AdjustedCount, 1.0)
	isList := facts.Kind == model.KindRetrieval || facts.Kind == model.KindRerank
	require.Equal(t, isList, facts.Retrieval != nil)
	require.Equal(t, facts.Kind == model.KindModel, facts.Model != nil)
	require.Equal(t, facts.Kind == model.KindTool, facts.Tool != nil)
	if list := facts.Retrieval; list != nil {
		texts = append(texts, list.Query.Or(""), list.Snapshot, list.Source)
		for _, item := range list.Items {
			requireSoundItem(t, item)
		}
		for _, item := range list.Inputs {
			requireSoundItem(t, item)
		}
	}
	if call := facts.Model; call != nil {
		texts = append(texts, call.Provider, call.Model, call.ResponseID)
		for _, message := range call.Messages {
			for _, part := range message.Parts {
				texts = append(texts, part.Leaves...)
				require.True(t, part.Kind != model.PartOther || len(part.Leaves) == 0)
			}
		}
		if call.Output != nil {
			texts = append(texts, call.Output.Text.Or(model.CapturedText{}).Text)
		}
	}
	for _, text := range texts {
		require.True(t, utf8.ValidString(text), "%q", text)
	}
}

func requireSoundItem(t *testing.T, item model.RetrievedItem) {
	t.Helper()
	text, hasText := item.Text.Get()
	require.True(t, utf8.ValidString(text))
	require.True(t, item.Digest == "" || len(item.Digest) == 32)
	if !hasText {
		return
	}
	require.Equal(t, int64(len(text)), item.Length.Or(-1))
	require.Equal(t, strings.Contains(text, model.Replacement), item.Invalid)
	require.True(t, item.Digest != "" || item.Lossy || item.Invalid)
}

// FuzzTranslateSpan puts text under two attributes, and as an event's body.
func FuzzTranslateSpan(f *testing.F) {
	m := newMutator(f, 2)
	for at, text := range spellings {
		lead := leads[at%len(leads)]
		f.Add(lead[0], lead[1], pick(m, carriers).key, text, pick(m, eventNames))
	}
	f.Fuzz(func(t *testing.T, leadKey, lead, key, text, event string) {
		fields := []string{leadKey, lead, key, text, event}
		for at := range fields {
			fields[at] = model.Repaired(fields[at])
		}
		held := record(fields[0], fields[1])
		held.Attributes.SetFirst(fields[2], fields[3])
		held.Events = []model.SpanEvent{{Name: fields[4], Attributes: model.ObjectOf("body", fields[3], fields[2], fields[3])}}
		survey := translator.NewValueLimitSurvey()
		survey.Add(held)
		facts := translator.TranslateSpan(held, &translator.Context{Limits: survey.LimitsOf("app")})
		requireSound(t, facts)
		if facts.Tool != nil {
			for _, tool := range dumpTools {
				for _, item := range model.RetrievalToolList(facts.Tool.Result, tool, model.TextHash{}, facts.Tool.Lossy).Items {
					requireSoundItem(t, item)
				}
			}
		}
	})
}

// FuzzTrace reads OTLP protobuf, begun at the vectors.
func FuzzTrace(f *testing.F) {
	folders, err := vectors.List()
	require.NoError(f, err)
	for _, folder := range folders {
		document, err := vectors.Trace(folder)
		require.NoError(f, err)
		traces, err := (&ptrace.JSONUnmarshaler{}).UnmarshalTraces(document)
		require.NoError(f, err)
		wire, err := (&ptrace.ProtoMarshaler{}).MarshalTraces(traces)
		require.NoError(f, err)
		f.Add(wire)
	}
	f.Fuzz(func(t *testing.T, wire []byte) {
		traces, err := (&ptrace.ProtoUnmarshaler{}).UnmarshalTraces(wire)
		if err != nil {
			return
		}
		for _, facts := range translateAll(records.FromTraces(traces), dumpOptions{}) {
			requireSound(t, facts)
		}
	})
}
