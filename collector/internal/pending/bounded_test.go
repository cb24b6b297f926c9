package pending_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/ragspan/ragspan/collector/internal/model"
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

func TestTheRingGivesWhatALookAtAllOfItWould(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	// Some traces share a bucket of the ring, some do not.
	some := func() (id pending.TraceID) {
		id[0], id[15] = byte(random.IntN(3)), byte(random.IntN(9))
		return id
	}
	for _, size := range []int{0, 1, 2, 7, 64} {
		ring := pending.NewRecentSpans(size, 1<<20)
		var all []pending.Recent
		for at := range uint64(3000) {
			one := pending.Recent{Key: pending.SpanKey{Trace: some(), Span: spanID(at)}}
			ring.Add(one)
			all = append(all, one)
			asked := some()
			var expected []pending.Recent
			for _, old := range all[max(0, len(all)-size):] {
				if old.Key.Trace == asked {
					expected = append(expected, old)
				}
			}
			require.Equal(t, expected, ring.Of(asked))
		}
	}
}

func TestARunIDOfAnyLengthMakesAShortKey(t *testing.T) {
	assert.Equal(t, "a run", pending.ShortRunID("a run"))
	long := strings.Repeat("x", 1<<20)
	assert.Less(t, len(pending.ShortRunID(long)), 100)
	assert.NotEqual(t, pending.ShortRunID(long), pending.ShortRunID(long+"y"))
	assert.Equal(t, pending.KeyOf(&model.Run{RunID: long}), pending.KeyOf(&model.Run{RunID: long, SpanID: "another"}))
}
