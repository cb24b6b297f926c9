package attribution

import (
	"slices"

	"github.com/ragspan/ragspan/collector/internal/model"
)

// judgedOutput is the O of the table (spec §5, §6): what the answering call's output says of a case.
type judgedOutput struct {
	state outputKnowledge
	// reason of a failure, or of what is unknown.
	reason       model.Reason
	quote        *quotedText
	hasEveryMust bool
}

func refusalSignsOf(call *model.RunCall, service *model.Service, options *model.JudgingOptions) refusalSigns {
	signs := refusalSigns{patterns: options.Refusals, flagged: call != nil && call.Model.IsRefusal}
	if service != nil {
		signs.patterns = slices.Concat(options.Refusals, service.Refusals)
	}
	return signs
}

func judgeOutput(frozen *frozenRun, expect *model.Expectation) judgedOutput {
	calls, read := frozen.calls, frozen.output
	if calls.answering == nil || read == nil {
		reason := model.ReasonOutputUnlogged
		if calls.answering != nil && calls.answering.Model.OutputLossy {
			reason = model.ReasonLossyCapture
		}
		return judgedOutput{state: outputUnknown, reason: reason}
	}
	result := checkOutput(frozen.outputText, expect, frozen.refusals, outputStatus{read.incomplete, read.lossy})
	judged := judgedOutput{state: result.state, reason: result.reason, quote: result.quote, hasEveryMust: result.hasEveryMust}
	if isUnsettledByEarlierCall(&result, frozen, expect) {
		judged.state, judged.reason, judged.quote = outputUnknown, model.ReasonAmbiguousRun, nil
	}
	return judged
}

// isUnsettledByEarlierCall: follow-up questions and groundedness checks come after the answer: only
// being last chose this call.
func isUnsettledByEarlierCall(result *generationResult, frozen *frozenRun, expect *model.Expectation) bool {
	calls := frozen.calls
	if calls.chosenBy != chosenByLast || result.state != outputFails || result.reason == model.ReasonContradiction {
		return false
	}
	return slices.ContainsFunc(calls.candidates, func(call *model.RunCall) bool {
		if call == calls.answering || call.Span.Status == model.StatusError || !calls.beganAfterRetrieval(call) {
			return false
		}
		read := readOutputOf(call)
		if read == nil {
			return false
		}
		signs := refusalSigns{frozen.refusals.patterns, call.Model.IsRefusal}
		return checkOutput(newOutputText(read.text), expect, signs, outputStatus{read.incomplete, read.lossy}).state == outputPasses
	})
}
