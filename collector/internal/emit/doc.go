// Package emit writes a verdict: as attributes and as the event of one span, or as the fields of a log
// record (spec §10 "Verdict", "Event"), and reads one back. The names and values are those of the
// TypeScript half; a test holds them equal.
package emit
