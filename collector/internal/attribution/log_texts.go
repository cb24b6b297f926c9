package attribution

import "strings"

// logText is one of the distinct texts of a log, as it is searched for (spec §4: forms after exact use
// trimmed bytes).
type logText struct {
	raw string
	// core is without white space at either edge; never empty.
	core string
	// isHandedOn: it has a fate. Candidates only share bytes with those that have.
	isHandedOn bool
}

// leading is the white space before the core, trailing that after it.
func (t *logText) leading() string {
	return t.raw[:len(t.raw)-len(t.rest())]
}

func (t *logText) trailing() string {
	return t.rest()[len(t.core):]
}

func (t *logText) rest() string {
	return strings.TrimLeftFunc(t.raw, IsWhiteSpace)
}
