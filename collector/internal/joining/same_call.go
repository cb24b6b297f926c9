package joining

import (
	"cmp"
	"slices"
	"strings"

	"github.com/ragspan/ragspan/collector/internal/model"
)

// One call seen by two instrumentations is one call (spec §9): same response id, else same text with one
// interval inside the other. The framework's span gives the place, the SDK's the bytes.

type seenCall struct {
	span  *model.SpanFacts
	model *model.ModelCall
	// outer is the nearest model span around it; nil when there is none.
	outer *seenCall
	// depth is how many model spans are around it.
	depth             int
	isInsideRetrieval bool
	// context is the text of its messages, once asked for.
	context *model.Optional[string]
	// united is the call that stands for this one; itself when nil.
	united *seenCall
}

// uniteSameCalls gives them in order of start, then span id. Linear but for sorting.
func uniteSameCalls(seen []*seenCall) []*model.RunCall {
	sorted := slices.Clone(seen)
	slices.SortStableFunc(sorted, framesFirst)
	uniteByResponseID(sorted)
	uniteByText(sorted, (*seenCall).outputText)
	uniteByText(sorted, (*seenCall).contextText)
	uniteWrappers(sorted)

	groups := map[*seenCall][]*seenCall{}
	var order []*seenCall
	for _, call := range sorted {
		root := call.representative()
		if groups[root] == nil {
			order = append(order, root)
		}
		groups[root] = append(groups[root], call)
	}
	calls := make([]*model.RunCall, len(order))
	for at, root := range order {
		calls[at] = mergeGroup(groups[root])
	}
	slices.SortStableFunc(calls, func(a, b *model.RunCall) int { return compareSpans(a.Span, b.Span) })
	return calls
}

func (c *seenCall) representative() *seenCall {
	root := c
	for root.united != nil {
		root = root.united
	}
	if c != root {
		c.united = root
	}
	return root
}

// unite: the earlier in framesFirst order stays the representative: the framework's span.
func unite(a, b *seenCall) {
	x, y := a.representative(), b.representative()
	switch {
	case x == y:
	case framesFirst(x, y) <= 0:
		y.united = x
	default:
		x.united = y
	}
}

// framesFirst: outer before inner: earlier start, then later end.
func framesFirst(a, b *seenCall) int {
	x, y := a.span, b.span
	if x.StartTimeUnixNano != y.StartTimeUnixNano {
		return cmp.Compare(x.StartTimeUnixNano, y.StartTimeUnixNano)
	}
	if x.EndTimeUnixNano != y.EndTimeUnixNano {
		switch {
		case x.EndTimeUnixNano == 0:
			return -1
		case y.EndTimeUnixNano == 0:
			return 1
		}
		return cmp.Compare(y.EndTimeUnixNano, x.EndTimeUnixNano)
	}
	return cmp.Or(cmp.Compare(a.depth, b.depth), compareSpans(x, y))
}

func uniteByResponseID(calls []*seenCall) {
	first := map[string]*seenCall{}
	for _, call := range calls {
		id := call.model.ResponseID
		if id == "" {
			continue
		}
		switch known := first[id]; {
		case known == nil:
			first[id] = call
		case !isAnotherCall(known, call):
			unite(known, call)
		}
	}
}

// isAnotherCall: gateways that answer from a cache, and mocks, give one id to many calls: other texts at
// another time are another call.
func isAnotherCall(a, b *seenCall) bool {
	if a.span.Resource.Key != b.span.Resource.Key || (!endsBefore(a, b) && !endsBefore(b, a)) {
		return false
	}
	return !agrees(a.outputText(), b.outputText()) || !agrees(a.contextText(), b.contextText())
}

func endsBefore(a, b *seenCall) bool {
	return a.span.EndTimeUnixNano != 0 && a.span.EndTimeUnixNano <= b.span.StartTimeUnixNano
}

type textReader func(call *seenCall) model.Optional[string]

// uniteByText is a sweep over each group of equal text: only the innermost interval still open is
// compared.
func uniteByText(sorted []*seenCall, textOf textReader) {
	// Clocks compare only inside one resource.
	type openKey struct{ resource, text string }
	openByText := map[openKey][]*seenCall{}
	for _, call := range sorted {
		text := textOf(call).Or("")
		if text == "" {
			continue
		}
		key := openKey{call.span.Resource.Key, text}
		open := openByText[key]
		for len(open) > 0 && !isInside(call, open[len(open)-1]) {
			open = open[:len(open)-1]
		}
		if len(open) > 0 {
			if around := open[len(open)-1]; isSameText(around, call) {
				unite(around, call)
			}
		}
		openByText[key] = append(open, call)
	}
}

func isInside(inner, outer *seenCall) bool {
	a, b := inner.span, outer.span
	if a.StartTimeUnixNano < b.StartTimeUnixNano {
		return false
	}
	return b.EndTimeUnixNano == 0 || (a.EndTimeUnixNano != 0 && a.EndTimeUnixNano <= b.EndTimeUnixNano)
}

// isSameText: whatever both logged must agree; two response ids that differ are two calls.
func isSameText(a, b *seenCall) bool {
	if isOther(a.model.ResponseID, b.model.ResponseID) || isOther(a.model.ContextSHA256, b.model.ContextSHA256) {
		return false
	}
	return agrees(a.outputText(), b.outputText()) && agrees(a.contextText(), b.contextText())
}

func isOther(a, b string) bool { return a != "" && b != "" && a != b }

func (c *seenCall) outputText() model.Optional[string] { return outputText(c.model) }

func (c *seenCall) contextText() model.Optional[string] {
	if c.context == nil {
		text := contextText(c.model)
		c.context = &text
	}
	return *c.context
}

func agrees(a, b model.Optional[string]) bool {
	return !a.IsSet() || !b.IsSet() || a == b
}

func outputText(call *model.ModelCall) model.Optional[string] {
	if call.Output == nil {
		return model.Optional[string]{}
	}
	captured, isSet := call.Output.Text.Get()
	if !isSet {
		return model.Optional[string]{}
	}
	return model.Some(captured.Text)
}

func contextText(call *model.ModelCall) model.Optional[string] {
	var leaves []string
	for _, message := range call.Messages {
		for at := range message.Parts {
			leaves = append(leaves, message.Parts[at].Leaves...)
		}
	}
	if len(leaves) == 0 {
		return model.Optional[string]{}
	}
	return model.Some(strings.Join(leaves, "\n"))
}

// uniteWrappers: a roll-up that logs neither text nor hash of its own is the last call it stands around.
func uniteWrappers(calls []*seenCall) {
	lastInside := map[*seenCall]*seenCall{}
	innermostFirst := slices.Clone(calls)
	slices.SortStableFunc(innermostFirst, func(a, b *seenCall) int { return b.depth - a.depth })
	var wrappers []*seenCall
	for _, call := range innermostFirst {
		outer := call.outer
		if outer == nil {
			continue
		}
		last := call
		if inner := lastInside[call]; inner != nil && endsAfter(inner, call) {
			last = inner
		}
		known := lastInside[outer]
		if known == nil {
			wrappers = append(wrappers, outer)
		}
		if known == nil || endsAfter(last, known) {
			lastInside[outer] = last
		}
	}
	for _, wrapper := range wrappers {
		if logsNothing(wrapper.model) {
			unite(wrapper, lastInside[wrapper])
		}
	}
}

func endsAfter(a, b *seenCall) bool {
	if a.span.EndTimeUnixNano == 0 {
		return true
	}
	return b.span.EndTimeUnixNano != 0 && a.span.EndTimeUnixNano >= b.span.EndTimeUnixNano
}

func logsNothing(call *model.ModelCall) bool {
	return call.Messages == nil && call.ContextSHA256 == "" && !outputText(call).IsSet() &&
		(call.Output == nil || call.Output.SHA256 == "") && !call.ContextLossy && !call.OutputLossy
}
