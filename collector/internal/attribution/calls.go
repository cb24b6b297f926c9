package attribution

import (
	"cmp"
	"slices"

	"github.com/ragspan/ragspan/collector/internal/model"
)

// Which calls speak for a run (spec §5 "Which calls"): the answering one, and those that contribute to
// what the model was given.

// chosenBy is how the answering call was found: only last is a guess that another call's pass can
// unsettle.
type chosenBy string

const (
	chosenByFlag       chosenBy = "flag"
	chosenByRootOutput chosenBy = "root_output"
	chosenByLast       chosenBy = "last"
)

type runCalls struct {
	// answering is nil when none is found.
	answering *model.RunCall
	chosenBy  chosenBy
	// contributing, in order of start, then span id; the answering call among them.
	contributing []*model.RunCall
	// transforming are calls whose 4–15 byte output stands in a contributing call: what only they hold is
	// transformed.
	transforming []*model.RunCall
	// candidates could have given the answer, in order of end, start, span id.
	candidates []*model.RunCall

	question string
	contexts map[*model.RunCall]*SentContext
	// Per resource, as clocks compare only inside one.
	firstRetrievalEnd map[string]uint64
}

// isNamedByRoot: the output logged on the root names an answering call.
func (c *runCalls) isNamedByRoot() bool { return c.chosenBy == chosenByRootOutput }

func (c *runCalls) contextOf(call *model.RunCall) *SentContext {
	context := c.contexts[call]
	if context == nil {
		context = NewSentContext(call.Model, c.question)
		c.contexts[call] = context
	}
	return context
}

// beganAfterRetrieval: begun after a retrieval of the run ended (other resource: in any order).
func (c *runCalls) beganAfterRetrieval(call *model.RunCall) bool {
	end, isHere := c.firstRetrievalEnd[call.Span.Resource.Key]
	if isHere && call.Span.StartTimeUnixNano >= end {
		return true
	}
	if isHere {
		return len(c.firstRetrievalEnd) > 1
	}
	return len(c.firstRetrievalEnd) > 0
}

func chooseCalls(run *model.Run, question string) *runCalls {
	calls := &runCalls{question: question, contexts: map[*model.RunCall]*SentContext{}, firstRetrievalEnd: map[string]uint64{}}
	for _, retrieval := range run.Retrievals {
		end := retrieval.Span.EndTimeUnixNano
		known, isKnown := calls.firstRetrievalEnd[retrieval.Span.Resource.Key]
		if end != 0 && (!isKnown || end < known) {
			calls.firstRetrievalEnd[retrieval.Span.Resource.Key] = end
		}
	}
	var eligible []*model.RunCall
	for _, call := range run.Calls {
		if !call.IsInsideRetrieval {
			eligible = append(eligible, call)
		}
	}
	byEnd := slices.Clone(eligible)
	slices.SortStableFunc(byEnd, compareByEnd)
	// A call before any retrieval (query rewriting) and a turn that only calls tools answer nothing.
	for _, call := range byEnd {
		if (len(run.Retrievals) == 0 || calls.beganAfterRetrieval(call)) && !onlyCallsTools(call, run) {
			calls.candidates = append(calls.candidates, call)
		}
	}
	calls.chooseAnswering(run, byEnd)
	var later []*model.RunCall
	for _, call := range eligible {
		if call != calls.answering && call.Span.Status != model.StatusError && calls.beganAfterRetrieval(call) {
			later = append(later, call)
		}
	}
	contributing := calls.contributors(later)
	for _, call := range run.Calls {
		if contributing[call] {
			calls.contributing = append(calls.contributing, call)
		}
	}
	for _, call := range later {
		if !contributing[call] && slices.ContainsFunc(calls.contributing, func(taker *model.RunCall) bool {
			return carriesShortOutput(calls.contextOf(taker), call.Model)
		}) {
			calls.transforming = append(calls.transforming, call)
		}
	}
	return calls
}

func (c *runCalls) chooseAnswering(run *model.Run, byEnd []*model.RunCall) {
	if flagged := findLast(byEnd, func(call *model.RunCall) bool { return call.Model.IsAnswer }); flagged != nil {
		c.answering, c.chosenBy = flagged, chosenByFlag
		return
	}
	if named := lastInRootOutput(run, c.candidates); named != nil {
		c.answering, c.chosenBy = named, chosenByRootOutput
		return
	}
	last := findLast(c.candidates, func(call *model.RunCall) bool {
		return hasOutputText(call) && (call.Span.Status != model.StatusError || isIncomplete(call))
	})
	if last != nil {
		c.answering, c.chosenBy = last, chosenByLast
	}
}

func findLast(calls []*model.RunCall, holds func(*model.RunCall) bool) *model.RunCall {
	for _, call := range slices.Backward(calls) {
		if holds(call) {
			return call
		}
	}
	return nil
}

func hasOutputText(call *model.RunCall) bool {
	output := call.Model.Output
	if output == nil {
		return false
	}
	if TrimWhiteSpace(outputTextOf(call.Model)) != "" {
		return true
	}
	return slices.ContainsFunc(output.ToolCalls, func(tool model.ToolCall) bool { return len(tool.ArgumentLeaves) > 0 })
}

func lastInRootOutput(run *model.Run, candidates []*model.RunCall) *model.RunCall {
	if run.Root == nil {
		return nil
	}
	logged := run.Root.Output.Or(model.CapturedText{}).Text
	if TrimWhiteSpace(logged) == "" {
		return nil
	}
	// The root's output, searched with the forms that a sent context is searched with.
	message := model.SentMessage{Role: "user"}
	for _, text := range append([]string{logged}, jsonLeaves(logged)...) {
		message.Parts = append(message.Parts, model.SentPart{Kind: model.PartText, Leaves: []string{text}})
	}
	context := NewSentContext(&model.ModelCall{Messages: []model.SentMessage{message}}, "")
	return findLast(candidates, func(call *model.RunCall) bool {
		strings := []string{TrimWhiteSpace(outputTextOf(call.Model))}
		if strings[0] == "" && call.Model.Output != nil {
			strings = argumentLeaves(call.Model.Output)
		}
		return slices.ContainsFunc(strings, func(text string) bool {
			_, isFound := findPresent(context, text)
			return isFound
		})
	})
}

// onlyCallsTools: a turn without text whose tools ran later, as a span of theirs or their result in a
// later call says.
func onlyCallsTools(call *model.RunCall, run *model.Run) bool {
	output := call.Model.Output
	if output == nil || len(output.ToolCalls) == 0 || TrimWhiteSpace(outputTextOf(call.Model)) != "" {
		return false
	}
	end := cmp.Or(call.Span.EndTimeUnixNano, call.Span.StartTimeUnixNano)
	isLater := func(span *model.SpanFacts) bool {
		return span.Resource.Key != call.Span.Resource.Key || span.StartTimeUnixNano >= end
	}
	isCalled := func(id, name string) bool {
		return slices.ContainsFunc(output.ToolCalls, func(tool model.ToolCall) bool {
			if id != "" {
				return tool.ID == id
			}
			return name != "" && tool.Name == name
		})
	}
	for _, span := range run.Members {
		if span.Kind == model.KindTool && span.Tool != nil && isLater(span) && isCalled(span.Tool.CallID, span.Tool.Name) {
			return true
		}
	}
	for _, later := range run.Calls {
		if later == call || !isLater(later.Span) {
			continue
		}
		for _, message := range later.Model.Messages {
			for at := range message.Parts {
				part := &message.Parts[at]
				if part.Kind == model.PartToolResult && isCalled(part.ToolCallID, part.ToolName) {
					return true
				}
			}
		}
	}
	return false
}

// contributors is the closure from the answering call back: whose output stands in the sent context of
// one that contributes, contributes; whose output is not logged may have, and does.
func (c *runCalls) contributors(later []*model.RunCall) map[*model.RunCall]bool {
	var contributing, waiting []*model.RunCall
	if c.answering != nil {
		contributing = append(contributing, c.answering)
	}
	for _, call := range later {
		if hasOutputText(call) {
			waiting = append(waiting, call)
		} else {
			contributing = append(contributing, call)
		}
	}
	for next := 0; next < len(contributing) && len(waiting) > 0; next++ {
		context := c.contextOf(contributing[next])
		var rest []*model.RunCall
		for _, call := range waiting {
			if CarriesOutput(context, call.Model) {
				contributing = append(contributing, call)
			} else {
				rest = append(rest, call)
			}
		}
		waiting = rest
	}
	isContributing := make(map[*model.RunCall]bool, len(contributing))
	for _, call := range contributing {
		isContributing[call] = true
	}
	return isContributing
}

// compareByEnd: end, start, span id; what has not ended is last.
func compareByEnd(a, b *model.RunCall) int {
	x, y := a.Span, b.Span
	if x.EndTimeUnixNano != y.EndTimeUnixNano {
		switch {
		case x.EndTimeUnixNano == 0:
			return 1
		case y.EndTimeUnixNano == 0:
			return -1
		}
		return cmp.Compare(x.EndTimeUnixNano, y.EndTimeUnixNano)
	}
	return cmp.Or(cmp.Compare(x.StartTimeUnixNano, y.StartTimeUnixNano), cmp.Compare(x.SpanID, y.SpanID))
}
