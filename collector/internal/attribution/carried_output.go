package attribution

import (
	"strings"
	"unicode/utf8"

	"github.com/ragspan/ragspan/collector/internal/model"
)

// What a later call is given of what an earlier one returned (spec §5 "Which calls"): its output,
// trimmed and whole, or a string leaf where it is a JSON document or tool-call arguments.

const (
	// carriedMinBytes: shorter outputs (a digit, a word) stand in texts by chance.
	carriedMinBytes     = 16
	transformedMinBytes = 4
)

// OutputStrings are those by which an output is recognised, trimmed.
func OutputStrings(call *model.ModelCall) []string {
	text := outputTextOf(call)
	var strings []string
	if TrimWhiteSpace(text) != "" {
		strings = LoggedTexts(text)
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

// CarriedStrings are those by which another call is known to have been given the output: 16 bytes or
// more.
func CarriedStrings(call *model.ModelCall) []string {
	var carried []string
	for _, output := range OutputStrings(call) {
		if len(output) >= carriedMinBytes {
			carried = append(carried, output)
		}
	}
	return carried
}

// shortStrings have 4–15 bytes: what the output was made from is transformed where it stands on word
// borders.
func shortStrings(call *model.ModelCall) []string {
	var short []string
	for _, output := range OutputStrings(call) {
		if len(output) >= transformedMinBytes && len(output) < carriedMinBytes {
			short = append(short, output)
		}
	}
	return short
}

// standOnBorders are those of the words (distinct) that stand in the text on word borders. Linear, as
// they are short.
func standOnBorders(text string, words map[string][]*model.RunCall) []string {
	var found []string
	if len(words) <= few {
		for word := range words {
			if standsOnBorders(text, word) {
				found = append(found, word)
			}
		}
		return found
	}
	var lengths []int
	isLength := [carriedMinBytes]bool{}
	for word := range words {
		if !isLength[len(word)] {
			isLength[len(word)] = true
			lengths = append(lengths, len(word))
		}
	}
	seen := map[string]bool{}
	for at := range text {
		if before, _ := utf8.DecodeLastRuneInString(text[:at]); isWord(before) {
			continue
		}
		for _, length := range lengths {
			if at+length > len(text) {
				continue
			}
			word := text[at : at+length]
			if _, isSought := words[word]; !isSought || seen[word] {
				continue
			}
			if after, _ := utf8.DecodeRuneInString(text[at+length:]); !isWord(after) {
				seen[word] = true
				found = append(found, word)
			}
		}
	}
	return found
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
