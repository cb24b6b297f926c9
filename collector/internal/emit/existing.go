package emit

import (
	"strings"

	"go.opentelemetry.io/collector/pdata/pcommon"
	"go.opentelemetry.io/collector/pdata/ptrace"

	"github.com/ragspan/ragspan/collector/internal/model"
	"github.com/ragspan/ragspan/collector/internal/semconv"
)

// Existing is a verdict that stands on a span already: what metrics need of it.
type Existing struct {
	Verdict model.VerdictName
	Reason  model.Reason
	Case    string
	Loss    model.Loss
	Outcome model.Outcome
	// Origin and Revision are the event's; empty and 0 without one.
	Origin   string
	Revision int64
	Answered string
	Chunks   map[model.Fate]int64
	Audit    map[model.Finding]int64
}

// ReadExisting reads the attributes of a verdict, and its event, whichever are there. Values of other
// types than ours are no verdict.
func ReadExisting(span ptrace.Span) (Existing, bool) {
	found := Existing{Chunks: map[model.Fate]int64{}, Audit: map[model.Finding]int64{}}
	read(&found, span.Attributes(), semconv.VerdictVerdict)
	for _, event := range span.Events().All() {
		if !isVerdictEvent(event) {
			continue
		}
		read(&found, event.Attributes(), semconv.GenAIEvaluationScoreLabel)
		readEvent(&found, event.Attributes())
	}
	return found, IsVerdict(found.Verdict)
}

func read(found *Existing, from pcommon.Map, verdictKey string) {
	readText(&found.Verdict, from, verdictKey)
	readText(&found.Reason, from, semconv.VerdictReason)
	readText(&found.Case, from, semconv.VerdictCaseID)
	readText(&found.Loss, from, semconv.VerdictLoss)
	readText(&found.Outcome, from, semconv.VerdictOutcome)
}

func readEvent(found *Existing, from pcommon.Map) {
	readText(&found.Origin, from, semconv.VerdictOrigin)
	readText(&found.Answered, from, semconv.VerdictAnsweredBy)
	found.Revision, _ = wholeNumber(from, semconv.VerdictRevision)
	for _, fate := range model.Fates {
		if count, isThere := wholeNumber(from, semconv.VerdictChunksPrefix+string(fate)); isThere {
			found.Chunks[fate] = count
		}
	}
	for _, finding := range model.Findings {
		if count, isThere := wholeNumber(from, semconv.VerdictAuditPrefix+string(finding)); isThere {
			found.Audit[finding] = count
		}
	}
}

func readText[T ~string](to *T, from pcommon.Map, key string) {
	if value, isThere := from.Get(key); isThere && value.Type() == pcommon.ValueTypeStr {
		*to = T(strings.Clone(value.Str()))
	}
}

func wholeNumber(from pcommon.Map, key string) (int64, bool) {
	value, isThere := from.Get(key)
	if !isThere || value.Type() != pcommon.ValueTypeInt || value.Int() < 0 {
		return 0, false
	}
	return value.Int(), true
}

// IsVerdict tells whether the word is one of ours.
func IsVerdict(name model.VerdictName) bool {
	switch name {
	case model.VerdictH1, model.VerdictH2, model.VerdictH3, model.VerdictH3a, model.VerdictH3b, model.VerdictHold,
		model.VerdictUnknown, model.VerdictUndeclared:
		return true
	}
	return false
}

// ReadEach reads the verdicts of a span that bears those of several runs: one event each, the attributes
// being those of one of them. Without an event the attributes are the verdict.
func ReadEach(span ptrace.Span) []Existing {
	var all []Existing
	for _, event := range span.Events().All() {
		if !isVerdictEvent(event) {
			continue
		}
		found := Existing{Chunks: map[model.Fate]int64{}, Audit: map[model.Finding]int64{}}
		read(&found, event.Attributes(), semconv.GenAIEvaluationScoreLabel)
		readEvent(&found, event.Attributes())
		if IsVerdict(found.Verdict) {
			all = append(all, found)
		}
	}
	if len(all) == 0 {
		if found, isThere := ReadExisting(span); isThere {
			all = append(all, found)
		}
	}
	return all
}
