package attribution

import (
	"slices"

	"github.com/ragspan/ragspan/collector/internal/model"
)

// hasTwoQuestions: two questions in one run (spec §9): nothing may then be said, as chunks of one would
// be lent to the other.
func hasTwoQuestions(run *model.Run, calls *runCalls, hash model.TextHash) bool {
	declared := map[string]bool{}
	for _, input := range run.DeclaredInputs {
		declared[TrimWhiteSpace(input)] = true
	}
	if len(declared) > 1 {
		return true
	}
	if calls.isNamedByRoot || len(run.Retrievals) < 2 {
		return false
	}
	isContributing := map[*model.RunCall]bool{}
	for _, call := range calls.contributing {
		isContributing[call] = true
	}
	suspects := slices.DeleteFunc(slices.Clone(run.Calls), func(call *model.RunCall) bool {
		return isContributing[call] || call.IsInsideRetrieval || !givesAnAnswer(call, run, hash)
	})
	if len(suspects) == 0 {
		return false
	}
	holders := newChunkHolders(run, calls)
	theirs := map[*model.RunRetrieval]bool{}
	for _, call := range calls.contributing {
		for list := range holders.listsOf(call) {
			theirs[list] = true
		}
	}
	return slices.ContainsFunc(suspects, func(call *model.RunCall) bool {
		own := holders.listsOf(call)
		return lacksOne(own, theirs) && lacksOne(theirs, own)
	})
}

// lacksOne: some of the lists is not among the others.
func lacksOne(lists, others map[*model.RunRetrieval]bool) bool {
	for list := range lists {
		if !others[list] {
			return true
		}
	}
	return false
}

// givesAnAnswer: text of an answer's length, no tool call, no JSON document, not the query of a later
// retrieval.
func givesAnAnswer(call *model.RunCall, run *model.Run, hash model.TextHash) bool {
	output := call.Model.Output
	raw := outputTextOf(call.Model)
	text := TrimWhiteSpace(raw)
	if output == nil || len(output.ToolCalls) > 0 || len(text) < carriedMinBytes {
		return false
	}
	if _, isDocument := model.JSONStringLeaves(text); isDocument {
		return false
	}
	ofText, ofRaw := "", ""
	for _, retrieval := range run.Retrievals {
		span, list := retrieval.Span, retrieval.List
		if span.Resource.Key == call.Span.Resource.Key && span.StartTimeUnixNano < call.Span.StartTimeUnixNano {
			continue
		}
		if query, isSet := list.Query.Get(); isSet {
			if TrimWhiteSpace(query) == text {
				return false
			}
			continue
		}
		if list.QuerySHA256 == "" {
			continue
		}
		if ofText == "" {
			ofText, ofRaw = hash.SHA256(text), hash.SHA256(raw)
		}
		if list.QuerySHA256 == ofText || list.QuerySHA256 == ofRaw {
			return false
		}
	}
	return true
}

// chunkHolders tell the retrievals of which a call was given a chunk, whole.
type chunkHolders struct {
	calls  *runCalls
	lists  map[string][]*model.RunRetrieval
	finder *TextFinder
}

func newChunkHolders(run *model.Run, calls *runCalls) *chunkHolders {
	made := &chunkHolders{calls: calls, lists: map[string][]*model.RunRetrieval{}}
	var cores []string
	for _, retrieval := range run.Retrievals {
		for at := range retrieval.List.Items {
			core := TrimWhiteSpace(retrieval.List.Items[at].Text.Or(""))
			held := made.lists[core]
			if held == nil {
				cores = append(cores, core)
			}
			if len(held) == 0 || held[len(held)-1] != retrieval {
				made.lists[core] = append(held, retrieval)
			}
		}
	}
	made.finder = NewTextFinder(cores)
	return made
}

func (h *chunkHolders) listsOf(call *model.RunCall) map[*model.RunRetrieval]bool {
	held := map[*model.RunRetrieval]bool{}
	for core := range h.finder.standingInEvidence(h.calls.contextOf(call)) {
		for _, list := range h.lists[core] {
			held[list] = true
		}
	}
	return held
}
