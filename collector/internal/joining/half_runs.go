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
	var seeds []*runSeed
	for _, group := range groupHalves(tree, halves, holdsRun) {
		root := lowestRoot(lowestCommon(group), at, holdsRun)
		if root == nil {
			root = group[0]
		}
		seed := &runSeed{root: root, needsCase: true}
		for _, node := range left.nodes {
			if isAtOrBelow(node, root) {
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

func lowestCommon(nodes []*spanNode) *spanNode {
	common := nodes[0]
	for _, node := range nodes[1:] {
		if common == nil {
			return nil
		}
		common = commonOf(common, node)
	}
	return common
}

func commonOf(a, b *spanNode) *spanNode {
	ancestors := map[*spanNode]bool{}
	for node := a; node != nil; node = node.parent {
		ancestors[node] = true
	}
	for node := b; node != nil; node = node.parent {
		if ancestors[node] {
			return node
		}
	}
	return nil
}

func isAtOrBelow(node, root *spanNode) bool {
	for up := node; up != nil; up = up.parent {
		if up == root {
			return true
		}
	}
	return false
}
