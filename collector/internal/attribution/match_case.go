package attribution

import (
	"slices"
	"strings"

	"github.com/ragspan/ragspan/collector/internal/model"
)

// caseFacts are what a run offers to when.
type caseFacts struct {
	// inputs are every text that input may equal (spec §8), trimmed.
	inputs map[string]bool
	// question is the one of them that is *the* question: what input_matches reads, as a prompt holds
	// retrieved text.
	question model.Optional[string]
	// inputSHA256s are hashes of these, and those logged without their text; 64 hex, lower case. Made only
	// when a case asks.
	inputSHA256s func() []string
	// attributeValues are every value the attribute has, as text, on any span of the run or its resource;
	// the first is the one for ${…}.
	attributeValues func(key string) []string
	// retrieved is every candidate of the log, handed on or not.
	retrieved []*logItem
}

func (f *caseFacts) attribute(key string) (string, bool) {
	values := f.attributeValues(key)
	if len(values) == 0 {
		return "", false
	}
	return values[0], true
}

// matchCases tells which case of the file a run is (spec §8 when): the first in file order whose given
// keys all hold; and how many cases match, the first one included. nil: none.
func matchCases(book *model.CaseBook, facts *caseFacts) (first *model.Case, matched int64) {
	for _, candidate := range book.Cases {
		if !holds(candidate, facts) {
			continue
		}
		matched++
		if first == nil {
			first = candidate
		}
	}
	return first, matched
}

func holds(candidate *model.Case, facts *caseFacts) bool {
	when := &candidate.When
	if when.Input != nil {
		input, isSet := when.Input.Resolve(facts.attribute)
		if !isSet || !facts.inputs[TrimWhiteSpace(input)] {
			return false
		}
	}
	if when.InputSHA256 != "" && !slices.Contains(facts.inputSHA256s(), when.InputSHA256) {
		return false
	}
	if when.InputMatches != nil {
		if asked, isSet := facts.question.Get(); !isSet || !when.InputMatches(asked) {
			return false
		}
	}
	for _, attribute := range when.Attributes {
		expected, isSet := attribute.Value.Resolve(facts.attribute)
		if !isSet || !slices.Contains(facts.attributeValues(attribute.Key), expected) {
			return false
		}
	}
	for at := range candidate.Needs {
		if !isResolvable(&candidate.Needs[at], facts) {
			return false
		}
	}
	return len(when.Retrieved) == 0 || slices.ContainsFunc(when.Retrieved, func(template model.Template) bool {
		return isRetrieved(template, facts)
	})
}

// isResolvable: a need of which every ${…} is unset can match nothing: the case is not this run's.
func isResolvable(need *model.Need, facts *caseFacts) bool {
	isSet := func(template model.Template) bool {
		_, isSet := template.Resolve(facts.attribute)
		return isSet
	}
	return (need.Line != nil && isSet(need.Line)) || slices.ContainsFunc(need.Chunks, isSet) || slices.ContainsFunc(need.IDs, isSet)
}

func isRetrieved(template model.Template, facts *caseFacts) bool {
	text, isSet := template.Resolve(facts.attribute)
	if !isSet {
		return false
	}
	// The star is the author's: one that comes out of an attribute is a character.
	wanted := label{text, strings.HasSuffix(template.Source(), "*")}
	if wanted.isPrefix {
		wanted.text = text[:len(text)-1]
	}
	return slices.ContainsFunc(facts.retrieved, func(entry *logItem) bool {
		return (entry.item.ID != "" && wanted.fits(entry.item.ID)) || (entry.item.Digest != "" && wanted.fits(entry.item.Digest))
	})
}
