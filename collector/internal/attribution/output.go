package attribution

import (
	"strings"

	"github.com/ragspan/ragspan/collector/internal/model"
)

// readOutput is what a call returned, as attribution reads it (spec §3 "Output").
type readOutput struct {
	// text are the text parts of the first choice; without text, the string leaves of the tool-call
	// arguments, one per line.
	text       string
	lossy      bool
	incomplete bool
}

// readOutputOf gives nil when no output text was logged.
func readOutputOf(call *model.RunCall) *readOutput {
	output := call.Model.Output
	if output == nil {
		return nil
	}
	captured, hasText := output.Text.Get()
	text := captured.Text
	var leaves []string
	if TrimWhiteSpace(text) == "" {
		leaves = argumentLeaves(output)
	}
	if !hasText && len(leaves) == 0 {
		return nil
	}
	if len(leaves) > 0 {
		text = strings.Join(leaves, "\n")
	}
	return &readOutput{text: text, lossy: call.Model.OutputLossy || captured.Lossy, incomplete: isIncomplete(call)}
}

func argumentLeaves(output *model.ModelOutput) []string {
	var leaves []string
	for at := range output.ToolCalls {
		for _, leaf := range output.ToolCalls[at].ArgumentLeaves {
			leaves = append(leaves, model.WellFormed(leaf))
		}
	}
	return leaves
}

// outputTextOf is empty when no text was logged.
func outputTextOf(call *model.ModelCall) string {
	if call.Output == nil {
		return ""
	}
	return call.Output.Text.Or(model.CapturedText{}).Text
}

// isIncomplete: status ERROR with text, or a finish reason that says so; a missing finish reason is not
// one.
func isIncomplete(call *model.RunCall) bool {
	if len(call.Model.FinishReasons) > 0 {
		switch call.Model.FinishReasons[0] {
		case "abort", "aborted", "cancel", "cancelled", "canceled", "error", "incomplete", "length", "max_tokens", "content_filter":
			return true
		}
	}
	return call.Span.Status == model.StatusError && TrimWhiteSpace(outputTextOf(call.Model)) != ""
}
