package joining

import (
	"cmp"
	"slices"

	"github.com/ragspan/ragspan/collector/internal/model"
)

// spanNode is a span of one trace in its tree (spec §9, first paragraph): one node per span id, missing
// parents stood in for, several roots under one nameless node, cycles opened. Iterative throughout: a
// hostile trace may be ten thousand spans deep.
type spanNode struct {
	traceID string
	// spanID is empty on the nameless node over several roots.
	spanID string
	// facts are nil on a stand-in for a missing parent and on the nameless node.
	facts    *model.SpanFacts
	parent   *spanNode
	children []*spanNode
	// isContradictory: the span is of a cycle, or its copies name different parents.
	isContradictory bool
}

func (n *spanNode) kind() model.SpanKind {
	if n.facts == nil {
		return model.KindOther
	}
	return n.facts.Kind
}

// growTrees gives the tree's root of each trace, in order of trace id.
func growTrees(facts []*model.SpanFacts) []*spanNode {
	byTrace := map[string][]*model.SpanFacts{}
	var ids []string
	for _, span := range facts {
		if byTrace[span.TraceID] == nil {
			ids = append(ids, span.TraceID)
		}
		byTrace[span.TraceID] = append(byTrace[span.TraceID], span)
	}
	slices.Sort(ids)
	trees := make([]*spanNode, len(ids))
	for at, id := range ids {
		trees[at] = growTree(id, byTrace[id])
	}
	return trees
}

func growTree(traceID string, spans []*model.SpanFacts) *spanNode {
	nodes := make(map[string]*spanNode, len(spans))
	var all []*spanNode
	for _, span := range spans {
		known := nodes[span.SpanID]
		if known == nil {
			known = &spanNode{traceID: traceID, spanID: span.SpanID, facts: span}
			nodes[span.SpanID] = known
			all = append(all, known)
			continue
		}
		// Of two spans with one id the first that succeeded counts, else the first.
		if known.facts.ParentSpanID != span.ParentSpanID {
			known.isContradictory = true
		}
		if known.facts.Status == model.StatusError && span.Status != model.StatusError {
			known.facts = span
		}
	}
	for _, node := range slices.Clone(all) {
		parentID := node.facts.ParentSpanID
		if parentID == "" {
			continue
		}
		if node.parent = nodes[parentID]; node.parent == nil {
			node.parent = &spanNode{traceID: traceID, spanID: parentID}
			nodes[parentID] = node.parent
			all = append(all, node.parent)
		}
	}
	openCycles(all)
	return hangRoots(traceID, all)
}

func openCycles(nodes []*spanNode) {
	settled := map[*spanNode]bool{}
	for _, start := range nodes {
		var path []*spanNode
		onPath := map[*spanNode]bool{}
		node := start
		for node != nil && !settled[node] && !onPath[node] {
			path = append(path, node)
			onPath[node] = true
			node = node.parent
		}
		if node != nil && onPath[node] {
			opened := node
			for _, member := range path[slices.Index(path, node):] {
				member.isContradictory = true
				if compareNodes(member, opened) < 0 {
					opened = member
				}
			}
			opened.parent = nil
		}
		for _, passed := range path {
			settled[passed] = true
		}
	}
}

func hangRoots(traceID string, nodes []*spanNode) *spanNode {
	var roots []*spanNode
	for _, node := range nodes {
		if node.parent == nil {
			roots = append(roots, node)
		} else {
			node.parent.children = append(node.parent.children, node)
		}
	}
	if len(roots) == 1 {
		return roots[0]
	}
	nameless := &spanNode{traceID: traceID, children: roots}
	for _, root := range roots {
		root.parent = nameless
	}
	return nameless
}

// compareNodes: start, then span id. Stand-ins come last: they have no start.
func compareNodes(a, b *spanNode) int {
	switch {
	case a.facts == nil && b.facts == nil:
		return cmp.Compare(a.spanID, b.spanID)
	case a.facts == nil:
		return 1
	case b.facts == nil:
		return -1
	}
	return compareSpans(a.facts, b.facts)
}

// compareSpans: start, then trace id, then span id: the order of everything that joining lists.
func compareSpans(a, b *model.SpanFacts) int {
	return cmp.Or(cmp.Compare(a.StartTimeUnixNano, b.StartTimeUnixNano), cmp.Compare(a.TraceID, b.TraceID), cmp.Compare(a.SpanID, b.SpanID))
}

// postOrder gives children before their parent.
func postOrder(root *spanNode) []*spanNode {
	var reversed []*spanNode
	stack := []*spanNode{root}
	for len(stack) > 0 {
		node := stack[len(stack)-1]
		stack = append(stack[:len(stack)-1], node.children...)
		reversed = append(reversed, node)
	}
	slices.Reverse(reversed)
	return reversed
}
