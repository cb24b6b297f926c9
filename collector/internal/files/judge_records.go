package files

import (
	"cmp"
	"slices"
	"strings"

	"github.com/ragspan/ragspan/collector/internal/joining"
	"github.com/ragspan/ragspan/collector/internal/model"
	"github.com/ragspan/ragspan/collector/internal/semconv"
	"github.com/ragspan/ragspan/collector/internal/translator"
)

// Options are those of the judging, and those of the reading.
type Options struct {
	Judging model.JudgingOptions
	// ValueLengthLimit of the producers; not set: inferred (spec §3 "Lossy").
	ValueLengthLimit model.Optional[int64]
}

// JudgeRecords judges every run of the spans, in order of trace id, start of the run's root, span id.
// Traces that share a ragspan.run.id are judged together (spec §9), the others each alone. book may be
// nil.
func JudgeRecords(records []*model.SpanRecord, book *model.CaseBook, options *Options) []*model.RunVerdict {
	var verdicts []*joining.JudgedRun
	for _, group := range joinedTraces(records) {
		for _, judged := range judgeTogether(group, book, options) {
			verdicts = append(verdicts, &judged)
		}
	}
	slices.SortStableFunc(verdicts, func(a, b *joining.JudgedRun) int { return cmp.Compare(a.Run.TraceID, b.Run.TraceID) })
	all := make([]*model.RunVerdict, len(verdicts))
	for at, judged := range verdicts {
		all[at] = judged.Verdict
	}
	return all
}

func judgeTogether(records []*model.SpanRecord, book *model.CaseBook, options *Options) []joining.JudgedRun {
	survey := translator.NewValueLimitSurvey()
	last := uint64(0)
	for _, record := range records {
		survey.Add(record)
		last = max(last, cmp.Or(record.EndTimeUnixNano, record.StartTimeUnixNano))
	}
	context := translator.Context{Hash: options.Judging.Hash, Memo: map[string]string{}}
	facts := make([]*model.SpanFacts, len(records))
	for at, record := range records {
		context.Limits = survey.LimitsOf(record.Resource.Key)
		if configured, isSet := options.ValueLengthLimit.Get(); isSet {
			context.Limits = translator.ConfiguredValueLimit(configured)
		}
		facts[at] = translator.TranslateSpan(record, &context)
	}
	judging := options.Judging
	// A case's until is held against the time of the trace, not of the reading.
	judging.NowUnixMillis = int64(last / 1_000_000)
	return joining.JudgeSpans(facts, book, &judging)
}

// joinedTraces are the spans of each trace, or of the traces that a run id joins, in order of the least
// trace id.
func joinedTraces(records []*model.SpanRecord) [][]*model.SpanRecord {
	leader := map[string]string{}
	leaderOf := func(traceID string) string {
		for leader[traceID] != "" && leader[traceID] != traceID {
			traceID = leader[traceID]
		}
		return traceID
	}
	traceOfRun := map[string]string{}
	for _, record := range records {
		runID, _ := record.Attributes.Get(semconv.RagspanRunID).(string)
		if runID == "" {
			continue
		}
		first, isKnown := traceOfRun[runID]
		if !isKnown {
			traceOfRun[runID] = record.TraceID
			continue
		}
		one, other := leaderOf(first), leaderOf(record.TraceID)
		leader[one], leader[other] = min(one, other), min(one, other)
	}
	groups := map[string][]*model.SpanRecord{}
	var order []string
	for _, record := range records {
		id := leaderOf(record.TraceID)
		if groups[id] == nil {
			order = append(order, id)
		}
		groups[id] = append(groups[id], record)
	}
	slices.SortFunc(order, strings.Compare)
	all := make([][]*model.SpanRecord, len(order))
	for at, id := range order {
		all[at] = groups[id]
	}
	return all
}
