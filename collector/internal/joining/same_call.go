package joining

import (
	"cmp"
	"maps"
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
	outer             *seenCall
	isInsideRetrieval bool
	// united is the call that stands for this one; itself when nil.
	united *seenCall
}

// uniteSameCalls gives them in order of start, then span id. Linear but for sorting.
func uniteSameCalls(seen []*seenCall) []*model.RunCall {
	sorted := slices.Clone(seen)
	slices.SortStableFunc(sorted, framesFirst)
	uniteByResponseID(sorted)
	uniteByText(sorted, outputText)
	uniteByText(sorted, contextText)
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
	switch {
	case isAround(a, b):
		return -1
	case isAround(b, a):
		return 1
	}
	return compareSpans(x, y)
}

func isAround(a, b *seenCall) bool {
	for outer := b.outer; outer != nil; outer = outer.outer {
		if outer == a {
			return true
		}
	}
	return false
}

func uniteByResponseID(calls []*seenCall) {
	first := map[string]*seenCall{}
	for _, call := range calls {
		id := call.model.ResponseID
		if id == "" {
			continue
		}
		if known := first[id]; known != nil {
			unite(known, call)
		} else {
			first[id] = call
		}
	}
}

type textReader func(call *model.ModelCall) model.Optional[string]

// uniteByText is a sweep over each group of equal text: only the innermost interval still open is
// compared.
func uniteByText(sorted []*seenCall, textOf textReader) {
	openByText := map[string][]*seenCall{}
	for _, call := range sorted {
		text := textOf(call.model).Or("")
		if text == "" {
			continue
		}
		open := openByText[text]
		for len(open) > 0 && !isInside(call, open[len(open)-1]) {
			open = open[:len(open)-1]
		}
		if len(open) > 0 {
			if around := open[len(open)-1]; isSameText(around.model, call.model) {
				unite(around, call)
			}
		}
		openByText[text] = append(open, call)
	}
}

func isInside(inner, outer *seenCall) bool {
	a, b := inner.span, outer.span
	if a.Resource.Key != b.Resource.Key || a.StartTimeUnixNano < b.StartTimeUnixNano {
		return false
	}
	return b.EndTimeUnixNano == 0 || (a.EndTimeUnixNano != 0 && a.EndTimeUnixNano <= b.EndTimeUnixNano)
}

// isSameText: whatever both logged must agree; two response ids that differ are two calls.
func isSameText(a, b *model.ModelCall) bool {
	if a.ResponseID != "" && b.ResponseID != "" && a.ResponseID != b.ResponseID {
		return false
	}
	return agrees(outputText(a), outputText(b)) && agrees(contextText(a), contextText(b))
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
	var wrappers []*seenCall
	for _, call := range calls {
		for outer := call.outer; outer != nil; outer = outer.outer {
			known := lastInside[outer]
			if known != nil && !endsAfter(call, known) {
				break
			}
			if known == nil {
				wrappers = append(wrappers, outer)
			}
			lastInside[outer] = call
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

func mergeGroup(group []*seenCall) *model.RunCall {
	place := group[0]
	merged := &model.RunCall{Span: place.span, Model: place.model, IsInsideRetrieval: place.isInsideRetrieval}
	for _, inner := range group[1:] {
		merged.Model = mergeCalls(merged.Model, inner.model)
		merged.IsInsideRetrieval = merged.IsInsideRetrieval || inner.isInsideRetrieval
	}
	return merged
}

// mergeCalls: the SDK span's bytes win; what it did not capture, or not whole, comes from the
// framework's.
func mergeCalls(frame, sdk *model.ModelCall) *model.ModelCall {
	context := sdk
	if frame.Messages != nil && (sdk.Messages == nil || (sdk.ContextLossy && !frame.ContextLossy)) {
		context = frame
	}
	keepsFrameOutput := outputText(frame).IsSet() &&
		(!outputText(sdk).IsSet() || (isTextLossy(sdk) && !isTextLossy(frame)))
	merged := &model.ModelCall{
		Provider: cmp.Or(sdk.Provider, frame.Provider), Model: cmp.Or(sdk.Model, frame.Model),
		ResponseID: cmp.Or(sdk.ResponseID, frame.ResponseID),
		Messages:   context.Messages, ContextLossy: context.ContextLossy, ContextInvalid: context.ContextInvalid,
		ContextSHA256: cmp.Or(sdk.ContextSHA256, frame.ContextSHA256),
		ContextBytes:  sdk.ContextBytes.Else(frame.ContextBytes),
		ProviderHeld:  frame.ProviderHeld || sdk.ProviderHeld,
		Output:        mergeOutputs(frame.Output, sdk.Output, keepsFrameOutput),
		OutputLossy:   sdk.OutputLossy,
		FinishReasons: sdk.FinishReasons,
		Usage: model.TokenUsage{
			Input:         sdk.Usage.Input.Else(frame.Usage.Input),
			CacheRead:     sdk.Usage.CacheRead.Else(frame.Usage.CacheRead),
			CacheCreation: sdk.Usage.CacheCreation.Else(frame.Usage.CacheCreation),
		},
		IsAnswer: frame.IsAnswer || sdk.IsAnswer, IsRefusal: frame.IsRefusal || sdk.IsRefusal,
		EnginePromptLimit: sdk.EnginePromptLimit.Else(frame.EnginePromptLimit),
		Pins:              model.RequestPins{},
		HashKey:           cmp.Or(sdk.HashKey, frame.HashKey),
		ForeignHash:       context.ForeignHash,
	}
	if merged.Messages == nil {
		merged.Messages = frame.Messages
	}
	if keepsFrameOutput {
		merged.OutputLossy = frame.OutputLossy
	}
	if len(sdk.FinishReasons) == 0 {
		merged.FinishReasons = frame.FinishReasons
	}
	maps.Copy(merged.Pins, frame.Pins)
	maps.Copy(merged.Pins, sdk.Pins)
	return merged
}

func isTextLossy(call *model.ModelCall) bool {
	return call.Output.Text.Or(model.CapturedText{}).Lossy
}

func mergeOutputs(frame, sdk *model.ModelOutput, keepsFrame bool) *model.ModelOutput {
	if frame == nil {
		return sdk
	}
	if sdk == nil {
		return frame
	}
	first, second := sdk, frame
	if keepsFrame {
		first, second = frame, sdk
	}
	return &model.ModelOutput{
		Text: first.Text.Else(second.Text), ToolCalls: first.ToolCalls,
		SHA256: cmp.Or(first.SHA256, second.SHA256), Bytes: first.Bytes.Else(second.Bytes),
	}
}
