package emit

import (
	"strings"
	"unicode/utf8"
)

const (
	// maxTextBytes of a value: longer ones are cut by backends without a word.
	maxTextBytes = 2000
	cutMark      = "…"
)

// safeText is at most 2,000 bytes, cut between characters with a mark, without NUL (stores on SQL
// refuse the row) and well formed.
func safeText(text string) string {
	clean := strings.ToValidUTF8(strings.ReplaceAll(text, "\x00", `\u0000`), "\uFFFD")
	if len(clean) <= maxTextBytes {
		return clean
	}
	end := maxTextBytes - len(cutMark)
	for !utf8.RuneStart(clean[end]) {
		end--
	}
	return clean[:end] + cutMark
}
