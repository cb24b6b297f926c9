package ragspanconnector

import (
	"strings"
	"unicode/utf8"
)

const (
	overflow = "overflow"
	// maxValueBytes of an attribute value on a metric.
	maxValueBytes = 256
)

// cappedValues lets the first so many values of a metric attribute through; the others are overflow.
type cappedValues struct {
	most  int
	known map[string]struct{}
}

func newCappedValues(most int) *cappedValues {
	return &cappedValues{most: most, known: map[string]struct{}{}}
}

func (c *cappedValues) of(value string) string {
	if _, isKnown := c.known[value]; isKnown {
		return value
	}
	if len(c.known) >= c.most {
		return overflow
	}
	kept := strings.Clone(value)
	c.known[kept] = struct{}{}
	return kept
}

// shortValue is well formed, and cut between characters.
func shortValue(value string) string {
	if len(value) > maxValueBytes {
		end := maxValueBytes
		for end > 0 && !utf8.RuneStart(value[end]) {
			end--
		}
		value = value[:end]
	}
	return strings.ToValidUTF8(value, "\uFFFD")
}
