package attribution

import (
	"cmp"

	"github.com/ragspan/ragspan/collector/internal/model"
)

// toolRuns tell which tools ran, and when last: as spans, or as results that a call was given (spec §3
// "Output").
type toolRuns struct {
	byID map[string]latestRuns
	// Of those that have no id.
	byName map[string]latestRuns
}

// latestRuns are the latest per resource.
type latestRuns map[string]*lastRun

type lastRun struct {
	start uint64
	span  *model.SpanFacts
	// Latest start of the other spans.
	before model.Optional[uint64]
}

func newToolRuns(run *model.Run) *toolRuns {
	made := &toolRuns{map[string]latestRuns{}, map[string]latestRuns{}}
	for _, span := range run.Members {
		if span.Kind != model.KindTool {
			continue
		}
		if tool := span.Tool; tool != nil {
			made.note(tool.CallID, tool.Name, span)
		}
	}
	for _, call := range run.Calls {
		for _, message := range call.Model.Messages {
			for at := range message.Parts {
				if part := &message.Parts[at]; part.Kind == model.PartToolResult {
					made.note(part.ToolCallID, part.ToolName, call.Span)
				}
			}
		}
	}
	return made
}

// ranAfter: begun at or after the end of the call that asked (other resource: whenever).
func (t *toolRuns) ranAfter(tool *model.ToolCall, call *model.SpanFacts) bool {
	return (tool.ID != "" && t.byID[tool.ID].isAfter(call)) || (tool.Name != "" && t.byName[tool.Name].isAfter(call))
}

func (t *toolRuns) note(id, name string, span *model.SpanFacts) {
	runs, key := t.byID, id
	if id == "" {
		runs, key = t.byName, name
	}
	if key == "" {
		return
	}
	if runs[key] == nil {
		runs[key] = latestRuns{}
	}
	start := span.StartTimeUnixNano
	known := runs[key][span.Resource.Key]
	switch {
	case known == nil:
		runs[key][span.Resource.Key] = &lastRun{start: start, span: span}
	case known.span == span:
	case start > known.start:
		*known = lastRun{start, span, model.Some(known.start)}
	case !known.before.IsSet() || start > known.before.Or(0):
		known.before = model.Some(start)
	}
}

func (l latestRuns) isAfter(call *model.SpanFacts) bool {
	here := l[call.Resource.Key]
	if here == nil {
		return len(l) > 0
	}
	if len(l) > 1 {
		return true
	}
	start, isSet := here.start, true
	// What the call itself was given ran before it.
	if here.span == call {
		start, isSet = here.before.Get()
	}
	return isSet && start >= cmp.Or(call.EndTimeUnixNano, call.StartTimeUnixNano)
}
