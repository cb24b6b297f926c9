package attribution

import (
	"slices"

	"github.com/ragspan/ragspan/collector/internal/model"
)

// hasTwoQuestions: two questions in one run (spec §9): nothing may then be said, as chunks of one would
// be lent to the other.
func hasTwoQuestions(run *model.Run, calls *runCalls) bool {
	declared := map[string]bool{}
	for _, input := range run.DeclaredInputs {
		declared[TrimWhiteSpace(input)] = true
	}
	if len(declared) > 1 {
		return true
	}
	if calls.isNamedByRoot() || len(run.Retrievals) < 2 {
		return false
	}
	return slices.ContainsFunc(run.Calls, func(call *model.RunCall) bool {
		return !slices.Contains(calls.contributing, call) && !call.IsInsideRetrieval && givesAnAnswer(call, run) && answersAnother(call, run, calls)
	})
}

// givesAnAnswer: text of an answer's length, no tool call, no JSON document, not the query of a later
// retrieval.
func givesAnAnswer(call *model.RunCall, run *model.Run) bool {
	output := call.Model.Output
	text := TrimWhiteSpace(outputTextOf(call.Model))
	if output == nil || len(output.ToolCalls) > 0 || len(text) < carriedMinBytes {
		return false
	}
	if _, isDocument := model.JSONStringLeaves(text); isDocument {
		return false
	}
	return !slices.ContainsFunc(run.Retrievals, func(retrieval *model.RunRetrieval) bool {
		query, isSet := retrieval.List.Query.Get()
		return isSet && retrieval.Span.StartTimeUnixNano >= call.Span.StartTimeUnixNano && TrimWhiteSpace(query) == text
	})
}

// answersAnother: it holds chunks of a retrieval of which the contributing calls hold none, and they of
// one it lacks.
func answersAnother(call *model.RunCall, run *model.Run, calls *runCalls) bool {
	hasOwn, hasTheirs := false, false
	for _, retrieval := range run.Retrievals {
		var texts []string
		for at := range retrieval.List.Items {
			if text, hasText := retrieval.List.Items[at].Text.Get(); hasText {
				texts = append(texts, text)
			}
		}
		holds := func(holder *model.RunCall) bool {
			return slices.Contains(WhichPresent(calls.contextOf(holder), texts), true)
		}
		own, theirs := holds(call), slices.ContainsFunc(calls.contributing, holds)
		hasOwn = hasOwn || (own && !theirs)
		hasTheirs = hasTheirs || (theirs && !own)
	}
	return hasOwn && hasTheirs
}
