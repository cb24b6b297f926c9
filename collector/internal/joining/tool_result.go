package joining

import (
	"cmp"

	"github.com/ragspan/ragspan/collector/internal/model"
)

// toolResultInMessages is the result of a tool span that logged none: it stands in the message of the
// next call (spec §3); nil when it does not.
func toolResultInMessages(span *model.SpanFacts, calls []*model.RunCall) *model.SentPart {
	callID, name := "", ""
	if span.Tool != nil {
		callID, name = span.Tool.CallID, span.Tool.Name
	}
	end := cmp.Or(span.EndTimeUnixNano, span.StartTimeUnixNano)
	for _, call := range calls {
		if call.Span.Resource.Key == span.Resource.Key && call.Span.StartTimeUnixNano < end {
			continue
		}
		var byName *model.SentPart
		var parts []*model.SentPart
		for message := range call.Model.Messages {
			for at := range call.Model.Messages[message].Parts {
				part := &call.Model.Messages[message].Parts[at]
				if part.Kind != model.PartToolResult {
					continue
				}
				if callID != "" && part.ToolCallID == callID {
					return part
				}
				if byName == nil && name != "" && part.ToolName == name {
					byName = part
				}
				parts = append(parts, part)
			}
		}
		if byName != nil {
			return byName
		}
		// One tool result and one tool: nothing else can have given it.
		if len(parts) == 1 && parts[0].ToolName == "" && (parts[0].ToolCallID == "" || callID == "") {
			return parts[0]
		}
	}
	return nil
}
