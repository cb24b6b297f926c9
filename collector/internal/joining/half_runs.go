package joining

import (
	"slices"

	"github.com/ragspan/ragspan/collector/internal/model"
)

// halfRuns are one half alone (spec §9): a retrieval without a model call after it, or model calls
// without a retrieval. A run only with an assembly record or (needsCase) when a case matches it.
func halfRuns(tree *spanNode, left *pending, at *places) []*runSeed {
	halves := slices.Concat(left.retrievals, left.calls)
	if len(halves) == 0 {
		return nil
	}
	holdsRun := map[*spanNode]bool{}
	for _, run := range left.runsBelow {
		for up := run.root; up != nil && !holdsRun[up]; up = up.parent {
			holdsRun[up] = true
		}
	}
	free := make(map[*spanNode]bool, len(left.nodes))
	for _, node := range left.nodes {
		free[node] = true
	}
	depthOf := depthsOf(tree)
	var seeds []*runSeed
	for _, group := range groupHalves(tree, halves, holdsRun) {
		common := lowestCommon(group, depthOf)
		root := lowestRoot(common, at, holdsRun)
		if root == nil {
			root = common
		}
		if root == nil {
			continue
		}
		seed := &runSeed{root: root, needsCase: true}
		for _, node := range postOrder(root) {
			if free[node] {
				seed.nodes = append(seed.nodes, node)
				seed.needsCase = seed.needsCase && node.kind() != model.KindAssembly
			}
		}
		seeds = append(seeds, seed)
	}
	return seeds
}

// groupHalves: halves under a span that also holds runs do not belong together: they are taken apart
// there, and those directly beside a run (titles, summaries, judges, prefetches) are none.
func groupHalves(tree *spanNode, halves []*spanNode, holdsRun map[*spanNode]bool) [][]*spanNode {
	if len(holdsRun) == 0 {
		return [][]*spanNode{halves}
	}
	var groups [][]*spanNode
	numbers := map[*spanNode]int{}
	for _, half := range halves {
		// The highest span around it that holds no run; the half itself only when it hangs loose.
		top := half
		for top.parent != nil && !holdsRun[top.parent] {
			top = top.parent
		}
		if top == half && top != tree {
			continue
		}
		number, isKnown := numbers[top]
		if !isKnown {
			number = len(groups)
			numbers[top] = number
			groups = append(groups, nil)
		}
		groups[number] = append(groups[number], half)
	}
	return groups
}

func lowestRoot(from *spanNode, at *places, holdsRun map[*spanNode]bool) *spanNode {
	for node := from; node != nil && !holdsRun[node]; node = node.parent {
		if at.mayBeRoot(node) {
			return node
		}
	}
	return nil
}

func depthsOf(tree *spanNode) map[*spanNode]int {
	depthOf := map[*spanNode]int{}
	stack := []*spanNode{tree}
	for len(stack) > 0 {
		node := stack[len(stack)-1]
		stack = append(stack[:len(stack)-1], node.children...)
		for _, child := range node.children {
			depthOf[child] = depthOf[node] + 1
		}
	}
	return depthOf
}

// lowestCommon is the span at or around all of them that is nearest: a call itself when it is around the
// others.
func lowestCommon(nodes []*spanNode, depthOf map[*spanNode]int) *spanNode {
	// Every span is climbed from once, whoever asks.
	climbed := map[*spanNode]bool{}
	common := nodes[0]
	for _, node := range nodes[1:] {
		for other := node; common != nil && other != nil && other != common; {
			if depthOf[other] <= depthOf[common] {
				climbed[common] = true
				common = common.parent
				continue
			}
			if climbed[other] {
				break
			}
			climbed[other] = true
			other = other.parent
		}
	}
	return common
}
