package pending

import (
	"container/list"
	"time"
)

// Decision is when a run was decided.
type Decision struct {
	AtNano int64
}

// DecisionCache remembers runs that were judged and counted: none is twice. Bounded by count and by
// age. Not for concurrent use.
type DecisionCache struct {
	size  int
	ttl   int64
	byKey map[RunKey]*list.Element
	byAge list.List
}

type cached struct {
	key      RunKey
	decision Decision
}

// NewDecisionCache is empty.
func NewDecisionCache(size int, ttl time.Duration) *DecisionCache {
	return &DecisionCache{size: size, ttl: int64(ttl), byKey: map[RunKey]*list.Element{}}
}

// Get gives what was said of the run.
func (c *DecisionCache) Get(key RunKey, nowNano int64) (Decision, bool) {
	c.expire(nowNano)
	element := c.byKey[key]
	if element == nil {
		return Decision{}, false
	}
	return element.Value.(*cached).decision, true
}

// Put remembers it.
func (c *DecisionCache) Put(key RunKey, decision Decision) {
	if c.size <= 0 {
		return
	}
	if element := c.byKey[key]; element != nil {
		element.Value.(*cached).decision = decision
		c.byAge.MoveToBack(element)
		return
	}
	c.byKey[key] = c.byAge.PushBack(&cached{key, decision})
	for len(c.byKey) > c.size {
		c.drop(c.byAge.Front())
	}
	c.expire(decision.AtNano)
}

// Len is the number of runs remembered.
func (c *DecisionCache) Len() int { return len(c.byKey) }

func (c *DecisionCache) expire(nowNano int64) {
	for first := c.byAge.Front(); first != nil && first.Value.(*cached).decision.AtNano+c.ttl <= nowNano; first = c.byAge.Front() {
		c.drop(first)
	}
}

func (c *DecisionCache) drop(element *list.Element) {
	delete(c.byKey, element.Value.(*cached).key)
	c.byAge.Remove(element)
}
