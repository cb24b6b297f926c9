package joining

import (
	"cmp"
	"sort"

	"github.com/ragspan/ragspan/collector/internal/model"
)

// toolResults are the results of tool spans that logged none: they stand in the messages of a later call
// (spec §3). Each call's results by what names them.
type toolResults struct {
	byID   map[string]givings
	byName map[string]givings
	// Calls that were given one result only, without a name.
	onlyWithID    givings
	onlyWithoutID givings
	// How many spans of a name have asked: the second search has the second result.
	asked map[string]int
}

// toldParts are results of one name or id that a call was given, in the order sent.
type toldParts struct {
	call  *model.RunCall
	order int
	parts []*model.SentPart
}

// givings are per resource, in order of start.
type givings map[string][]*toldParts

func newToolResults(calls []*model.RunCall) *toolResults {
	made := &toolResults{map[string]givings{}, map[string]givings{}, givings{}, givings{}, map[string]int{}}
	for order, call := range calls {
		made.add(call, order)
	}
	return made
}

func (r *toolResults) add(call *model.RunCall, order int) {
	var parts []*model.SentPart
	byID, byName := map[string][]*model.SentPart{}, map[string][]*model.SentPart{}
	for message := range call.Model.Messages {
		for at := range call.Model.Messages[message].Parts {
			part := &call.Model.Messages[message].Parts[at]
			if part.Kind != model.PartToolResult {
				continue
			}
			parts = append(parts, part)
			if part.ToolCallID != "" {
				byID[part.ToolCallID] = append(byID[part.ToolCallID], part)
			}
			if part.ToolName != "" {
				byName[part.ToolName] = append(byName[part.ToolName], part)
			}
		}
	}
	resource := call.Span.Resource.Key
	note := func(to map[string]givings, groups map[string][]*model.SentPart) {
		for key, named := range groups {
			if to[key] == nil {
				to[key] = givings{}
			}
			to[key][resource] = append(to[key][resource], &toldParts{call, order, named})
		}
	}
	note(r.byID, byID)
	note(r.byName, byName)
	if len(parts) != 1 || parts[0].ToolName != "" {
		return
	}
	only := r.onlyWithID
	if parts[0].ToolCallID == "" {
		only = r.onlyWithoutID
	}
	only[resource] = append(only[resource], &toldParts{call, order, parts})
}

// of is to be asked in order of start; nil when there is none.
func (r *toolResults) of(span *model.SpanFacts) *model.SentPart {
	callID, name := "", ""
	if span.Tool != nil {
		callID, name = span.Tool.CallID, span.Tool.Name
	}
	nth := 0
	var byID, byName, onlyWithID *toldParts
	if name != "" {
		nth = r.asked[name]
		r.asked[name]++
		byName = r.byName[name].firstAfter(span)
	}
	if callID != "" {
		byID = r.byID[callID].firstAfter(span)
	} else {
		onlyWithID = r.onlyWithID.firstAfter(span)
	}
	// One tool result and one tool: nothing else can have given it.
	var first *toldParts
	for _, one := range []*toldParts{byID, byName, r.onlyWithoutID.firstAfter(span), onlyWithID} {
		if one != nil && (first == nil || one.order < first.order) {
			first = one
		}
	}
	switch {
	case first == nil:
		return nil
	// Where the history was trimmed, what is left is the latest.
	case first == byName:
		return first.parts[min(nth, len(first.parts)-1)]
	}
	return first.parts[0]
}

// firstAfter is the first that a call begun after the span was given (other resource: any).
func (g givings) firstAfter(span *model.SpanFacts) *toldParts {
	end := cmp.Or(span.EndTimeUnixNano, span.StartTimeUnixNano)
	var first *toldParts
	for resource, told := range g {
		at := 0
		if resource == span.Resource.Key {
			at = sort.Search(len(told), func(index int) bool { return told[index].call.Span.StartTimeUnixNano >= end })
		}
		if at < len(told) && (first == nil || told[at].order < first.order) {
			first = told[at]
		}
	}
	return first
}
