package translator

import (
	"slices"
	"strings"

	"github.com/ragspan/ragspan/collector/internal/model"
)

// completeTruncatedJSON gives what a JSON text said before it was cut: a value limit takes the end
// and leaves whole messages in front. Findings in what is left are sound (spec §3: positive findings
// are immune); the caller marks everything lossy. nil: the text is damaged in some other way. Linear
// time.
//
// How it works: one pass keeps the open brackets and the last place after which closing them gives
// valid JSON. A cut inside a string value keeps the string's beginning.
func completeTruncatedJSON(text string) model.Value {
	scan := scanTruncated(text)
	head := text[:scan.safe]
	if scan.openString {
		head = text[:endOfWholeEscape(text, scan.stringStart)] + `"`
	}
	slices.Reverse(scan.open)
	value, ok := model.ParseJSON(head + string(scan.open))
	if !ok {
		return nil
	}
	return value
}

type truncatedScan struct {
	// Closing brackets still due, outermost first.
	open []byte
	// Up to here the text is valid once the open brackets are closed.
	safe int
	// The text ends inside a string that is a value, not a key.
	openString  bool
	stringStart int
}

func scanTruncated(text string) truncatedScan {
	scan := truncatedScan{}
	isKey := false
	for at := 0; at < len(text); {
		switch unit := text[at]; unit {
		case '"':
			end := endOfQuoted(text, at)
			if end < 0 {
				scan.openString = !isKey
				scan.stringStart = at
				return scan
			}
			if !isKey {
				scan.safe = end
			}
			at = end
			continue
		case '{', '[':
			scan.open = append(scan.open, unit+2)
			isKey = unit == '{'
			scan.safe = at + 1
		case '}', ']':
			if len(scan.open) > 0 {
				scan.open = scan.open[:len(scan.open)-1]
			}
			isKey = false
			scan.safe = at + 1
		case ',':
			// Numbers and literals end here at the latest.
			scan.safe = at
			isKey = len(scan.open) > 0 && scan.open[len(scan.open)-1] == '}'
		case ':':
			isKey = false
		}
		at++
	}
	return scan
}

// endOfQuoted is the place after the closing quote of the string that opens at from; −1: none.
func endOfQuoted(text string, from int) int {
	for at := from + 1; ; {
		found := strings.IndexByte(text[at:], '"')
		if found < 0 {
			return -1
		}
		quote := at + found
		backslashes := 0
		for quote-1-backslashes > from && text[quote-1-backslashes] == '\\' {
			backslashes++
		}
		if backslashes%2 == 0 {
			return quote + 1
		}
		at = quote + 1
	}
}

// endOfWholeEscape leaves out an escape that the cut went through: \, \u12.
func endOfWholeEscape(text string, stringStart int) int {
	const longestEscape = 5
	at := strings.LastIndexByte(text, '\\')
	if at < stringStart || utf16UnitsExceed(text[at:], longestEscape) {
		return len(text)
	}
	backslashes := 1
	for at-backslashes >= 0 && text[at-backslashes] == '\\' {
		backslashes++
	}
	// Of a row of backslashes every second one is escaped itself.
	if backslashes%2 == 0 {
		return len(text)
	}
	if at == len(text)-1 || text[at+1] == 'u' {
		return at
	}
	return len(text)
}

func utf16UnitsExceed(text string, limit int) bool {
	// A UTF-16 unit takes three bytes at most.
	return len(text) > 3*limit || model.UTF16Length(text) > limit
}
