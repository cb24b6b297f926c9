package attribution

import (
	"slices"
	"strings"

	"github.com/ragspan/ragspan/collector/internal/model"
)

// question is what was asked (spec §8 "input"): every text a case's input may equal, and which of them
// is *the* question.
type question struct {
	// text gives the input hash; not set when nothing of the run says it.
	text model.Optional[string]
	// asSegment is not set when only a model call's message says it: a prompt is not "just the question"
	// of itself.
	asSegment model.Optional[string]
	// candidates are every text that input may equal.
	candidates []string
	// loggedSHA256 is of a first query that was logged without its text; may be empty.
	loggedSHA256 string
}

func questionOf(run *model.Run) *question {
	asked := &question{}
	var rootInput model.Optional[string]
	var rootLeaves, queries, users []string
	if run.Root != nil {
		if captured, isSet := run.Root.Input.Get(); isSet {
			rootInput = model.Some(captured.Text)
			rootLeaves = jsonLeaves(captured.Text)
		}
	}
	if len(run.Retrievals) > 0 {
		first := run.Retrievals[0].List
		asked.loggedSHA256 = first.QuerySHA256
		if query, isSet := first.Query.Get(); isSet {
			queries = append(queries, query)
		}
	}
	for _, call := range run.Calls {
		if text, isSet := lastUserMessage(call.Model.Messages); isSet {
			users = append(users, text)
		}
	}
	asked.candidates = slices.Clone(run.DeclaredInputs)
	if text, isSet := rootInput.Get(); isSet {
		asked.candidates = append(append(asked.candidates, text), rootLeaves...)
	}
	asked.candidates = append(append(asked.candidates, queries...), users...)
	switch {
	case len(run.DeclaredInputs) > 0:
		asked.asSegment = model.Some(run.DeclaredInputs[0])
	// A chain logs its input as a document around the one text that was asked.
	case len(rootLeaves) == 1:
		asked.asSegment = model.Some(rootLeaves[0])
	case rootInput.IsSet():
		asked.asSegment = rootInput
	case len(queries) > 0:
		asked.asSegment = model.Some(queries[0])
	}
	asked.text = asked.asSegment
	if !asked.text.IsSet() && len(users) > 0 {
		asked.text = model.Some(users[len(users)-1])
	}
	return asked
}

func lastUserMessage(messages []model.SentMessage) (string, bool) {
	for _, message := range slices.Backward(messages) {
		if message.Role != "user" {
			continue
		}
		var texts []string
		for at := range message.Parts {
			if part := &message.Parts[at]; part.Kind == model.PartText {
				texts = append(texts, part.Leaves...)
			}
		}
		return strings.Join(texts, "\n"), len(texts) > 0
	}
	return "", false
}
