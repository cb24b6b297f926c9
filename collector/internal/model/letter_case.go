package model

import (
	"strings"
	"unicode/utf8"

	"golang.org/x/text/cases"
	"golang.org/x/text/language"
)

// LowerJS is String.prototype.toLowerCase, for words out of telemetry (roles, operations, finish
// reasons): beyond ASCII it is not Go's strings.ToLower, which takes U+0130 for an i.
func LowerJS(text string) string {
	if isASCII(text) {
		return strings.ToLower(text)
	}
	return cases.Lower(language.Und, cases.HandleFinalSigma(true)).String(text)
}

// UpperJS is String.prototype.toUpperCase.
func UpperJS(text string) string {
	if isASCII(text) {
		return strings.ToUpper(text)
	}
	return cases.Upper(language.Und).String(text)
}

func isASCII(text string) bool {
	for at := range len(text) {
		if text[at] >= utf8.RuneSelf {
			return false
		}
	}
	return true
}
