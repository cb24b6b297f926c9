package ragspanprocessor

import (
	"strings"
	"sync"
)

const overflow = "overflow"

// cappedValues lets the first so many values of a metric attribute through, the others are overflow.
type cappedValues struct {
	mutex sync.Mutex
	most  int
	known map[string]struct{}
}

func newCappedValues(most int) *cappedValues {
	return &cappedValues{most: most, known: map[string]struct{}{}}
}

// of gives the value or overflow; isNew tells of the first sight of a value that is let through.
func (c *cappedValues) of(value string) (shown string, isNew bool) {
	c.mutex.Lock()
	defer c.mutex.Unlock()
	if _, isKnown := c.known[value]; isKnown {
		return value, false
	}
	if len(c.known) >= c.most {
		return overflow, false
	}
	kept := strings.Clone(value)
	c.known[kept] = struct{}{}
	return kept, true
}
