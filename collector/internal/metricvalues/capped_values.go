// Package metricvalues keeps what stands on metrics bounded, for the processor and the connector alike: values by
// number and by length, words by their closed sets (spec §10 "Metrics").
package metricvalues

import (
	"strings"
	"sync"
	"unicode/utf8"
)

// Overflow stands for every value beyond a bound.
const Overflow = "overflow"

// maxValueBytes of an attribute value on a metric.
const maxValueBytes = 256

// CappedValues lets the first so many values of a metric attribute through; the others are overflow. Safe for
// concurrent use.
type CappedValues struct {
	mutex sync.Mutex
	most  int
	known map[string]string
}

// NewCappedValues lets so many through.
func NewCappedValues(most int) *CappedValues {
	return &CappedValues{most: most, known: map[string]string{}}
}

// Of gives the value, short, or overflow; isNew tells of the first sight of a value that is let through.
func (c *CappedValues) Of(value string) (shown string, isNew bool) {
	value = Short(value)
	c.mutex.Lock()
	defer c.mutex.Unlock()
	// Of what came before, the copy: the value itself may be a part of a batch, which would live as long as a series.
	if kept, isKnown := c.known[value]; isKnown {
		return kept, false
	}
	if len(c.known) >= c.most {
		return Overflow, false
	}
	kept := strings.Clone(value)
	c.known[kept] = kept
	return kept, true
}

// Short is well formed, and cut between characters.
func Short(value string) string {
	return cut(strings.ToValidUTF8(cut(value), "\uFFFD"))
}

func cut(value string) string {
	if len(value) <= maxValueBytes {
		return value
	}
	end := maxValueBytes
	for end > 0 && !utf8.RuneStart(value[end]) {
		end--
	}
	return value[:end]
}
