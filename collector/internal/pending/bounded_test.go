package pending_test

import (
	"fmt"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"

	"github.com/ragspan/ragspan/collector/internal/pending"
)

func TestDecisionsAreForgottenByAge(t *testing.T) {
	cache := pending.NewDecisionCache(10, 10*time.Second)
	cache.Put("a", pending.Decision{AtNano: 0})
	cache.Put("b", pending.Decision{AtNano: 5 * second})
	_, isThere := cache.Get("a", 10*second-1)
	assert.True(t, isThere)
	_, isThere = cache.Get("a", 10*second)
	assert.False(t, isThere)
	_, isThere = cache.Get("b", 10*second)
	assert.True(t, isThere)
	assert.Equal(t, 1, cache.Len())
}

func TestDecisionsAreForgottenByCount(t *testing.T) {
	cache := pending.NewDecisionCache(3, time.Hour)
	for at := range 10 {
		cache.Put(pending.RunKey(fmt.Sprint(at)), pending.Decision{AtNano: int64(at)})
	}
	assert.Equal(t, 3, cache.Len())
	_, isThere := cache.Get("6", 10)
	assert.False(t, isThere)
	_, isThere = cache.Get("7", 10)
	assert.True(t, isThere)
	cache.Put("7", pending.Decision{AtNano: 11})
	cache.Put("10", pending.Decision{AtNano: 12})
	_, isThere = cache.Get("7", 12)
	assert.True(t, isThere, "put again, it is the youngest")
	_, isThere = cache.Get("8", 12)
	assert.False(t, isThere)
}

func TestACacheOfNoSizeRemembersNothing(t *testing.T) {
	cache := pending.NewDecisionCache(0, time.Hour)
	cache.Put("a", pending.Decision{})
	assert.Zero(t, cache.Len())
}

func TestTheRingForgetsTheOldest(t *testing.T) {
	ring := pending.NewRecentSpans(3, 1<<20)
	for id := uint64(1); id <= 5; id++ {
		ring.Add(pending.Recent{Key: pending.SpanKey{Trace: traceID(id % 2), Span: spanID(id)}})
	}
	var found []pending.SpanID
	for _, one := range ring.Of(traceID(1)) {
		found = append(found, one.Key.Span)
	}
	assert.Equal(t, []pending.SpanID{spanID(3), spanID(5)}, found, "oldest first")
	assert.Empty(t, ring.Of(traceID(7)))
	none := pending.NewRecentSpans(0, 1<<20)
	none.Add(pending.Recent{Key: pending.SpanKey{Trace: traceID(1)}})
	assert.Empty(t, none.Of(traceID(1)))
}
