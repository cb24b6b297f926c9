package translator

import (
	"github.com/ragspan/ragspan/collector/internal/model"
)

// mergeReadings: one span, several dialects: the first that says a thing is believed (ours, then
// OpenTelemetry's, then OpenInference's).
func mergeReadings(first, second *spanReading) *spanReading {
	merged := &spanReading{
		kind:            mergeKinds(first.kind, second.kind),
		runID:           orWord(first.runID, second.runID),
		declaredInput:   first.declaredInput.Else(second.declaredInput),
		input:           first.input.Else(second.input),
		output:          first.output.Else(second.output),
		attachedVerdict: orWord(first.attachedVerdict, second.attachedVerdict),
		dropped:         first.dropped || second.dropped,
		retrieval:       mergeBoth(first.retrieval, second.retrieval, mergeRetrievals),
		model:           mergeBoth(first.model, second.model, mergeModels),
		tool:            mergeBoth(first.tool, second.tool, mergeTools),
		assembly:        first.assembly,
	}
	if merged.assembly == nil {
		merged.assembly = second.assembly
	}
	return merged
}

// mergeKinds: an assembly record may stand on the span of the call itself: the call says what the
// span is.
func mergeKinds(first, second model.SpanKind) model.SpanKind {
	if first == model.KindOther || (first == model.KindAssembly && second == model.KindModel) {
		return second
	}
	return first
}

func mergeBoth[T any](first, second *T, merge func(first, second *T) *T) *T {
	switch {
	case first == nil:
		return second
	case second == nil:
		return first
	}
	return merge(first, second)
}

// orWord is the first word that is not empty.
func orWord[T ~string](first, second T) T {
	if first != "" {
		return first
	}
	return second
}

func mergeTools(first, second *model.ToolExecution) *model.ToolExecution {
	merged := &model.ToolExecution{
		Name:          orWord(first.Name, second.Name),
		CallID:        orWord(first.CallID, second.CallID),
		ArgumentsText: first.ArgumentsText.Else(second.ArgumentsText),
		Result:        first.Result,
		Lossy:         first.Lossy || second.Lossy,
	}
	if merged.Result == nil {
		merged.Result = second.Result
	}
	return merged
}

func mergeRetrievals(first, second *retrievalReading) *retrievalReading {
	isWhole := (first.items != nil && !first.broken) || (second.items != nil && !second.broken)
	merged := &retrievalReading{
		stage:       orWord(first.stage, second.stage),
		query:       first.query.Else(second.query),
		querySHA256: orWord(first.querySHA256, second.querySHA256),
		topK:        first.topK.Else(second.topK),
		handedOn:    first.handedOn.Else(second.handedOn),
		count:       first.count.Else(second.count),
		items:       first.items,
		inputs:      first.inputs,
		broken:      !isWhole && (first.broken || second.broken),
		snapshot:    orWord(first.snapshot, second.snapshot),
		source:      orWord(first.source, second.source),
		hashKey:     orWord(first.hashKey, second.hashKey),
	}
	switch {
	case first.items == nil:
		merged.items = second.items
	case second.items != nil:
		merged.items = zipItems(first.items, second.items)
	}
	if merged.inputs == nil {
		merged.inputs = second.inputs
	}
	return merged
}

// zipItems takes digests from one dialect, texts from the other, rank by rank; the longer list says
// how many there were.
func zipItems(first, second []model.ItemReading) []model.ItemReading {
	items := make([]model.ItemReading, max(len(first), len(second)))
	for at := range items {
		switch {
		case at >= len(first):
			items[at] = second[at]
		case at >= len(second):
			items[at] = first[at]
		default:
			items[at] = settledItem(completedItem(&first[at], &second[at]), second[at].Lossy)
		}
	}
	return items
}

// settledItem: a null in one list is no loss when the other list has what stood there.
func settledItem(item model.ItemReading, isOtherLossy bool) model.ItemReading {
	if !isOtherLossy && (item.Text.IsSet() || item.LoggedDigest != "") {
		item.Lossy = false
	}
	return item
}

func mergeModels(first, second *modelReading) *modelReading {
	merged := &modelReading{
		provider:          orWord(first.provider, second.provider),
		model:             orWord(first.model, second.model),
		responseID:        orWord(first.responseID, second.responseID),
		sent:              mergeBoth(first.sent, second.sent, wholeSent),
		contextSHA256:     orWord(first.contextSHA256, second.contextSHA256),
		contextBytes:      first.contextBytes.Else(second.contextBytes),
		providerHeld:      first.providerHeld || second.providerHeld,
		output:            mergeOutputs(first, second),
		outputSHA256:      orWord(first.outputSHA256, second.outputSHA256),
		outputBytes:       first.outputBytes.Else(second.outputBytes),
		finishReason:      orWord(first.finishReason, second.finishReason),
		isAnswer:          first.isAnswer || second.isAnswer,
		isRefusal:         first.isRefusal || second.isRefusal,
		enginePromptLimit: first.enginePromptLimit.Else(second.enginePromptLimit),
		pins:              mergePins(first.pins, second.pins),
		hashKey:           orWord(first.hashKey, second.hashKey),
		usage: model.TokenUsage{
			Input:         first.usage.Input.Else(second.usage.Input),
			CacheRead:     first.usage.CacheRead.Else(second.usage.CacheRead),
			CacheCreation: first.usage.CacheCreation.Else(second.usage.CacheCreation),
		},
	}
	isOutputWhole := (first.output != nil && !first.outputBroken) || (second.output != nil && !second.outputBroken)
	merged.outputBroken = !isOutputWhole && (first.outputBroken || second.outputBroken)
	merged.sentBroken = merged.sent == nil && (first.sentBroken || second.sentBroken)
	return merged
}

func wholeSent(first, second *sentReading) *sentReading {
	if first.broken && !second.broken {
		return second
	}
	return first
}

func mergeOutputs(first, second *modelReading) *outputReading {
	isSecondWhole := second.output != nil && !second.outputBroken
	if first.output != nil && first.output.hasContent() && (!first.outputBroken || !isSecondWhole) {
		return first.output
	}
	if second.output != nil {
		return second.output
	}
	return first.output
}

// mergePins gives the pins of both, those of first where both have one.
func mergePins(first, second model.RequestPins) model.RequestPins {
	if len(second) == 0 {
		return first
	}
	pins := make(model.RequestPins, len(first)+len(second))
	for name, value := range second {
		pins[name] = value
	}
	for name, value := range first {
		pins[name] = value
	}
	return pins
}
