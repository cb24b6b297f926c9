package conformance_test

import (
	"encoding/json"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"go.opentelemetry.io/collector/pdata/plog"
	"go.opentelemetry.io/collector/pdata/ptrace"

	"github.com/ragspan/ragspan/collector/internal/contentdigest"
	"github.com/ragspan/ragspan/collector/internal/files"
	"github.com/ragspan/ragspan/collector/internal/model"
	"github.com/ragspan/ragspan/collector/internal/records"
	"github.com/ragspan/ragspan/collector/internal/translator"
	"github.com/ragspan/ragspan/collector/internal/vectors"
)

// What `content: digest` leaves of a vector is held to three laws: no captured text is left, twice is
// once, and no run is convicted of what the original is not.

// refutedRecords are the vectors whose bytes refute the application's own assembly record: a chunk that it
// says was dropped stands inside another. By the record alone (spec §4) nobody can know that.
var refutedRecords = map[string]bool{"b44-overlap-chunk": true, "b44-overlap-line": true}

func placeOf(span ptrace.Span) string {
	return records.TraceIDText(span.TraceID()) + records.SpanIDText(span.SpanID())
}

func tracesOf(t testing.TB, folder string) (ptrace.Traces, []records.LogEvent) {
	t.Helper()
	source, err := vectors.Trace(folder)
	require.NoError(t, err)
	all := ptrace.NewTraces()
	var logs []records.LogEvent
	for decoder := json.NewDecoder(strings.NewReader(string(source))); decoder.More(); {
		var document json.RawMessage
		require.NoError(t, decoder.Decode(&document))
		parts := []json.RawMessage{document}
		if document[0] == '[' {
			require.NoError(t, json.Unmarshal(document, &parts))
		}
		for _, part := range parts {
			traces, err := (&ptrace.JSONUnmarshaler{}).UnmarshalTraces(part)
			require.NoError(t, err)
			traces.ResourceSpans().MoveAndAppendTo(all.ResourceSpans())
			ofLogs, err := (&plog.JSONUnmarshaler{}).UnmarshalLogs(part)
			require.NoError(t, err)
			logs = append(logs, records.FromLogs(ofLogs)...)
		}
	}
	return all, logs
}

func eachSpan(traces ptrace.Traces, visit func(span ptrace.Span, record *model.SpanRecord)) {
	for _, ofResource := range traces.ResourceSpans().All() {
		resource := records.Resource(ofResource.Resource())
		for _, ofScope := range ofResource.ScopeSpans().All() {
			for _, span := range ofScope.Spans().All() {
				visit(span, records.FromSpan(span, resource, ofScope.Scope().Name()))
			}
		}
	}
}

// translations reads all spans as JudgeRecords does.
func translations(traces ptrace.Traces, options *files.Options) map[string]*model.SpanFacts {
	survey := translator.NewValueLimitSurvey()
	eachSpan(traces, func(_ ptrace.Span, record *model.SpanRecord) { survey.Add(record) })
	facts := map[string]*model.SpanFacts{}
	eachSpan(traces, func(span ptrace.Span, record *model.SpanRecord) {
		context := translator.Context{Hash: options.Judging.Hash, Limits: survey.LimitsOf(record.Resource.Key)}
		if configured, isSet := options.ValueLengthLimit.Get(); isSet {
			context.Limits = translator.ConfiguredValueLimit(configured)
		}
		facts[placeOf(span)] = translator.TranslateSpan(record, &context)
	})
	return facts
}

func wireOf(t testing.TB, span ptrace.Span) string {
	t.Helper()
	one := ptrace.NewTraces()
	span.CopyTo(one.ResourceSpans().AppendEmpty().ScopeSpans().AppendEmpty().Spans().AppendEmpty())
	wire, err := (&ptrace.ProtoMarshaler{}).MarshalTraces(one)
	require.NoError(t, err)
	return string(wire)
}

func wiresOf(t testing.TB, traces ptrace.Traces) map[string]string {
	wires := map[string]string{}
	eachSpan(traces, func(span ptrace.Span, _ *model.SpanRecord) { wires[placeOf(span)] = wireOf(t, span) })
	return wires
}

func rewrite(traces ptrace.Traces, options *files.Options) {
	facts := translations(traces, options)
	eachSpan(traces, func(span ptrace.Span, _ *model.SpanRecord) {
		contentdigest.Rewrite(span, facts[placeOf(span)], options.Judging.Hash)
	})
}

func TestDigestsTakeNoTextAlong(t *testing.T) {
	folders, err := vectors.List()
	require.NoError(t, err)
	for _, folder := range folders {
		for _, withFacts := range []bool{true, false} {
			traces, _ := tracesOf(t, folder)
			options := optionsOf(t, folder)
			facts := translations(traces, options)
			eachSpan(traces, func(span ptrace.Span, record *model.SpanRecord) {
				texts := textsOf(facts[placeOf(span)])
				if withFacts {
					contentdigest.Rewrite(span, facts[placeOf(span)], options.Judging.Hash)
				} else {
					contentdigest.Rewrite(span, nil, options.Judging.Hash)
				}
				left := stretchesOf(wireOf(t, span))
				for _, text := range texts {
					for at := 0; at+stretch <= len(text); at++ {
						if _, isLeft := left[text[at:at+stretch]]; isLeft && !isLabel(record, text[at:at+stretch]) {
							t.Errorf("%s: %s of %q is left (facts: %t)", filepath.Base(folder), text[at:at+stretch], text, withFacts)
							break
						}
					}
				}
			})
		}
	}
}

const stretch = 12

func stretchesOf(wire string) map[string]struct{} {
	all := map[string]struct{}{}
	for at := 0; at+stretch <= len(wire); at++ {
		all[wire[at:at+stretch]] = struct{}{}
	}
	return all
}

// isLabel: what an id, a name or an attribute of the application says too may stay.
func isLabel(record *model.SpanRecord, part string) bool {
	for key, value := range record.Attributes.All() {
		text, _ := model.JSONText(value)
		if (!translator.IsDialectKey(key) || strings.HasSuffix(key, ".id")) && strings.Contains(text, part) {
			return true
		}
	}
	return false
}

func textsOf(facts *model.SpanFacts) []string {
	var texts []string
	add := func(captured model.Optional[model.CapturedText]) {
		if text, isSet := captured.Get(); isSet {
			texts = append(texts, text.Text)
		}
	}
	add(facts.Input)
	add(facts.Output)
	if list := facts.Retrieval; list != nil {
		texts = append(texts, list.Query.Or(""))
		for _, item := range append(list.Items, list.Inputs...) {
			texts = append(texts, item.Text.Or(""))
		}
	}
	if call := facts.Model; call != nil {
		for _, message := range call.Messages {
			for _, part := range message.Parts {
				texts = append(texts, part.Leaves...)
			}
		}
		if call.Output != nil {
			add(call.Output.Text)
			for _, one := range call.Output.ToolCalls {
				texts = append(texts, one.ArgumentLeaves...)
			}
		}
	}
	if tool := facts.Tool; tool != nil {
		texts = append(append(texts, tool.ArgumentsText.Or("")), model.StringLeaves(tool.Result)...)
	}
	return texts
}

func TestDigestsTwiceAreDigestsOnce(t *testing.T) {
	folders, err := vectors.List()
	require.NoError(t, err)
	for _, folder := range folders {
		traces, _ := tracesOf(t, folder)
		options := optionsOf(t, folder)
		rewrite(traces, options)
		once := wiresOf(t, traces)
		rewrite(traces, options)
		assert.Equal(t, once, wiresOf(t, traces), filepath.Base(folder))
	}
}

// convictions by place: trace, root.
func convictions(verdicts []*model.RunVerdict) map[string]model.VerdictName {
	found := map[string]model.VerdictName{}
	for _, one := range verdicts {
		switch one.Verdict {
		case model.VerdictH1, model.VerdictH2, model.VerdictH3, model.VerdictH3a, model.VerdictH3b:
			found[one.TraceID+one.SpanID] = one.Verdict
		}
	}
	return found
}

func TestDigestsConvictNobodyElse(t *testing.T) {
	folders, err := vectors.List()
	require.NoError(t, err)
	convicted, kept := 0, 0
	for _, folder := range folders {
		traces, logs := tracesOf(t, folder)
		options, book := optionsOf(t, folder), vectorBook(t, folder)
		whole := records.FromTraces(traces)
		records.AddLogEvents(whole, logs)
		before := convictions(files.JudgeRecords(whole, book, options))
		rewrite(traces, options)
		after := files.JudgeRecords(records.FromTraces(traces), book, options)
		for place, verdict := range convictions(after) {
			if before[place] != verdict && !refutedRecords[filepath.Base(folder)] {
				t.Errorf("%s: %s is convicted of %s, was %q\n%s", filepath.Base(folder), place, verdict, before[place], files.VerdictJSON(after))
			}
			kept++
		}
		convicted += len(before)
	}
	t.Logf("%d of %d convictions stand by hashes alone", kept, convicted)
	assert.Positive(t, kept)
}
