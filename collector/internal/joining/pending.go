package joining

import "github.com/ragspan/ragspan/collector/internal/model"

// resourceClock is kept per resource, as clocks compare only inside one.
type resourceClock struct {
	// firstRetrievalEnd is the earliest end of a retrieval, lastCallStart the latest start of a model
	// call.
	firstRetrievalEnd model.Optional[uint64]
	lastCallStart     model.Optional[uint64]
}

func (c *resourceClock) absorb(other *resourceClock) {
	if end, isSet := other.firstRetrievalEnd.Get(); isSet && (!c.firstRetrievalEnd.IsSet() || end < c.firstRetrievalEnd.Or(0)) {
		c.firstRetrievalEnd = other.firstRetrievalEnd
	}
	if start, isSet := other.lastCallStart.Get(); isSet && (!c.lastCallStart.IsSet() || start > c.lastCallStart.Or(0)) {
		c.lastCallStart = other.lastCallStart
	}
}

// pending is what a subtree holds that belongs to no run yet; see find_runs.go for how it is carried
// upwards.
type pending struct {
	nodes      []*spanNode
	retrievals []*spanNode
	calls      []*spanNode
	runsBelow  []*runSeed
	// isUndecided: a run, a call or an assembly came since it was last decided whether a call took over
	// from the runs.
	isUndecided bool
	clocks      map[string]*resourceClock
}

// pairs: a retrieval and a model call begun at or after its end (other resource: in any order).
func (p *pending) pairs() bool {
	withRetrieval, withCall, withBoth := 0, 0, 0
	for _, clock := range p.clocks {
		end, hasRetrieval := clock.firstRetrievalEnd.Get()
		start, hasCall := clock.lastCallStart.Get()
		if hasRetrieval && hasCall && start >= end {
			return true
		}
		if hasRetrieval {
			withRetrieval++
		}
		if hasCall {
			withCall++
		}
		if hasRetrieval && hasCall {
			withBoth++
		}
	}
	if withRetrieval == 0 || withCall == 0 {
		return false
	}
	// What is left is a pair over two resources, unless all stand in one, in the wrong order.
	return withRetrieval > 1 || withCall > 1 || withBoth == 0
}

func (p *pending) addRetrieval(node *spanNode) {
	p.retrievals = append(p.retrievals, node)
	if end := node.facts.EndTimeUnixNano; end != 0 {
		p.clockOf(node).absorb(&resourceClock{firstRetrievalEnd: model.Some(end)})
	}
}

func (p *pending) addRun(run *runSeed) {
	p.runsBelow = append(p.runsBelow, run)
	p.isUndecided = true
}

func (p *pending) addCall(node *spanNode) {
	p.isUndecided = true
	p.calls = append(p.calls, node)
	p.clockOf(node).absorb(&resourceClock{lastCallStart: model.Some(node.facts.StartTimeUnixNano)})
}

func (p *pending) clockOf(node *spanNode) *resourceClock {
	return p.clock(node.facts.Resource.Key)
}

func (p *pending) clock(key string) *resourceClock {
	if p.clocks == nil {
		p.clocks = map[string]*resourceClock{}
	}
	if p.clocks[key] == nil {
		p.clocks[key] = &resourceClock{}
	}
	return p.clocks[key]
}

func (p *pending) size() int { return len(p.nodes) + len(p.runsBelow) }

func (p *pending) absorb(other *pending) {
	bothHold := len(p.calls)+len(p.runsBelow) > 0 && len(other.calls)+len(other.runsBelow) > 0
	p.isUndecided = p.isUndecided || other.isUndecided || bothHold
	p.nodes = append(p.nodes, other.nodes...)
	p.retrievals = append(p.retrievals, other.retrievals...)
	p.calls = append(p.calls, other.calls...)
	p.runsBelow = append(p.runsBelow, other.runsBelow...)
	for key, clock := range other.clocks {
		p.clock(key).absorb(clock)
	}
}

// closeWith: the pending part has become a run, beside those below it.
func (p *pending) closeWith(run *runSeed, runsBelow []*runSeed) {
	*p = pending{runsBelow: runsBelow}
	p.addRun(run)
}

// mergePending: the larger side takes the smaller: n log n over a whole tree, a chain of spans included.
func mergePending(a, b *pending) *pending {
	if a.size() < b.size() {
		a, b = b, a
	}
	a.absorb(b)
	return a
}

// take puts one span into the pending part.
func (p *pending) take(node *spanNode, at *places, tools *toolDeclarations) {
	if node.facts == nil {
		return
	}
	p.nodes = append(p.nodes, node)
	switch node.facts.Kind {
	case model.KindRetrieval, model.KindRerank:
		p.addRetrieval(node)
	case model.KindTool:
		if tools.declarationFor(node.facts) != nil {
			p.addRetrieval(node)
		}
	case model.KindModel:
		if !at.insideRetrieval[node] {
			p.addCall(node)
		}
	case model.KindAssembly:
		// By record it may show that a call took a chunk.
		p.isUndecided = true
	case model.KindEmbedding, model.KindOther:
	}
}
