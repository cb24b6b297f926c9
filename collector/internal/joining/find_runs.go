package joining

import (
	"cmp"
	"slices"

	"github.com/ragspan/ragspan/collector/internal/model"
)

// Where the runs of a set of spans are (spec §9). Explicit run ids first, over all traces; what is left
// is found by structure, bottom up, trace by trace.
//
// How it works: one pass children-first carries, for each subtree, what belongs to no run yet (pending).
// A span that may be a root and whose pending part holds a retrieval and a model call begun at or after
// its end becomes a run's root and empties the pending part. Merging always steals the larger side's
// lists, so the pass is linear but for sorting.

// findRuns gives every run of the spans given, halves that only a case can make a run included
// (NeedsCase).
func findRuns(facts []*model.SpanFacts, tools *toolDeclarations) []*model.Run {
	finder := &runFinder{tools: tools, runIDOf: map[*spanNode]string{}, explicitTops: map[*spanNode]*runSeed{}, groups: map[string][]*spanNode{}}
	trees := growTrees(facts)
	finder.inheritRunIDs(trees)
	for _, runID := range finder.groupOrder {
		finder.seedExplicit(runID)
	}
	placesOfTrace := map[string]*places{}
	for _, tree := range trees {
		placesOfTrace[tree.traceID] = placesOf(tree)
		finder.seedStructural(tree, placesOfTrace[tree.traceID])
	}
	isInsideRetrieval := func(node *spanNode) bool { return placesOfTrace[node.traceID].insideRetrieval[node] }
	runs := make([]*model.Run, len(finder.seeds))
	for at, seed := range finder.seeds {
		runs[at] = buildRun(seed, tools, isInsideRetrieval)
	}
	slices.SortStableFunc(runs, compareRuns)
	return runs
}

type runFinder struct {
	tools        *toolDeclarations
	seeds        []*runSeed
	runIDOf      map[*spanNode]string
	groups       map[string][]*spanNode
	groupOrder   []string
	explicitTops map[*spanNode]*runSeed
}

// inheritRunIDs: a run id covers its span and what is below, up to another id.
func (f *runFinder) inheritRunIDs(trees []*spanNode) {
	stack := slices.Clone(trees)
	for len(stack) > 0 {
		node := stack[len(stack)-1]
		stack = append(stack[:len(stack)-1], node.children...)
		runID := ""
		if node.facts != nil {
			runID = node.facts.RunID
		}
		if runID == "" && node.parent != nil {
			runID = f.runIDOf[node.parent]
		}
		if runID == "" {
			continue
		}
		f.runIDOf[node] = runID
		if f.groups[runID] == nil {
			f.groupOrder = append(f.groupOrder, runID)
		}
		f.groups[runID] = append(f.groups[runID], node)
	}
}

func (f *runFinder) seedExplicit(runID string) {
	nodes := f.groups[runID]
	if !slices.ContainsFunc(nodes, func(node *spanNode) bool { return isRagKind(node.kind()) }) {
		return
	}
	var root *spanNode
	for _, node := range nodes {
		if node.facts != nil && node.facts.RunID == runID && (root == nil || isEarlierBearer(node, root)) {
			root = node
		}
	}
	seed := &runSeed{root: root, nodes: nodes, runID: runID}
	f.seeds = append(f.seeds, seed)
	for _, node := range nodes {
		if node.parent == nil || f.runIDOf[node.parent] != runID {
			f.explicitTops[node] = seed
		}
	}
}

func isRagKind(kind model.SpanKind) bool {
	switch kind {
	case model.KindRetrieval, model.KindRerank, model.KindModel, model.KindAssembly, model.KindTool:
		return true
	case model.KindEmbedding, model.KindOther:
	}
	return false
}

// isEarlierBearer: of two that start together the one around the other is the earlier.
func isEarlierBearer(a, b *spanNode) bool {
	if order := cmp.Compare(a.facts.StartTimeUnixNano, b.facts.StartTimeUnixNano); order != 0 {
		return order < 0
	}
	for up := b.parent; up != nil; up = up.parent {
		if up == a {
			return true
		}
	}
	for up := a.parent; up != nil; up = up.parent {
		if up == b {
			return false
		}
	}
	return compareSpans(a.facts, b.facts) < 0
}

func (f *runFinder) seedStructural(tree *spanNode, at *places) {
	found := &foundSeeds{handovers: newHandovers(tree)}
	pendingOf := map[*spanNode]*pending{}
	for _, node := range postOrder(tree) {
		held := &pending{}
		for _, child := range node.children {
			held = mergePending(held, pendingOf[child])
			delete(pendingOf, child)
		}
		if explicit := f.explicitTops[node]; explicit != nil {
			held.addRun(explicit)
		}
		if f.runIDOf[node] == "" {
			held.take(node, at, f.tools)
			if at.mayBeRoot(node) {
				found.settle(node, held)
			}
		}
		pendingOf[node] = held
	}
	left := pendingOf[tree]
	// A trace whose very root is a model or tool span still asked one question once.
	if left.pairs() && !at.mayBeRoot(tree) {
		found.seeds = append(found.seeds, &runSeed{root: tree, nodes: left.nodes})
	} else {
		found.seeds = append(found.seeds, halfRuns(tree, left, at)...)
	}
	f.seeds = append(f.seeds, found.seeds...)
}

type foundSeeds struct {
	seeds     []*runSeed
	handovers *handovers
}

// maxLevels: each run over runs holds all below it again: deeper than this nobody asks sub-questions of
// sub-questions.
const maxLevels = 16

// settle decides whether a node is a root and, if so, moves its pending part into a run.
func (s *foundSeeds) settle(node *spanNode, held *pending) {
	if held.pairs() {
		seed := &runSeed{root: node, nodes: held.nodes}
		s.seeds = append(s.seeds, seed)
		held.closeWith(seed, held.runsBelow)
		return
	}
	if !held.isUndecided || len(held.runsBelow) == 0 || len(held.retrievals) > 0 || len(held.calls) == 0 {
		return
	}
	held.isUndecided = false
	taken := s.handovers.of(held, node)
	// What a run id covers is a run, whatever is made of its chunks elsewhere.
	isTaken := taken == handoverChunk && slices.ContainsFunc(held.runsBelow, func(run *runSeed) bool { return run.runID != "" })
	if taken == handoverNone || isTaken {
		return
	}
	levels := 0
	if taken == handoverOutput {
		for _, run := range held.runsBelow {
			levels = max(levels, run.levels)
		}
		levels++
	}
	if levels > maxLevels {
		return
	}
	seed := &runSeed{root: node, nodes: held.nodes, nodesOfRunsBelow: map[*spanNode]bool{}, levels: levels}
	seen := map[*spanNode]bool{}
	for _, run := range held.runsBelow {
		for _, below := range run.nodes {
			if seen[below] {
				continue
			}
			seen[below] = true
			seed.nodes = append(seed.nodes, below)
			// Sub-questions keep their own inputs; steps of one question are part of it.
			if taken == handoverOutput {
				seed.nodesOfRunsBelow[below] = true
			}
		}
	}
	if taken == handoverChunk {
		s.seeds = slices.DeleteFunc(s.seeds, func(one *runSeed) bool { return slices.Contains(held.runsBelow, one) })
	}
	s.seeds = append(s.seeds, seed)
	held.closeWith(seed, nil)
}

// compareRuns: trace id, start of the run's root, span id (spec §14).
func compareRuns(a, b *model.Run) int {
	return cmp.Or(cmp.Compare(a.TraceID, b.TraceID), cmp.Compare(a.StartTimeUnixNano, b.StartTimeUnixNano), cmp.Compare(a.SpanID, b.SpanID))
}
