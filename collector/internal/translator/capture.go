package translator

import (
	"strings"

	"github.com/ragspan/ragspan/collector/internal/model"
)

// expectation of an attribute.
type expectation int

const (
	// expectsJSON: text that is no JSON is damage.
	expectsJSON expectation = iota
	// expectsAny: it is a text.
	expectsAny
)

// captured is what an attribute holds once parsed: structured, or JSON that says the same (spec §10;
// formats differ per emitter).
type captured struct {
	value model.Value
	// The attribute is damaged; value is then what could be saved, if anything.
	broken bool
	// How to read the strings in value.
	texts textReader
	// The attribute was plain text: value is that text.
	isText bool
	// The string it was parsed from.
	raw    string
	hasRaw bool
}

// capture gives nil when nothing of use was logged (absent, a number, bytes).
func capture(value model.Value, expects expectation, values textReader) *captured {
	switch held := value.(type) {
	case string:
		return captureText(held, expects, values)
	case []model.Value, *model.Object:
		return &captured{value: held, texts: values}
	}
	return nil
}

func captureText(text string, expects expectation, values textReader) *captured {
	read := readJSON(text)
	_, isQuoted := read.value.(string)
	switch {
	// Text in quotation marks is a text, unless a structure was to be there.
	case read.kind == jsonWhole && (expects == expectsJSON || !isQuoted):
		return &captured{value: read.value, texts: inJSON, raw: text, hasRaw: true}
	case read.kind == jsonBroken:
		return &captured{value: read.value, broken: true, texts: inJSON, raw: text, hasRaw: true}
	case expects == expectsAny:
		return &captured{value: text, texts: values, isText: true, raw: text, hasRaw: true}
	// A bare number or word where a structure belongs was never one; other text is damage.
	case isBareScalar(text):
		return nil
	}
	return &captured{broken: true, texts: inJSON, raw: text, hasRaw: true}
}

// isBareScalar finds a number, true, false, null, None, undefined or nothing, with white space
// around, in less than 32 UTF-16 units.
func isBareScalar(text string) bool {
	const limit = 31
	if utf16UnitsExceed(text, limit) {
		return false
	}
	switch word := model.TrimJS(text); word {
	case "", "true", "false", "null", "None", "undefined":
		return true
	default:
		return isNumberLike(word)
	}
}

// isNumberLike: -?[\d.]+([eE][+-]?\d+)?
func isNumberLike(word string) bool {
	word = strings.TrimPrefix(word, "-")
	end := 0
	for end < len(word) && (isDigit(word[end]) || word[end] == '.') {
		end++
	}
	if end == 0 || end == len(word) {
		return end > 0
	}
	if word[end] != 'e' && word[end] != 'E' {
		return false
	}
	end++
	if end < len(word) && (word[end] == '+' || word[end] == '-') {
		end++
	}
	exponent := digitsAt(word, end)
	return exponent > 0 && end+exponent == len(word)
}
