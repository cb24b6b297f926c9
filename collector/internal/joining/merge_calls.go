package joining

import (
	"cmp"
	"maps"
	"slices"

	"github.com/ragspan/ragspan/collector/internal/model"
)

// mergeGroup makes one call of those that were seen of it, the framework's first.
func mergeGroup(group []*seenCall) *model.RunCall {
	place := group[0]
	merged := &model.RunCall{Span: place.span, Model: place.model, IsInsideRetrieval: place.isInsideRetrieval}
	for _, inner := range group[1:] {
		merged.Model = mergeCalls(merged.Model, inner.model)
		merged.IsInsideRetrieval = merged.IsInsideRetrieval || inner.isInsideRetrieval
	}
	// A roll-up around a whole agent began before its retrievals: the call began when the innermost span of
	// it did.
	for _, inner := range slices.Backward(group[1:]) {
		if inner.span.Resource.Key != place.span.Resource.Key {
			continue
		}
		span := *place.span
		span.StartTimeUnixNano = inner.span.StartTimeUnixNano
		span.EndTimeUnixNano = cmp.Or(inner.span.EndTimeUnixNano, place.span.EndTimeUnixNano)
		merged.Span = &span
		break
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
