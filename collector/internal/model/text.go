package model

import "strings"

// CapturedText is a text as telemetry delivered it, with what is known about its completeness (spec
// §3 "Text", "Lossy").
type CapturedText struct {
	// Well formed: the reader has turned lone surrogates and bad bytes into U+FFFD.
	Text string
	// Lossy: telemetry may have changed these bytes (marker, cut at the value limit, dropped
	// attributes, hash beside it does not fit, U+FFFD at the end). "Not found" is then never a
	// finding.
	Lossy bool
}

// IsInvalidText tells whether the text holds U+FFFD: it has no digest (invalid_text), and lines are
// still looked for in it.
func IsInvalidText(text string) bool {
	return strings.Contains(text, Replacement)
}
