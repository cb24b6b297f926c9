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

	// isNamedByRoot: the output logged on the root names the answering call.
	isNamedByRoot bool

	question string
	contexts map[*model.RunCall]*SentContext
	// Per resource, as clocks compare only inside one.
	firstRetrievalEnd map[string]uint64
}

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
	ran := newToolRuns(run)
	for _, call := range byEnd {
		if (len(run.Retrievals) == 0 || calls.beganAfterRetrieval(call)) && !onlyCallsTools(call, ran) {
			calls.candidates = append(calls.candidates, call)
		}
	}
	standing := standingInRootOutput(run, calls.candidates)
	calls.chooseAnswering(byEnd, standing)
	calls.isNamedByRoot = calls.answering != nil && slices.Contains(standing, calls.answering)
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
	calls.transforming = calls.transformers(later, contributing)
	return calls
}

func (c *runCalls) chooseAnswering(byEnd, standing []*model.RunCall) {
	if flagged := findLast(byEnd, func(call *model.RunCall) bool { return call.Model.IsAnswer }); flagged != nil {
		c.answering, c.chosenBy = flagged, chosenByFlag
		return
	}
	if len(standing) > 0 {
		c.answering, c.chosenBy = standing[len(standing)-1], chosenByRootOutput
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

// onlyCallsTools: a turn without text whose tools ran later, as a span of theirs or their result in a
// later call says.
func onlyCallsTools(call *model.RunCall, ran *toolRuns) bool {
	output := call.Model.Output
	if output == nil || len(output.ToolCalls) == 0 || TrimWhiteSpace(outputTextOf(call.Model)) != "" {
		return false
	}
	return slices.ContainsFunc(output.ToolCalls, func(tool model.ToolCall) bool { return ran.ranAfter(&tool, call.Span) })
}

// isOutputLogged: of a call without text and tool calls, or whose text may have been changed, nothing
// tells what it gave to a later one.
func isOutputLogged(call *model.ModelCall) bool {
	if call.Output == nil || call.OutputLossy {
		return false
	}
	captured, hasText := call.Output.Text.Get()
	if !hasText {
		return len(call.Output.ToolCalls) > 0
	}
	return !captured.Lossy && !model.IsInvalidText(captured.Text)
}

// contributors is the closure from the answering call back: whose output stands in the sent context of
// one that contributes, contributes; whose output is not logged may have, and does.
func (c *runCalls) contributors(later []*model.RunCall) map[*model.RunCall]bool {
	var contributing []*model.RunCall
	isContributing := map[*model.RunCall]bool{}
	add := func(call *model.RunCall) {
		if !isContributing[call] {
			isContributing[call] = true
			contributing = append(contributing, call)
		}
	}
	if c.answering != nil {
		add(c.answering)
	}
	waiting := map[string][]*model.RunCall{}
	var strings []string
	for _, call := range later {
		if !isOutputLogged(call.Model) {
			add(call)
			continue
		}
		for _, text := range CarriedStrings(call.Model) {
			waiting[text] = append(waiting[text], call)
			strings = append(strings, text)
		}
	}
	finder := NewTextFinder(strings)
	// The list grows while it is walked: what is added is walked too.
	for next := 0; next < len(contributing) && len(waiting) > 0; next++ {
		for text := range finder.Standing(c.contextOf(contributing[next])) {
			for _, call := range waiting[text] {
				add(call)
			}
			delete(waiting, text)
		}
	}
	return isContributing
}

// transformers are calls whose short output stands in the context of one that contributes.
func (c *runCalls) transformers(later []*model.RunCall, contributing map[*model.RunCall]bool) []*model.RunCall {
	byWord := map[string][]*model.RunCall{}
	for _, call := range later {
		if contributing[call] {
			continue
		}
		for _, word := range shortStrings(call.Model) {
			byWord[word] = append(byWord[word], call)
		}
	}
	if len(byWord) == 0 {
		return nil
	}
	seen := map[string]bool{}
	found := map[*model.RunCall]bool{}
	for _, call := range c.contributing {
		for _, one := range c.contextOf(call).segments {
			if seen[one.text] {
				continue
			}
			seen[one.text] = true
			for _, word := range standOnBorders(one.text, byWord) {
				for _, given := range byWord[word] {
					found[given] = true
				}
			}
		}
	}
	return slices.DeleteFunc(slices.Clone(later), func(call *model.RunCall) bool { return !found[call] })
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
