package joining

import (
	"github.com/ragspan/ragspan/collector/internal/attribution"
	"github.com/ragspan/ragspan/collector/internal/model"
)

// JudgedRun is a run with its verdict.
type JudgedRun struct {
	Run *model.Run
	attribution.AttributedRun
}

// JudgeRun attributes one run (spec §3–§7); isRun is false for half a run that no case makes one. book
// may be nil.
func JudgeRun(run *model.Run, book *model.CaseBook, options *model.JudgingOptions) (judged JudgedRun, isRun bool) {
	attributed, isRun := attribution.AttributeRun(run, book, options)
	return JudgedRun{run, attributed}, isRun
}

// RunsOf are the runs of these spans (spec §9), halves that only a case can make a run included: pass
// each to JudgeRun.
func RunsOf(facts []*model.SpanFacts, book *model.CaseBook, options *model.JudgingOptions) []*model.Run {
	return findRuns(facts, newToolDeclarations(book, options))
}

// JudgeSpans judges every run of the spans given, in order of trace id, start of the run's root, span
// id. Spans of several traces may be given; those that share a ragspan.run.id must be given together.
func JudgeSpans(facts []*model.SpanFacts, book *model.CaseBook, options *model.JudgingOptions) []JudgedRun {
	var all []JudgedRun
	for _, run := range RunsOf(facts, book, options) {
		if judged, isRun := JudgeRun(run, book, options); isRun {
			all = append(all, judged)
		}
	}
	return all
}
