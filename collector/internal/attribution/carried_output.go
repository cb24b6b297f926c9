package attribution

import (
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/ragspan/ragspan/collector/internal/model"
)

// Whether a later call was given what an earlier one returned (spec §5 "Which calls"): its output,
// trimmed and whole, or a string leaf where it is a JSON document or tool-call arguments.

const (
	// carriedMinBytes: shorter outputs (a digit, a word) stand in texts by chance.
	carriedMinBytes     = 16
	transformedMinBytes = 4
)

// outputStrings are those by which an output is recognised, trimmed.
func outputStrings(call *model.ModelCall) []string {
	text := outputTextOf(call)
	var strings []string
	if TrimWhiteSpace(text) != "" {
		strings = append([]string{text}, jsonLeaves(text)...)
	} else if call.Output != nil {
		strings = argumentLeaves(call.Output)
	}
	trimmed := strings[:0]
	for _, one := range strings {
		if one = TrimWhiteSpace(one); one != "" {
			trimmed = append(trimmed, one)
		}
	}
	return trimmed
}

// jsonLeaves are the strings of a JSON object or array, well formed; none of any other text.
func jsonLeaves(text string) []string {
	leaves, _ := model.JSONStringLeaves(text)
	for at := range leaves {
		leaves[at] = model.WellFormed(leaves[at])
	}
	return leaves
}

// CarriesOutput: an output of 16 bytes or more of the call stands in the context, whatever the role.
func CarriesOutput(context *SentContext, call *model.ModelCall) bool {
	return slices.ContainsFunc(outputStrings(call), func(output string) bool {
		if len(output) < carriedMinBytes {
			return false
		}
		_, isFound := findPresent(context, output)
		return isFound || isSelfReport(context, output)
	})
}

// carriesShortOutput: an output of 4–15 bytes stands there on word borders: what it was made from is
// transformed.
func carriesShortOutput(context *SentContext, call *model.ModelCall) bool {
	return slices.ContainsFunc(outputStrings(call), func(output string) bool {
		return len(output) >= transformedMinBytes && len(output) < carriedMinBytes &&
			slices.ContainsFunc(context.segments, func(one *segment) bool { return standsOnBorders(one.text, output) })
	})
}

func standsOnBorders(text, word string) bool {
	for at := strings.Index(text, word); at >= 0; at = indexFrom(text, word, at+1) {
		before, _ := utf8.DecodeLastRuneInString(text[:at])
		after, _ := utf8.DecodeRuneInString(text[at+len(word):])
		if !isWord(before) && !isWord(after) {
			return true
		}
	}
	return false
}

// isWord is false for the error that stands where there is no code point.
func isWord(point rune) bool {
	return point == '_' || isLetterOrDigit(point)
}
